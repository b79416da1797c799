package io.graphkernel.training;

import static io.graphkernel.runtime.Ops.*;

import io.graphkernel.annotations.GraphKernel;
import io.graphkernel.annotations.TensorType;
import io.graphkernel.runtime.Tensor;

/**
 * Low-rank adapters (Hu et al., LoRA, 2021) as kernels for calls from other kernels: a frozen weight W gets the trained
 * product of two narrow matrices, W + scale · B · A. Gradients are taken by the adapters alone, such as
 * {@code valueAndGradient(() -> loss(model, adapters, x), adapters)}; optimizer state is for them alone, too.
 */
public final class Lora {

    private Lora() {}

    /**
     * An adapter of a weight [o, i].
     *
     * @param a f32 [r, i]
     * @param b f32 [o, r], zeros before training
     */
    public record Adapter(
            @TensorType("f32[r, i]") Tensor a,
            @TensorType("f32[o, r]") Tensor b) {

        /**
         * Returns a new adapter, which does not change the weight yet.
         *
         * @param initializer source of A, uniform with the variance 1 / (3 · i) as in PEFT
         * @param rank r
         * @param weight the weight, [o, i]
         * @return A and zeros
         */
        public static Adapter of(Initializer initializer, int rank, Tensor weight) {
            long inputs = weight.dimension(1);
            double bound = 1 / Math.sqrt(inputs);
            return new Adapter(
                    initializer.uniform(-bound, bound, rank, inputs), Tensor.zeros(weight.dimension(0), rank));
        }
    }

    /**
     * Returns x · (W + scale · B · A)ᵀ, without the sum of the weights.
     *
     * @param x f32 [n, i]
     * @param weight f32 [o, i]
     * @param adapter adapter of the weight
     * @param scale alpha / r
     * @return f32 [n, o]
     */
    @GraphKernel
    public static Tensor linear(
            @TensorType("f32[n, i]") Tensor x, @TensorType("f32[o, i]") Tensor weight, Adapter adapter, float scale) {
        Tensor narrow = matMul(x, adapter.a(), false, true);
        return add(matMul(x, weight, false, true), mul(matMul(narrow, adapter.b(), false, true), scale));
    }

    /**
     * Returns W + scale · B · A.
     *
     * @param weight f32 [o, i]
     * @param adapter adapter of the weight
     * @param scale alpha / r
     * @return f32 [o, i]
     */
    @GraphKernel
    public static Tensor merged(@TensorType("f32[o, i]") Tensor weight, Adapter adapter, float scale) {
        return add(weight, mul(matMul(adapter.b(), adapter.a()), scale));
    }
}
