package io.graphkernel.runtime.generated.jvm;

/** The error function and its complement, with a relative error of at most 1e-15. */
public final class ErrorFunction {
    private static final double TWO_OVER_ROOT_PI = 2 / Math.sqrt(Math.PI);
    private static final double ONE_OVER_ROOT_PI = 1 / Math.sqrt(Math.PI);

    /** Bound above which erfc underflows to zero. */
    private static final double VANISHES = 27.3;

    private static final double SERIES_LIMIT = 0.5;

    private ErrorFunction() {}

    /** Returns the error function. */
    public static double erf(double x) {
        double a = Math.abs(x);
        if (Double.isNaN(x)) {
            return x;
        }
        return Math.copySign(a < SERIES_LIMIT ? series(a) : 1 - fraction(a), x);
    }

    /** Returns one minus the error function, without cancellation. */
    public static double erfc(double x) {
        if (Double.isNaN(x)) {
            return x;
        }
        double a = Math.abs(x);
        if (a < SERIES_LIMIT) {
            return 1 - Math.copySign(series(a), x);
        }
        return x < 0 ? 2 - fraction(a) : fraction(a);
    }

    /** Returns erf as 2/√π · e^(-x²) · Σ (2x²)ⁿ x / (1·3·…·(2n+1)), whose terms are all positive. */
    private static double series(double x) {
        double term = x;
        double sum = x;
        double twoSquares = 2 * x * x;
        for (int n = 1; term > sum * 0x1p-60; n++) {
            term *= twoSquares / (2 * n + 1);
            sum += term;
        }
        return TWO_OVER_ROOT_PI * exponential(x) * sum;
    }

    /** Returns erfc by its continued fraction e^(-x²)/√π · 1/(x + (1/2)/(x + (2/2)/(x + …))), evaluated backward. */
    private static double fraction(double x) {
        if (x > VANISHES) {
            return 0;
        }
        // A convergent of n terms has an error of about e^(-2x√(2n)).
        double root = 20 / x;
        int terms = 8 + (int) (root * root / 2);
        double value = x;
        for (int n = terms; n > 0; n--) {
            value = x + n * 0.5 / value;
        }
        return ONE_OVER_ROOT_PI * exponential(x) / value;
    }

    /** Returns e^(-x²) with compensation for the rounding of the square. */
    private static double exponential(double x) {
        double square = x * x;
        double rest = Math.fma(x, x, -square);
        return Math.exp(-square) * (1 - rest);
    }
}
