package io.graphkernel.generation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.graphkernel.runtime.DType;
import io.graphkernel.runtime.Ops;
import io.graphkernel.runtime.Tensor;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class SamplingTest {

    private static final int ROWS = 3;
    private static final int TOKENS = 50;

    private final float[] scores = scores(7, ROWS * TOKENS);
    private final Tensor tensor = Tensor.of(scores, ROWS, TOKENS);

    private static float[] scores(long seed, int count) {
        Random random = new Random(seed);
        float[] scores = new float[count];
        for (int i = 0; i < count; i++) {
            scores[i] = (float) random.nextGaussian() * 3;
        }
        return scores;
    }

    private float[] row(int row) {
        return Arrays.copyOfRange(scores, row * TOKENS, (row + 1) * TOKENS);
    }

    /** Returns the scores of a row, without those that are excluded. */
    private static float[] filtered(float[] row, boolean[] kept) {
        float[] filtered = row.clone();
        for (int i = 0; i < row.length; i++) {
            filtered[i] = kept[i] ? row[i] : Float.NEGATIVE_INFINITY;
        }
        return filtered;
    }

    private static double[] probabilities(float[] row) {
        double sum = 0;
        double[] probabilities = new double[row.length];
        for (int i = 0; i < row.length; i++) {
            probabilities[i] = Math.exp(row[i]);
            sum += probabilities[i];
        }
        for (int i = 0; i < row.length; i++) {
            probabilities[i] /= sum;
        }
        return probabilities;
    }

    private static int[] byScore(float[] row) {
        return IntStream.range(0, row.length)
                .boxed()
                .sorted(Comparator.comparing(i -> -row[i]))
                .mapToInt(i -> i)
                .toArray();
    }

    private static boolean[] topK(float[] row, int count) {
        boolean[] kept = new boolean[row.length];
        Arrays.stream(byScore(row)).limit(count).forEach(i -> kept[i] = true);
        return kept;
    }

    private static boolean[] topP(float[] row, double probability) {
        double[] probabilities = probabilities(row);
        boolean[] kept = new boolean[row.length];
        double sum = 0;
        for (int i : byScore(row)) {
            kept[i] = sum < probability;
            sum += probabilities[i];
        }
        return kept;
    }

    private static boolean[] minP(float[] row, double share) {
        double[] probabilities = probabilities(row);
        double largest = Arrays.stream(probabilities).max().orElseThrow();
        boolean[] kept = new boolean[row.length];
        for (int i = 0; i < row.length; i++) {
            kept[i] = probabilities[i] >= share * largest;
        }
        return kept;
    }

    private void requireRows(Tensor actual, java.util.function.Function<float[], boolean[]> kept) {
        float[] values = actual.toFloatArray();
        for (int row = 0; row < ROWS; row++) {
            assertThat(Arrays.copyOfRange(values, row * TOKENS, (row + 1) * TOKENS))
                    .isEqualTo(filtered(row(row), kept.apply(row(row))));
        }
    }

    @Test
    void topK_keepsTheLargestScores() {
        requireRows(SamplingKernels.topK(tensor, 5), row -> topK(row, 5));
        requireRows(Sampling.topK(tensor, 5), row -> topK(row, 5));
    }

    @Test
    void topP_keepsTheSmallestSetThatReachesTheProbability() {
        requireRows(SamplingKernels.topP(tensor, 0.8f), row -> topP(row, 0.8));
        requireRows(Sampling.topP(tensor, 0.8f), row -> topP(row, 0.8));
    }

    @Test
    void minP_excludesImprobableTokens() {
        requireRows(SamplingKernels.minP(tensor, 0.1f), row -> minP(row, 0.1));
        requireRows(Sampling.minP(tensor, 0.1f), row -> minP(row, 0.1));
    }

    @Test
    void repetitionPenalty_reducesScoresOfPresentTokens() {
        Tensor tokens = Tensor.of(new long[] {1, 4, 4, 9, 9, 9, 0, 2, 3}, ROWS, 3);
        Tensor penalties = Tensor.of(new float[] {1.5f, 1, 2}, ROWS, 1);
        float[] expected = scores.clone();
        for (int row = 0; row < ROWS; row++) {
            for (int token : Arrays.stream(tokens.toLongArray())
                    .skip(row * 3L)
                    .limit(3)
                    .distinct()
                    .mapToInt(i -> (int) i)
                    .toArray()) {
                float penalty = penalties.get(row, 0);
                float score = expected[row * TOKENS + token];
                expected[row * TOKENS + token] = score > 0 ? score / penalty : score * penalty;
            }
        }
        for (Tensor actual : new Tensor[] {
            SamplingKernels.repetitionPenalty(tensor, tokens, penalties),
            Sampling.repetitionPenalty(tensor, tokens, penalties)
        }) {
            assertThat(actual.toFloatArray()).containsExactly(expected, within(1e-6f));
        }
    }

    @Test
    void sample_hasTheProbabilitiesOfTheScores() {
        int draws = 4000;
        float[] row = {0, 1, 2, Float.NEGATIVE_INFINITY};
        float[] rows = new float[draws * row.length];
        long[] steps = new long[draws];
        long[] seeds = new long[draws];
        for (int i = 0; i < draws; i++) {
            System.arraycopy(row, 0, rows, i * row.length, row.length);
            steps[i] = i;
            seeds[i] = 5;
        }
        long[] tokens = SamplingKernels.sample(
                        Tensor.of(rows, draws, row.length), Tensor.of(seeds, draws), Tensor.of(steps, draws))
                .toLongArray();
        double[] expected = probabilities(row);
        for (int token = 0; token < row.length; token++) {
            int wanted = token;
            double share =
                    Arrays.stream(tokens).filter(drawn -> drawn == wanted).count() / (double) draws;
            assertThat(share).isCloseTo(expected[token], within(4 * Math.sqrt(0.25 / draws)));
        }
    }

    @Test
    void sample_ofARow_isTheSameInAnyBatch() {
        Tensor seeds = Tensor.of(new long[] {3, 1, 4}, ROWS);
        Tensor steps = Tensor.of(new long[] {0, 5, 2}, ROWS);
        long[] together = SamplingKernels.sample(tensor, seeds, steps).toLongArray();
        for (int row = 0; row < ROWS; row++) {
            assertThat(SamplingKernels.sample(
                                    Tensor.of(row(row), 1, TOKENS),
                                    seeds.slice(row, row + 1),
                                    steps.slice(row, row + 1))
                            .getLong(0))
                    .isEqualTo(together[row]);
        }
    }

    @Test
    void sampleFiltered_appliesTheSettingsOfEachRow() {
        Tensor temperatures = Tensor.of(new float[] {0, 0.5f, 1}, ROWS);
        Tensor counts = Tensor.of(new long[] {TOKENS, 4, TOKENS}, ROWS);
        Tensor probabilities = Tensor.of(new float[] {2, 2, 0.7f}, ROWS);
        Tensor shares = Tensor.of(new float[] {0, 0, 0.05f}, ROWS);
        Tensor seeds = Tensor.of(new long[] {1, 2, 3}, ROWS);
        for (int step = 0; step < 20; step++) {
            Tensor steps = Tensor.full(DType.I64, (long) step, ROWS);
            long[] tokens = SamplingKernels.sampleFiltered(
                            tensor, temperatures, counts, probabilities, shares, seeds, steps)
                    .toLongArray();
            assertThat(tokens[0]).isEqualTo(byScore(row(0))[0]);
            assertThat(topK(row(1), 4)[(int) tokens[1]]).isTrue();
            assertThat(topP(row(2), 0.7)[(int) tokens[2]] && minP(row(2), 0.05)[(int) tokens[2]])
                    .isTrue();
        }
    }

    /** For this seed and step, the uniform number of token 3 is 0. */
    @Test
    void sample_ofTheSmallestUniformNumber_excludesNoIncludedToken() {
        long seed = 5;
        long step = 4916749L;
        float none = Float.NEGATIVE_INFINITY;
        Tensor seeds = Tensor.of(new long[] {seed}, 1);
        Tensor steps = Tensor.of(new long[] {step}, 1);
        assertThat(Ops.philoxUniform(Tensor.of(new long[] {3}, 1), seeds, steps).get(0))
                .isZero();
        Tensor logits = Tensor.of(new float[] {none, none, none, 1}, 1, 4);
        assertThat(Sampling.sample(logits, seeds, steps).getLong(0)).isEqualTo(3);
        assertThat(SamplingKernels.sample(logits, seeds, steps).getLong(0)).isEqualTo(3);
    }
}
