package io.graphkernel.examples.gpt;

import static io.graphkernel.runtime.Gradients.valueAndGradient;
import static io.graphkernel.runtime.Ops.*;

import io.graphkernel.annotations.GraphKernel;
import io.graphkernel.annotations.TensorType;
import io.graphkernel.examples.gpt.Gpt2.Model;
import io.graphkernel.runtime.Parameters;
import io.graphkernel.runtime.Tensor;
import io.graphkernel.training.AdamW;

/**
 * Steps of training: gradients, clipped by the norm of all of them, and AdamW (Loshchilov and Hutter, Decoupled Weight Decay
 * Regularization, 2019) in place. Matrices decay, biases and norms do not.
 */
public final class Gpt2Training {

    static final float MAX_NORM = 1;
    static final double DECAY = 0.1;

    private static final float SMALLEST_NORM = 1e-6f;

    /** Running means of the gradients and of their squares. */
    public record Moments(Model first, Model second) {}

    /** The loss before the step, and the norm of all gradients together before they were clipped. */
    public record Step(Tensor loss, Tensor norm) {}

    private Gpt2Training() {}

    /**
     * One step.
     *
     * @param model is updated
     * @param moments are updated
     * @param tokens i32 [b, s]
     * @param targets i32 [b, s], the token after each
     * @param learningRate of this step
     * @param step 1 in the first one
     * @param seed of the dropout
     * @return loss and norm, f32 []
     */
    @GraphKernel
    public static Step trainStep(
            Model model,
            Moments moments,
            @TensorType("i32[b, s]") Tensor tokens,
            @TensorType("i32[b, s]") Tensor targets,
            float learningRate,
            int step,
            long seed) {
        var loss = valueAndGradient(() -> Gpt2.loss(model, tokens, targets, seed), model);
        return new Step(loss.value(), adamW(model, moments, loss.gradient(), learningRate, step));
    }

    /**
     * Adds up the gradients of a batch part by part: the first half of a step.
     *
     * @param model the parameters
     * @param sums the gradients are added to these
     * @param tokens i32 [b, s]
     * @param targets i32 [b, s], the token after each
     * @param share of this part in the loss of the batch
     * @param seed of the dropout
     * @return this part's share of the loss, f32 []
     */
    @GraphKernel
    public static Tensor gradients(
            Model model,
            Model sums,
            @TensorType("i32[b, s]") Tensor tokens,
            @TensorType("i32[b, s]") Tensor targets,
            float share,
            long seed) {
        var loss = valueAndGradient(() -> mul(Gpt2.loss(model, tokens, targets, seed), share), model);
        Parameters.forEach(sums, loss.gradient(), (sum, gradient) -> assignAdd(sum, gradient));
        return loss.value();
    }

    /**
     * The second half of a step.
     *
     * @param model is updated
     * @param moments are updated
     * @param sums the gradients of the batch; zeros afterwards
     * @param learningRate of this step
     * @param step 1 in the first one
     * @return the norm of the gradients before they were clipped, f32 []
     */
    @GraphKernel
    public static Tensor update(Model model, Moments moments, Model sums, float learningRate, int step) {
        Tensor norm = adamW(model, moments, sums, learningRate, step);
        Parameters.forEach(sums, sum -> assign(sum, zerosLike(sum)));
        return norm;
    }

    /** Gives the norm of the gradients. */
    @GraphKernel
    static Tensor adamW(Model model, Moments moments, Model gradient, float rate, int step) {
        Tensor norm = norm(gradient);
        Tensor scale = clipping(norm);
        Parameters.forEach(model, moments.first(), moments.second(), gradient, (w, m, v, g) -> {
            double decay = w.rank() > 1 ? DECAY : 0;
            AdamW.update(w, m, v, mul(g, scale), rate, step, decay);
        });
        return norm;
    }

    @GraphKernel
    static Tensor norm(Model gradient) {
        return sqrt(Parameters.sum(gradient, g -> reduceSum(square(g))));
    }

    /** Returns the factor that clips gradients of a given norm. */
    @GraphKernel
    static Tensor clipping(@TensorType("f32[]") Tensor norm) {
        return minimum(div(MAX_NORM, add(norm, SMALLEST_NORM)), 1);
    }
}
