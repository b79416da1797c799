package io.graphkernel.runtime.generated;

import io.graphkernel.runtime.DType;
import io.graphkernel.runtime.Float8;
import io.graphkernel.runtime.Half;
import io.graphkernel.runtime.internal.tensor.IntegerRange;

/**
 * Conversions of the scalars of a call to dtypes that do not represent every value of their Java type. Integers are
 * checked; narrow floats are rounded once, to nearest even. {@code method} and {@code number} are the
 * user's names for messages. Nothing is allocated unless a check fails.
 */
public final class CallNumbers {

    private CallNumbers() {}

    /**
     * Checks an {@code i8} value.
     *
     * @throws io.graphkernel.runtime.exception.DTypeMismatchException if the dtype does not represent it
     */
    public static void i8(String method, String number, long value) {
        if (value != (byte) value) {
            IntegerRange.exact(method, number, value, DType.I8);
        }
    }

    /** Checks a {@code u8} value; see {@link #i8(String, String, long)}. */
    public static void u8(String method, String number, long value) {
        if (value != (value & 0xff)) {
            IntegerRange.exact(method, number, value, DType.U8);
        }
    }

    /** Checks an {@code i16} value; see {@link #i8(String, String, long)}. */
    public static void i16(String method, String number, long value) {
        if (value != (short) value) {
            IntegerRange.exact(method, number, value, DType.I16);
        }
    }

    /** Checks a {@code u16} value; see {@link #i8(String, String, long)}. */
    public static void u16(String method, String number, long value) {
        if (value != (value & 0xffff)) {
            IntegerRange.exact(method, number, value, DType.U16);
        }
    }

    /** Checks a {@code u32} value; see {@link #i8(String, String, long)}. */
    public static void u32(String method, String number, long value) {
        if (value != (value & 0xffffffffL)) {
            IntegerRange.exact(method, number, value, DType.U32);
        }
    }

    /** Checks a {@code u64} value; see {@link #i8(String, String, long)}. */
    public static void u64(String method, String number, long value) {
        if (value < 0) {
            IntegerRange.exact(method, number, value, DType.U64);
        }
    }

    /** Checks an {@code i32} value; see {@link #i8(String, String, long)}. */
    public static void i32(String method, String number, long value) {
        if (value != (int) value) {
            IntegerRange.exact(method, number, value, DType.I32);
        }
    }

    /** Checks an integer passed as a {@code double}; see {@link #i8(String, String, long)}. */
    public static void i8(String method, String number, double value) {
        IntegerRange.exact(method, number, value, DType.I8);
    }

    /** Checks an integer passed as a {@code double}; see {@link #i8(String, String, long)}. */
    public static void u8(String method, String number, double value) {
        IntegerRange.exact(method, number, value, DType.U8);
    }

    /** Checks an integer passed as a {@code double}; see {@link #i8(String, String, long)}. */
    public static void i32(String method, String number, double value) {
        IntegerRange.exact(method, number, value, DType.I32);
    }

    /** Checks an integer passed as a {@code double}; see {@link #i8(String, String, long)}. */
    public static void i64(String method, String number, double value) {
        IntegerRange.exact(method, number, value, DType.I64);
    }

    /** Checks an integer passed as a {@code double}; see {@link #i8(String, String, long)}. */
    public static void i16(String method, String number, double value) {
        IntegerRange.exact(method, number, value, DType.I16);
    }

    /** Checks an integer passed as a {@code double}; see {@link #i8(String, String, long)}. */
    public static void u16(String method, String number, double value) {
        IntegerRange.exact(method, number, value, DType.U16);
    }

    /** Checks an integer passed as a {@code double}; see {@link #i8(String, String, long)}. */
    public static void u32(String method, String number, double value) {
        IntegerRange.exact(method, number, value, DType.U32);
    }

    /** Checks an integer passed as a {@code double}; see {@link #i8(String, String, long)}. */
    public static void u64(String method, String number, double value) {
        IntegerRange.exact(method, number, value, DType.U64);
    }

    /** Returns the {@code f16} value nearest to a number. */
    public static float f16(double value) {
        return Half.fromF16(Half.toF16(value));
    }

    /** Returns the {@code f16} value nearest to a number. */
    public static float f16(long value) {
        return Half.fromF16(Half.toF16(value));
    }

    /** Returns the {@code bf16} value nearest to a number. */
    public static float bf16(double value) {
        return Half.fromBf16(Half.toBf16(value));
    }

    /** Returns the {@code bf16} value nearest to a number. */
    public static float bf16(long value) {
        return Half.fromBf16(Half.toBf16(value));
    }

    /** Returns the {@code f8e4m3} value nearest to a number; an integer beyond 2^53 saturates. */
    public static float f8e4m3(double value) {
        return Float8.fromE4m3(Float8.toE4m3(value));
    }

    /** Returns the {@code f8e5m2} value nearest to a number; an integer beyond 2^53 is infinite. */
    public static float f8e5m2(double value) {
        return Float8.fromE5m2(Float8.toE5m2(value));
    }
}
