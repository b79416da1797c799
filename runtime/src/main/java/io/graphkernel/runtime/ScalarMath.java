package io.graphkernel.runtime;

/**
 * The scalar functions behind the ops, under the ops' names. Each is computed in double and rounded once, so that it is
 * right to within the last bit of a float. NaN, infinities and zeros behave as in IEEE 754 and C.
 */
public final class ScalarMath {
    private ScalarMath() {}

    public static float add(float x, float y) {
        return x + y;
    }

    public static float sub(float x, float y) {
        return x - y;
    }

    public static float mul(float x, float y) {
        return x * y;
    }

    public static float realDiv(float x, float y) {
        return x / y;
    }

    public static float div(float x, float y) {
        return x / y;
    }

    /** The largest integer not above {@code x / y}. */
    public static float floorDiv(float x, float y) {
        return (float) Math.floor((double) x / y);
    }

    /** The remainder of {@link #floorDiv}; it has the sign of the divisor. */
    public static float floorMod(float x, float y) {
        double remainder = (double) x % y;
        if (remainder == 0) {
            return Math.copySign(0f, y);
        }
        return (float) (remainder < 0 == y < 0 ? remainder : remainder + y);
    }

    /** The remainder of the truncated quotient; it has the sign of the dividend. */
    public static float mod(float x, float y) {
        return x % y;
    }

    /** The larger; NaN if either is. */
    public static float maximum(float x, float y) {
        return Math.max(x, y);
    }

    /** The smaller; NaN if either is. */
    public static float minimum(float x, float y) {
        return Math.min(x, y);
    }

    public static float identityMath(float x) {
        return x;
    }

    public static float abs(float x) {
        return Math.abs(x);
    }

    public static float neg(float x) {
        return -x;
    }

    /** -1, 0 or 1; NaN for NaN. */
    public static float sign(float x) {
        return x > 0 ? 1 : x < 0 ? -1 : x == 0 ? 0 : x;
    }

    public static float reciprocal(float x) {
        return 1 / x;
    }

    public static float square(float x) {
        return x * x;
    }

    public static float sqrt(float x) {
        return (float) Math.sqrt(x);
    }

    public static float rsqrt(float x) {
        return (float) (1 / Math.sqrt(x));
    }

    public static float floor(float x) {
        return (float) Math.floor(x);
    }

    public static float ceil(float x) {
        return (float) Math.ceil(x);
    }

    /** Rounded towards zero. */
    public static float trunc(float x) {
        return (float) (x < 0 ? Math.ceil(x) : Math.floor(x));
    }

    /** Rounded to the nearest integer, half to even. */
    public static float round(float x) {
        return (float) Math.rint(x);
    }

    public static float exp(float x) {
        return (float) Math.exp(x);
    }

    public static float expm1(float x) {
        return (float) Math.expm1(x);
    }

    public static float log(float x) {
        return (float) Math.log(x);
    }

    public static float log1p(float x) {
        return (float) Math.log1p(x);
    }

    /** {@code x} to the power {@code y}, with C's special cases: 1 for {@code x = 1} or {@code y = 0}, even of NaN. */
    public static float pow(float x, float y) {
        // Java gives NaN for pow(1, NaN), pow(1, ±∞) and pow(-1, ±∞).
        if (x == 1 || x == -1 && Float.isInfinite(y)) {
            return 1;
        }
        return (float) Math.pow(x, y);
    }

    public static float sin(float x) {
        return (float) Math.sin(x);
    }

    public static float cos(float x) {
        return (float) Math.cos(x);
    }

    public static float tan(float x) {
        return (float) Math.tan(x);
    }

    public static float asin(float x) {
        return (float) Math.asin(x);
    }

    public static float acos(float x) {
        return (float) Math.acos(x);
    }

    public static float atan(float x) {
        return (float) Math.atan(x);
    }

    /** x: of the other operand only the shape matters. */
    public static float broadcastTo(float x, float like) {
        return x;
    }

    /** The angle of the point {@code (x, y)}. */
    public static float atan2(float y, float x) {
        return (float) Math.atan2(y, x);
    }

    public static float sinh(float x) {
        return (float) Math.sinh(x);
    }

    public static float cosh(float x) {
        return (float) Math.cosh(x);
    }

    public static float tanh(float x) {
        return (float) Math.tanh(x);
    }

    public static float asinh(float x) {
        if (Float.isInfinite(x)) {
            return x;
        }
        double a = Math.abs((double) x);
        // log(a + √(a² + 1)), written so that nothing cancels near 0.
        return (float) Math.copySign(Math.log1p(a + a * a / (1 + Math.sqrt(a * a + 1))), x);
    }

    public static float acosh(float x) {
        if (x < 1) {
            return Float.NaN;
        }
        double t = (double) x - 1;
        return (float) Math.log1p(t + Math.sqrt(t * (t + 2)));
    }

    public static float atanh(float x) {
        double a = Math.abs((double) x);
        return (float) Math.copySign(0.5 * Math.log1p(2 * a / (1 - a)), x);
    }

    public static float erf(float x) {
        return (float) ErrorFunction.erf(x);
    }

    public static float erfc(float x) {
        return (float) ErrorFunction.erfc(x);
    }

    public static float sigmoid(float x) {
        return (float) (1 / (1 + Math.exp(-(double) x)));
    }

    public static boolean isNan(float x) {
        return Float.isNaN(x);
    }

    public static boolean isInf(float x) {
        return Float.isInfinite(x);
    }

    public static boolean isFinite(float x) {
        return Float.isFinite(x);
    }
}
