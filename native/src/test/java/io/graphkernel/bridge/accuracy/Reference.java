package io.graphkernel.bridge.accuracy;

/** Mathematical functions in float64 that the JDK lacks, to a few units in the last place. */
public final class Reference {

    private static final double TWO_OVER_SQRT_PI = 2 / Math.sqrt(Math.PI);
    /** Below, the series of erf converges fast; above, the continued fraction of erfc does. */
    private static final double SERIES_LIMIT = 1;
    /** Above, e^(-x²) is less than any positive float64. */
    private static final double UNDERFLOW = 28;

    private Reference() {}

    public static double sigmoid(double x) {
        return x < 0 ? Math.exp(x) / (1 + Math.exp(x)) : 1 / (1 + Math.exp(-x));
    }

    /** Exact for powers of two. */
    public static double log2(double x) {
        boolean finite = x > 0 && x < Double.POSITIVE_INFINITY;
        int exponent = finite ? Math.getExponent(x) : 0;
        int shift = finite && exponent < Double.MIN_EXPONENT ? 54 : 0;
        double normal = Math.scalb(x, shift);
        int whole = finite ? Math.getExponent(normal) : 0;
        double fraction = Math.scalb(normal, -whole);
        boolean upper = fraction > Math.sqrt(2);
        double near = upper ? fraction / 2 : fraction;
        return whole + (upper ? 1 : 0) - shift + Math.log(near) / Math.log(2);
    }

    public static double asinh(double x) {
        double a = Math.abs(x);
        double result = a > 1e8 ? Math.log(a) + Math.log(2) : Math.log1p(a + a * a / (1 + Math.hypot(a, 1)));
        return Math.copySign(result, x);
    }

    public static double acosh(double x) {
        double large = Math.log(x) + Math.log(2);
        return x < 1 ? Double.NaN : x > 1e8 ? large : Math.log1p((x - 1) + Math.sqrt((x - 1) * (x + 1)));
    }

    public static double atanh(double x) {
        return 0.5 * (Math.log1p(x) - Math.log1p(-x));
    }

    public static double erf(double x) {
        double a = Math.abs(x);
        return Math.copySign(a < SERIES_LIMIT ? erfSeries(a) : 1 - erfcFraction(a), x);
    }

    public static double erfc(double x) {
        if (x < SERIES_LIMIT) {
            return 1 - erf(x);
        }
        return erfcFraction(x);
    }

    /** 2/√π · e^(-x²) · Σ 2ⁿ x^(2n+1) / (1 · 3 · … · (2n+1)): all terms are positive. */
    private static double erfSeries(double x) {
        double term = x;
        double sum = x;
        for (int n = 1; n < 100; n++) {
            term *= 2 * x * x / (2 * n + 1);
            sum += term;
        }
        return TWO_OVER_SQRT_PI * gaussian(x) * sum;
    }

    /** e^(-x²) / √π / (x + (1/2) / (x + (2/2) / (x + (3/2) / (x + …)))). */
    private static double erfcFraction(double x) {
        if (Double.isNaN(x)) {
            return x;
        }
        double fraction = x;
        for (int n = x > UNDERFLOW ? 1 : (int) (20 + 480 / (x * x)); n >= 1; n--) {
            fraction = x + n / 2.0 / fraction;
        }
        return gaussian(x) / (Math.sqrt(Math.PI) * fraction);
    }

    /** Returns e^(-x²): the square is split in two terms, because its rounding error would be magnified x² times. */
    private static double gaussian(double x) {
        if (x > UNDERFLOW) {
            return 0;
        }
        double head = (float) x;
        return Math.exp(-head * head) * Math.exp(-(x - head) * (x + head));
    }

    /** The remainder of the quotient rounded down; a zero has the sign of y, as in NumPy. */
    public static double floorMod(double x, double y) {
        double remainder = x % y;
        if (remainder == 0) {
            return Math.copySign(0.0, y);
        }
        return remainder < 0 != y < 0 ? remainder + y : remainder;
    }

    /** C's power: 1 to any power and anything to the power 0 are 1, even for a NaN. */
    public static double pow(double x, double y) {
        boolean one = x == 1 || y == 0 || x == -1 && Double.isInfinite(y);
        return one ? 1 : Math.pow(x, y);
    }

    public static double softplus(double x) {
        return x > 40 ? x : Math.log1p(Math.exp(x));
    }
}
