package io.graphkernel.graph;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** The element types of tensors. */
public enum DataType {
    F32(4),
    F64(8),
    F16(2),
    BF16(2),
    I8(1),
    U8(1),
    I16(2),
    U16(2),
    I32(4),
    U32(4),
    I64(8),
    U64(8),
    BOOL(1),
    F8E4M3(1),
    F8E5M2(1);

    private final int byteSize;
    private final String text = name().toLowerCase(Locale.ROOT);

    DataType(int byteSize) {
        this.byteSize = byteSize;
    }

    /**
     * Returns the size of one element.
     *
     * @return the size in bytes
     */
    public int byteSize() {
        return byteSize;
    }

    /**
     * Returns true if this is a 16-bit floating-point dtype, which kernels compute in {@code f32}.
     *
     * @return true for {@code f16} and {@code bf16}
     */
    public boolean isHalf() {
        return this == F16 || this == BF16;
    }

    /**
     * Returns true if elements are stored and converted, but never computed with: only casts and moves accept them.
     *
     * @return true for {@code f8e4m3} and {@code f8e5m2}
     */
    public boolean isStorageOnly() {
        return this == F8E4M3 || this == F8E5M2;
    }

    /**
     * Returns true if this is a floating-point dtype.
     *
     * @return true for {@code f64}, {@code f32}, {@code f16}, {@code bf16}, {@code f8e4m3} and {@code f8e5m2}
     */
    public boolean isFloating() {
        return this == F32 || this == F64 || isHalf() || isStorageOnly();
    }

    /**
     * Returns true if values have gradients.
     *
     * @return true for the floating-point dtypes that are computed with
     */
    public boolean isDifferentiable() {
        return isFloating() && !isStorageOnly();
    }

    /**
     * Returns true if this is an integer dtype.
     *
     * @return true for signed and unsigned integers of 8 to 64 bits
     */
    public boolean isInteger() {
        return !isFloating() && this != BOOL;
    }

    /**
     * Returns true if this is an unsigned integer dtype.
     *
     * @return true for {@code u8}, {@code u16}, {@code u32} and {@code u64}
     */
    public boolean isUnsigned() {
        return this == U8 || this == U16 || this == U32 || this == U64;
    }

    /**
     * Returns true if this is a floating-point dtype whose values are computed in {@code f32} and rounded.
     *
     * @return true for the floats of 8 and 16 bits
     */
    public boolean isNarrowFloat() {
        return isFloating() && byteSize < 4;
    }

    /**
     * Returns true if this is an integer dtype whose reductions accumulate in {@code i32}.
     *
     * @return true for the integers of 8 and 16 bits
     */
    public boolean isNarrowInteger() {
        return isInteger() && byteSize < 4;
    }

    /**
     * Returns true if an integer is representable in this dtype.
     *
     * @param value the signed integer
     * @return true if it is in the range of an integer dtype; always for a floating one; 0 and 1 for {@code bool}
     */
    public boolean holds(long value) {
        return isFloating() || narrowed(value) == value && !(this == U64 && value < 0);
    }

    /**
     * Returns true if a Java number is representable in this dtype; floating dtypes accept any number and round it.
     *
     * @param value a boxed integer, {@code Float} or {@code Double}
     * @return false if an integer dtype would change the value
     */
    public boolean holds(Number value) {
        if (isFloating() || !(value instanceof Double || value instanceof Float)) {
            return holds(value.longValue());
        }
        double number = value.doubleValue();
        // 2^63 saturates to Long.MAX_VALUE, which converts to the double 2^63.
        return number == Math.rint(number) && Math.abs(number) <= 0x1p63 && number != 0x1p63 && holds((long) number);
    }

    /**
     * Returns an integer truncated to this dtype's width, in two's complement.
     *
     * @param value the integer
     * @return its low bits; 1 or 0 for {@code bool}; for {@code u64} the bits as a signed integer
     */
    public long narrowed(long value) {
        return switch (this) {
            case I8 -> (byte) value;
            case U8 -> value & 0xff;
            case I16 -> (short) value;
            case U16 -> value & 0xffff;
            case U32 -> value & 0xffffffffL;
            case I32 -> (int) value;
            case BOOL -> value == 0 ? 0 : 1;
            default -> value;
        };
    }

    /**
     * Returns the integer of this dtype that is nearest to an integer.
     *
     * @param value the signed integer
     * @return the value, clamped to the range of this integer dtype
     */
    public long saturated(long value) {
        long least = isUnsigned() ? 0 : Long.MIN_VALUE >> Long.SIZE - Byte.SIZE * byteSize;
        return Math.max(least, Math.min(maxSignedValue(), value));
    }

    /**
     * Returns the largest integer of this dtype that a signed 64-bit integer represents.
     *
     * @return 2⁶³ - 1 for {@code u64}
     */
    public long maxSignedValue() {
        int bits = Byte.SIZE * byteSize - (isUnsigned() && this != U64 ? 0 : 1);
        return this == U64 ? Long.MAX_VALUE : -1L >>> Long.SIZE - bits;
    }

    /**
     * Returns the dtype in which kernels compute values of this dtype.
     *
     * @return {@code f32} for floats of 8 and 16 bits, else this dtype
     */
    public DataType computeType() {
        return isNarrowFloat() ? F32 : this;
    }

    /**
     * Returns the size of one element in its compute type: narrower floats are {@code f32}, {@code bool} is a 32-bit
     * mask.
     *
     * @return the size in bytes
     */
    public int computeBytes() {
        return this == BOOL ? 4 : computeType().byteSize;
    }

    /**
     * Returns the size of one accumulator of a reduction; narrower types accumulate in 32 bits.
     *
     * @return the size in bytes
     */
    public int accumulatorBytes() {
        return Math.max(4, byteSize);
    }

    /**
     * Returns the name used in {@code @TensorType} and in all text forms.
     *
     * @return for example {@code f32}
     */
    public String text() {
        return text;
    }

    /**
     * Finds a dtype by its name.
     *
     * @param text for example {@code f32}
     * @return the dtype, or empty
     */
    public static Optional<DataType> byText(String text) {
        return Arrays.stream(values()).filter(d -> d.text().equals(text)).findFirst();
    }

    @Override
    public String toString() {
        return text();
    }
}
