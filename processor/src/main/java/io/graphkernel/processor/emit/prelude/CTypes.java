package io.graphkernel.processor.emit.prelude;

import io.graphkernel.processor.graph.DType;
import io.graphkernel.processor.graph.FloatText;
import io.graphkernel.processor.graph.Node;
import io.graphkernel.processor.lower.Scalars;

/** The C types of the dtypes, and their numbers. */
public final class CTypes {

    private CTypes() {}

    /** An element in memory. */
    public static String memory(DType dtype) {
        return switch (dtype) {
            case F32 -> "float";
            case F64 -> "double";
            case F16 -> "gk_half";
            case BF16 -> "gk_bfloat";
            case I8 -> "gk_int8";
            case U8 -> "gk_uint8";
            case I32 -> "int";
            case I64 -> "gk_int64";
            case BOOL -> "gk_bool";
        };
    }

    /** A vector of values. */
    public static String vector(DType dtype) {
        return dtype == DType.BOOL ? "gk_mask" : "gk_" + dtype.computed();
    }

    /** An element of a row buffer: masks are kept as they are. */
    public static String kept(DType dtype) {
        return dtype == DType.BOOL ? "int" : memory(dtype.computed());
    }

    /** The dtype in which a reduction or a scan accumulates. */
    public static DType accumulated(DType dtype) {
        return dtype == DType.I8 || dtype == DType.U8 ? DType.I32 : dtype.computed();
    }

    /** An element of the partial results of a reduction. */
    public static String partial(DType dtype) {
        return kept(accumulated(dtype));
    }

    /** The vector that accumulates nothing yet. */
    public static String identity(Node reduction) {
        DType dtype = reduction.dtype();
        String function = Scalars.combiner(reduction);
        boolean extreme = function.equals("max") || function.equals("min");
        DType named = extreme ? dtype.computed() : accumulated(dtype);
        return splat(accumulated(dtype), "GK_IDENTITY_" + function + "_" + named);
    }

    /** A value as an accumulator takes it. */
    public static String widened(Node reduction, String value) {
        return accumulated(reduction.dtype()) == reduction.dtype().computed() ? value : "gk_cast_i32(" + value + ")";
    }

    /** What was accumulated, as a value of the dtype. */
    public static String narrowed(Node reduction, String accumulator) {
        return accumulated(reduction.dtype()) == reduction.dtype().computed()
                ? accumulator
                : "gk_wrap_" + reduction.dtype() + "(" + accumulator + ")";
    }

    /** A vector with a number in all lanes. */
    public static String splat(DType dtype, String number) {
        DType computed = dtype.computed();
        return (computed == DType.F32 ? "gk_splat(" : "gk_splat_" + computed + "(") + number + ")";
    }

    /**
     * A vector of a constant.
     *
     * @param node the constant
     * @param wide what follows a number of 64 bits
     */
    public static String constant(Node node, String wide) {
        return splat(node.dtype(), literal(node.dtype(), node.attributes().number(), wide));
    }

    /** The member of an argument slot that holds a number. */
    public static String slotMember(DType dtype) {
        return switch (dtype.computed()) {
            case F32 -> "scalar";
            case F64 -> "wide_scalar";
            default -> "integer";
        };
    }

    /**
     * A number as a value of a dtype is computed with.
     *
     * @param dtype of the value
     * @param value the number
     * @param wide what follows a number of 64 bits
     */
    public static String literal(DType dtype, Number value, String wide) {
        return switch (dtype.computed()) {
            case F32 -> literal(value.floatValue());
            case F64 -> literal(value.doubleValue());
            case I64 ->
                value.longValue() == Long.MIN_VALUE
                        ? "(-0x7fffffffffffffff" + wide + " - 1)"
                        : value.longValue() + wide;
            case I32 -> value.intValue() == Integer.MIN_VALUE ? "(-0x7fffffff - 1)" : String.valueOf(value.intValue());
            default -> String.valueOf(value.longValue());
        };
    }

    /** The shortest decimal that the compiler reads back as the same float. */
    public static String literal(float value) {
        if (Float.isNaN(value)) {
            return "__builtin_nanf(\"\")";
        }
        if (Float.isInfinite(value)) {
            return value > 0 ? "__builtin_inff()" : "-__builtin_inff()";
        }
        return FloatText.of(value) + "f";
    }

    /** A decimal that the compiler reads back as the same double. */
    private static String literal(double value) {
        if (Double.isNaN(value)) {
            return "__builtin_nan(\"\")";
        }
        if (Double.isInfinite(value)) {
            return value > 0 ? "__builtin_inf()" : "-__builtin_inf()";
        }
        return Double.toString(value);
    }
}
