package io.graphkernel.examples.gpt;

import io.graphkernel.examples.gpt.Gpt2.Model;
import io.graphkernel.runtime.TensorScope;
import java.util.Random;

/** Prints the time of a token with a cache and by recomputation, for GPT-2 124M with random weights. */
final class GenerationSpeed {

    private static final int PROMPT_TOKENS = 8;

    private GenerationSpeed() {}

    public static void main(String[] arguments) {
        int count = arguments.length == 0 ? 128 : Integer.parseInt(arguments[0]);
        try (TensorScope scope = TensorScope.open()) {
            Model model = Weights.random(1).model(Text.VOCABULARY, 1024, 12 * Gpt2.HEAD_SIZE);
            int[] prompt = new Random(1).ints(PROMPT_TOKENS, 0, Text.VOCABULARY).toArray();
            Sampler sampler = new Sampler(model, 1, 0);
            RecomputingSampler recomputing = new RecomputingSampler(model);
            sampler.continuation(prompt, 2);
            recomputing.continuation(prompt, 2);
            double cached = milliseconds(() -> sampler.continuation(prompt, count)) / count;
            double recomputed = milliseconds(() -> recomputing.continuation(prompt, count)) / count;
            System.out.printf(
                    "%d tokens: %.1f ms per token with a cache, %.1f recomputed, %.1f times%n",
                    count, cached, recomputed, recomputed / cached);
        }
    }

    private static double milliseconds(Runnable run) {
        long begin = System.nanoTime();
        run.run();
        return (System.nanoTime() - begin) * 1e-6;
    }
}
