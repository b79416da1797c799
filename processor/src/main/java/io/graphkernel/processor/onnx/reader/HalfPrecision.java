package io.graphkernel.processor.onnx.reader;

import io.graphkernel.graph.DataType;

/** Conversion of 16-bit floats, which Java 17 lacks. */
public final class HalfPrecision {

    private static final int FRACTION_BITS = 10;
    private static final int EXPONENT = 0x1f;
    private static final int BIAS = 15;
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
