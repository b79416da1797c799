package io.graphkernel.runtime.endtoend;

import static io.graphkernel.runtime.Ops.*;

import io.graphkernel.annotations.GraphKernel;
import io.graphkernel.annotations.TensorType;
import io.graphkernel.runtime.Tensor;

/** Kernels that reduce the last axes. */
public final class RowKernels {

    private RowKernels() {}

    public record NormalisedAndSum(Tensor normalized, Tensor sum) {}

    public record Extremes(Tensor largest, Tensor smallest, Tensor product) {}

    public record RowsAndScalar(Tensor rows, Tensor scalar) {}

    @GraphKernel
    public static Tensor softmax(@TensorType("f32[n, d]") Tensor x) {
        Tensor exponential = exp(sub(x, reduceMax(x, -1, KEEP_DIMS)));
        return realDiv(exponential, reduceSum(exponential, -1, KEEP_DIMS));
    }

    @GraphKernel
    public static Tensor logSoftmaxOfRows(@TensorType("f32[n, d]") Tensor x) {
        return logSoftmax(x, -1);
    }

    @GraphKernel
    public static Tensor layerNorm(
            @TensorType("f32[n, d]") Tensor x,
            @TensorType("f32[d]") Tensor gamma,
            @TensorType("f32[d]") Tensor beta,
            float epsilon) {
        Tensor centred = sub(x, reduceMean(x, -1, KEEP_DIMS));
        Tensor variance = reduceMean(square(centred), -1, KEEP_DIMS);
        return add(mul(mul(centred, rsqrt(add(variance, epsilon))), gamma), beta);
    }

    @GraphKernel
    public static Tensor rmsNorm(@TensorType("f32[n, d]") Tensor x, @TensorType("f32[d]") Tensor gamma, float epsilon) {
        return mul(mul(x, rsqrt(add(reduceMean(square(x), -1, KEEP_DIMS), epsilon))), gamma);
    }

    @GraphKernel
    public static NormalisedAndSum addLayerNorm(
            @TensorType("f32[n, d]") Tensor x,
            @TensorType("f32[n, d]") Tensor residual,
            @TensorType("f32[d]") Tensor gamma,
            @TensorType("f32[d]") Tensor beta,
            float epsilon) {
        Tensor sum = add(x, residual);
        return new NormalisedAndSum(layerNorm(sum, gamma, beta, epsilon), sum);
    }

    @GraphKernel
    public static Tensor variance(@TensorType("f32[n, d]") Tensor x) {
        return reduceMean(square(sub(x, reduceMean(x, -1, KEEP_DIMS))), -1);
    }

    @GraphKernel
    public static Extremes extremes(@TensorType("f32[n, d]") Tensor x) {
        Tensor nearOne = add(mul(x, 0.01), 1.0);
        return new Extremes(reduceMax(x, -1), reduceMin(x, 1), reduceProd(nearOne, -1));
    }

    @GraphKernel
    public static Tensor keptMaximum(@TensorType("f32[n, d]") Tensor x) {
        return reduceMax(mul(x, x), -1, KEEP_DIMS);
    }

    @GraphKernel
    public static Tensor weightedSum(
            @TensorType("f32[n, d]") Tensor x, @TensorType("f32[n]") Tensor weight, @TensorType("f32[]") Tensor scale) {
        return mul(mul(reduceSum(x, -1), weight), scale);
    }

    @GraphKernel
    public static Tensor standardRange(@TensorType("f32[n, d]") Tensor x, @TensorType("f32[n, 1]") Tensor shift) {
        Tensor largest = reduceMax(x, -1, KEEP_DIMS);
        Tensor smallest = reduceMin(x, -1, KEEP_DIMS);
        Tensor mean = reduceMean(x, -1, KEEP_DIMS);
        return add(realDiv(sub(x, mean), add(sub(largest, smallest), 1.0)), shift);
    }

    @GraphKernel
    public static Tensor crossEntropy(@TensorType("f32[n, d]") Tensor logits, @TensorType("f32[n, d]") Tensor target) {
        Tensor shifted = sub(logits, reduceMax(logits, -1, KEEP_DIMS));
        Tensor logSum = log(reduceSum(exp(shifted), -1));
        return sub(mul(logSum, reduceSum(target, -1)), reduceSum(mul(shifted, target), -1));
    }

    @GraphKernel
    public static Tensor aboveMean(@TensorType("f32[n, d]") Tensor x) {
        return greater(x, reduceMean(x, -1, KEEP_DIMS));
    }

    @GraphKernel
    public static Tensor anyAbove(@TensorType("f32[n, d]") Tensor x, @TensorType("f32[n]") Tensor limit) {
        return greater(reduceMax(x, -1), limit);
    }

    @GraphKernel
    public static Tensor countMasked(@TensorType("bool[n, d]") Tensor mask, @TensorType("f32[n, d]") Tensor x) {
        return reduceSum(select(mask, x, 0.0), -1);
    }

    @GraphKernel
    public static RowsAndScalar rowsAndScalar(@TensorType("f32[n, d]") Tensor x, @TensorType("f32[]") Tensor scale) {
        Tensor doubled = mul(scale, 2.0);
        return new RowsAndScalar(mul(reduceSum(x, -1), doubled), doubled);
    }

    @GraphKernel
    public static Tensor lastOfThree(@TensorType("f32[a, b, c]") Tensor x, @TensorType("f32[b, 1]") Tensor scale) {
        return reduceSum(mul(x, scale), 2);
    }

    @GraphKernel
    public static Tensor lastTwoOfThree(@TensorType("f32[a, b, c]") Tensor x) {
        return sub(x, reduceMean(x, axes(1, 2), KEEP_DIMS));
    }

    @GraphKernel
    public static Tensor lastTwoOfFour(
            @TensorType("f32[a, b, c, d]") Tensor x,
            @TensorType("f32[a, 1, c, 1]") Tensor scale,
            @TensorType("f32[a, b]") Tensor shift) {
        return add(reduceSum(mul(x, scale), axes(-1, -2), false), shift);
    }
}
