package io.graphkernel.runtime.generated.jvm;

/**
 * The functions of {@link ScalarMath} for integers and bools. Results wrap around; Narrow integers are computed
 * as {@code int}, u32 as {@code long}, and wrapped by the caller. A division by zero yields 0.
 */
abstract sealed class IntegerMath extends BitMath permits FloatMath, UnsignedMath {

    /** Returns the quotient, rounded toward zero; 0 if y is 0. */
    public static int div(int x, int y) {
        return y == 0 ? 0 : x / y;
    }

    /** Returns the quotient, rounded toward zero; 0 if y is 0. */
    public static long div(long x, long y) {
        return y == 0 ? 0 : x / y;
    }

    /** Returns the quotient, rounded down; 0 if y is 0. */
    public static int floorDiv(int x, int y) {
        return y == 0 ? 0 : Math.floorDiv(x, y);
    }

    /** Returns the quotient, rounded down; 0 if y is 0. */
    public static long floorDiv(long x, long y) {
        return y == 0 ? 0 : Math.floorDiv(x, y);
    }

    /** Returns the remainder of {@link #floorDiv}, with the sign of the divisor; 0 if y is 0. */
    public static int floorMod(int x, int y) {
        return y == 0 ? 0 : Math.floorMod(x, y);
    }

    /** Returns the remainder of {@link #floorDiv}, with the sign of the divisor; 0 if y is 0. */
    public static long floorMod(long x, long y) {
        return y == 0 ? 0 : Math.floorMod(x, y);
    }

    /** Returns the remainder of {@link #div}, with the sign of the dividend; 0 if y is 0. */
    public static int mod(int x, int y) {
        return y == 0 ? 0 : x % y;
    }

    /** Returns the remainder of {@link #div}, with the sign of the dividend; 0 if y is 0. */
    public static long mod(long x, long y) {
        return y == 0 ? 0 : x % y;
    }

    /** Returns the larger value. */
    public static int maximum(int x, int y) {
        return Math.max(x, y);
    }

    /** Returns the larger value. */
    public static long maximum(long x, long y) {
        return Math.max(x, y);
    }

    /** Returns the smaller value. */
    public static int minimum(int x, int y) {
        return Math.min(x, y);
    }

    /** Returns the smaller value. */
    public static long minimum(long x, long y) {
        return Math.min(x, y);
    }

    /** Returns the absolute value; the minimum value is unchanged. */
    public static int abs(int x) {
        return Math.abs(x);
    }

    /** Returns the absolute value; the minimum value is unchanged. */
    public static long abs(long x) {
        return Math.abs(x);
    }

    /** Returns the negated value; the minimum value is unchanged. */
    public static int neg(int x) {
        return -x;
    }

    /** Returns the negated value; the minimum value is unchanged. */
    public static long neg(long x) {
        return -x;
    }

    /** Returns -1, 0 or 1. */
    public static int sign(int x) {
        return Integer.signum(x);
    }

    /** Returns -1, 0 or 1. */
    public static long sign(long x) {
        return Long.signum(x);
    }

    /** Returns x². */
    public static int square(int x) {
        return x * x;
    }

    /** Returns x². */
    public static long square(long x) {
        return x * x;
    }

    /** Returns x³. */
    public static int cube(int x) {
        return x * x * x;
    }

    /** Returns x³. */
    public static long cube(long x) {
        return x * x * x;
    }

    /** Returns x to the power y. For negative y, it is 0 except for x = 1 and x = -1; 0 to the power 0 is 1. */
    public static int pow(int x, int y) {
        if (y < 0) {
            return x == 1 ? 1 : x == -1 ? 1 - 2 * (y & 1) : 0;
        }
        int power = 1;
        int square = x;
        for (int rest = y; rest != 0; rest >>= 1) {
            power *= (rest & 1) == 0 ? 1 : square;
            square *= square;
        }
        return power;
    }

    /** Returns x to the power y. For negative y, it is 0 except for x = 1 and x = -1; 0 to the power 0 is 1. */
    public static long pow(long x, long y) {
        if (y < 0) {
            return x == 1 ? 1 : x == -1 ? 1 - 2 * (y & 1) : 0;
        }
        long power = 1;
        long square = x;
        for (long rest = y; rest != 0; rest >>= 1) {
            power *= (rest & 1) == 0 ? 1 : square;
            square *= square;
        }
        return power;
    }

    /** See {@link Philox#uniform}. */
    public static float philoxUniform(long index, long seed, long seed2) {
        return Philox.uniform(index, seed, seed2);
    }

    /** See {@link Philox#normal}. */
    public static float philoxNormal(long index, long seed, long seed2) {
        return Philox.normal(index, seed, seed2);
    }
}
