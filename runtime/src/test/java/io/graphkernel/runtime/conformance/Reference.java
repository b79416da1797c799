package io.graphkernel.runtime.conformance;

/** Mathematical functions in float64 that the JDK lacks, for arguments that are floats. Relative error below 1e-12. */
final class Reference {

    private static final double TWO_OVER_SQRT_PI = 2 / Math.sqrt(Math.PI);
    /** Below, the series of erf converges fast; above, the continued fraction of erfc does. */
    private static final double SERIES_LIMIT = 2.5;

    private Reference() {}

    static double sigmoid(double x) {
        return x < 0 ? Math.exp(x) / (1 + Math.exp(x)) : 1 / (1 + Math.exp(-x));
    }

    static double asinh(double x) {
        double a = Math.abs(x);
        if (a < 1e-3) {
            return x * (1 - x * x / 6 + 3 * x * x * x * x / 40);
        }
        return Math.copySign(Math.log(a + Math.hypot(a, 1)), x);
    }

    static double acosh(double x) {
        return x < 1 ? Double.NaN : Math.log1p((x - 1) + Math.sqrt((x - 1) * (x + 1)));
    }

    static double atanh(double x) {
        return 0.5 * (Math.log1p(x) - Math.log1p(-x));
    }

    static double erf(double x) {
        double a = Math.abs(x);
        return Math.copySign(a < SERIES_LIMIT ? erfSeries(a) : 1 - erfcFraction(a), x);
    }

    static double erfc(double x) {
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
        return TWO_OVER_SQRT_PI * Math.exp(-x * x) * sum;
    }

    /** e^(-x²) / √π / (x + (1/2) / (x + (2/2) / (x + (3/2) / (x + …)))). */
    private static double erfcFraction(double x) {
        if (Double.isNaN(x)) {
            return x;
        }
        double fraction = x;
        for (int n = 150; n >= 1; n--) {
            fraction = x + n / 2.0 / fraction;
        }
        return Math.exp(-x * x) / (Math.sqrt(Math.PI) * fraction);
    }

    /** The remainder of the quotient rounded down. */
    static double floorMod(double x, double y) {
        double remainder = x % y;
        return remainder != 0 && remainder < 0 != y < 0 ? remainder + y : remainder;
    }

    /** C's power: 1 to any power and anything to the power 0 are 1, even for a NaN. */
    static double pow(double x, double y) {
        boolean one = x == 1 || y == 0 || x == -1 && Double.isInfinite(y);
        return one ? 1 : Math.pow(x, y);
    }

    /** x · sigmoid(t), in a form that does not cancel. */
    static double gated(double x, double t) {
        return x / (1 + Math.exp(-t));
    }

    static double softplus(double x) {
        return x > 30 ? x + Math.exp(-x) : Math.log1p(Math.exp(x));
    }

    static double clip(double x, double low, double high) {
        return Math.min(Math.max(x, low), high);
    }
}
