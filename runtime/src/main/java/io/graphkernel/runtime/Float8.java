package io.graphkernel.runtime;

/**
 * Conversions between Java numbers and the bits of f8e4m3 (OCP E4M3, without infinities) and f8e5m2 (OCP E5M2, the upper
 * half of an f16).
 *
 * <p>Numbers are rounded once, to nearest, ties to even. An f8e4m3 saturates: numbers out of range, also infinite ones,
 * become 448 or -448. An f8e5m2 out of range becomes infinite. NaN becomes the NaN 0x7f of f8e4m3 or 0x7e of f8e5m2, with
 * its sign. The opposite conversion is exact.
 */
public final class Float8 {
    private static final int E4M3_FRACTION = 3;
    private static final int E4M3_BIAS = 7;
    private static final double E4M3_MAX = 448;
    private static final int E4M3_NAN = 0x7f;
    private static final int E5M2_FRACTION = 2;
    private static final int E5M2_BIAS = 15;
    private static final int E5M2_INFINITY = 0x7c;
    private static final int E5M2_NAN = 0x7e;

    /** Values of all f8e4m3, by their bits as an unsigned integer. */
    private static final float[] E4M3 = new float[1 << Byte.SIZE];

    static {
        for (int bits = 0; bits < E4M3.length; bits++) {
            int magnitude = bits & 0x7f;
            int fraction = magnitude & (1 << E4M3_FRACTION) - 1;
            int exponent = magnitude >> E4M3_FRACTION;
            int significand = exponent == 0 ? fraction : fraction | 1 << E4M3_FRACTION;
            float value = magnitude == E4M3_NAN
                    ? Float.NaN
                    : Math.scalb((float) significand, Math.max(exponent, 1) - E4M3_BIAS - E4M3_FRACTION);
            E4M3[bits] = Float.intBitsToFloat(Float.floatToRawIntBits(value) | bits << 24 & Integer.MIN_VALUE);
        }
    }

    private Float8() {}

    /** Returns the value of an f8e4m3. */
    public static float fromE4m3(byte bits) {
        return E4M3[bits & 0xff];
    }

    /** Returns the value of an f8e5m2. */
    public static float fromE5m2(byte bits) {
        return Half.fromF16((short) (bits << Byte.SIZE));
    }

    /** Returns the f8e4m3 nearest to a number. */
    public static byte toE4m3(double value) {
        int sign = sign(value);
        if (Double.isNaN(value)) {
            return (byte) (sign | E4M3_NAN);
        }
        return (byte) (sign | encode(Math.min(Math.abs(value), E4M3_MAX), E4M3_FRACTION, E4M3_BIAS));
    }

    /** Returns the f8e5m2 nearest to a number. */
    public static byte toE5m2(double value) {
        int sign = sign(value);
        if (Double.isNaN(value)) {
            return (byte) (sign | E5M2_NAN);
        }
        double bounded = Math.min(Math.abs(value), 0x1p16);
        return (byte) (sign | Math.min(encode(bounded, E5M2_FRACTION, E5M2_BIAS), E5M2_INFINITY));
    }

    private static int sign(double value) {
        return (int) (Double.doubleToRawLongBits(value) >>> 56) & 0x80;
    }

    /** Returns the bits of a magnitude, rounded; the exponent of a result may be one too large. */
    private static int encode(double magnitude, int fraction, int bias) {
        int exponent = Math.max(Math.getExponent(magnitude), 1 - bias);
        int units = (int) Math.rint(Math.scalb(magnitude, fraction - exponent));
        // The exponent field of a subnormal is 0. A carry of the rounding correctly increments the exponent.
        return (exponent + bias - 1 << fraction) + units;
    }
}
