package io.graphkernel.examples.bert;

import io.graphkernel.examples.bert.Bert.Batch;
import io.graphkernel.runtime.Tensor;
import java.util.Arrays;
import java.util.Random;

/** Texts of random tokens, for time and for tests: two sentences and padding in each, and some tokens masked. */
final class RandomTexts {

    /** 20 of 128 tokens, as published. */
    private static final double MASKED = 20.0 / 128;

    private final Random random;
    private final int vocabulary;

    RandomTexts(long seed, int vocabulary) {
        this.random = new Random(seed);
        this.vocabulary = vocabulary;
    }

    /** Texts of three quarters of the length to all of it; what is masked in padding has no weight. */
    Batch batch(int count, int length) {
        int[] segments = new int[count * length];
        int[] seen = new int[count * length];
        int perText = (int) Math.ceil(MASKED * length);
        int[] masked = new int[count * perText];
        float[] weights = new float[masked.length];
        for (int text = 0; text < count; text++) {
            int begin = text * length;
            int words = random.nextInt(3 * length / 4, length + 1);
            Arrays.fill(segments, begin + words / 2, begin + words, 1);
            Arrays.fill(seen, begin, begin + words, 1);
            for (int i = text * perText; i < (text + 1) * perText; i++) {
                masked[i] = begin + random.nextInt(length);
                weights[i] = seen[masked[i]];
            }
        }
        return new Batch(
                Tensor.of(tokens(count * length), count, length),
                Tensor.of(segments, count, length),
                Tensor.of(seen, count, length),
                Tensor.of(masked, masked.length),
                Tensor.of(tokens(masked.length), masked.length),
                Tensor.of(weights, weights.length));
    }

    private int[] tokens(int count) {
        return random.ints(count, 0, vocabulary).toArray();
    }
}
