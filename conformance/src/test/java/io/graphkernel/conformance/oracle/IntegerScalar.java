package io.graphkernel.conformance.oracle;

import io.graphkernel.runtime.DType;
import java.math.BigInteger;
import java.util.function.BinaryOperator;

/**
 * An integer or bool. Arithmetic wraps around.
 *
 * @param dtype an integer dtype or bool
 * @param value within the dtype; of u64 the bits
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
                    case I16 -> (short) value;
                    case U16 -> value & 0xffff;
                    case I32 -> (int) value;
                    case U32 -> value & 0xffffffffL;
                    case I64, U64 -> value;
                    case BOOL -> value & 1;
                    default -> throw new IllegalArgumentException(dtype + " is not an integer dtype");
                });
    }

    /** The value or the nearest bound of the dtype. */
    public static IntegerScalar saturate(DType dtype, long value) {
        return new IntegerScalar(dtype, Math.min(Math.max(value, smallest(dtype)), largest(dtype)));
    }

    /** The number or the nearest bound of the dtype. */
    static IntegerScalar saturate(DType dtype, BigInteger number) {
        BigInteger least = BigInteger.valueOf(smallest(dtype));
        return wrap(dtype, number.max(least).min(highest(dtype).exact()).longValue());
    }

    /** The largest number of the dtype. */
    public static IntegerScalar highest(DType dtype) {
        return new IntegerScalar(dtype, dtype == DType.U64 ? -1 : largest(dtype));
    }

    /** The number, of u64 not the bits. */
    BigInteger exact() {
        return dtype == DType.U64 ? new BigInteger(Long.toUnsignedString(value)) : BigInteger.valueOf(value);
    }

    private IntegerScalar computed(Scalar other, BinaryOperator<BigInteger> function) {
        return wrap(
                dtype, function.apply(exact(), ((IntegerScalar) other).exact()).longValue());
    }

    public static long smallest(DType dtype) {
        return switch (dtype) {
            case I8 -> Byte.MIN_VALUE;
            case I16 -> Short.MIN_VALUE;
            case I32 -> Integer.MIN_VALUE;
            case I64 -> Long.MIN_VALUE;
            default -> 0;
        };
    }

    /** The largest number of the dtype that a long holds. */
    public static long largest(DType dtype) {
        return switch (dtype) {
            case I8 -> Byte.MAX_VALUE;
            case U8 -> 255;
            case I16 -> Short.MAX_VALUE;
            case U16 -> 65535;
            case I32 -> Integer.MAX_VALUE;
            case U32 -> 4294967295L;
            case I64, U64 -> Long.MAX_VALUE;
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
        return of(other) == 0 ? wrap(dtype, 0) : computed(other, BigInteger::divide);
    }

    @Override
    public IntegerScalar floorOver(Scalar other) {
        return dtype.isUnsigned() ? over(other) : wrap(dtype, of(other) == 0 ? 0 : Math.floorDiv(value, of(other)));
    }

    @Override
    public IntegerScalar truncatedOver(Scalar other) {
        return over(other);
    }

    @Override
    public IntegerScalar remainder(Scalar divisor) {
        return of(divisor) == 0 ? wrap(dtype, 0) : computed(divisor, BigInteger::remainder);
    }

    @Override
    public IntegerScalar floorRemainder(Scalar divisor) {
        return dtype.isUnsigned()
                ? remainder(divisor)
                : wrap(dtype, of(divisor) == 0 ? 0 : Math.floorMod(value, of(divisor)));
    }

    @Override
    public IntegerScalar max(Scalar other) {
        return isLess(other) ? (IntegerScalar) other : this;
    }

    @Override
    public IntegerScalar min(Scalar other) {
        return isLess(other) ? this : (IntegerScalar) other;
    }

    /** Returns the power by repeated multiplication; for a negative exponent the reciprocal rounded towards zero. */
    @Override
    public IntegerScalar power(Scalar exponent) {
        long count = of(exponent);
        if (count < 0 && dtype != DType.U64) {
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
        return wrap(dtype, exact().abs().longValue());
    }

    @Override
    public IntegerScalar sign() {
        return wrap(dtype, exact().signum());
    }

    @Override
    public IntegerScalar number(double constant) {
        return wrap(dtype, (long) constant);
    }

    @Override
    public boolean isLess(Scalar other) {
        return exact().compareTo(((IntegerScalar) other).exact()) < 0;
    }

    @Override
    public boolean isEqual(Scalar other) {
        return value == of(other);
    }

    @Override
    public double asDouble() {
        return dtype == DType.U64 ? exact().doubleValue() : value;
    }

    private static long of(Scalar other) {
        return ((IntegerScalar) other).value;
    }

    @Override
    public String toString() {
        return exact().toString();
    }
}
