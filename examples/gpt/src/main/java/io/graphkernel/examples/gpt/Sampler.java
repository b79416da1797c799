package io.graphkernel.examples.gpt;

import io.graphkernel.examples.gpt.Gpt2.Model;
import io.graphkernel.runtime.Tensor;
import io.graphkernel.runtime.TensorScope;
import java.util.Arrays;
import java.util.Random;

/** Writes text with a model. */
final class Sampler {

    private final Model model;
    private final Random random;
    private final double temperature;

    /**
     * A sampler.
     *
     * @param random picks tokens
     * @param temperature more than 0; below 1 likely tokens become more likely
     */
    Sampler(Model model, Random random, double temperature) {
        this.model = model;
        this.random = random;
        this.temperature = temperature;
    }

    /** A text of some tokens more. A model of p positions sees the last p of them. */
    String continuation(String text, int count) {
        int[] tokens = Text.encode(text);
        for (int i = 0; i < count; i++) {
            tokens = Arrays.copyOf(tokens, tokens.length + 1);
            tokens[tokens.length - 1] = next(tokens, tokens.length - 1);
        }
        return Text.decode(tokens);
    }

    private int next(int[] tokens, int length) {
        int begin = Math.max(0, length - Math.toIntExact(model.positions().dimension(0)));
        int[] seen = Arrays.copyOfRange(tokens, begin, length);
        try (TensorScope scope = TensorScope.open()) {
            Tensor logits = Gpt2Kernels.logits(
                    model, Tensor.of(seen, 1, seen.length).to(model.tokens().device()));
            return pick(logits.slice(seen.length - 1, seen.length).toFloatArray());
        }
    }

    /** A token with a probability that grows with its score. */
    private int pick(float[] scores) {
        float largest = Float.NEGATIVE_INFINITY;
        for (float score : scores) {
            largest = Math.max(largest, score);
        }
        double[] sums = new double[scores.length];
        double sum = 0;
        for (int i = 0; i < scores.length; i++) {
            sum += Math.exp((scores[i] - largest) / temperature);
            sums[i] = sum;
        }
        int index = Arrays.binarySearch(sums, random.nextDouble() * sum);
        return Math.min(index < 0 ? -index - 1 : index + 1, scores.length - 1);
    }
}
