package io.graphkernel.training;

import static io.graphkernel.runtime.Ops.*;

import io.graphkernel.annotations.GraphKernel;
import io.graphkernel.annotations.TensorType;
import io.graphkernel.runtime.Tensor;

/** The kernels of {@link ShardedAdamW} over one shard of a bucket. */
final class AdamWShard {

    private AdamWShard() {}

    /** Returns the sum of the squared gradients. */
    @GraphKernel
    static Tensor squares(@TensorType("f32[n]") Tensor gradient) {
        return reduceSum(square(gradient));
    }

    /** Performs one step; gradients are multiplied by the scale. */
    @GraphKernel
    static void update(
            @TensorType("f32[n]") Tensor weight,
            @TensorType("f32[n]") Tensor first,
            @TensorType("f32[n]") Tensor second,
            @TensorType("f32[n]") Tensor gradient,
            float scale,
            float rate,
            int step,
            double decay) {
        AdamW.update(weight, first, second, mul(gradient, scale), rate, step, decay);
    }

    /** Sets zeros for the next accumulation of gradients. */
    @GraphKernel
    static void clear(@TensorType("f32[n]") Tensor gradients) {
        assign(gradients, zerosLike(gradients));
    }
}
