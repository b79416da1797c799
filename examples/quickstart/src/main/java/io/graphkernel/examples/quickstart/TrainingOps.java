package io.graphkernel.examples.quickstart;

import static io.graphkernel.runtime.Ops.KEEP_DIMS;
import static io.graphkernel.runtime.Ops.add;
import static io.graphkernel.runtime.Ops.assign;
import static io.graphkernel.runtime.Ops.exp;
import static io.graphkernel.runtime.Ops.geLU;
import static io.graphkernel.runtime.Ops.mul;
import static io.graphkernel.runtime.Ops.realDiv;
import static io.graphkernel.runtime.Ops.reduceMax;
import static io.graphkernel.runtime.Ops.reduceMean;
import static io.graphkernel.runtime.Ops.reduceSum;
import static io.graphkernel.runtime.Ops.rsqrt;
import static io.graphkernel.runtime.Ops.sqrt;
import static io.graphkernel.runtime.Ops.square;
import static io.graphkernel.runtime.Ops.sub;

import io.graphkernel.annotations.GraphKernel;
import io.graphkernel.annotations.TensorType;
import io.graphkernel.runtime.Tensor;

/** Four ops that a training engineer writes first, for tensors of any number of axes. */
public final class TrainingOps {

    private TrainingOps() {}

    /** Layer normalization of each row. */
    @GraphKernel
    public static Tensor layerNorm(
            @TensorType("f32[..., d]") Tensor x,
            @TensorType("f32[d]") Tensor gamma,
            @TensorType("f32[d]") Tensor beta,
            float epsilon) {
        Tensor centred = sub(x, reduceMean(x, -1, KEEP_DIMS));
        Tensor variance = reduceMean(square(centred), -1, KEEP_DIMS);
        return add(mul(mul(centred, rsqrt(add(variance, epsilon))), gamma), beta);
    }

    /** Softmax of each row, written out: stable because the maximum is subtracted first. */
    @GraphKernel
    public static Tensor softmax(@TensorType("f32[..., d]") Tensor x) {
        Tensor exponential = exp(sub(x, reduceMax(x, -1, KEEP_DIMS)));
        return realDiv(exponential, reduceSum(exponential, -1, KEEP_DIMS));
    }

    /** The activation of a transformer's feed-forward layer: GeLU of x + bias. */
    @GraphKernel
    public static Tensor biasGelu(@TensorType("f32[..., d]") Tensor x, @TensorType("f32[d]") Tensor bias) {
        return geLU(add(x, bias));
    }

    /**
     * One AdamW step, which updates the parameter and its two moments in place. {@code step} counts from 1.
     */
    @GraphKernel
    public static void adamW(
            @TensorType("f32[p...]") Tensor parameter,
            @TensorType("f32[p...]") Tensor gradient,
            @TensorType("f32[p...]") Tensor moment,
            @TensorType("f32[p...]") Tensor variance,
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
}
