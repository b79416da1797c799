package io.graphkernel.runtime.generated.jvm;

/**
 * The functions of {@link ScalarMath} that integers and bools have. Results wrap around; those of i8 and u8 are computed
 * as {@code int} and wrapped by the caller. Nothing is refused: a division by zero gives 0.
 */
abstract sealed class IntegerMath permits FloatMath {

    /** The quotient, rounded towards zero; 0 if y is. */
    public static int div(int x, int y) {
        return y == 0 ? 0 : x / y;
    }

    /** The quotient, rounded towards zero; 0 if y is. */
    public static long div(long x, long y) {
        return y == 0 ? 0 : x / y;
    }

    /** The quotient, rounded down; 0 if y is. */
    public static int floorDiv(int x, int y) {
        return y == 0 ? 0 : Math.floorDiv(x, y);
    }

    /** The quotient, rounded down; 0 if y is. */
    public static long floorDiv(long x, long y) {
        return y == 0 ? 0 : Math.floorDiv(x, y);
    }

    /** The remainder of {@link #floorDiv}, with the sign of the divisor; 0 if y is. */
    public static int floorMod(int x, int y) {
        return y == 0 ? 0 : Math.floorMod(x, y);
    }

    /** The remainder of {@link #floorDiv}, with the sign of the divisor; 0 if y is. */
    public static long floorMod(long x, long y) {
        return y == 0 ? 0 : Math.floorMod(x, y);
    }

    /** The remainder of {@link #div}, with the sign of the dividend; 0 if y is. */
    public static int mod(int x, int y) {
        return y == 0 ? 0 : x % y;
    }

    /** The remainder of {@link #div}, with the sign of the dividend; 0 if y is. */
    public static long mod(long x, long y) {
        return y == 0 ? 0 : x % y;
    }

    /** The larger. */
    public static int maximum(int x, int y) {
        return Math.max(x, y);
    }

    /** The larger. */
    public static long maximum(long x, long y) {
        return Math.max(x, y);
    }

    /** The smaller. */
    public static int minimum(int x, int y) {
        return Math.min(x, y);
    }

    /** The smaller. */
    public static long minimum(long x, long y) {
        return Math.min(x, y);
    }

    /** The magnitude; the smallest number stays as it is. */
    public static int abs(int x) {
        return Math.abs(x);
    }

    /** The magnitude; the smallest number stays as it is. */
    public static long abs(long x) {
        return Math.abs(x);
    }

    /** The opposite; the smallest number stays as it is. */
    public static int neg(int x) {
        return -x;
    }

    /** The opposite; the smallest number stays as it is. */
    public static long neg(long x) {
        return -x;
    }

    /** -1, 0 or 1. */
    public static int sign(int x) {
        return Integer.signum(x);
    }

    /** -1, 0 or 1. */
    public static long sign(long x) {
        return Long.signum(x);
    }

    /** x². */
    public static int square(int x) {
        return x * x;
    }

    /** x². */
    public static long square(long x) {
        return x * x;
    }

    /** x³. */
    public static int cube(int x) {
        return x * x * x;
    }

    /** x³. */
    public static long cube(long x) {
        return x * x * x;
    }

    /** x to the power y. With a negative y it is 0 but for x = 1 and x = -1; 0 to the power 0 is 1. */
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

    /** x to the power y. With a negative y it is 0 but for x = 1 and x = -1; 0 to the power 0 is 1. */
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
