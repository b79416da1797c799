package io.graphkernel.examples.blocks;

import static io.graphkernel.runtime.Ops.add;
import static io.graphkernel.runtime.Ops.axes;
import static io.graphkernel.runtime.Ops.matMul;
import static io.graphkernel.runtime.Ops.mul;
import static io.graphkernel.runtime.Ops.reLU;
import static io.graphkernel.runtime.Ops.reduceMean;
import static io.graphkernel.runtime.Ops.reshape;
import static io.graphkernel.runtime.Ops.sigmoid;

import io.graphkernel.annotations.GraphKernel;
import io.graphkernel.annotations.TensorType;
import io.graphkernel.runtime.Tensor;

/** Channels weighted by what the whole image holds: Hu et al., "Squeeze-and-Excitation Networks". */
public final class SqueezeAndExcite {

    private SqueezeAndExcite() {}

    /**
     * x, each channel times its weight.
     *
     * @param x [images, channels, height, width]
     */
    @GraphKernel
    public static Tensor squeezeAndExcite(
            @TensorType("f32[n, c, h, w]") Tensor x,
            @TensorType("f32[c, r]") Tensor squeeze,
            @TensorType("f32[r]") Tensor squeezeBias,
            @TensorType("f32[r, c]") Tensor excite,
            @TensorType("f32[c]") Tensor exciteBias) {
        Tensor pooled = reduceMean(x, axes(2, 3), false);
        Tensor squeezed = reLU(add(matMul(pooled, squeeze), squeezeBias));
        Tensor weights = sigmoid(add(matMul(squeezed, excite), exciteBias));
        return mul(x, reshape(weights, x.dimension(0), x.dimension(1), 1, 1));
    }
}
