package io.graphkernel.examples.gpt;

import static io.graphkernel.runtime.Gradients.valueAndGradient;
import static io.graphkernel.runtime.Ops.*;

import io.graphkernel.annotations.GraphKernel;
import io.graphkernel.annotations.Length;
import io.graphkernel.annotations.TensorType;
import io.graphkernel.examples.gpt.Gpt2.Layer;
import io.graphkernel.examples.gpt.Gpt2.Model;
import io.graphkernel.runtime.Tensor;
import java.util.List;

/**
 * Steps of training: gradients, clipped by the norm of all of them, and AdamW (Loshchilov and Hutter, Decoupled Weight Decay
 * Regularization, 2019) in place. Matrices decay, biases and norms do not.
 */
public final class Gpt2Training {

    static final float LARGEST_NORM = 1;
    static final float DECAY = 0.1f;

    private static final double BETA1 = 0.9;
    private static final double BETA2 = 0.999;
    private static final double EPSILON = 1e-8;
    private static final float SMALLEST_NORM = 1e-6f;

    /** Running means of the gradients and of their squares. */
    public record Moments(Model first, Model second) {}

    /** The loss before the step, and the norm of all gradients together before they were clipped. */
    public record Step(Tensor loss, Tensor norm) {}

    /** The tensors of a layer. */
    public record Parts(
            @Length(4) List<Tensor> matrices, @Length(8) List<Tensor> vectors) {}

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
        Model g = loss.gradient();
        assignAdd(sums.tokens(), g.tokens());
        assignAdd(sums.positions(), g.positions());
        assignAdd(sums.norm().weight(), g.norm().weight());
        assignAdd(sums.norm().bias(), g.norm().bias());
        for (int layer = 0; layer < sums.layers().size(); layer++) {
            Parts to = parts(sums.layers().get(layer));
            Parts from = parts(g.layers().get(layer));
            for (int i = 0; i < to.matrices().size(); i++) {
                assignAdd(to.matrices().get(i), from.matrices().get(i));
            }
            for (int i = 0; i < to.vectors().size(); i++) {
                assignAdd(to.vectors().get(i), from.vectors().get(i));
            }
        }
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
        clear(sums.tokens());
        clear(sums.positions());
        clear(sums.norm().weight());
        clear(sums.norm().bias());
        for (Layer layer : sums.layers()) {
            Parts parts = parts(layer);
            for (Tensor matrix : parts.matrices()) {
                clear(matrix);
            }
            for (Tensor vector : parts.vectors()) {
                clear(vector);
            }
        }
        return norm;
    }

    @GraphKernel
    static void clear(@TensorType("f32[a...]") Tensor x) {
        assign(x, zerosLike(x));
    }

    @GraphKernel
    static Parts parts(Layer layer) {
        return new Parts(
                List.of(layer.attention(), layer.projection(), layer.up(), layer.down()),
                List.of(
                        layer.attentionNorm().weight(),
                        layer.attentionNorm().bias(),
                        layer.attentionBias(),
                        layer.projectionBias(),
                        layer.mlpNorm().weight(),
                        layer.mlpNorm().bias(),
                        layer.upBias(),
                        layer.downBias()));
    }

    /** Gives the norm of the gradients. */
    @GraphKernel
    static Tensor adamW(Model model, Moments moments, Model g, float rate, int step) {
        Tensor norm = sqrt(squares(g));
        Tensor scale = minimum(div(LARGEST_NORM, add(norm, SMALLEST_NORM)), 1);
        Model m = moments.first();
        Model v = moments.second();
        adamWOfTensor(model.tokens(), m.tokens(), v.tokens(), g.tokens(), scale, rate, step, DECAY);
        adamWOfTensor(model.positions(), m.positions(), v.positions(), g.positions(), scale, rate, step, DECAY);
        adamWOfTensor(
                model.norm().weight(),
                m.norm().weight(),
                v.norm().weight(),
                g.norm().weight(),
                scale,
                rate,
                step,
                0);
        adamWOfTensor(
                model.norm().bias(), m.norm().bias(), v.norm().bias(), g.norm().bias(), scale, rate, step, 0);
        for (int i = 0; i < model.layers().size(); i++) {
            adamWOfLayer(
                    model.layers().get(i),
                    m.layers().get(i),
                    v.layers().get(i),
                    g.layers().get(i),
                    scale,
                    rate,
                    step);
        }
        return norm;
    }

    @GraphKernel
    static Tensor squares(Model g) {
        Tensor sum = add(squaresOfTensor(g.tokens()), squaresOfTensor(g.positions()));
        sum = add(
                sum,
                add(squaresOfTensor(g.norm().weight()), squaresOfTensor(g.norm().bias())));
        for (Layer layer : g.layers()) {
            Parts parts = parts(layer);
            for (Tensor matrix : parts.matrices()) {
                sum = add(sum, squaresOfTensor(matrix));
            }
            for (Tensor vector : parts.vectors()) {
                sum = add(sum, squaresOfTensor(vector));
            }
        }
        return sum;
    }

    @GraphKernel
    static Tensor squaresOfTensor(@TensorType("f32[a...]") Tensor x) {
        return reduceSum(square(x));
    }

    @GraphKernel
    static void adamWOfLayer(
            Layer w, Layer m, Layer v, Layer g, @TensorType("f32[]") Tensor scale, float rate, int step) {
        Parts ws = parts(w);
        Parts ms = parts(m);
        Parts vs = parts(v);
        Parts gs = parts(g);
        for (int i = 0; i < ws.matrices().size(); i++) {
            adamWOfTensor(
                    ws.matrices().get(i),
                    ms.matrices().get(i),
                    vs.matrices().get(i),
                    gs.matrices().get(i),
                    scale,
                    rate,
                    step,
                    DECAY);
        }
        for (int i = 0; i < ws.vectors().size(); i++) {
            adamWOfTensor(
                    ws.vectors().get(i),
                    ms.vectors().get(i),
                    vs.vectors().get(i),
                    gs.vectors().get(i),
                    scale,
                    rate,
                    step,
                    0);
        }
    }

    /** The means without their bias, m / (1 - β1ᵗ) and v / (1 - β2ᵗ), are in the numbers of the call. */
    @GraphKernel
    static void adamWOfTensor(
            @TensorType("f32[a...]") Tensor w,
            @TensorType("f32[a...]") Tensor m,
            @TensorType("f32[a...]") Tensor v,
            @TensorType("f32[a...]") Tensor gradient,
            @TensorType("f32[]") Tensor scale,
            float rate,
            int step,
            float decay) {
        double first = 1 - Math.pow(BETA1, step);
        double second = Math.sqrt(1 - Math.pow(BETA2, step));
        adamApplyOneWithDecayAssign(
                mul(gradient, scale),
                v,
                m,
                w,
                rate * second / first,
                BETA1,
                1 - BETA1,
                BETA2,
                1 - BETA2,
                decay * first / second,
                EPSILON * second);
    }
}
