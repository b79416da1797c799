package io.graphkernel.bridge.accuracy;

import java.math.BigDecimal;
import java.math.MathContext;

/** Errors of f64 results, in units in the last place of the expected one. */
final class Ulps {

    private Ulps() {}

    /**
     * Returns the error relative to a correctly rounded number, or to NaN, an infinity or a zero, which must be equal.
     */
    static double of(double actual, double expected) {
        if (Double.isNaN(expected) || expected == 0 || Double.isInfinite(expected)) {
            return Double.doubleToLongBits(actual) == Double.doubleToLongBits(expected) ? 0 : Double.POSITIVE_INFINITY;
        }
        return of(actual, new BigDecimal(expected));
    }

    /** Returns the error relative to a number that rounds to a finite one or to infinity. */
    static double of(double actual, BigDecimal expected) {
        double rounded = expected.doubleValue();
        if (!Double.isFinite(actual) || Double.isInfinite(rounded)) {
            return actual == rounded ? 0 : Double.POSITIVE_INFINITY;
        }
        BigDecimal distance = new BigDecimal(actual).subtract(expected).abs();
        return distance.divide(new BigDecimal(Math.ulp(rounded)), MathContext.DECIMAL32)
                .doubleValue();
    }
}
