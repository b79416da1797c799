package io.graphkernel.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.graphkernel.bridge.accuracy.Reference;
import io.graphkernel.runtime.Ops;
import io.graphkernel.runtime.Tensor;
import java.util.Arrays;
import java.util.function.DoubleUnaryOperator;
import org.junit.jupiter.api.Test;

/** Tests of random numbers against their distribution functions: the statistic of Kolmogorov and Smirnov, and moments. */
class DistributionsTest {

    private static final int COUNT = 20_000;
    private static final long SEED = 17;
    private static final long SEED_2 = 4;

    /** Statistic that one of a million samples exceeds, times the root of the count. */
    private static final double CRITICAL = 2.7;

    @Test
    void uniformRange_hasItsDistribution() {
        requireDistribution(Ops.uniformRange(-2.0, 3.0, SEED, SEED_2, COUNT), x -> (x + 2) / 5, 0.5, 25.0 / 12);
    }

    @Test
    void normal_hasItsDistribution() {
        requireDistribution(Ops.normal(0.5, 2.0, SEED, SEED_2, COUNT), x -> normal((x - 0.5) / 2), 0.5, 4);
    }

    @Test
    void truncatedNormal_hasItsDistribution() {
        double share = normal(1) - normal(-1);
        double variance = 1 - 2 * Math.exp(-0.5) / Math.sqrt(2 * Math.PI) / share;
        Tensor numbers = Ops.truncatedNormal(-1.0, 1.0, SEED, SEED_2, COUNT);
        requireDistribution(numbers, x -> (normal(x) - normal(-1)) / share, 0, variance);
    }

    @Test
    void exponential_hasItsDistribution() {
        requireDistribution(Ops.exponential(2.0, SEED, SEED_2, COUNT), x -> 1 - Math.exp(-2 * x), 0.5, 0.25);
    }

    /** Of half integers, the distribution is that of sums of squares of normal numbers. */
    @Test
    void randomGamma_hasItsDistribution() {
        requireDistribution(
                Ops.randomGamma(0.5, 0.5, SEED, SEED_2, COUNT), x -> 1 - Reference.erfc(Math.sqrt(x / 2)), 1, 2);
        requireDistribution(Ops.randomGamma(1.0, 2.0, SEED, SEED_2, COUNT), x -> 1 - Math.exp(-2 * x), 0.5, 0.25);
        requireDistribution(
                Ops.randomGamma(3.0, 1.0, SEED, SEED_2, COUNT), x -> 1 - Math.exp(-x) * (1 + x + x * x / 2), 3, 3);
        double large = 1e6;
        requireDistribution(
                Ops.randomGamma(large, 1.0, SEED, SEED_2, COUNT),
                x -> normal(3 * Math.sqrt(large) * (Math.cbrt(x / large) - 1 + 1 / (9 * large))),
                large,
                large);
    }

    @Test
    void randomInteger_drawsEachInteger() {
        long[] counts = new long[10];
        for (long number : Ops.randomInteger(-4, 6, SEED, SEED_2, COUNT).toLongArray()) {
            counts[(int) number + 4]++;
        }
        for (long count : counts) {
            assertThat((double) count).isCloseTo(COUNT / 10.0, within(5 * Math.sqrt(COUNT / 10.0)));
        }
    }

    @Test
    void randomPermutation_hasEachPositionOnce() {
        long[] positions = Ops.randomPermutation(SEED, SEED_2, 1000).toLongArray();
        assertThat(Arrays.equals(
                        positions, Ops.randomPermutation(SEED, SEED_2 + 1, 1000).toLongArray()))
                .isFalse();
        Arrays.sort(positions);
        for (int i = 0; i < positions.length; i++) {
            assertThat(positions[i]).isEqualTo(i);
        }
    }

    private static double normal(double x) {
        return Reference.erfc(-x / Math.sqrt(2)) / 2;
    }

    private static void requireDistribution(
            Tensor numbers, DoubleUnaryOperator distribution, double mean, double variance) {
        float[] sorted = numbers.toFloatArray();
        Arrays.sort(sorted);
        double sum = 0;
        double squares = 0;
        double statistic = 0;
        for (int i = 0; i < sorted.length; i++) {
            double share = distribution.applyAsDouble(sorted[i]);
            statistic = Math.max(statistic, Math.max(share - (double) i / COUNT, (i + 1.0) / COUNT - share));
            sum += sorted[i];
            squares += (sorted[i] - mean) * (sorted[i] - mean);
        }
        assertThat(statistic).isLessThan(CRITICAL / Math.sqrt(COUNT));
        assertThat(sum / COUNT).isCloseTo(mean, within(5 * Math.sqrt(variance / COUNT)));
        assertThat(squares / COUNT).isCloseTo(variance, within(0.1 * variance));
    }
}
