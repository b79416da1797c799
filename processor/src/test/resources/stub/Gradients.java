package demo.ops;

import static io.graphkernel.runtime.Ops.*;

import io.graphkernel.annotations.*;
import io.graphkernel.runtime.*;

/** Forms of methods with a gradient. */
public final class Gradients {

    /** Parameters that are saved, a value of its own, a number, and a parameter without a gradient. */
    @GraphKernel(gradient = true)
    public static Tensor norm(
            @TensorType("f32[n, d]") Tensor x,
            @TensorType("f32[d]") Tensor gamma,
            @TensorType("f32[d]") @NoGradient Tensor beta,
            float factor) {
        Tensor total = reduceSum(mul(x, x), -1, KEEP_DIMS);
        return add(mul(mul(div(x, total), factor), gamma), beta);
    }

    /** Nothing but a size is kept, and the cotangent is checked against it. */
    @GraphKernel(gradient = true)
    static Tensor sums(@TensorType("f32[n, d]") Tensor x) {
        return reduceSum(x, -1);
    }

    public record Weights(@TensorType("f32[d]") Tensor scale, @TensorType("f32[d]") @NoGradient Tensor shift, int power) {}

    public record Parts(Tensor scaled, Tensor total, @NoGradient Tensor shifted) {}

    /** Records as parameter and result, and several cotangents. */
    @GraphKernel(gradient = true, saves = Saves.INPUTS)
    public static Parts parts(@TensorType("f32[n, d]") Tensor x, Weights weights) {
        Tensor scaled = mul(mul(x, weights.scale()), weights.power());
        return new Parts(scaled, reduceSum(mul(scaled, scaled)), add(scaled, weights.shift()));
    }

    record Layer(@NoGradient Weights frozen, @TensorType("f32[d]") Tensor bias) {}

    /** A record without a gradient in one that has a gradient, and a parameter that is called as the cotangent would be. */
    @GraphKernel(gradient = true)
    static Tensor frozen(@TensorType("f32[n, d]") Tensor cotangent, Layer layer) {
        return add(mul(cotangent, layer.frozen().scale()), layer.bias());
    }
}
