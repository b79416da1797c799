package io.graphkernel.processor.onnx.reader;

import io.graphkernel.graph.DataType;

/** Conversion of floats of 8 and 16 bits, which Java 17 lacks. */
public final class HalfPrecision {

    private static final int FRACTION_BITS = 10;
    private static final int EXPONENT = 0x1f;
    private static final int BIAS = 15;
    private static final int E4M3_FRACTION_BITS = 3;
    private static final float E4M3_SCALE = 256;
    private static final int F16_NAN = 0x7e00;
    private static final int BF16_NAN = 0x7fc0;

    private HalfPrecision() {}

    static float f16(short bits) {
        int exponent = bits >> FRACTION_BITS & EXPONENT;
        int fraction = bits & (1 << FRACTION_BITS) - 1;
        double magnitude;
        if (exponent == EXPONENT) {
            magnitude = fraction == 0 ? Double.POSITIVE_INFINITY : Double.NaN;
        } else if (exponent == 0) {
            magnitude = Math.scalb((double) fraction, 1 - BIAS - FRACTION_BITS);
        } else {
            magnitude = Math.scalb((double) (fraction | 1 << FRACTION_BITS), exponent - BIAS - FRACTION_BITS);
        }
        return (float) (bits < 0 ? -magnitude : magnitude);
    }

    /** Returns the value of an f8e4m3: as an f16, whose exponent has one bit more, it is 256 times smaller. */
    static float e4m3(byte bits) {
        int magnitude = bits & Byte.MAX_VALUE;
        short half = (short) (bits & Short.MIN_VALUE | magnitude << FRACTION_BITS - E4M3_FRACTION_BITS);
        return magnitude == Byte.MAX_VALUE ? Float.NaN : f16(half) * E4M3_SCALE;
    }

    /** Returns the value of an f8e5m2, the upper half of an f16. */
    static float e5m2(byte bits) {
        return f16((short) (bits << Byte.SIZE));
    }

    /**
     * Returns the bits of a number that a dtype represents.
     *
     * @param value number
     * @param dtype f8e4m3 or f8e5m2
     * @return its bits
     */
    public static byte float8(double value, DataType dtype) {
        for (int bits = 0; bits < 1 << Byte.SIZE; bits++) {
            double represented = dtype == DataType.F8E4M3 ? e4m3((byte) bits) : e5m2((byte) bits);
            if (Double.compare(represented, value) == 0) {
                return (byte) bits;
            }
        }
        throw new IllegalArgumentException(value + " is not " + dtype);
    }

    static float bf16(short bits) {
        return Float.intBitsToFloat(bits << Short.SIZE);
    }

    /**
     * Returns the nearest half, of two the even one.
     *
     * @param value number, an f32 for bf16
     * @param half f16 or bf16
     * @return its bits
     */
    public static short bits(double value, DataType half) {
        return half == DataType.F16 ? bitsOfF16(value) : bitsOfBf16((float) value);
    }

    /**
     * Returns a number rounded to the nearest half.
     *
     * @param value number, an f32 for bf16
     * @param half f16 or bf16
     * @return the half
     */
    public static double rounded(double value, DataType half) {
        short bits = bits(value, half);
        return half == DataType.F16 ? f16(bits) : bf16(bits);
    }

    private static short bitsOfF16(double value) {
        if (Double.isNaN(value)) {
            return F16_NAN;
        }
        int sign = Math.copySign(1, value) < 0 ? Short.MIN_VALUE : 0;
        int exponent = Math.min(Math.max(Math.getExponent(value), 1 - BIAS), BIAS + 1);
        double steps = Math.rint(Math.scalb(Math.abs(value), FRACTION_BITS - exponent));
        int infinity = EXPONENT << FRACTION_BITS;
        // The steps of a normal number include 1 of the exponent.
        double magnitude = (exponent + BIAS - 1 << FRACTION_BITS) + steps;
        return (short) (sign | (int) Math.min(magnitude, infinity));
    }

    private static short bitsOfBf16(float value) {
        if (Float.isNaN(value)) {
            return BF16_NAN;
        }
        int bits = Float.floatToIntBits(value);
        int even = bits >>> Short.SIZE & 1;
        return (short) (bits + Short.MAX_VALUE + even >>> Short.SIZE);
    }
}
