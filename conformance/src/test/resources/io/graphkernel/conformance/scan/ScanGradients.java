package scan;

import static io.graphkernel.runtime.Gradients.gradient;
import static io.graphkernel.runtime.Ops.*;
import static io.graphkernel.runtime.Scans.*;

import io.graphkernel.annotations.*;
import io.graphkernel.runtime.*;

/** Losses of scans, and their gradients by both operands. */
public final class ScanGradients {

    private ScanGradients() {}

    record Pair(double value, double velocity) {}

    @GraphKernel
    public static Tensor recurrence(@TensorType("f64[b, t, d]") Tensor a, @TensorType("f64[b, t, d]") Tensor b) {
        return reduceSum(mul(scanDouble(a, b, 1, 0.5, (h, x, y) -> x * h + y), b));
    }

    @GraphKernel
    public static Tensor recurrenceA(@TensorType("f64[b, t, d]") Tensor a, @TensorType("f64[b, t, d]") Tensor b) {
        return gradient(() -> recurrence(a, b), a);
    }

    @GraphKernel
    public static Tensor recurrenceB(@TensorType("f64[b, t, d]") Tensor a, @TensorType("f64[b, t, d]") Tensor b) {
        return gradient(() -> recurrence(a, b), b);
    }

    @GraphKernel
    public static Tensor reversed(@TensorType("f64[b, t, d]") Tensor a, @TensorType("f64[b, t, d]") Tensor b) {
        Tensor states = scanDouble(a, b, -1, 1.0, (h, x, y) -> h > 1 ? Math.tanh(h * x) + y : h * y, ScanOption.REVERSE,
                ScanOption.EXCLUSIVE);
        return reduceSum(mul(states, a));
    }

    @GraphKernel
    public static Tensor reversedA(@TensorType("f64[b, t, d]") Tensor a, @TensorType("f64[b, t, d]") Tensor b) {
        return gradient(() -> reversed(a, b), a);
    }

    @GraphKernel
    public static Tensor reversedB(@TensorType("f64[b, t, d]") Tensor a, @TensorType("f64[b, t, d]") Tensor b) {
        return gradient(() -> reversed(a, b), b);
    }

    @GraphKernel
    public static Tensor oscillator(@TensorType("f64[b, t, d]") Tensor a, @TensorType("f64[b, t, d]") Tensor b) {
        Tensor[] state = reduceRecord(a, b, 0, new Pair(1, 0), (Pair s, Double k, Double force) -> {
            double velocity = s.velocity() + 0.1 * (force - k * s.value());
            return new Pair(s.value() + 0.1 * velocity, velocity);
        });
        return reduceSum(add(mul(state[0], state[0]), state[1]));
    }

    @GraphKernel
    public static Tensor oscillatorA(@TensorType("f64[b, t, d]") Tensor a, @TensorType("f64[b, t, d]") Tensor b) {
        return gradient(() -> oscillator(a, b), a);
    }

    @GraphKernel
    public static Tensor oscillatorB(@TensorType("f64[b, t, d]") Tensor a, @TensorType("f64[b, t, d]") Tensor b) {
        return gradient(() -> oscillator(a, b), b);
    }
}
