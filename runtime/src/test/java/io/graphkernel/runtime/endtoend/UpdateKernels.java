package io.graphkernel.runtime.endtoend;

import static io.graphkernel.runtime.Ops.*;

import io.graphkernel.annotations.GraphKernel;
import io.graphkernel.annotations.TensorType;
import io.graphkernel.runtime.Tensor;

/** Kernels that update parameters in place. */
public final class UpdateKernels {

    private UpdateKernels() {}

    public record TwoTensors(Tensor first, Tensor second) {}

    @GraphKernel
    public static void adamW(
            @TensorType("f32[n, d]") Tensor parameter,
            @TensorType("f32[n, d]") Tensor gradient,
            @TensorType("f32[n, d]") Tensor moment,
            @TensorType("f32[n, d]") Tensor variance,
            float learningRate,
            float beta1,
            float beta2,
            float epsilon,
            float weightDecay,
            int step) {
        Tensor newMoment = add(mul(moment, beta1), mul(gradient, 1 - beta1));
        Tensor newVariance = add(mul(variance, beta2), mul(square(gradient), 1 - beta2));
        assign(moment, newMoment);
        assign(variance, newVariance);
        Tensor moment1 = mul(newMoment, 1 / (1 - Math.pow(beta1, step)));
        Tensor moment2 = mul(newVariance, 1 / (1 - Math.pow(beta2, step)));
        Tensor update = add(realDiv(moment1, add(sqrt(moment2), epsilon)), mul(parameter, weightDecay));
        assign(parameter, sub(parameter, mul(update, learningRate)));
    }

    @GraphKernel
    public static Tensor accumulate(@TensorType("f32[n, d]") Tensor total, @TensorType("f32[n, d]") Tensor x) {
        return mul(assign(total, add(total, x)), 2.0);
    }

    @GraphKernel
    public static Tensor readAfterWrite(@TensorType("f32[n, d]") Tensor total, @TensorType("f32[d]") Tensor x) {
        Tensor before = mul(total, 3.0);
        assign(total, add(total, x));
        return add(before, total);
    }

    @GraphKernel
    public static Tensor returnsParameter(@TensorType("f32[n, d]") Tensor total) {
        assign(total, add(total, 1.0));
        return total;
    }

    @GraphKernel
    public static void twice(@TensorType("f32[n, d]") Tensor total) {
        assign(total, add(total, 1.0));
        assign(total, mul(total, 2.0));
    }

    @GraphKernel
    public static void exchange(@TensorType("f32[n, d]") Tensor a, @TensorType("f32[n, d]") Tensor b) {
        Tensor oldA = mul(a, 1.0);
        assign(a, b);
        assign(b, oldA);
    }

    @GraphKernel
    public static void rotate(
            @TensorType("f32[n, d]") Tensor a, @TensorType("f32[n, d]") Tensor b, @TensorType("f32[n, d]") Tensor c) {
        Tensor newA = add(b, 1.0);
        Tensor newB = mul(c, 2.0);
        Tensor newC = sub(a, reduceMax(b, -1, KEEP_DIMS));
        assign(a, newA);
        assign(b, newB);
        assign(c, newC);
    }

    @GraphKernel
    public static Tensor centreColumns(@TensorType("f32[n, d]") Tensor x) {
        Tensor old = reduceSum(x, 0);
        assign(x, sub(mul(x, 2.0), old));
        return add(mul(old, 0.5), reduceMax(x, 0));
    }

    @GraphKernel
    public static void softmaxInPlace(@TensorType("f32[n, d]") Tensor x) {
        assign(x, softmax(x, -1));
    }

    @GraphKernel
    public static Tensor running(@TensorType("f32[d]") Tensor mean, @TensorType("f32[n, d]") Tensor x, float momentum) {
        Tensor batch = reduceMean(x, 0);
        assign(mean, add(mul(mean, momentum), mul(batch, 1 - momentum)));
        return sub(x, mean);
    }

    @GraphKernel
    public static Tensor biasStep(
            @TensorType("f32[d]") Tensor bias, @TensorType("f32[n, d]") Tensor gradient, float rate) {
        Tensor scaled = mul(gradient, bias);
        assign(bias, sub(bias, mul(reduceSum(gradient, 0), rate)));
        return scaled;
    }

    @GraphKernel
    public static void rowStatistic(@TensorType("f32[n, 1]") Tensor peak, @TensorType("f32[n, d]") Tensor x) {
        Tensor scaled = mul(x, peak);
        assign(peak, maximum(peak, reduceMax(scaled, -1, KEEP_DIMS)));
    }

    @GraphKernel
    public static TwoTensors count(@TensorType("f32[]") Tensor counter, @TensorType("f32[n]") Tensor x) {
        Tensor before = mul(x, counter);
        assign(counter, add(counter, 1.0));
        return new TwoTensors(before, mul(x, counter));
    }

    @GraphKernel
    public static Tensor scaleByOldLoss(@TensorType("f32[]") Tensor loss, @TensorType("f32[n, d]") Tensor x) {
        Tensor scaled = mul(x, loss);
        assign(loss, reduceSum(square(x)));
        return scaled;
    }

    @GraphKernel
    public static void fill(@TensorType("f32[n, d]") Tensor x, @TensorType("f32[d]") Tensor y) {
        assign(x, y);
        assign(y, 0.0);
    }

    @GraphKernel
    public static Tensor unrankedStep(Tensor x, float rate) {
        Tensor before = mul(x, 2.0);
        assign(x, sub(x, rate));
        return add(before, x);
    }

    @GraphKernel(flags = "--opt_level=0")
    public static Tensor unfusedReadAfterWrite(@TensorType("f32[n, d]") Tensor total, @TensorType("f32[d]") Tensor x) {
        Tensor before = mul(total, 3.0);
        assign(total, add(total, x));
        return add(before, total);
    }
}
