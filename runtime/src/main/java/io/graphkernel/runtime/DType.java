package io.graphkernel.runtime;

/** Element types of tensors. */
public enum DType {
    /** IEEE binary32, Java's {@code float}. */
    F32("f32", 4),
    /** IEEE binary64, Java's {@code double}. */
    F64("f64", 8),
    /** IEEE binary16. */
    F16("f16", 2),
    /** The upper half of a binary32 (bfloat16). */
    BF16("bf16", 2),
    /** Signed 8-bit integer. */
    I8("i8", 1),
    /** Unsigned 8-bit integer. */
    U8("u8", 1),
    /** Signed 16-bit integer, Java's {@code short}. */
    I16("i16", 2),
    /** Unsigned 16-bit integer. */
    U16("u16", 2),
    /** Signed 32-bit integer. */
    I32("i32", 4),
    /** Unsigned 32-bit integer; an {@code int} has its bits. */
    U32("u32", 4),
    /** Signed 64-bit integer. */
    I64("i64", 8),
    /** Unsigned 64-bit integer; a {@code long} has its bits. */
    U64("u64", 8),
    /** One byte: 0 is false, 1 is true. */
    BOOL("bool", 1),
    /** OCP E4M3 without infinities, up to 448; only stored and converted, see {@link #isStorageOnly}. */
    F8E4M3("f8e4m3", 1),
    /** OCP E5M2, the upper half of a binary16; only stored and converted, see {@link #isStorageOnly}. */
    F8E5M2("f8e5m2", 1);

    private final String text;
    private final int bytes;

    DType(String text, int bytes) {
        this.text = text;
        this.bytes = bytes;
    }

    /** Returns the size of one element in bytes. */
    public int bytes() {
        return bytes;
    }

    /** Returns true if the elements are floating-point numbers: f8e4m3, f8e5m2, f16, bf16, f32 and f64. */
    public boolean isFloat() {
        return switch (this) {
            case F32, F64, F16, BF16, F8E4M3, F8E5M2 -> true;
            default -> false;
        };
    }

    /**
     * Returns true if ops convert and move the elements, but do not compute with them: f8e4m3 and f8e5m2. {@code
     * Ops.cast} converts them to a dtype for arithmetic.
     */
    public boolean isStorageOnly() {
        return this == F8E4M3 || this == F8E5M2;
    }

    /** Returns true if the elements are signed or unsigned integers, but not bool. */
    public boolean isInteger() {
        return !isFloat() && this != BOOL;
    }

    /** Returns true if the elements are unsigned integers: u8, u16, u32 and u64. */
    public boolean isUnsigned() {
        return switch (this) {
            case U8, U16, U32, U64 -> true;
            default -> false;
        };
    }

    /** Returns the name as written in {@code @TensorType}, such as {@code f32}. */
    @Override
    public String toString() {
        return text;
    }
}
