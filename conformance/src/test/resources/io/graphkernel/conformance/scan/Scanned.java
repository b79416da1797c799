package scan;

import static io.graphkernel.runtime.Gradients.gradient;
import static io.graphkernel.runtime.Ops.*;
import static io.graphkernel.runtime.Scans.*;

import io.graphkernel.annotations.*;
import io.graphkernel.runtime.*;

/** Scans and reductions of every form. The suffix of a name has a letter per parameter: f, d, i, l for a tensor, S for a float. */
public final class Scanned {

    private Scanned() {}

    public record Welford(float mean, float m2, int count) {}

    public record Largest(float value, int index, boolean found) {}

    public record LogSumExp(double max, double sum) {}

    static float decay(float h, float a, float b) {
        return a * h + b;
    }

    static Welford welford(Welford state, float x) {
        int count = state.count() + 1;
        float delta = x - state.mean();
        float mean = state.mean() + delta / count;
        return new Welford(mean, state.m2() + delta * (x - mean), count);
    }

    static Largest largest(Largest state, float x, int index) {
        if (!state.found() || x > state.value()) {
            return new Largest(x, index, true);
        }
        return state;
    }

    @GraphKernel
    public static Tensor recurrenceLast_ff(@TensorType("f32[b, t, d]") Tensor a, @TensorType("f32[b, t, d]") Tensor b) {
        return scan(a, b, 2, 0f, Scanned::decay);
    }

    @GraphKernel
    public static Tensor recurrenceMiddle_ff(@TensorType("f32[b, t, d]") Tensor a, @TensorType("f32[b, t, d]") Tensor b) {
        return scan(a, b, 1, 0.5f, (h, decay, input) -> decay * h + input);
    }

    @GraphKernel
    public static Tensor reversedFirst_ff(@TensorType("f32[b, t, d]") Tensor a, @TensorType("f32[b, t, d]") Tensor b) {
        return scan(a, b, 0, 1f, Scanned::decay, ScanOption.REVERSE);
    }

    @GraphKernel
    public static Tensor exclusive_f(@TensorType("f32[b, t, d]") Tensor x) {
        return scan(x, -2, -1f, (s, v) -> s + v, ScanOption.EXCLUSIVE);
    }

    @GraphKernel
    public static Tensor exclusiveReversed_f(@TensorType("f32[b, t, d]") Tensor x) {
        return scan(x, 1, -1f, (s, v) -> s - v * 0.5f, ScanOption.EXCLUSIVE, ScanOption.REVERSE);
    }

    @GraphKernel
    public static Tensor broadcast_f(@TensorType("f32[b, t, d]") Tensor x) {
        return scan(x, slice(x, new long[] {0, 0, 0}, new long[] {1, -1, 1}), 1, 0f, Scanned::decay);
    }

    @GraphKernel
    public static Tensor fused_f(@TensorType("f32[b, t, d]") Tensor x) {
        return mul(scan(add(x, 1f), 1, 0f, (s, v) -> s > 2 ? v : s + v), x);
    }

    @GraphKernel
    public static Tensor fusedLast_ff(@TensorType("f32[b, t, d]") Tensor x, @TensorType("f32[b, t, d]") Tensor y) {
        Tensor rate = mul(y, slice(x, new long[] {0, 0, 0}, new long[] {1, -1, -1}));
        return add(scan(rate, add(mul(x, 2f), y), 2, 0.25f, Scanned::decay, ScanOption.REVERSE), x);
    }

    @GraphKernel
    public static Tensor transposed_ff(@TensorType("f32[b, t, d]") Tensor x, @TensorType("f32[b, t, d]") Tensor y) {
        return transpose(scan(transpose(x, 2, 0, 1), transpose(y, 2, 0, 1), 1, 0f, Scanned::decay), 1, 2, 0);
    }

    @GraphKernel
    public static Tensor twice_f(@TensorType("f32[b, t, d]") Tensor x) {
        Tensor h = scan(x, 2, 0f, (s, v) -> s * 0.5f + v);
        return add(h, scan(h, 2, 1f, (s, v) -> s - v * 0.25f, ScanOption.REVERSE));
    }

    @GraphKernel
    public static Tensor flat_f(@TensorType("f32[b, t, d]") Tensor x) {
        return scan(reshape(x, -1), 0, 0f, (s, v) -> s * 0.5f + v);
    }

    @GraphKernel
    public static Tensor captured_fS(@TensorType("f32[b, t, d]") Tensor x, float rate) {
        return scan(x, 1, rate, (s, v) -> s + rate * (v - s));
    }

    @GraphKernel
    public static Tensor reduced_f(@TensorType("f32[b, t, d]") Tensor x) {
        return reduce(x, 1, 0f, (s, v) -> s * 0.5f + v);
    }

    @GraphKernel
    public static Tensor reducedLast_f(@TensorType("f32[b, t, d]") Tensor x) {
        return reduce(x, -1, Float.NEGATIVE_INFINITY, (s, v) -> v > s ? v : s);
    }

    @GraphKernel
    public static Tensor reducedTwo_ff(@TensorType("f32[b, t, d]") Tensor x, @TensorType("f32[b, t, d]") Tensor y) {
        return reduce(x, y, 0, 0f, (s, v, w) -> s + v * w);
    }

    @GraphKernel
    public static Tensor reducedAll_f(@TensorType("f32[b, t, d]") Tensor x) {
        return reduce(reshape(x, -1), 0, 0f, (s, v) -> s + v);
    }

    @GraphKernel
    public static Tensor doubles_d(@TensorType("f64[b, t, d]") Tensor x) {
        return scanDouble(x, 1, 1.0, (s, v) -> s / 2 + v);
    }

    @GraphKernel
    public static Tensor ints_i(@TensorType("i32[b, t, d]") Tensor x) {
        return scanInt(x, 1, 7, (s, v) -> s * 31 + v);
    }

    @GraphKernel
    public static Tensor longs_l(@TensorType("i64[b, t, d]") Tensor x) {
        return reduceLong(x, 2, 17L, (s, v) -> s * 31 + v);
    }

    @GraphKernel
    public static Tensor mean_f(@TensorType("f32[b, t, d]") Tensor x) {
        return reduceRecord(x, 1, new Welford(0f, 0f, 0), Scanned::welford)[0];
    }

    @GraphKernel
    public static Tensor variance_f(@TensorType("f32[b, t, d]") Tensor x) {
        Tensor[] state = reduceRecord(x, 1, new Welford(0f, 0f, 0), Scanned::welford);
        return div(state[1], cast(state[2], DType.F32));
    }

    @GraphKernel
    public static Tensor running_f(@TensorType("f32[b, t, d]") Tensor x) {
        return scanRecord(x, 1, new Welford(0f, 0f, 0), Scanned::welford)[1];
    }

    @GraphKernel
    public static Tensor runningLast_f(@TensorType("f32[b, t, d]") Tensor x) {
        Tensor[] states = scanRecord(x, 2, new Welford(0f, 0f, 0), Scanned::welford);
        return mul(states[0], cast(states[2], DType.F32));
    }

    @GraphKernel
    public static Tensor doublesLast_d(@TensorType("f64[b, t, d]") Tensor x) {
        return scanDouble(x, 2, 1.0, (s, v) -> s / 2 + v, ScanOption.EXCLUSIVE, ScanOption.REVERSE);
    }

    @GraphKernel
    public static Tensor argMax_fi(@TensorType("f32[b, t, d]") Tensor x, @TensorType("i32[b, t, d]") Tensor payload) {
        return reduceRecord(x, payload, 2, new Largest(0f, -1, false), Scanned::largest)[1];
    }

    @GraphKernel
    public static Tensor logSumExp_d(@TensorType("f64[b, t, d]") Tensor x) {
        Tensor[] state = reduceRecord(x, 1, new LogSumExp(-1e300, 0), (LogSumExp s, Double v) -> {
            double max = v > s.max() ? v : s.max();
            return new LogSumExp(max, s.sum() * 0.25 * (s.max() - max + 1) + (v - max));
        });
        return add(state[0], state[1]);
    }
}
