package io.graphkernel.examples.bert;

import static io.graphkernel.runtime.Gradients.valueAndGradient;
import static io.graphkernel.runtime.Ops.*;

import io.graphkernel.annotations.GraphKernel;
import io.graphkernel.examples.bert.Bert.Batch;
import io.graphkernel.examples.bert.Bert.Model;
import io.graphkernel.runtime.Parameters;
import io.graphkernel.runtime.Tensor;
import io.graphkernel.training.AdamW;

/**
 * A step of training: gradients, clipped by the norm of all of them, and AdamW (Loshchilov and Hutter, Decoupled Weight Decay
 * Regularization, 2019) in place.
 */
public final class BertTraining {

    static final float MAX_NORM = 1;
    static final float DECAY = 0.01f;

    private static final float SMALLEST_NORM = 1e-6f;

    /** Running means of the gradients and of their squares. */
    public record Moments(Model first, Model second) {}

    /** The loss before the step, and the norm of all gradients together before they were clipped. */
    public record Step(Tensor loss, Tensor norm) {}

    private BertTraining() {}

    /**
     * One step.
     *
     * @param model is updated
     * @param moments are updated
     * @param batch of texts
     * @param rate the learning rate of this step
     * @param step 1 in the first one
     * @param kept the share of elements that dropout keeps, 0.9 as published
     * @param seed of the dropout, another one for each step
     * @return loss and norm, f32 []
     */
    @GraphKernel
    public static Step trainStep(
            Model model, Moments moments, Batch batch, float rate, int step, double kept, long seed) {
        var loss = valueAndGradient(() -> Bert.loss(model, batch, kept, seed), model);
        Model gradient = loss.gradient();
        Tensor norm = sqrt(Parameters.sum(gradient, g -> reduceSum(square(g))));
        Tensor scale = minimum(div(MAX_NORM, add(norm, SMALLEST_NORM)), 1);
        Parameters.forEach(
                model,
                moments.first(),
                moments.second(),
                gradient,
                (w, m, v, g) -> AdamW.update(w, m, v, mul(g, scale), rate, step, w.rank() > 1 ? DECAY : 0));
        return new Step(loss.value(), norm);
    }
}
