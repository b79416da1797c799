package training;

import static io.graphkernel.runtime.Gradients.valueAndGradient;
import static io.graphkernel.runtime.Ops.*;

import io.graphkernel.annotations.*;
import io.graphkernel.runtime.*;

/** The loss of GPT-2, whose gradients come by several ways: what they need is saved, or recomputed. */
public final class Steps {

    public record Gradients(Tensor loss, Gpt2.Model gradient) {}

    private Steps() {}

    @GraphKernel
    public static Gradients plain(
            Gpt2.Model model,
            @TensorType("i32[b, s]") Tensor tokens,
            @TensorType("i32[b, s]") Tensor targets,
            double kept,
            long seed) {
        var loss = valueAndGradient(() -> loss(Gpt2.scores(model, tokens, kept, seed), targets), model);
        return new Gradients(loss.value(), loss.gradient());
    }

    /** Saves the inputs of each layer. */
    @GraphKernel
    public static Gradients checkpointed(
            Gpt2.Model model,
            @TensorType("i32[b, s]") Tensor tokens,
            @TensorType("i32[b, s]") Tensor targets,
            double kept,
            long seed) {
        var loss = valueAndGradient(() -> loss(checkpointedScores(model, tokens, kept, seed), targets), model);
        return new Gradients(loss.value(), loss.gradient());
    }

    /** Saves the inputs of the whole method. */
    @GraphKernel(gradient = true, saves = Saves.INPUTS)
    public static Tensor recomputed(
            Gpt2.Model model,
            @TensorType("i32[b, s]") Tensor tokens,
            @TensorType("i32[b, s]") Tensor targets,
            double kept,
            long seed) {
        return loss(Gpt2.scores(model, tokens, kept, seed), targets);
    }

    @GraphKernel
    static Tensor loss(@TensorType("f32[b * s, v]") Tensor scores, @TensorType("i32[b, s]") Tensor targets) {
        return sparseSoftmaxCrossEntropyWithLogits(
                        scores, reshape(targets, targets.dimension(0) * targets.dimension(1)))
                .loss();
    }

    /** {@link Gpt2#scores} with other layers. */
    @GraphKernel
    static Tensor checkpointedScores(
            Gpt2.Model model, @TensorType("i32[b, s]") Tensor tokens, double kept, long seed) {
        long b = tokens.dimension(0);
        long s = tokens.dimension(1);
        Tensor mask = triu(fillV2(-3e4f, s, s), 1);
        Tensor x = add(gather(model.tokens(), tokens, 0), gather(model.positions(), range(s), 0));
        x = Gpt2.dropped(x, kept, seed * Compiled.LAYERS, 0);
        int number = 0;
        for (Gpt2.Layer layer : model.layers()) {
            x = checkpointedLayer(x, layer, mask, kept, seed * Compiled.LAYERS + number);
            number++;
        }
        x = Gpt2.normed(x, model.norm());
        return matMul(reshape(x, b * s, x.dimension(2)), model.tokens(), false, true);
    }

    @GraphKernel(saves = Saves.INPUTS)
    static Tensor checkpointedLayer(
            @TensorType("f32[b, s, 64 * h]") Tensor x,
            Gpt2.Layer layer,
            @TensorType("f32[s, s]") Tensor mask,
            double kept,
            long seed) {
        return Gpt2.block(x, layer, mask, kept, seed);
    }
}
