package io.graphkernel.interop;

import static io.graphkernel.runtime.Ops.add;
import static io.graphkernel.runtime.Ops.exp;
import static io.graphkernel.runtime.Ops.geLU;
import static io.graphkernel.runtime.Ops.mul;
import static io.graphkernel.runtime.Ops.reduceMean;
import static io.graphkernel.runtime.Ops.reduceSum;
import static io.graphkernel.runtime.Ops.rsqrt;
import static io.graphkernel.runtime.Ops.square;
import static io.graphkernel.runtime.Ops.sub;

import io.graphkernel.annotations.GraphKernel;
import io.graphkernel.annotations.NoGradient;
import io.graphkernel.annotations.TensorType;
import io.graphkernel.runtime.Ops;
import io.graphkernel.runtime.Tensor;

/** Kernels with gradients that the tests call in the backward passes of frameworks. */
public final class MyGradients {
    private MyGradients() {}

    @GraphKernel(gradient = true)
    public static Tensor layerNorm(
            @TensorType("f32[n, d]") Tensor x,
            @TensorType("f32[d]") Tensor gamma,
            @TensorType("f32[d]") Tensor beta,
            float epsilon) {
        Tensor centred = sub(x, reduceMean(x, -1, Ops.KEEP_DIMS));
        Tensor variance = reduceMean(square(centred), -1, Ops.KEEP_DIMS);
        return add(mul(mul(centred, rsqrt(add(variance, epsilon))), gamma), beta);
    }

    /** GeLU(x + bias). */
    @GraphKernel(gradient = true)
    public static Tensor biasGelu(@TensorType("f32[n, d]") Tensor x, @TensorType("f32[d]") Tensor bias) {
        return geLU(add(x, bias));
    }

    /** The mean of (x - y)². */
    @GraphKernel(gradient = true)
    public static Tensor meanSquare(@TensorType("f64[n, d]") Tensor x, @NoGradient @TensorType("f64[n, d]") Tensor y) {
        return reduceMean(square(sub(x, y)));
    }

    /** Two results with cotangents, and one without. */
    public record Parts(
            Tensor product, Tensor sums, @NoGradient Tensor exponents) {}

    @GraphKernel(gradient = true)
    public static Parts parts(@TensorType("f32[n, d]") Tensor x, @TensorType("f32[n, d]") Tensor y) {
        return new Parts(mul(x, y), reduceSum(mul(x, x), -1), exp(x));
    }
}
