package io.graphkernel.runtime.generated.jvm;

/**
 * The functions of {@link ScalarMath} that are faster in float than in double, and those of two operands. Of the others,
 * kernels compute a float in double and round once.
 */
abstract sealed class FloatMath extends IntegerMath permits ScalarMath {

    /** Returns the quotient. */
    public static float div(float x, float y) {
        return x / y;
    }

    /**
     * Returns the largest integer not above the exact quotient; from 2²⁴ on the rounded quotient, which is an integer.
     */
    public static float floorDiv(float x, float y) {
        float quotient = x / y;
        float whole = (float) Math.floor(quotient);
        if (whole != quotient || Math.abs(quotient) > 0x1p24f) {
            return whole;
        }
        // As for double: the product is exact in double, and the sign of the remainder is right.
        double rest = quotient == 0 ? x : x - (double) quotient * y;
        return rest != 0 && rest < 0 != y < 0 ? whole - 1 : whole;
    }

    /** Returns the remainder of {@link #floorDiv}, with the sign of the divisor. */
    public static float floorMod(float x, float y) {
        float remainder = x % y;
        if (remainder == 0) {
            return Math.copySign(0.0f, y);
        }
        return remainder < 0 == y < 0 ? remainder : remainder + y;
    }

    /** Returns the remainder of the truncated quotient, with the sign of the dividend. */
    public static float mod(float x, float y) {
        return x % y;
    }

    /** Returns the larger value; NaN if either is. */
    public static float maximum(float x, float y) {
        return Math.max(x, y);
    }

    /** Returns the smaller value; NaN if either is. */
    public static float minimum(float x, float y) {
        return Math.min(x, y);
    }

    public static float abs(float x) {
        return Math.abs(x);
    }

    public static float neg(float x) {
        return -x;
    }

    /** Returns -1, 0 or 1; NaN for NaN. */
    public static float sign(float x) {
        return x > 0 ? 1 : x < 0 ? -1 : x == 0 ? 0 : x;
    }

    public static float reciprocal(float x) {
        return 1 / x;
    }

    public static float square(float x) {
        return x * x;
    }

    public static float cube(float x) {
        return x * x * x;
    }

    /**
     * Returns {@code x} to the power {@code y}, with the special cases of C: 1 for {@code x = 1} or {@code y = 0}, even
     * for NaN.
     */
    public static float pow(float x, float y) {
        return (float) ScalarMath.pow((double) x, (double) y);
    }

    /** Returns the angle of the point {@code (x, y)}. */
    public static float atan2(float y, float x) {
        return (float) ScalarMath.atan2((double) y, (double) x);
    }
}
