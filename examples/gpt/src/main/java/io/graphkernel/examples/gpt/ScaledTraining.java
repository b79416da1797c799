package io.graphkernel.examples.gpt;

import static io.graphkernel.runtime.Gradients.valueAndGradient;
import static io.graphkernel.runtime.Ops.*;

import io.graphkernel.annotations.GraphKernel;
import io.graphkernel.annotations.TensorType;
import io.graphkernel.examples.gpt.Gpt2.Model;
import io.graphkernel.examples.gpt.Gpt2Training.Moments;
import io.graphkernel.examples.gpt.Gpt2Training.Step;
import io.graphkernel.runtime.Parameters;
import io.graphkernel.runtime.Tensor;
import io.graphkernel.training.AdamW;
import io.graphkernel.training.LossScale;
import io.graphkernel.training.LossScaling;

/**
 * A step of training with {@code Compiled.VALUES} of f16, in which small gradients are 0: {@link LossScaling} scales the loss up,
 * and a step with a gradient that is not finite updates nothing.
 */
public final class ScaledTraining {

    private ScaledTraining() {}

    /**
     * One step.
     *
     * @param model is updated, unless a gradient is not finite
     * @param moments are updated, unless a gradient is not finite
     * @param scale is doubled after many finite steps, and halved after one that is not
     * @param tokens i32 [b, s]
     * @param targets i32 [b, s], the token after each
     * @param learningRate of this step
     * @param step 1 in the first one; a step that updates nothing does not count
     * @param seed of the dropout
     * @return loss and norm, f32 []; the norm is not finite if nothing is updated
     */
    @GraphKernel
    public static Step trainStep(
            Model model,
            Moments moments,
            LossScale scale,
            @TensorType("i32[b, s]") Tensor tokens,
            @TensorType("i32[b, s]") Tensor targets,
            float learningRate,
            int step,
            long seed) {
        var loss = valueAndGradient(() -> LossScaling.scaled(Gpt2.loss(model, tokens, targets, seed), scale), model);
        Tensor norm = adamW(model, moments, scale, loss.gradient(), learningRate, step);
        return new Step(div(loss.value(), scale.factor()), norm);
    }

    /**
     * The second half of a step whose gradients were added up part by part, by {@link Gpt2Training#gradients} with shares that
     * are multiplied by the factor of the scale.
     *
     * @param model is updated, unless a gradient is not finite
     * @param moments are updated, unless a gradient is not finite
     * @param scale is doubled after many finite steps, and halved after one that is not
     * @param sums the gradients of the batch; zeros afterwards
     * @param learningRate of this step
     * @param step 1 in the first one; a step that updates nothing does not count
     * @return the norm of the gradients before they were clipped, f32 []; not finite if nothing is updated
     */
    @GraphKernel
    public static Tensor update(
            Model model, Moments moments, LossScale scale, Model sums, float learningRate, int step) {
        Tensor norm = adamW(model, moments, scale, sums, learningRate, step);
        Parameters.forEach(sums, sum -> assign(sum, zerosLike(sum)));
        return norm;
    }

    /** Gives the norm of the gradients. */
    @GraphKernel
    static Tensor adamW(Model model, Moments moments, LossScale scale, Model gradient, float rate, int step) {
        Tensor unscaled = LossScaling.inverse(scale);
        Tensor norm = mul(Gpt2Training.norm(gradient), unscaled);
        Tensor finite = isFinite(norm);
        Tensor clipping = mul(Gpt2Training.clipping(norm), unscaled);
        Parameters.forEach(model, moments.first(), moments.second(), gradient, (w, m, v, g) -> {
            double decay = w.rank() > 1 ? Gpt2Training.DECAY : 0;
            AdamW.Updated updated = AdamW.updatedByDefault(w, m, v, mul(g, clipping), rate, step, decay);
            LossScaling.assignIf(finite, w, updated.weight());
            LossScaling.assignIf(finite, m, updated.first());
            LossScaling.assignIf(finite, v, updated.second());
        });
        LossScaling.adapt(scale, finite);
        return norm;
    }
}
