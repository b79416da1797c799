package io.graphkernel.conformance.oracle;

/** A binary floating-point format. */
public enum Format {
    /** Without infinities; all ones is NaN. */
    F8E4M3(4, 8, 7, 8),
    F8E5M2(3, 15, 15, 8),
    F16(11, 15, 15, 16),
    BF16(8, 127, 127, 16),
    F32(24, 127, 127, 32),
    F64(53, 1023, 1023, 64);

    private final int precision;
    private final int largestExponent;
    private final int bias;
    private final int width;

    Format(int precision, int largestExponent, int bias, int width) {
        this.precision = precision;
        this.largestExponent = largestExponent;
        this.bias = bias;
        this.width = width;
    }

    /** The step between neighbouring numbers at a value; that of the largest binade for what overflows. */
    public double ulp(double value) {
        int exponent = Math.min(Math.max(Math.getExponent(value), 1 - bias), largestExponent);
        return Math.scalb(1.0, exponent - (precision - 1));
    }

    /** The nearest number of the format, half to even; infinite beyond the largest, if it has infinities. */
    public double round(double value) {
        if (this == F8E4M3 && Math.abs(value) > largest()) {
            return Math.copySign(largest(), value);
        }
        if (this == F64 || Double.isNaN(value) || Double.isInfinite(value)) {
            return value;
        }
        double step = ulp(value);
        double rounded = Math.rint(value / step) * step;
        return Math.abs(rounded) >= overflow() ? Math.copySign(Double.POSITIVE_INFINITY, value) : rounded;
    }

    /** The next number above or below a number; that above the largest one is infinite. */
    public double next(double value, boolean above) {
        if (this == F64) {
            return above ? Math.nextUp(value) : Math.nextDown(value);
        }
        if (value == 0) {
            return above ? smallest() : -smallest();
        }
        double magnitude = Math.abs(value);
        if (above == value > 0) {
            return Math.copySign(round(magnitude + ulp(magnitude)), value);
        }
        double half = magnitude - ulp(magnitude) / 2;
        double below = round(half) == half ? half : magnitude - ulp(magnitude);
        return Math.copySign(Double.isInfinite(value) ? largest() : below, value);
    }

    /** The power of two above the largest number; infinite for f64. */
    public double overflow() {
        return Math.scalb(2.0, largestExponent);
    }

    /** Up to here the format has all integers. */
    public double integers() {
        return Math.scalb(1.0, precision);
    }

    /** The largest finite number. */
    public double largest() {
        // The pattern of the next number is NaN in f8e4m3.
        double units = this == F8E4M3 ? 2 : 1;
        return this == F64 ? Double.MAX_VALUE : overflow() - units * ulp(overflow());
    }

    /** The smallest positive number, which is subnormal. */
    public double smallest() {
        return ulp(0);
    }

    /** The smallest positive number that has all its digits. */
    public double smallestNormal() {
        return Math.scalb(1.0, 1 - bias);
    }

    /** The bits of the nearest number of the format. */
    public long encode(double value) {
        if (this == F64) {
            return Double.doubleToRawLongBits(value);
        }
        int fractionBits = precision - 1;
        long exponentMask = 2L * bias + 1;
        long sign = Double.doubleToRawLongBits(value) >>> 63 << width() - 1;
        if (Double.isNaN(value)) {
            return this == F8E4M3 ? 0x7f : exponentMask << fractionBits | 1L << fractionBits - 1;
        }
        double magnitude = Math.abs(round(value));
        if (Double.isInfinite(magnitude)) {
            return sign | exponentMask << fractionBits;
        }
        long inSteps = (long) (magnitude / ulp(magnitude));
        int exponent = Math.getExponent(magnitude);
        boolean normal = magnitude != 0 && exponent >= 1 - bias;
        long field = normal ? exponent + bias : 0;
        return sign | field << fractionBits | inSteps & (1L << fractionBits) - 1;
    }

    /** The number that the bits stand for. */
    public double decode(long bits) {
        if (this == F64) {
            return Double.longBitsToDouble(bits);
        }
        int fractionBits = precision - 1;
        long fraction = bits & (1L << fractionBits) - 1;
        int field = (int) (bits >>> fractionBits & 2L * bias + 1);
        double magnitude;
        if (this == F8E4M3 && (bits & 0x7f) == 0x7f) {
            magnitude = Double.NaN;
        } else if (this != F8E4M3 && field == 2 * bias + 1) {
            magnitude = fraction == 0 ? Double.POSITIVE_INFINITY : Double.NaN;
        } else {
            long significand = field == 0 ? fraction : fraction | 1L << fractionBits;
            magnitude = Math.scalb((double) significand, Math.max(field, 1) - bias - fractionBits);
        }
        return (bits >>> width() - 1 & 1) == 0 ? magnitude : -magnitude;
    }

    /** The number of bits. */
    public int width() {
        return width;
    }
}
