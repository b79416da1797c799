package io.graphkernel.runtime.generated.jvm;

import io.graphkernel.runtime.Float8;
import io.graphkernel.runtime.Half;

/**
 * The op Cast on single elements. Conversions to integers truncate and saturate; NaN becomes 0. Conversions between
 * floats and from integers round once, to nearest even. A nonzero number is true; true is 1.
 */
public final class Casts {
    private Casts() {}

    public static float toF32(float x) {
        return x;
    }

    public static float toF32(double x) {
        return (float) x;
    }

    public static float toF32(int x) {
        return x;
    }

    public static float toF32(long x) {
        return x;
    }

    public static float toF32(boolean x) {
        return x ? 1 : 0;
    }

    public static double toF64(double x) {
        return x;
    }

    public static double toF64(long x) {
        return x;
    }

    public static double toF64(boolean x) {
        return x ? 1 : 0;
    }

    public static float toF16(float x) {
        return Half.fromF16(Half.toF16(x));
    }

    public static float toF16(double x) {
        return Half.fromF16(Half.toF16(x));
    }

    public static float toF16(long x) {
        return Half.fromF16(Half.toF16(x));
    }

    public static float toF16(boolean x) {
        return x ? 1 : 0;
    }

    public static float toBF16(float x) {
        return Half.fromBf16(Half.toBf16(x));
    }

    public static float toBF16(double x) {
        return Half.fromBf16(Half.toBf16(x));
    }

    public static float toBF16(int x) {
        return toBF16((double) x);
    }

    public static float toBF16(long x) {
        return Half.fromBf16(Half.toBf16(x));
    }

    public static float toBF16(boolean x) {
        return x ? 1 : 0;
    }

    /** Rounds a float, or an integer, which saturates unless a double represents it. */
    public static float toF8E4M3(double x) {
        return Float8.fromE4m3(Float8.toE4m3(x));
    }

    public static float toF8E4M3(boolean x) {
        return x ? 1 : 0;
    }

    /** Rounds a float, or an integer, which is infinite unless a double represents it. */
    public static float toF8E5M2(double x) {
        return Float8.fromE5m2(Float8.toE5m2(x));
    }

    public static float toF8E5M2(boolean x) {
        return x ? 1 : 0;
    }

    public static int toI8(double x) {
        return toI8((long) x);
    }

    public static int toI8(long x) {
        return (int) Math.max(Byte.MIN_VALUE, Math.min(Byte.MAX_VALUE, x));
    }

    public static int toI8(boolean x) {
        return x ? 1 : 0;
    }

    public static int toU8(double x) {
        return toU8((long) x);
    }

    public static int toU8(long x) {
        return (int) Math.max(0, Math.min(255, x));
    }

    public static int toU8(boolean x) {
        return x ? 1 : 0;
    }

    public static int toI16(double x) {
        return toI16((long) x);
    }

    public static int toI16(long x) {
        return (int) Math.max(Short.MIN_VALUE, Math.min(Short.MAX_VALUE, x));
    }

    public static int toI16(boolean x) {
        return x ? 1 : 0;
    }

    public static int toU16(double x) {
        return toU16((long) x);
    }

    public static int toU16(long x) {
        return (int) Math.max(0, Math.min(0xffff, x));
    }

    public static int toU16(boolean x) {
        return x ? 1 : 0;
    }

    public static long toU32(double x) {
        return toU32((long) x);
    }

    public static long toU32(long x) {
        return Math.max(0, Math.min(0xffffffffL, x));
    }

    public static long toU32(boolean x) {
        return x ? 1 : 0;
    }

    /** Returns the bits of a u64. */
    public static long toU64(double x) {
        if (!(x >= 0x1p63)) {
            return Math.max(0, (long) x);
        }
        return x >= 0x1p64 ? -1 : (long) (x - 0x1p63) ^ Long.MIN_VALUE;
    }

    public static long toU64(long x) {
        return Math.max(0, x);
    }

    public static long toU64(boolean x) {
        return x ? 1 : 0;
    }

    public static int toI32(double x) {
        return (int) x;
    }

    public static int toI32(long x) {
        return (int) Math.max(Integer.MIN_VALUE, Math.min(Integer.MAX_VALUE, x));
    }

    public static int toI32(boolean x) {
        return x ? 1 : 0;
    }

    public static long toI64(double x) {
        return (long) x;
    }

    public static long toI64(long x) {
        return x;
    }

    public static long toI64(boolean x) {
        return x ? 1 : 0;
    }

    public static boolean toBOOL(double x) {
        return x != 0;
    }

    public static boolean toBOOL(long x) {
        return x != 0;
    }

    public static boolean toBOOL(boolean x) {
        return x;
    }

    /**
     * Returns the position of an index.
     *
     * @param index index; a negative one counts from the end
     * @param extent size of the axis
     * @return a position in {@code [0, extent)}, or -1 if out of range
     */
    public static long index(long index, long extent) {
        long counted = index < 0 ? index + extent : index;
        return counted >= 0 && counted < extent ? counted : -1;
    }
}
