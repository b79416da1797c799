package demo.ops;

import static io.graphkernel.runtime.Ops.*;

import io.graphkernel.annotations.GraphKernel;
import io.graphkernel.annotations.TensorType;
import io.graphkernel.runtime.Tensor;

public final class Forms {

    public record Moments(Tensor mean, Tensor variance) {}

    /** One result of any shape. */
    @GraphKernel
    public static Tensor unranked(Tensor x, Tensor y) {
        return add(mul(x, 2.0), y);
    }

    /** An intermediate that is smaller than the result, and a value of one element. */
    @GraphKernel
    static Tensor unrankedInParts(Tensor x, Tensor y, @TensorType("f32[]") Tensor scale) {
        Tensor factor = exp(scale);
        Tensor small = mul(x, factor);
        Tensor product = mul(reduceProd(scale), factor);
        return add(mul(add(small, y), small), product);
    }

    @GraphKernel(flags = "--opt_level=0")
    public static Tensor unrankedUnfused(Tensor x, @TensorType("f32[]") Tensor scale) {
        return mul(x, exp(scale));
    }

    /** Two results. */
    @GraphKernel
    public static Moments moments(@TensorType("f32[n, d]") Tensor x) {
        Tensor mean = reduceMean(x, 0);
        return new Moments(mean, sub(reduceMean(mul(x, x), 0), mul(mean, mean)));
    }

    /** Nothing is returned. */
    @GraphKernel
    public static void step(
            @TensorType("f32[n]") Tensor p, @TensorType("f32[n]") Tensor g, float rate, int number) {
        assign(p, sub(p, mul(g, rate / number)));
    }

    /** The lengths of arrays do not give two dims. */
    @GraphKernel
    public static Tensor scaled(@TensorType("f32[b, n, 4]") Tensor x) {
        return mul(x, 0.5);
    }

    /** A temporary between two kernels. */
    @GraphKernel
    public static Tensor centred(@TensorType("f32[n, d]") Tensor x) {
        return sub(x, reduceMean(x, 0, KEEP_DIMS));
    }

    /** A dim that is an expression. */
    @GraphKernel
    public static Tensor parts(
            @TensorType("f32[n + m, d]") Tensor x, @TensorType("f32[n, d]") Tensor a, @TensorType("f32[m]") Tensor b) {
        return add(reshape(x, x.dimension(1), -1), reshape(concat(0, reduceSum(a, 1), b), 1, -1));
    }

    /** A dim that is known by a multiple of it alone. */
    @GraphKernel
    public static Tensor heads(@TensorType("f32[n, 64 * h]") Tensor x, @TensorType("f32[n]") Tensor scale) {
        return reduceSum(mul(reshape(x, x.dimension(0), -1, 64), reshape(scale, -1, 1, 1)), -1);
    }

    /** A condition on sizes. */
    @GraphKernel
    public static Tensor folded(@TensorType("f32[n, d]") Tensor x) {
        return neg(reshape(x, 4, -1));
    }

    @GraphKernel
    public static Tensor positive(@TensorType("f32[n, d]") Tensor x, @TensorType("bool[d]") Tensor mask) {
        return logicalAnd(greater(x, 0.0), mask);
    }

    /** One launch of two phases, with a concurrent kernel in the first one. */
    @GraphKernel(flags = "--opt_level=3")
    public static Moments normalized(@TensorType("f32[n, d]") Tensor x, @TensorType("f32[m]") Tensor y) {
        return new Moments(realDiv(x, reduceSum(x)), exp(y));
    }

    /** Concurrent sums. */
    @GraphKernel(flags = "--opt_level=3")
    public static Tensor sums(@TensorType("f32[n, d]") Tensor x, @TensorType("f32[m]") Tensor y, float scale) {
        return add(reduceSum(mul(x, scale)), reduceSum(y));
    }

    /** Variadic batch dims that two parameters share. */
    @GraphKernel
    public static Tensor gated(
            @TensorType("f32[b..., d]") Tensor gate,
            @TensorType("f32[b..., d]") Tensor up,
            @TensorType("f32[d]") Tensor bias) {
        return mul(siLU(gate), add(up, bias));
    }

    /** Results with batch dims only, with other axes and without batch dims. */
    @GraphKernel
    static Sums matrixSums(@TensorType("f32[..., n, 4]") Tensor x) {
        return new Sums(reduceSum(reduceSum(x, -1), -1), reduceSum(x, -1, KEEP_DIMS), reduceSum(x));
    }

    public record Sums(Tensor matrices, Tensor rows, Tensor all) {}

    /** Axes after the dots that are multiples and expressions. */
    @GraphKernel
    static Tensor cut(@TensorType("f32[..., 2 * h]") Tensor x, @TensorType("f32[h + m]") Tensor y, @TensorType("f32[m]") Tensor z) {
        return mul(split(x, 2, -1)[1], mul(reduceSum(y), reduceSum(z)));
    }

    /** A parameter of any shape with declared ones, and with a temporary of declared dims. */
    @GraphKernel
    static Tensor mixed(Tensor x, @TensorType("f32[d]") Tensor bias, @TensorType("f32[b..., d]") Tensor y) {
        return mul(add(x, bias), reduceSum(y, -1, KEEP_DIMS));
    }
}
