package io.graphkernel.examples.blocks;

import static io.graphkernel.runtime.Ops.add;
import static io.graphkernel.runtime.Ops.batchNorm;
import static io.graphkernel.runtime.Ops.conv2D;
import static io.graphkernel.runtime.Ops.reLU;

import io.graphkernel.annotations.GraphKernel;
import io.graphkernel.annotations.TensorType;
import io.graphkernel.runtime.Tensor;

/** The bottleneck of He et al., "Deep Residual Learning for Image Recognition", for inference. */
public final class ResNetBottleneck {

    private ResNetBottleneck() {}

    /**
     * Convolutions 1×1, 3×3 and 1×1, each with batch normalization, and x added.
     *
     * @param x [images, channels, height, width]
     */
    @GraphKernel
    public static Tensor bottleneck(
            @TensorType("f32[n, c, h, w]") Tensor x,
            @TensorType("f32[m, c, 1, 1]") Tensor reduce,
            @TensorType("f32[m]") Tensor scale1,
            @TensorType("f32[m]") Tensor bias1,
            @TensorType("f32[m]") Tensor mean1,
            @TensorType("f32[m]") Tensor variance1,
            @TensorType("f32[m, m, 3, 3]") Tensor middle,
            @TensorType("f32[m]") Tensor scale2,
            @TensorType("f32[m]") Tensor bias2,
            @TensorType("f32[m]") Tensor mean2,
            @TensorType("f32[m]") Tensor variance2,
            @TensorType("f32[c, m, 1, 1]") Tensor expand,
            @TensorType("f32[c]") Tensor scale3,
            @TensorType("f32[c]") Tensor bias3,
            @TensorType("f32[c]") Tensor mean3,
            @TensorType("f32[c]") Tensor variance3) {
        Tensor first = reLU(batchNorm(conv2D(x, reduce), scale1, bias1, mean1, variance1));
        Tensor convolved = conv2D(first, middle, new long[] {1, 1}, new long[] {1, 1, 1, 1});
        Tensor second = reLU(batchNorm(convolved, scale2, bias2, mean2, variance2));
        Tensor third = batchNorm(conv2D(second, expand), scale3, bias3, mean3, variance3);
        return reLU(add(third, x));
    }
}
