package io.graphkernel.runtime.generated.jvm;

/**
 * The scalar functions of the ops, named like them, each for the types that support it: double here, the others
 * inherited. A double is accurate to within a few of its last bits; a float is computed in double and rounded once.
 * NaN, infinities and zeros follow IEEE 754 and C.
 */
public final class ScalarMath extends FloatMath {
    private static final double LN_2 = Math.log(2);

    /** Bound above which x² + 1 and x² - 1 equal x² in double. */
    private static final double SQUARE_DOMINATES = 0x1p28;

    private ScalarMath() {}

    /** Returns the quotient. */
    public static double div(double x, double y) {
        return x / y;
    }

    /**
     * Returns the largest integer not above the exact quotient; from 2⁵³ on the rounded quotient, which is an integer.
     */
    public static double floorDiv(double x, double y) {
        double quotient = x / y;
        double whole = Math.floor(quotient);
        if (whole != quotient || Math.abs(quotient) > 0x1p53) {
            return whole;
        }
        // The remainder of a rounded quotient has the opposite sign of y if the exact quotient is less. For infinite y,
        // it is
        // x.
        double rest = quotient == 0 ? x : Math.fma(-quotient, y, x);
        return rest != 0 && rest < 0 != y < 0 ? whole - 1 : whole;
    }

    /** Returns the remainder of {@link #floorDiv}, with the sign of the divisor. */
    public static double floorMod(double x, double y) {
        double remainder = x % y;
        if (remainder == 0) {
            return Math.copySign(0.0, y);
        }
        return remainder < 0 == y < 0 ? remainder : remainder + y;
    }

    /** Returns the remainder of the truncated quotient, with the sign of the dividend. */
    public static double mod(double x, double y) {
        return x % y;
    }

    /** Returns the larger value; NaN if either is. */
    public static double maximum(double x, double y) {
        return Math.max(x, y);
    }

    /** Returns the smaller value; NaN if either is. */
    public static double minimum(double x, double y) {
        return Math.min(x, y);
    }

    public static double abs(double x) {
        return Math.abs(x);
    }

    public static double neg(double x) {
        return -x;
    }

    /** Returns -1, 0 or 1; NaN for NaN. */
    public static double sign(double x) {
        return x > 0 ? 1 : x < 0 ? -1 : x == 0 ? 0 : x;
    }

    public static double reciprocal(double x) {
        return 1 / x;
    }

    public static double square(double x) {
        return x * x;
    }

    public static double cube(double x) {
        return x * x * x;
    }

    public static double sqrt(double x) {
        return Math.sqrt(x);
    }

    public static double rsqrt(double x) {
        return 1 / Math.sqrt(x);
    }

    public static double floor(double x) {
        return Math.floor(x);
    }

    public static double ceil(double x) {
        return Math.ceil(x);
    }

    /** Returns the value rounded toward zero. */
    public static double trunc(double x) {
        return x < 0 ? Math.ceil(x) : Math.floor(x);
    }

    /** Returns the value rounded to the nearest integer, half to even. */
    public static double round(double x) {
        return Math.rint(x);
    }

    public static double exp(double x) {
        return Math.exp(x);
    }

    public static double exp2(double x) {
        return Math.pow(2, x);
    }

    public static double expm1(double x) {
        return Math.expm1(x);
    }

    public static double log(double x) {
        return Math.log(x);
    }

    public static double log2(double x) {
        if (!(x > 0 && x <= Double.MAX_VALUE)) {
            return Math.log(x);
        }
        // The exponent is separated, so that powers of two are exact; the fraction is within a factor √2 of 1, so that
        // it is
        // precise near 1.
        int exponent = Math.getExponent(x * Math.sqrt(2));
        return exponent + Math.log(Math.scalb(x, -exponent)) / LN_2;
    }

    public static double log10(double x) {
        return Math.log10(x);
    }

    public static double log1p(double x) {
        return Math.log1p(x);
    }

    /**
     * Returns {@code x} to the power {@code y}, with the special cases of C: 1 for {@code x = 1} or {@code y = 0}, even
     * for NaN.
     */
    public static double pow(double x, double y) {
        // Java returns NaN for pow(1, NaN), pow(1, ±∞) and pow(-1, ±∞).
        if (x == 1 || x == -1 && Double.isInfinite(y)) {
            return 1;
        }
        return Math.pow(x, y);
    }

    public static double sin(double x) {
        return Math.sin(x);
    }

    public static double cos(double x) {
        return Math.cos(x);
    }

    public static double tan(double x) {
        return Math.tan(x);
    }

    public static double asin(double x) {
        return Math.asin(x);
    }

    public static double acos(double x) {
        return Math.acos(x);
    }

    public static double atan(double x) {
        return Math.atan(x);
    }

    /** Returns the angle of the point {@code (x, y)}. */
    public static double atan2(double y, double x) {
        return Math.atan2(y, x);
    }

    public static double sinh(double x) {
        return Math.sinh(x);
    }

    public static double cosh(double x) {
        return Math.cosh(x);
    }

    public static double tanh(double x) {
        return Math.tanh(x);
    }

    public static double asinh(double x) {
        double a = Math.abs(x);
        if (a > SQUARE_DOMINATES) {
            return Math.copySign(Math.log(a) + LN_2, x);
        }
        // log(a + √(a² + 1)), without cancellation near 0.
        return Math.copySign(Math.log1p(a + a * a / (1 + Math.sqrt(a * a + 1))), x);
    }

    public static double acosh(double x) {
        if (x < 1) {
            return Double.NaN;
        }
        if (x > SQUARE_DOMINATES) {
            return Math.log(x) + LN_2;
        }
        double t = x - 1;
        return Math.log1p(t + Math.sqrt(t * (t + 2)));
    }

    public static double atanh(double x) {
        double a = Math.abs(x);
        return Math.copySign(0.5 * Math.log1p(2 * a / (1 - a)), x);
    }

    public static double erf(double x) {
        return ErrorFunction.erf(x);
    }

    public static double erfc(double x) {
        return ErrorFunction.erfc(x);
    }

    public static double sigmoid(double x) {
        // 1 / (1 + e⁻ˣ) would be 0 where e⁻ˣ overflows; the result is subnormal there.
        double power = Math.exp(-Math.abs(x));
        return (x < 0 ? power : 1) / (1 + power);
    }

    public static boolean isNan(double x) {
        return Double.isNaN(x);
    }

    public static boolean isInf(double x) {
        return Double.isInfinite(x);
    }

    public static boolean isFinite(double x) {
        return Double.isFinite(x);
    }
}
