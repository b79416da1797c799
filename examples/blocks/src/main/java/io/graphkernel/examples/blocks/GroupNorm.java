package io.graphkernel.examples.blocks;

import static io.graphkernel.runtime.Ops.KEEP_DIMS;
import static io.graphkernel.runtime.Ops.add;
import static io.graphkernel.runtime.Ops.mul;
import static io.graphkernel.runtime.Ops.reduceMean;
import static io.graphkernel.runtime.Ops.reshape;
import static io.graphkernel.runtime.Ops.rsqrt;
import static io.graphkernel.runtime.Ops.square;
import static io.graphkernel.runtime.Ops.sub;

import io.graphkernel.annotations.GraphKernel;
import io.graphkernel.annotations.TensorType;
import io.graphkernel.runtime.Tensor;

/** Group normalisation of Wu and He, written out; {@code Ops.groupNorm} is the same in one call. */
public final class GroupNorm {

    private static final int GROUPS = 32;
    private static final double EPSILON = 1e-5;

    private GroupNorm() {}

    /**
     * Each of 32 groups of channels normalised, then scaled by channel.
     *
     * @param x [images, channels, height, width], with a multiple of 32 channels
     */
    @GraphKernel
    public static Tensor groupNorm(
            @TensorType("f32[n, c, h, w]") Tensor x,
            @TensorType("f32[c]") Tensor gamma,
            @TensorType("f32[c]") Tensor beta) {
        long channels = x.dimension(1);
        Tensor groups = reshape(x, x.dimension(0), GROUPS, -1);
        Tensor centred = sub(groups, reduceMean(groups, -1, KEEP_DIMS));
        Tensor variance = reduceMean(square(centred), -1, KEEP_DIMS);
        Tensor normalised = mul(centred, rsqrt(add(variance, EPSILON)));
        Tensor images = reshape(normalised, x.dimension(0), channels, x.dimension(2), x.dimension(3));
        return add(mul(images, reshape(gamma, channels, 1, 1)), reshape(beta, channels, 1, 1));
    }
}
