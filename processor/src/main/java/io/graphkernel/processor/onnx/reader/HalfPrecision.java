package io.graphkernel.processor.onnx.reader;

/** Conversion of 16-bit floats, which Java 17 lacks. */
final class HalfPrecision {

    private static final int FRACTION_BITS = 10;
    private static final int EXPONENT = 0x1f;
    private static final int BIAS = 15;

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
}
