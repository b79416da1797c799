package io.graphkernel.runtime;

/**
 * Conversions between Java numbers and the bits of f16 (IEEE binary16) and bf16 (the upper half of a binary32).
 *
 * <p>Numbers are rounded once, to nearest, ties to even. Values out of range become infinite, and NaN becomes a quiet
 * NaN. The opposite conversion is exact.
 */
public final class Half {
    private static final int F16_FRACTION = 10;
    private static final int F16_BIAS = 15;
    private static final int BF16_FRACTION = 7;
    private static final int BF16_BIAS = 127;

    /** 2^112 as a float, which rebiases the exponent of an f16 to that of a float. */
    private static final float F16_SCALE = 0x1p112f;

    /** Minimum magnitude of floats that round to the infinity of f16. */
    private static final float F16_OVERFLOW = 65520f;

    private Half() {}

    /** Returns the value of an f16. */
    public static float fromF16(short bits) {
        int magnitude = bits & 0x7fff;
        int sign = (bits & 0x8000) << 16;
        if (magnitude >= 0x7c00) {
            return Float.intBitsToFloat(sign | 0x7f80_0000 | (magnitude & 0x3ff) << 13);
        }
        float value = Float.intBitsToFloat(magnitude << 13) * F16_SCALE;
        return Float.intBitsToFloat(sign | Float.floatToRawIntBits(value));
    }

    /** Returns the value of a bf16. */
    public static float fromBf16(short bits) {
        return Float.intBitsToFloat(bits << 16);
    }

    /** Returns the f16 nearest to a float. */
    public static short toF16(float value) {
        int sign = Float.floatToRawIntBits(value) >>> 16 & 0x8000;
        float magnitude = Math.abs(value);
        if (!(magnitude < F16_OVERFLOW)) {
            return (short) (sign | (Float.isNaN(value) ? 0x7e00 : 0x7c00));
        }
        if (magnitude < 0x1p-14f) {
            // Adding 2^-1 rounds to a multiple of 2^-24, the unit of subnormals, in the low bits of the sum.
            return (short) (sign | Float.floatToRawIntBits(magnitude + 0.5f) - Float.floatToRawIntBits(0.5f));
        }
        int bits = Float.floatToRawIntBits(magnitude) - (127 - F16_BIAS << 23);
        return (short) (sign | bits + 0xfff + (bits >>> 13 & 1) >>> 13);
    }

    /** Returns the bf16 nearest to a float. */
    public static short toBf16(float value) {
        int bits = Float.floatToRawIntBits(value);
        if (Float.isNaN(value)) {
            return (short) (bits >>> 16 | 0x40);
        }
        return (short) (bits + 0x7fff + (bits >>> 16 & 1) >>> 16);
    }

    /** Returns the f16 nearest to a double, with a single rounding. */
    public static short toF16(double value) {
        return encode(value, F16_FRACTION, F16_BIAS);
    }

    /** Returns the bf16 nearest to a double, with a single rounding. */
    public static short toBf16(double value) {
        return encode(value, BF16_FRACTION, BF16_BIAS);
    }

    /** Returns the f16 nearest to an integer. */
    public static short toF16(long value) {
        return toF16(roundedToOdd(value));
    }

    /** Returns the bf16 nearest to an integer. */
    public static short toBf16(long value) {
        return toBf16(roundedToOdd(value));
    }

    /**
     * Returns an integer rounded to odd as a double, for a second rounding to a smaller format. If it is inexact, the
     * neighboring double with an odd significand is on the same side of every tie.
     */
    private static double roundedToOdd(long value) {
        if (Math.abs(value) <= 1L << 53) {
            return value;
        }
        long unit = 1L << Long.SIZE - 53;
        return value % unit == 0 ? value : value & -unit | unit;
    }

    private static short encode(double value, int fraction, int bias) {
        int sign = (int) (Double.doubleToRawLongBits(value) >>> 48) & 0x8000;
        int infinity = 2 * bias + 1 << fraction;
        if (Double.isNaN(value)) {
            return (short) (sign | infinity | 1 << fraction - 1);
        }
        double magnitude = Math.abs(value);
        int exponent = Math.max(Math.getExponent(magnitude), 1 - bias);
        if (exponent > bias) {
            return (short) (sign | infinity);
        }
        int units = (int) Math.rint(Math.scalb(magnitude, fraction - exponent));
        // The exponent field of a subnormal is 0. A carry of the rounding correctly increments the exponent.
        return (short) (sign | (exponent + bias - 1 << fraction) + units);
    }
}
