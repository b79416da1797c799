package io.graphkernel.runtime.generated.jvm;

import io.graphkernel.runtime.Float8;
import io.graphkernel.runtime.Half;

/**
 * The functions of {@link ScalarMath} on bits. Narrow integers are computed as {@code int}, u32 as {@code long}, and
 * wrapped by the caller; unsigned ones are not negative. A {@code width} is the number of bits of the dtype, which limits the distance of a shift.
 */
abstract sealed class BitMath permits IntegerMath {
    /** Returns the bits set in both values. */
    public static int bitwiseAnd(int x, int y) {
        return x & y;
    }

    /** Returns the bits set in both values. */
    public static long bitwiseAnd(long x, long y) {
        return x & y;
    }

    /** Returns the bits set in either value. */
    public static int bitwiseOr(int x, int y) {
        return x | y;
    }

    /** Returns the bits set in either value. */
    public static long bitwiseOr(long x, long y) {
        return x | y;
    }

    /** Returns the bits set in exactly one of the values. */
    public static int bitwiseXor(int x, int y) {
        return x ^ y;
    }

    /** Returns the bits set in exactly one of the values. */
    public static long bitwiseXor(long x, long y) {
        return x ^ y;
    }

    /** Returns the complement. */
    public static int bitwiseNot(int x) {
        return ~x;
    }

    /** Returns the complement. */
    public static long bitwiseNot(long x) {
        return ~x;
    }

    /** Returns x, shifted left by y modulo the width. */
    public static int leftShift(int x, int y, int width) {
        return x << (y & width - 1);
    }

    /** Returns x, shifted left by y modulo the width. */
    public static long leftShift(long x, long y, int width) {
        return x << (y & width - 1);
    }

    /** Returns x, shifted right by y modulo the width; copies of the sign are inserted. */
    public static int rightShift(int x, int y, int width) {
        return x >> (y & width - 1);
    }

    /** Returns x, shifted right by y modulo the width; copies of the sign are inserted. */
    public static long rightShift(long x, long y, int width) {
        return x >> (y & width - 1);
    }

    /** Returns x, shifted right by y modulo the width; zeros are inserted. */
    public static int unsignedRightShift(int x, int y, int width) {
        return x >>> (y & width - 1);
    }

    /** Returns x, shifted right by y modulo the width; zeros are inserted. */
    public static long unsignedRightShift(long x, long y, int width) {
        return (width == Long.SIZE ? x : Integer.toUnsignedLong((int) x)) >>> (y & width - 1);
    }

    /** Returns the number of set bits. */
    public static int bitCount(int x, int width) {
        return Integer.bitCount(x & -1 >>> Integer.SIZE - width);
    }

    /** Returns the number of set bits. */
    public static long bitCount(long x, int width) {
        return Long.bitCount(x & -1L >>> Long.SIZE - width);
    }

    /** Returns the bits of a float, also those of a NaN. */
    public static int bitcastFromF32(float x) {
        return Float.floatToRawIntBits(x);
    }

    /** Returns the bits of a double, also those of a NaN. */
    public static long bitcastFromF64(double x) {
        return Double.doubleToRawLongBits(x);
    }

    /** Returns the bits of a number that is rounded to f16. */
    public static int bitcastFromF16(float x) {
        return Half.toF16(x);
    }

    /** Returns the bits of a number that is rounded to bf16. */
    public static int bitcastFromBF16(float x) {
        return Half.toBf16(x);
    }

    /** Returns the bits of a number that is rounded to f8e4m3. */
    public static int bitcastFromF8E4M3(float x) {
        return Float8.toE4m3(x);
    }

    /** Returns the bits of a number that is rounded to f8e5m2. */
    public static int bitcastFromF8E5M2(float x) {
        return Float8.toE5m2(x);
    }

    /** Returns 1 or 0. */
    public static int bitcastFromBOOL(boolean x) {
        return x ? 1 : 0;
    }

    /** Returns the float with the given bits. */
    public static float bitcastToF32(int bits) {
        return Float.intBitsToFloat(bits);
    }

    /** Returns the float with the low bits of an unsigned integer. */
    public static float bitcastToF32(long bits) {
        return Float.intBitsToFloat((int) bits);
    }

    /** Returns the double with the given bits. */
    public static double bitcastToF64(long bits) {
        return Double.longBitsToDouble(bits);
    }

    /** Returns the f16 with the low bits. */
    public static float bitcastToF16(int bits) {
        return Half.fromF16((short) bits);
    }

    /** Returns the bf16 with the low bits. */
    public static float bitcastToBF16(int bits) {
        return Half.fromBf16((short) bits);
    }

    /** Returns the f8e4m3 with the low bits. */
    public static float bitcastToF8E4M3(int bits) {
        return Float8.fromE4m3((byte) bits);
    }

    /** Returns the f8e5m2 with the low bits. */
    public static float bitcastToF8E5M2(int bits) {
        return Float8.fromE5m2((byte) bits);
    }

    /** Returns true unless all bits of a byte are 0. */
    public static boolean bitcastToBOOL(int bits) {
        return (byte) bits != 0;
    }

    /** Returns the bits as a signed integer. */
    public static int bitcastToI32(long bits) {
        return (int) bits;
    }

    /** Returns the bits as a signed integer. */
    public static int bitcastToI32(int bits) {
        return bits;
    }
}
