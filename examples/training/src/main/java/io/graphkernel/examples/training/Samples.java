package io.graphkernel.examples.training;

import io.graphkernel.runtime.Ops;
import io.graphkernel.runtime.Tensor;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;

/**
 * Measured flowers.
 *
 * @param x f32[n, 4]: lengths and widths of sepals and petals, less their mean and over their deviation
 * @param y i32[n]: the species, 0 to 2
 */
record Samples(Tensor x, Tensor y) {

    static final int FEATURES = 4;
    static final int CLASSES = 3;

    /** Fisher's irises: 150, of which four out of five are to learn from. */
    static Samples irises(boolean toLearnFrom) throws IOException {
        try (BufferedReader file = new BufferedReader(
                new InputStreamReader(Samples.class.getResourceAsStream("/iris.dat"), StandardCharsets.US_ASCII))) {
            List<double[]> rows = file.lines()
                    .filter(line -> !line.isBlank())
                    .map(line -> Arrays.stream(line.split(","))
                            .mapToDouble(Double::parseDouble)
                            .toArray())
                    .toList();
            return taken(rows, i -> i % 5 != 0 == toLearnFrom);
        }
    }

    private static Samples taken(List<double[]> rows, IntPredicate taken) {
        int[] indices = IntStream.range(0, rows.size()).filter(taken).toArray();
        float[] x = new float[indices.length * FEATURES];
        for (int feature = 0; feature < FEATURES; feature++) {
            int column = feature;
            double mean =
                    rows.stream().mapToDouble(row -> row[column]).average().orElseThrow();
            double variance = rows.stream()
                    .mapToDouble(row -> (row[column] - mean) * (row[column] - mean))
                    .average()
                    .orElseThrow();
            for (int i = 0; i < indices.length; i++) {
                x[i * FEATURES + feature] = (float) ((rows.get(indices[i])[feature] - mean) / Math.sqrt(variance));
            }
        }
        int[] y = Arrays.stream(indices).map(i -> (int) rows.get(i)[FEATURES]).toArray();
        return new Samples(Tensor.of(x, indices.length, FEATURES), Tensor.of(y, indices.length));
    }

    /** The share of samples for which the largest logit is that of their class. */
    double accuracy(Tensor logits) {
        long[] found = Ops.argMax(logits, -1).toLongArray();
        long[] expected = y.toLongArray();
        return IntStream.range(0, found.length)
                        .filter(i -> found[i] == expected[i])
                        .count()
                / (double) found.length;
    }
}
