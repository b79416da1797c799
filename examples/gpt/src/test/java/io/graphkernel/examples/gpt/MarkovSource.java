package io.graphkernel.examples.gpt;

import java.util.Arrays;
import java.util.Random;

/** Tokens of which each one depends on the one before it, with random probabilities. */
final class MarkovSource {

    /** Number of steps after which the first token is forgotten. */
    private static final int STEPS_TO_STATIONARY = 1000;

    private final Random random;
    private final double[][] probabilities;

    MarkovSource(int tokens, long seed) {
        random = new Random(seed);
        probabilities = new double[tokens][tokens];
        for (double[] row : probabilities) {
            // Some tokens are likely, most are not.
            Arrays.setAll(row, i -> Math.exp(2 * random.nextGaussian()));
            double sum = Arrays.stream(row).sum();
            Arrays.setAll(row, i -> row[i] / sum);
        }
    }

    int[] tokens(int count) {
        int[] tokens = new int[count];
        for (int i = 1; i < count; i++) {
            double[] row = probabilities[tokens[i - 1]];
            double rest = random.nextDouble();
            while (tokens[i] < row.length - 1 && rest >= row[tokens[i]]) {
                rest -= row[tokens[i]];
                tokens[i]++;
            }
        }
        return tokens;
    }

    /** Of a token, if those before it are known, in nats: the mean of the rows' entropies over the stationary distribution. */
    double entropy() {
        double[] share = new double[probabilities.length];
        share[0] = 1;
        for (int step = 0; step < STEPS_TO_STATIONARY; step++) {
            double[] next = new double[share.length];
            for (int from = 0; from < share.length; from++) {
                for (int to = 0; to < share.length; to++) {
                    next[to] += share[from] * probabilities[from][to];
                }
            }
            share = next;
        }
        double entropy = 0;
        for (int from = 0; from < share.length; from++) {
            for (double probability : probabilities[from]) {
                entropy -= share[from] * probability * Math.log(probability);
            }
        }
        return entropy;
    }
}
