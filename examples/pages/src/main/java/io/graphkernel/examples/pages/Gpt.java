package io.graphkernel.examples.pages;

import static io.graphkernel.runtime.Gradients.*;
import static io.graphkernel.runtime.Ops.*;

import io.graphkernel.annotations.GraphKernel;
import io.graphkernel.annotations.TensorType;
import io.graphkernel.runtime.Parameters;
import io.graphkernel.runtime.Tensor;
import io.graphkernel.training.AdamW;

/** The smallest model that docs/training.md can train: each token tells the next one. */
final class Gpt {

    private Gpt() {}

    record Model(
            @TensorType("f32[v, d]") Tensor embedding,
            @TensorType("f32[v, d]") Tensor output) {}

    record Moments(Model first, Model second) {}

    @GraphKernel
    static Tensor loss(Model model, @TensorType("i32[n]") Tensor tokens, @TensorType("i32[n]") Tensor targets) {
        Tensor scores = matMul(gather(model.embedding(), tokens, 0), model.output(), false, true);
        return sparseSoftmaxCrossEntropyWithLogits(scores, targets).loss();
    }

    @GraphKernel
    static Tensor trainStep(
            Model model,
            Moments moments,
            @TensorType("i32[n]") Tensor tokens,
            @TensorType("i32[n]") Tensor targets,
            float rate,
            int step) {
        var loss = valueAndGradient(() -> loss(model, tokens, targets), model);
        Parameters.forEach(
                model,
                moments.first(),
                moments.second(),
                loss.gradient(),
                (w, m, v, g) -> AdamW.update(w, m, v, g, rate, step, 0.01));
        return loss.value();
    }
}
