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

/**
 * A step of training with {@code Compiled.VALUES} of f16, in which small gradients are 0: the loss is scaled up, and a step with a
 * gradient that is not finite updates nothing (Micikevicius and others, Mixed Precision Training, 2018).
 */
public final class ScaledTraining {

    /** So many steps with finite gradients double the scale. */
    static final int STEPS_TO_GROW = 2000;

    /**
     * A state of the training.
     *
     * @param factor of the loss, a power of two, such as 2¹⁵ at first
     * @param steps since it was changed, 0 at first
     */
    public record LossScale(
            @TensorType("f32[]") Tensor factor,
            @TensorType("f32[]") Tensor steps) {}

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
        var loss = valueAndGradient(() -> mul(Gpt2.loss(model, tokens, targets, seed), scale.factor()), model);
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
        Tensor unscaled = reciprocal(scale.factor());
        Tensor norm = mul(Gpt2Training.norm(gradient), unscaled);
        Tensor finite = isFinite(norm);
        Tensor clipping = mul(Gpt2Training.clipping(norm), unscaled);
        Parameters.forEach(model, moments.first(), moments.second(), gradient, (w, m, v, g) -> {
            double decay = w.rank() > 1 ? Gpt2Training.DECAY : 0;
            AdamW.Updated updated = AdamW.updatedByDefault(w, m, v, mul(g, clipping), rate, step, decay);
            assign(w, select(finite, updated.weight(), w));
            assign(m, select(finite, updated.first(), m));
            assign(v, select(finite, updated.second(), v));
        });
        adapt(scale, finite);
        return norm;
    }

    @GraphKernel
    static void adapt(LossScale scale, @TensorType("bool[]") Tensor finite) {
        Tensor steps = add(scale.steps(), 1);
        Tensor grows = greaterEqual(steps, STEPS_TO_GROW);
        Tensor larger = select(grows, mul(scale.factor(), 2), scale.factor());
        assign(scale.factor(), select(finite, larger, mul(scale.factor(), 0.5)));
        assign(scale.steps(), select(logicalAnd(finite, logicalNot(grows)), steps, 0));
    }
}
