package io.graphkernel.examples.benchmarks;

import java.util.Arrays;
import java.util.Locale;
import org.bytedeco.javacpp.FloatPointer;

/**
 * Difference between two results.
 *
 * @param absolute the largest difference
 * @param relative the largest difference over the largest number of the reference
 */
public record Agreement(double absolute, double relative) {
    private static final int BLOCK = 1 << 16;

    /** Different kernels round differently; a wrong formula, a missed row or a race is off by far more. */
    private static final double TOLERANCE = 1e-4;

    /** Compares {@code length} numbers; a NaN in one of the two alone is an infinite difference. */
    public static Agreement between(FloatPointer result, FloatPointer reference, long length) {
        float[] left = new float[BLOCK];
        float[] right = new float[BLOCK];
        double difference = 0;
        double magnitude = 0;
        for (long start = 0; start < length; start += BLOCK) {
            int count = (int) Math.min(BLOCK, length - start);
            result.getPointer(start).get(left, 0, count);
            reference.getPointer(start).get(right, 0, count);
            if (Arrays.equals(left, 0, count, right, 0, count)) {
                continue;
            }
            for (int i = 0; i < count; i++) {
                double apart = Math.abs((double) left[i] - right[i]);
                if (Float.compare(left[i], right[i]) != 0) {
                    difference = Math.max(difference, Double.isNaN(apart) ? Double.POSITIVE_INFINITY : apart);
                }
                magnitude = Math.max(magnitude, Math.abs(right[i]));
            }
        }
        return new Agreement(difference, difference == 0 ? 0 : difference / magnitude);
    }

    public boolean isClose() {
        return relative <= TOLERANCE;
    }

    @Override
    public String toString() {
        return String.format(Locale.ROOT, "max abs %.1e, max rel %.1e", absolute, relative);
    }
}
