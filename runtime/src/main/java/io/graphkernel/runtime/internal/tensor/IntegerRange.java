package io.graphkernel.runtime.internal.tensor;

import io.graphkernel.runtime.DType;
import io.graphkernel.runtime.exception.DTypeMismatchException;
import io.graphkernel.runtime.exception.RuntimeProblem;

/** The integers that a dtype represents. */
public final class IntegerRange {

    private IntegerRange() {}

    /** Returns a signed integer saturated to the range of an integer dtype; 0 or 1 for bool. */
    public static long saturate(DType dtype, long value) {
        return switch (dtype) {
            case I8 -> Math.min(Math.max(value, Byte.MIN_VALUE), Byte.MAX_VALUE);
            case U8 -> Math.min(Math.max(value, 0), 0xff);
            case I16 -> Math.min(Math.max(value, Short.MIN_VALUE), Short.MAX_VALUE);
            case U16 -> Math.min(Math.max(value, 0), 0xffff);
            case I32 -> Math.min(Math.max(value, Integer.MIN_VALUE), Integer.MAX_VALUE);
            case U32 -> Math.min(Math.max(value, 0), 0xffffffffL);
            case U64 -> Math.max(value, 0);
            case BOOL -> value == 0 ? 0 : 1;
            default -> value;
        };
    }

    /** Returns the bits of the identity element of a reduction, the least or largest integer for an infinity. */
    public static long identity(DType dtype, long value) {
        return dtype == DType.U64 && value == Long.MAX_VALUE ? -1 : saturate(dtype, value);
    }

    /** Returns a number that must be representable in a dtype other than floating-point. */
    public static long exact(String op, String parameter, double value, DType dtype) {
        // 2^63 would saturate to Long.MAX_VALUE, which is 2^63 as a double.
        if ((long) value != value || value == 0x1p63) {
            throw misfit(op, parameter, value, dtype);
        }
        return exact(op, parameter, (long) value, dtype);
    }

    /** Returns a number that must be representable in a dtype other than floating-point. */
    public static long exact(String op, String parameter, long value, DType dtype) {
        if (saturate(dtype, value) != value) {
            throw misfit(op, parameter, value, dtype);
        }
        return value;
    }

    private static DTypeMismatchException misfit(String op, String parameter, Object value, DType dtype) {
        return new DTypeMismatchException(RuntimeProblem.NUMBER_RANGE, op, parameter, value, dtype);
    }
}
