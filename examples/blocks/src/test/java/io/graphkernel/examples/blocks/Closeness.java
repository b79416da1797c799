package io.graphkernel.examples.blocks;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;

/** Comparison of f32 results with expected values. */
final class Closeness {
    /** Of the largest element: some sixty roundings, for sums of some hundred terms. */
    private static final double TOLERANCE = 4e-6;

    private Closeness() {}

    static void check(String what, List<Values> actual, List<Values> expected) {
        check(what, actual, expected, TOLERANCE);
    }

    /**
     * Compares.
     *
     * @param tolerance of the largest element
     * @throws AssertionError if a result is not close
     */
    static void check(String what, List<Values> actual, List<Values> expected, double tolerance) {
        assertThat(actual).as(what).hasSameSizeAs(expected);
        for (int i = 0; i < expected.size(); i++) {
            check(what + ", result " + i, actual.get(i), expected.get(i), tolerance);
        }
    }

    private static void check(String what, Values actual, Values expected, double tolerance) {
        assertThat(actual.dims()).as(what).isEqualTo(expected.dims());
        double largest = Arrays.stream(expected.elements()).map(Math::abs).max().orElse(0);
        for (int i = 0; i < expected.elements().length; i++) {
            double difference = Math.abs(actual.elements()[i] - expected.elements()[i]);
            // Not the other way round: a NaN is wrong.
            if (!(difference <= tolerance * largest)) {
                throw new AssertionError(what + ": element " + i + " is " + actual.elements()[i] + " instead of "
                        + expected.elements()[i] + ", and the largest is " + largest);
            }
        }
    }
}
