package io.graphkernel.conformance.oracle;

import static io.graphkernel.conformance.oracle.Elementwise.real;

/** Numeric functions of one element of each operand. */
public final class Numeric {

    /** Bound of x below which sinc is 1 in f64, above which products with π are not subnormal. */
    private static final double SINC_IS_ONE = 1e-30;

    /** Power of the last term of a series, which has the digits of f64 for arguments of the next-to-last octave. */
    private static final int LAST_POWER = 91;

    private Numeric() {}

    public static boolean signBit(Scalar x) {
        double value = x.asDouble();
        return !Double.isNaN(value) && Double.doubleToRawLongBits(value) < 0;
    }

    public static Scalar copySign(Scalar x, Scalar y) {
        Scalar magnitude = x.magnitude();
        return signBit(y) ? magnitude.negated() : magnitude;
    }

    /** The larger, or the other one if one is NaN. */
    public static Scalar fmax(Scalar x, Scalar y) {
        return isNan(x) ? y : isNan(y) ? x : x.max(y);
    }

    /** The smaller, or the other one if one is NaN. */
    public static Scalar fmin(Scalar x, Scalar y) {
        return isNan(x) ? y : isNan(y) ? x : x.min(y);
    }

    private static boolean isNan(Scalar x) {
        return Double.isNaN(x.asDouble());
    }

    /** sin(πx) / (πx), with the sine of π times the exact distance from the nearest integer. */
    public static double sinc(double x) {
        if (Math.abs(x) < SINC_IS_ONE) {
            return 1;
        }
        if (Double.isInfinite(x)) {
            return 0;
        }
        double distance = Math.IEEEremainder(x, 1);
        boolean odd = Math.IEEEremainder(x - distance, 2) != 0;
        return (odd ? -1 : 1) * Math.sin(Math.PI * distance) / x / Math.PI;
    }

    /** ln(x / (1 - x)), near 1/2 by the series of 2 · artanh(2x - 1). */
    public static double logit(double x) {
        double distance = 2 * (x - 0.5);
        if (!(Math.abs(distance) < 0.5)) {
            return Math.log(x) - Math.log1p(-x);
        }
        double sum = 0;
        for (int power = LAST_POWER; power > 0; power -= 2) {
            sum = sum * distance * distance + 2.0 / power;
        }
        return sum * distance;
    }

    public static Scalar xlogy(Scalar x, Scalar y) {
        return x.asDouble() == 0 && !isNan(y) ? x.number(0) : x.times(Elementwise.log(y));
    }

    /** ln(eˣ + eʸ). */
    public static Scalar logAddExp(Scalar x, Scalar y) {
        Scalar distance = x.isEqual(y) ? x.number(0) : x.minus(y).magnitude();
        return x.max(y).plus(Elementwise.log1p(Elementwise.exp(distance.negated())));
    }

    /** 0, value or 1. */
    public static Scalar heaviside(Scalar x, Scalar value) {
        if (isNan(x)) {
            return x;
        }
        return x.asDouble() == 0 ? value : x.number(x.asDouble() < 0 ? 0 : 1);
    }

    public static Scalar nanToNum(Scalar x, Scalar nan, Scalar high, Scalar low) {
        if (isNan(x)) {
            return nan;
        }
        return Double.isInfinite(x.asDouble()) ? x.asDouble() > 0 ? high : low : x;
    }

    /** |x - y| ≤ atol + rtol · |y| for numbers; equality for infinities. */
    public static boolean isClose(double x, double y, double rtol, double atol) {
        return x == y
                || Math.abs(x) + Math.abs(y) < Double.POSITIVE_INFINITY && Math.abs(x - y) <= atol + rtol * Math.abs(y);
    }

    /** x - tanh(x), near 0 by the series of the derivative 1 - tanh². */
    public static double tanhShrink(double x) {
        if (!(Math.abs(x) < 0.9)) {
            return x - Math.tanh(x);
        }
        double[] terms = new double[LAST_POWER];
        terms[1] = 1;
        double power = x;
        double sum = 0;
        for (int n = 3; n < LAST_POWER; n += 2) {
            for (int i = 1; i < n; i += 2) {
                terms[n] -= terms[i] * terms[n - 1 - i] / n;
            }
            power *= x * x;
            sum -= terms[n] * power;
        }
        return sum;
    }

    public static Scalar threshold(Scalar x, Scalar threshold, Scalar value) {
        return x.isLess(threshold) || x.isEqual(threshold) ? value : x;
    }

    /** x - trunc(x). */
    public static Scalar frac(Scalar x) {
        return real(x).apply(value -> value % 1, 0);
    }
}
