package element;

import static io.graphkernel.runtime.Elementwise.*;
import static io.graphkernel.runtime.Gradients.gradient;
import static io.graphkernel.runtime.Ops.*;

import io.graphkernel.annotations.*;
import io.graphkernel.runtime.*;

/** Gradients of lambdas and methods, which are equal in kernels and in plain Java. */
public final class EagerFunctions {

    record Limits(double low, double high) {}

    record Pair(double root, int steps, double rest) {}

    static double cube(double x) {
        return x * x * x;
    }

    @ElementFunction
    public static float softSign(float x, float scale) {
        return x / (scale + Math.abs(x));
    }

    @GraphKernel
    public static Tensor captured(@TensorType("f64[n]") Tensor x, @TensorType("f64[n]") Tensor y) {
        double low = -0.5;
        long power = 2;
        boolean negative = true;
        final double constant = 0.25;
        char letter = 'b';
        return gradient(
                () -> reduceSum(mapDouble(x, y, (a, b) -> {
                    double sum = negative ? -a * b : a;
                    for (long i = 0; i < power; i++) {
                        sum = sum * a + low;
                    }
                    return sum > low ? sum * constant + (letter - 'a') : b * b;
                })),
                x);
    }

    @GraphKernel
    public static Tensor records(@TensorType("f64[n]") Tensor x, @TensorType("f64[n]") Tensor y) {
        Limits limits = new Limits(-1.5, 1.5);
        return gradient(
                () -> reduceSum(mul(mapDouble(x, a -> Math.max(limits.low(), Math.min(limits.high(), a * a * a))), y)),
                x);
    }

    @GraphKernel
    public static Tensor nested(@TensorType("f64[n]") Tensor x, @TensorType("f64[n]") Tensor y) {
        return gradient(
                () -> reduceSum(mapDouble(
                        mapDouble(x, a -> a * Math.exp(-a)),
                        y,
                        (a, b) -> a * b + Math.sin(a))),
                x);
    }

    static Tensor helper(Tensor x, Tensor y) {
        Tensor cubes = mapDouble(x, EagerFunctions::cube);
        return mapDouble(cubes, y, (a, b) -> a > b ? Math.sqrt(a - b) : 0);
    }

    @GraphKernel
    public static Tensor helped(@TensorType("f64[n]") Tensor x, @TensorType("f64[n]") Tensor y) {
        return gradient(() -> reduceSum(helper(x, y)), y);
    }

    static Pair pair(double x, double y) {
        double root = 1 + x * x;
        int steps = 0;
        while (Math.abs(root * root - 1 - x * x) > 1e-12) {
            root = 0.5 * (root + (1 + x * x) / root);
            steps++;
        }
        return new Pair(root, steps, y * root);
    }

    @GraphKernel
    public static Tensor components(@TensorType("f64[n]") Tensor x, @TensorType("f64[n]") Tensor y) {
        return gradient(
                () -> {
                    Tensor[] pair = applyRecord(x, y, EagerFunctions::pair);
                    return reduceSum(add(square(pair[0]), mul(pair[2], cast(pair[1], DType.F64))));
                },
                x);
    }

    @GraphKernel
    public static Tensor second(@TensorType("f64[n]") Tensor x, @TensorType("f64[n]") Tensor y) {
        return gradient(
                () -> reduceSum(mul(
                        gradient(() -> reduceSum(mapDouble(x, y, (a, b) -> a * a * b + Math.exp(a * b))), x), y)),
                y);
    }

    /** Not a kernel, so that the processor reads no lambda of it. */
    public static Tensor exported(Tensor x, Tensor scale) {
        return map(x, scale, EagerFunctions::softSign);
    }

    public static Tensor unknown(Tensor x) {
        return mapDouble(x, a -> a + 1);
    }
}
