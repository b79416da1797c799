package io.graphkernel.examples.blocks;

import static io.graphkernel.runtime.Ops.KEEP_DIMS;
import static io.graphkernel.runtime.Ops.add;
import static io.graphkernel.runtime.Ops.axes;
import static io.graphkernel.runtime.Ops.mul;
import static io.graphkernel.runtime.Ops.reduceMean;
import static io.graphkernel.runtime.Ops.reshape;
import static io.graphkernel.runtime.Ops.rsqrt;
import static io.graphkernel.runtime.Ops.square;
import static io.graphkernel.runtime.Ops.sub;

import io.graphkernel.annotations.GraphKernel;
import io.graphkernel.annotations.TensorType;
import io.graphkernel.runtime.Tensor;

/** Group normalization of Wu and He, written out; {@code Ops.groupNorm} is the same in one call. */
public final class GroupNorm {

    private static final int GROUPS = 32;
    private static final double EPSILON = 1e-5;

    private GroupNorm() {}

    /**
     * Each of 32 groups of channels normalized, then scaled by channel.
     *
     * @param x [images, channels, height, width]
     */
    @GraphKernel
    public static Tensor groupNorm(
            @TensorType("f32[n, 32 * g, h, w]") Tensor x,
            @TensorType("f32[32 * g]") Tensor gamma,
            @TensorType("f32[32 * g]") Tensor beta) {
        long images = x.dimension(0);
        long channels = x.dimension(1);
        Tensor groups = reshape(x, images, GROUPS, channels / GROUPS, -1);
        Tensor centred = sub(groups, reduceMean(groups, axes(2, 3), KEEP_DIMS));
        Tensor variance = reduceMean(square(centred), axes(2, 3), KEEP_DIMS);
        Tensor normalized = mul(centred, rsqrt(add(variance, EPSILON)));
        Tensor scaled = add(mul(normalized, reshape(gamma, GROUPS, -1, 1)), reshape(beta, GROUPS, -1, 1));
        return reshape(scaled, images, channels, x.dimension(2), x.dimension(3));
    }
}
