package io.graphkernel.examples.gpt;

import io.graphkernel.examples.gpt.Gpt2.Model;
import io.graphkernel.generation.GenerationRequest;
import io.graphkernel.generation.TokenGenerator;
import java.util.Arrays;

/** Writes text with a model. */
final class Sampler {

    private final Model model;
    private final long seed;
    private final float temperature;

    /**
     * A sampler.
     *
     * @param seed seed of the samples
     * @param temperature 0 for the most probable tokens; below 1 probable tokens become more probable
     */
    Sampler(Model model, long seed, float temperature) {
        this.model = model;
        this.seed = seed;
        this.temperature = temperature;
    }

    /** A text of some tokens more. */
    String continuation(String text, int count) {
        return Text.decode(continuation(Text.encode(text), count));
    }

    /**
     * A text of some tokens more. If the model has not as many positions, the text is continued in parts, each after the
     * second half of the positions before.
     */
    int[] continuation(int[] text, int count) {
        int positions = Math.toIntExact(model.positions().dimension(0));
        int[] tokens = text;
        try (CachedGpt2 cached = new CachedGpt2(model, 1, positions);
                TokenGenerator generator = new TokenGenerator(cached)) {
            for (int end = text.length + count; tokens.length < end; ) {
                int missing = end - tokens.length;
                int seen = Math.min(tokens.length, Math.max(positions - missing, positions / 2));
                int[] prompt = Arrays.copyOfRange(tokens, tokens.length - seen, tokens.length);
                GenerationRequest request =
                        GenerationRequest.greedy(prompt, missing).withSampling(temperature, seed + tokens.length);
                int[] generated = generator.submit(request).tokens();
                int before = tokens.length;
                tokens = Arrays.copyOf(tokens, before + generated.length);
                System.arraycopy(generated, 0, tokens, before, generated.length);
            }
        }
        return tokens;
    }
}
