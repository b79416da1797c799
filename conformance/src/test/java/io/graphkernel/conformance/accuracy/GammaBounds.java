package io.graphkernel.conformance.accuracy;

import static io.graphkernel.conformance.accuracy.AccuracyBounds.bound;
import static java.lang.Math.PI;
import static java.lang.Math.abs;
import static java.lang.Math.log;
import static java.lang.Math.max;

import java.util.List;
import java.util.stream.DoubleStream;

/**
 * Error bounds of the gamma functions. For negative x they relate to the terms of the reflection, the last of which is
 * the difference of the result from the others.
 */
final class GammaBounds {

    /** Argument from which the asymptotic series have more digits than f32. */
    private static final double ASYMPTOTIC = 16;

    private GammaBounds() {}

    static List<AccuracyBound> all() {
        return List.of(
                bound(
                        "Lgamma",
                        1,
                        "for x < 0 of the largest logarithm in the reflection",
                        (x, r) -> x[0] < 0 ? logarithm(x[0], r) : abs(r)),
                bound(
                        "Digamma",
                        1,
                        "of the larger of 1 and the result; for x < 0 of 1 and the largest term in the reflection",
                        (x, r) -> max(1, x[0] < 0 ? difference(digamma(1 - x[0]), r) : abs(r))),
                bound(
                        "Trigamma",
                        1,
                        "for x < 0 of the largest term in the reflection",
                        (x, r) -> x[0] < 0 ? difference(trigamma(1 - x[0]), -r) : abs(r)));
    }

    /** Returns the largest magnitude in r = ln π - ln |sin πx| - ln |x| - ln Γ(|x|). */
    private static double logarithm(double x, double result) {
        double ofPi = log(PI);
        double ofSine = log(Math.sin(PI * abs(x - Math.rint(x))));
        double ofSize = log(abs(x));
        return DoubleStream.of(ofPi, ofSine, ofSize, ofPi - ofSine - ofSize - result)
                .map(Math::abs)
                .max()
                .orElseThrow();
    }

    /** Returns the larger magnitude of the two terms whose difference is the result. */
    private static double difference(double first, double result) {
        return max(abs(first), abs(first - result));
    }

    /** Returns ψ(x) for x from 1. */
    private static double digamma(double x) {
        double sum = 0;
        double y = x;
        for (; y < ASYMPTOTIC; y++) {
            sum -= 1 / y;
        }
        double square = 1 / (y * y);
        return sum + log(y) - 0.5 / y - square * (1 / 12.0 - square * (1 / 120.0 - square / 252));
    }

    /** Returns ψ′(x) for x from 1. */
    private static double trigamma(double x) {
        double sum = 0;
        double y = x;
        for (; y < ASYMPTOTIC; y++) {
            sum += 1 / (y * y);
        }
        double square = 1 / (y * y);
        return sum + (1 + 0.5 / y + square * (1 / 6.0 - square * (1 / 30.0 - square / 42))) / y;
    }
}
