package io.graphkernel.processor.graph;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** The element types of tensors. */
public enum DType {
    F32(4),
    F64(8),
    F16(2),
    BF16(2),
    I8(1),
    U8(1),
    I32(4),
    I64(8),
    BOOL(1);

    private final int byteSize;
    private final String text = name().toLowerCase(Locale.ROOT);

    DType(int byteSize) {
        this.byteSize = byteSize;
    }

    /**
     * Size of one element.
     *
     * @return bytes
     */
    public int byteSize() {
        return byteSize;
    }

    /**
     * Whether a value has 16 bits and is computed with in {@code f32}.
     *
     * @return true for {@code f16} and {@code bf16}
     */
    public boolean isHalf() {
        return this == F16 || this == BF16;
    }

    /**
     * Whether elements have a fraction.
     *
     * @return true for {@code f64}, {@code f32}, {@code f16} and {@code bf16}
     */
    public boolean isFloating() {
        return this == F32 || this == F64 || this == F16 || this == BF16;
    }

    /**
     * Whether elements are whole numbers.
     *
     * @return true for {@code i8}, {@code u8}, {@code i32} and {@code i64}
     */
    public boolean isInteger() {
        return !isFloating() && this != BOOL;
    }

    /**
     * Whether a whole number is an element of this dtype.
     *
     * @param value the number
     * @return true if it is in the range of an integer dtype; always for a floating one; 0 and 1 for {@code bool}
     */
    public boolean holds(long value) {
        return isFloating() || narrowed(value) == value;
    }

    /**
     * A whole number in two's complement of this dtype's width.
     *
     * @param value the number
     * @return its low bits; 1 or 0 for {@code bool}
     */
    public long narrowed(long value) {
        return switch (this) {
            case I8 -> (byte) value;
            case U8 -> value & 0xff;
            case I32 -> (int) value;
            case BOOL -> value == 0 ? 0 : 1;
            default -> value;
        };
    }

    /**
     * The dtype in which values are held while they are computed with.
     *
     * @return {@code f32} for values of 16 bits; any other dtype itself
     */
    public DType computed() {
        return isHalf() ? F32 : this;
    }

    /**
     * Size of one element in the type in which kernels compute: 16-bit floats as {@code f32}, {@code bool} as a mask of
     * 32 bits.
     *
     * @return bytes
     */
    public int computeBytes() {
        return this == F16 || this == BF16 || this == BOOL ? 4 : byteSize;
    }

    /**
     * Size of one accumulator of a reduction: narrower types accumulate in 32 bits.
     *
     * @return bytes
     */
    public int accumulatorBytes() {
        return Math.max(4, byteSize);
    }

    /**
     * The name used in {@code @TensorType} and in every text form.
     *
     * @return for example {@code f32}
     */
    public String text() {
        return text;
    }

    /**
     * Finds a dtype by its text.
     *
     * @param text for example {@code f32}
     * @return the dtype, or empty
     */
    public static Optional<DType> byText(String text) {
        return Arrays.stream(values()).filter(d -> d.text().equals(text)).findFirst();
    }

    @Override
    public String toString() {
        return text();
    }
}
