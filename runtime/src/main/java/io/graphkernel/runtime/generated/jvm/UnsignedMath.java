package io.graphkernel.runtime.generated.jvm;

/** The functions of {@link ScalarMath} for u64, whose bits are a {@code long}; where the sign is irrelevant, inherited. */
public final class UnsignedMath extends IntegerMath {

    private UnsignedMath() {}

    /** Returns the quotient, rounded down; 0 if y is 0. */
    public static long div(long x, long y) {
        return y == 0 ? 0 : Long.divideUnsigned(x, y);
    }

    /** Returns the quotient, rounded down; 0 if y is 0. */
    public static long floorDiv(long x, long y) {
        return div(x, y);
    }

    /** Returns the remainder; 0 if y is 0. */
    public static long mod(long x, long y) {
        return y == 0 ? 0 : Long.remainderUnsigned(x, y);
    }

    /** Returns the remainder; 0 if y is 0. */
    public static long floorMod(long x, long y) {
        return mod(x, y);
    }

    /** Returns the larger value. */
    public static long maximum(long x, long y) {
        return less(x, y) ? y : x;
    }

    /** Returns the smaller value. */
    public static long minimum(long x, long y) {
        return less(y, x) ? y : x;
    }

    /** Returns the value. */
    public static long abs(long x) {
        return x;
    }

    /** Returns 1, or 0 for 0. */
    public static long sign(long x) {
        return x == 0 ? 0 : 1;
    }

    /** Returns x to the power y; 0 to the power 0 is 1. */
    public static long pow(long x, long y) {
        long power = 1;
        long square = x;
        for (long rest = y; rest != 0; rest >>>= 1) {
            power *= (rest & 1) == 0 ? 1 : square;
            square *= square;
        }
        return power;
    }

    /** Returns x, shifted right by y modulo the width; zeros are inserted. */
    public static long rightShift(long x, long y, int width) {
        return unsignedRightShift(x, y, width);
    }

    /** Returns true if x is less than y. */
    public static boolean less(long x, long y) {
        return Long.compareUnsigned(x, y) < 0;
    }

    /** Returns true if x is at most y. */
    public static boolean lessEqual(long x, long y) {
        return !less(y, x);
    }

    /** Returns true if x is greater than y. */
    public static boolean greater(long x, long y) {
        return less(y, x);
    }

    /** Returns true if x is at least y. */
    public static boolean greaterEqual(long x, long y) {
        return !less(x, y);
    }
}
