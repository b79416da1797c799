package io.graphkernel.runtime.generated.jvm;

/** The functions of {@link ScalarMath} for floats: right to within the last bit. */
abstract sealed class FloatMath extends IntegerMath permits ScalarMath {

    /** The quotient. */
    public static float div(float x, float y) {
        return x / y;
    }

    /** The largest integer not above the exact quotient; from 2²⁴ on the rounded quotient, which is an integer. */
    public static float floorDiv(float x, float y) {
        float quotient = x / y;
        float whole = (float) Math.floor(quotient);
        if (whole != quotient || Math.abs(quotient) > 0x1p24f) {
            return whole;
        }
        // As for double: the product is exact in double, and the sign of what it leaves is right.
        double rest = quotient == 0 ? x : x - (double) quotient * y;
        return rest != 0 && rest < 0 != y < 0 ? whole - 1 : whole;
    }

    /** The remainder of {@link #floorDiv}; it has the sign of the divisor. */
    public static float floorMod(float x, float y) {
        float remainder = x % y;
        if (remainder == 0) {
            return Math.copySign(0.0f, y);
        }
        return remainder < 0 == y < 0 ? remainder : remainder + y;
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

    public static float cube(float x) {
        return x * x * x;
    }

    public static float sqrt(float x) {
        return (float) ScalarMath.sqrt((double) x);
    }

    public static float rsqrt(float x) {
        return (float) ScalarMath.rsqrt((double) x);
    }

    public static float floor(float x) {
        return (float) ScalarMath.floor((double) x);
    }

    public static float ceil(float x) {
        return (float) ScalarMath.ceil((double) x);
    }

    /** Rounded towards zero. */
    public static float trunc(float x) {
        return (float) ScalarMath.trunc((double) x);
    }

    /** Rounded to the nearest integer, half to even. */
    public static float round(float x) {
        return (float) ScalarMath.round((double) x);
    }

    public static float exp(float x) {
        return (float) ScalarMath.exp((double) x);
    }

    public static float exp2(float x) {
        return (float) ScalarMath.exp2((double) x);
    }

    public static float expm1(float x) {
        return (float) ScalarMath.expm1((double) x);
    }

    public static float log(float x) {
        return (float) ScalarMath.log((double) x);
    }

    public static float log2(float x) {
        return (float) ScalarMath.log2((double) x);
    }

    public static float log10(float x) {
        return (float) ScalarMath.log10((double) x);
    }

    public static float log1p(float x) {
        return (float) ScalarMath.log1p((double) x);
    }

    /** {@code x} to the power {@code y}, with C's special cases: 1 for {@code x = 1} or {@code y = 0}, even of NaN. */
    public static float pow(float x, float y) {
        return (float) ScalarMath.pow((double) x, (double) y);
    }

    public static float sin(float x) {
        return (float) ScalarMath.sin((double) x);
    }

    public static float cos(float x) {
        return (float) ScalarMath.cos((double) x);
    }

    public static float tan(float x) {
        return (float) ScalarMath.tan((double) x);
    }

    public static float asin(float x) {
        return (float) ScalarMath.asin((double) x);
    }

    public static float acos(float x) {
        return (float) ScalarMath.acos((double) x);
    }

    public static float atan(float x) {
        return (float) ScalarMath.atan((double) x);
    }

    /** The angle of the point {@code (x, y)}. */
    public static float atan2(float y, float x) {
        return (float) ScalarMath.atan2((double) y, (double) x);
    }

    public static float sinh(float x) {
        return (float) ScalarMath.sinh((double) x);
    }

    public static float cosh(float x) {
        return (float) ScalarMath.cosh((double) x);
    }

    public static float tanh(float x) {
        return (float) ScalarMath.tanh((double) x);
    }

    public static float asinh(float x) {
        return (float) ScalarMath.asinh((double) x);
    }

    public static float acosh(float x) {
        return (float) ScalarMath.acosh((double) x);
    }

    public static float atanh(float x) {
        return (float) ScalarMath.atanh((double) x);
    }

    public static float erf(float x) {
        return (float) ScalarMath.erf((double) x);
    }

    public static float erfc(float x) {
        return (float) ScalarMath.erfc((double) x);
    }

    public static float sigmoid(float x) {
        return (float) ScalarMath.sigmoid((double) x);
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
