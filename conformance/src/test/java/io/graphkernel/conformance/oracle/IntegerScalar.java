package io.graphkernel.conformance.oracle;

import io.graphkernel.runtime.DType;

/**
 * An integer or bool. Arithmetic wraps around.
 *
 * @param dtype i8, u8, i32, i64 or bool
 * @param value within the dtype
 */
public record IntegerScalar(DType dtype, long value) implements Scalar {

    static final IntegerScalar TRUE = new IntegerScalar(DType.BOOL, 1);
    static final IntegerScalar FALSE = new IntegerScalar(DType.BOOL, 0);

    /** The value modulo the dtype's size. */
    public static IntegerScalar wrap(DType dtype, long value) {
        return new IntegerScalar(
                dtype,
                switch (dtype) {
                    case I8 -> (byte) value;
                    case U8 -> value & 0xff;
                    case I32 -> (int) value;
                    case I64 -> value;
                    case BOOL -> value & 1;
                    default -> throw new IllegalArgumentException(dtype + " is not an integer dtype");
                });
    }

    /** The value or the nearest bound of the dtype. */
    public static IntegerScalar saturate(DType dtype, long value) {
        return new IntegerScalar(dtype, Math.min(Math.max(value, smallest(dtype)), largest(dtype)));
    }

    public static long smallest(DType dtype) {
        return switch (dtype) {
            case I8 -> Byte.MIN_VALUE;
            case I32 -> Integer.MIN_VALUE;
            case I64 -> Long.MIN_VALUE;
            default -> 0;
        };
    }

    public static long largest(DType dtype) {
        return switch (dtype) {
            case I8 -> Byte.MAX_VALUE;
            case U8 -> 255;
            case I32 -> Integer.MAX_VALUE;
            case I64 -> Long.MAX_VALUE;
            default -> 1;
        };
    }

    @Override
    public IntegerScalar plus(Scalar other) {
        return wrap(dtype, value + of(other));
    }

    @Override
    public IntegerScalar minus(Scalar other) {
        return wrap(dtype, value - of(other));
    }

    @Override
    public IntegerScalar times(Scalar other) {
        return wrap(dtype, value * of(other));
    }

    @Override
    public IntegerScalar over(Scalar other) {
        return wrap(dtype, of(other) == 0 ? 0 : value / of(other));
    }

    @Override
    public IntegerScalar floorOver(Scalar other) {
        return wrap(dtype, of(other) == 0 ? 0 : Math.floorDiv(value, of(other)));
    }

    @Override
    public IntegerScalar truncatedOver(Scalar other) {
        return over(other);
    }

    @Override
    public IntegerScalar remainder(Scalar divisor) {
        return wrap(dtype, of(divisor) == 0 ? 0 : value % of(divisor));
    }

    @Override
    public IntegerScalar floorRemainder(Scalar divisor) {
        return wrap(dtype, of(divisor) == 0 ? 0 : Math.floorMod(value, of(divisor)));
    }

    @Override
    public IntegerScalar max(Scalar other) {
        return wrap(dtype, Math.max(value, of(other)));
    }

    @Override
    public IntegerScalar min(Scalar other) {
        return wrap(dtype, Math.min(value, of(other)));
    }

    /** Returns the power by repeated multiplication; for a negative exponent the reciprocal rounded towards zero. */
    @Override
    public IntegerScalar power(Scalar exponent) {
        long count = of(exponent);
        if (count < 0) {
            long sign = (count & 1) == 0 ? 1 : value;
            return wrap(dtype, value == 1 ? 1 : value == -1 ? sign : 0);
        }
        long result = 1;
        long square = value;
        for (long rest = count; rest != 0; rest >>>= 1) {
            result = (rest & 1) == 0 ? result : result * square;
            square *= square;
        }
        return wrap(dtype, result);
    }

    @Override
    public IntegerScalar negated() {
        return wrap(dtype, -value);
    }

    @Override
    public IntegerScalar magnitude() {
        return wrap(dtype, Math.abs(value));
    }

    @Override
    public IntegerScalar sign() {
        return wrap(dtype, Long.signum(value));
    }

    @Override
    public IntegerScalar number(double constant) {
        return wrap(dtype, (long) constant);
    }

    @Override
    public boolean isLess(Scalar other) {
        return value < of(other);
    }

    @Override
    public boolean isEqual(Scalar other) {
        return value == of(other);
    }

    @Override
    public double asDouble() {
        return value;
    }

    private static long of(Scalar other) {
        return ((IntegerScalar) other).value;
    }

    @Override
    public String toString() {
        return String.valueOf(value);
    }
}
