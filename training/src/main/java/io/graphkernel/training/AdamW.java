package io.graphkernel.training;

import static io.graphkernel.runtime.Ops.*;

import io.graphkernel.annotations.GraphKernel;
import io.graphkernel.annotations.TensorType;
import io.graphkernel.runtime.Tensor;

/**
 * AdamW (Loshchilov and Hutter, Decoupled Weight Decay Regularization, 2019) as a kernel for calls from other kernels,
 * whose gradient computations are fused with the update.
 * <pre>{@code
 * Parameters.forEach(model, moments.first(), moments.second(), gradient, (w, m, v, g) -> AdamW.update(w, m, v, g, rate, step, 0.01));
 * }</pre>
 */
public final class AdamW {

    private static final double BETA1 = 0.9;
    private static final double BETA2 = 0.999;
    private static final double EPSILON = 1e-8;

    private AdamW() {}

    /** Result of a step: a tensor and its moments. */
    public record Updated(
            @TensorType("f32[a...]") Tensor weight,
            @TensorType("f32[a...]") Tensor first,
            @TensorType("f32[a...]") Tensor second) {}

    /**
     * Updates one tensor in place, with β1 = 0.9, β2 = 0.999 and ε = 1e-8; see {@link #updated}.
     *
     * @param weight weight to update
     * @param first running mean of the gradients to update, zeros before the first step
     * @param second running mean of their squares to update, zeros before the first step
     * @param gradient gradient of the loss with respect to the weight
     * @param rate learning rate
     * @param step one-based index of this step
     * @param decay weight decay coefficient, which is multiplied by the rate
     */
    @GraphKernel
    public static void update(
            @TensorType("f32[a...]") Tensor weight,
            @TensorType("f32[a...]") Tensor first,
            @TensorType("f32[a...]") Tensor second,
            @TensorType("f32[a...]") Tensor gradient,
            float rate,
            int step,
            double decay) {
        Updated updated = updatedByDefault(weight, first, second, gradient, rate, step, decay);
        assign(weight, updated.weight());
        assign(first, updated.first());
        assign(second, updated.second());
    }

    /** Returns the result of {@link #update} for one tensor without an update, such as for a conditional step. */
    @GraphKernel
    public static Updated updatedByDefault(
            @TensorType("f32[a...]") Tensor weight,
            @TensorType("f32[a...]") Tensor first,
            @TensorType("f32[a...]") Tensor second,
            @TensorType("f32[a...]") Tensor gradient,
            float rate,
            int step,
            double decay) {
        return updated(weight, first, second, gradient, rate, step, decay, BETA1, BETA2, EPSILON);
    }

    /**
     * Returns the result of one step for one tensor, such as for a conditional step: m = β1 m + (1 - β1) g, v = β2 v +
     * (1 - β2) g², w = w - rate · (m / (1 - β1ᵗ) / (√(v / (1 - β2ᵗ)) + ε) + decay · w). All tensors have the same
     * shape.
     *
     * @param weight w
     * @param first m
     * @param second v
     * @param gradient g
     * @param rate learning rate
     * @param step t, one-based
     * @param decay weight decay coefficient, which is multiplied by the rate
     * @param beta1 decay rate of m
     * @param beta2 decay rate of v
     * @param epsilon ε, which bounds the step for small gradients
     */
    @GraphKernel
    public static Updated updated(
            @TensorType("f32[a...]") Tensor weight,
            @TensorType("f32[a...]") Tensor first,
            @TensorType("f32[a...]") Tensor second,
            @TensorType("f32[a...]") Tensor gradient,
            float rate,
            int step,
            double decay,
            double beta1,
            double beta2,
            double epsilon) {
        double firstShare = 1 - Math.pow(beta1, step);
        double secondRoot = Math.sqrt(1 - Math.pow(beta2, step));
        // The op divides by √v + ε: the bias corrections are in its other scalars.
        AdamApplyOneWithDecayResult updated = adamApplyOneWithDecay(
                gradient,
                second,
                first,
                weight,
                rate * secondRoot / firstShare,
                beta1,
                1 - beta1,
                beta2,
                1 - beta2,
                decay * firstShare / secondRoot,
                epsilon * secondRoot);
        return new Updated(updated.var(), updated.m(), updated.v());
    }
}
