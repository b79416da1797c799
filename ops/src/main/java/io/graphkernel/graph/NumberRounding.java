package io.graphkernel.graph;

/**
 * Rounding of numbers to a dtype in one step. Rounding to narrow floating-point dtypes is to nearest even, without double
 * rounding by {@code f32} or {@code f64}.
 */
final class NumberRounding {

    private static final int F16_SIGNIFICAND_BITS = 11;
    private static final int F16_MIN_EXPONENT = -14;
    private static final int F16_MAX_EXPONENT = 15;
    private static final int BF16_SIGNIFICAND_BITS = 8;
    private static final int E4M3_SIGNIFICAND_BITS = 4;
    private static final int E4M3_MIN_EXPONENT = -6;
    private static final double E4M3_MAX = 448;
    private static final int E5M2_SIGNIFICAND_BITS = 3;

    private NumberRounding() {}

    /**
     * Returns a number as a constant of a dtype stores it.
     *
     * @param value any number
     * @param dtype the dtype
     * @return the number, rounded to a floating dtype or truncated to an integer one
     */
    static Number stored(Number value, DataType dtype) {
        if (dtype.isNarrowFloat()) {
            return narrowed(value, dtype);
        }
        if (dtype.isFloating()) {
            // A conversion by double would round a long twice.
            return dtype == DataType.F64 ? value.doubleValue() : (Number) (double) value.floatValue();
        }
        return dtype.narrowed(isIntegral(value) ? value.longValue() : (long) value.doubleValue());
    }

    private static boolean isIntegral(Number value) {
        return !(value instanceof Double || value instanceof Float);
    }

    /**
     * Rounds a number.
     *
     * @param value any number
     * @param dtype a floating-point dtype of 8 or 16 bits
     * @return the nearest element of the dtype; if the number is too large, the largest {@code f8e4m3} or an infinity
     */
    private static double narrowed(Number value, DataType dtype) {
        double exact = isIntegral(value) ? roundedToOdd(value.longValue()) : value.doubleValue();
        return switch (dtype) {
            case F16 -> round(exact, F16_SIGNIFICAND_BITS, F16_MIN_EXPONENT, F16_MAX_EXPONENT);
            case BF16 -> round(exact, BF16_SIGNIFICAND_BITS, Float.MIN_EXPONENT, Float.MAX_EXPONENT);
            case F8E5M2 -> round(exact, E5M2_SIGNIFICAND_BITS, F16_MIN_EXPONENT, F16_MAX_EXPONENT);
            default -> {
                double saturated = Math.max(-E4M3_MAX, Math.min(E4M3_MAX, exact));
                yield round(saturated, E4M3_SIGNIFICAND_BITS, E4M3_MIN_EXPONENT, Float.MAX_EXPONENT);
            }
        };
    }

    private static double round(double value, int significandBits, int minExponent, int maxExponent) {
        if (value == 0 || Double.isNaN(value) || Double.isInfinite(value)) {
            return value;
        }
        int exponent = Math.max(Math.getExponent(value), minExponent);
        double unit = Math.scalb(1.0, exponent - significandBits + 1);
        // Both the quotient and the product are exact: the unit is a power of two.
        double rounded = Math.rint(value / unit) * unit;
        boolean overflows = Math.getExponent(rounded) > maxExponent;
        return overflows ? Math.copySign(Double.POSITIVE_INFINITY, value) : rounded;
    }

    /** Returns a double on the same side of every midpoint as the integer. */
    private static double roundedToOdd(long value) {
        double nearest = value;
        // The nearest double of Long.MAX_VALUE is 2^63, which is not a long.
        long back = nearest == 0x1p63 ? Long.MAX_VALUE : (long) nearest;
        boolean even = (Double.doubleToRawLongBits(nearest) & 1) == 0;
        boolean inexact = back != value || nearest == 0x1p63;
        if (!inexact || !even) {
            return nearest;
        }
        boolean below = nearest == 0x1p63 || nearest > value;
        return below ? Math.nextDown(nearest) : Math.nextUp(nearest);
    }
}
