package io.graphkernel.runtime.endtoend;

import static io.graphkernel.runtime.Ops.*;

import io.graphkernel.annotations.GraphKernel;
import io.graphkernel.annotations.TensorType;
import io.graphkernel.runtime.Tensor;

/** Kernels that reduce the first axes. */
public final class ColumnKernels {

    private ColumnKernels() {}

    public record Gradients(Tensor dx, Tensor dgamma, Tensor dbeta) {}

    public record Balance(Tensor rows, Tensor largest, Tensor over) {}

    public record Moments(Tensor sum, Tensor squares) {}

    public record Activated(Tensor whole, Tensor sum) {}

    public record SumAndScalar(Tensor sum, Tensor scalar) {}

    @GraphKernel
    public static Tensor columnSum(@TensorType("f32[n, d]") Tensor x) {
        return reduceSum(x, 0);
    }

    @GraphKernel
    public static Tensor keptMean(@TensorType("f32[n, d]") Tensor x) {
        return reduceMean(x, 0, KEEP_DIMS);
    }

    @GraphKernel
    public static Moments moments(@TensorType("f32[n, d]") Tensor x, @TensorType("f32[d]") Tensor shift) {
        Tensor shifted = sub(x, shift);
        return new Moments(reduceSum(shifted, 0), reduceSum(square(shifted), 0));
    }

    @GraphKernel
    public static Tensor weightedMaximum(
            @TensorType("f32[n, d]") Tensor x,
            @TensorType("f32[n, 1]") Tensor weight,
            @TensorType("f32[d]") Tensor scale) {
        return mul(reduceMax(mul(x, weight), 0), scale);
    }

    @GraphKernel
    public static Tensor batchNorm(
            @TensorType("f32[n, d]") Tensor x,
            @TensorType("f32[d]") Tensor gamma,
            @TensorType("f32[d]") Tensor beta,
            float epsilon) {
        Tensor centred = sub(x, reduceMean(x, 0, KEEP_DIMS));
        Tensor variance = reduceMean(square(centred), 0, KEEP_DIMS);
        return add(mul(mul(centred, rsqrt(add(variance, epsilon))), gamma), beta);
    }

    @GraphKernel
    public static Activated activated(@TensorType("f32[n, d]") Tensor x, @TensorType("f32[d]") Tensor bias) {
        Tensor whole = reLU(add(x, bias));
        return new Activated(whole, reduceSum(whole, 0));
    }

    @GraphKernel
    public static SumAndScalar sumAndScalar(@TensorType("f32[n, d]") Tensor x, @TensorType("f32[]") Tensor scale) {
        Tensor doubled = mul(scale, 2.0);
        return new SumAndScalar(reduceSum(mul(x, doubled), 0), doubled);
    }

    @GraphKernel
    public static Tensor columnAny(@TensorType("f32[n, d]") Tensor x, @TensorType("f32[d]") Tensor limit) {
        return greater(reduceMax(x, 0), limit);
    }

    @GraphKernel
    public static Gradients layerNormGradient(
            @TensorType("f32[n, d]") Tensor x,
            @TensorType("f32[n, d]") Tensor dy,
            @TensorType("f32[n, 1]") Tensor deviation,
            @TensorType("f32[n, 1]") Tensor mean,
            @TensorType("f32[d]") Tensor gamma) {
        var gradients = layerNormGrad(x, dy, square(deviation), mean, gamma, 1.0);
        return new Gradients(gradients.dx(), gradients.dgamma(), gradients.dbeta());
    }

    @GraphKernel
    public static Balance balance(@TensorType("f32[b, n, d]") Tensor x) {
        Tensor rows = reduceMax(x, 2, KEEP_DIMS);
        Tensor distance = sub(rows, x);
        Tensor over = greater(reduceMax(distance, axes(0, 1), false), 3.0);
        return new Balance(rows, reduceMax(x, axes(0, 1), false), over);
    }

    @GraphKernel
    public static Tensor firstOfThree(@TensorType("f32[a, b, c]") Tensor x, @TensorType("f32[b, 1]") Tensor scale) {
        return reduceSum(mul(x, scale), 0);
    }

    @GraphKernel
    public static Tensor firstTwoOfThree(@TensorType("f32[a, b, c]") Tensor x, @TensorType("f32[a, 1, 1]") Tensor w) {
        return reduceSum(mul(x, w), axes(0, 1), false);
    }

    @GraphKernel
    public static Tensor firstTwoOfFour(@TensorType("f32[a, b, c, d]") Tensor x) {
        return reduceMin(x, axes(0, 1), false);
    }
}
