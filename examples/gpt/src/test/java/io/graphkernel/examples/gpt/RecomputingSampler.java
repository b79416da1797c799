package io.graphkernel.examples.gpt;

import io.graphkernel.examples.gpt.Gpt2.Model;
import io.graphkernel.runtime.Tensor;
import io.graphkernel.runtime.TensorScope;
import java.util.Arrays;

/** Continues a text with the most probable tokens, and recomputes all tokens for each. */
final class RecomputingSampler {

    private final Model model;

    RecomputingSampler(Model model) {
        this.model = model;
    }

    int[] continuation(int[] text, int count) {
        int[] tokens = text;
        for (int i = 0; i < count; i++) {
            try (TensorScope scope = TensorScope.open()) {
                Tensor logits = Gpt2Kernels.logits(model, Tensor.of(tokens, 1, tokens.length));
                float[] last = logits.slice(tokens.length - 1L, tokens.length).toFloatArray();
                tokens = Arrays.copyOf(tokens, tokens.length + 1);
                tokens[tokens.length - 1] = largest(last);
            }
        }
        return tokens;
    }

    private static int largest(float[] logits) {
        int largest = 0;
        for (int i = 1; i < logits.length; i++) {
            largest = logits[i] > logits[largest] ? i : largest;
        }
        return largest;
    }
}
