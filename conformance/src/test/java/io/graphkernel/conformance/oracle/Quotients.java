package io.graphkernel.conformance.oracle;

import java.math.BigDecimal;
import java.math.RoundingMode;

/** Floor and trunc quotients in decimal arithmetic: nothing is rounded before. */
final class Quotients {

    private Quotients() {}

    /**
     * The largest integer not above x / y; one with more digits than the format is the rounded quotient. An infinite y is
     * larger than any number: the quotient is then 0, or -1 if it is negative.
     */
    static double floor(double x, double y, Format format) {
        double rounded = format.round(x / y);
        if (!(Math.abs(rounded) <= format.integers()) || x == 0) {
            return rounded;
        }
        if (Double.isInfinite(y)) {
            return x < 0 == y < 0 ? 0 : -1;
        }
        // From the quotient without its fraction: a division of numbers that far apart would have a thousand digits.
        BigDecimal whole = new BigDecimal(rounded).setScale(0, RoundingMode.FLOOR);
        BigDecimal rest = new BigDecimal(x).subtract(whole.multiply(new BigDecimal(y)));
        boolean above = rest.signum() * Math.signum(y) < 0;
        return whole.doubleValue() - (above ? 1 : 0);
    }
}
