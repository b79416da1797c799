package io.graphkernel.training;

import static io.graphkernel.runtime.Ops.*;

import io.graphkernel.annotations.GraphKernel;
import io.graphkernel.annotations.TensorType;
import io.graphkernel.runtime.Tensor;

/**
 * AdamW (Loshchilov and Hutter, Decoupled Weight Decay Regularization, 2019), as a kernel that other kernels call: their updates
 * are fused with what computes the gradients.
 *
 * <pre>{@code
 * Parameters.forEach(model, moments.first(), moments.second(), gradient, (w, m, v, g) -> AdamW.update(w, m, v, g, rate, step, 0.01));
 * }</pre>
 */
public final class AdamW {

    private static final double BETA1 = 0.9;
    private static final double BETA2 = 0.999;
    private static final double EPSILON = 1e-8;

    private AdamW() {}

    /** What a step makes of a tensor and its moments. */
    public record Updated(
            @TensorType("f32[a...]") Tensor weight,
            @TensorType("f32[a...]") Tensor first,
            @TensorType("f32[a...]") Tensor second) {}

    /**
     * One step for one tensor, in place, with β1 = 0.9, β2 = 0.999 and ε = 1e-8; see {@link #updated}.
     *
     * @param weight is updated
     * @param first the running mean of the gradients, zeros before the first step; is updated
     * @param second the running mean of their squares, zeros before the first step; is updated
     * @param gradient of the loss by the weight
     * @param rate the learning rate
     * @param step the number of this step, 1 for the first
     * @param decay the share of the weight that is taken off it, times the rate
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

    /**
     * What {@link #update} makes of one tensor, such as for a step that may be left out; its parameters are the same, and nothing
     * is updated.
     */
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
     * What one step makes of one tensor, such as for a step that may be left out: m = β1 m + (1 - β1) g, v = β2 v + (1 - β2) g²,
     * w = w - rate · (m / (1 - β1ᵗ) / (√(v / (1 - β2ᵗ)) + ε) + decay · w). All tensors are of one shape.
     *
     * @param weight w
     * @param first m
     * @param second v
     * @param gradient g
     * @param rate the learning rate
     * @param step t, 1 for the first
     * @param decay the share of the weight that is taken off it, times the rate
     * @param beta1 the share of m that stays
     * @param beta2 the share of v that stays
     * @param epsilon ε, which keeps a step of a small gradient small
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
        // The op divides by √v + ε: the shares of the means are in its other numbers.
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
