package io.graphkernel.processor.emit.prelude;

import io.graphkernel.graph.DataType;
import io.graphkernel.graph.FloatText;
import io.graphkernel.graph.Node;
import io.graphkernel.processor.lower.ElementwiseLowering;

/** C types and literals of dtypes. */
public final class CTypes {

    private CTypes() {}

    /** Returns the type of an element in memory. */
    public static String memory(DataType dtype) {
        return switch (dtype) {
            case F32 -> "float";
            case F64 -> "double";
            case F16 -> "gk_half";
            case BF16 -> "gk_bfloat";
            case F8E4M3 -> "gk_e4m3";
            case F8E5M2 -> "gk_e5m2";
            case I8 -> "gk_int8";
            case U8 -> "gk_uint8";
            case I16 -> "gk_int16";
            case U16 -> "gk_uint16";
            case I32 -> "int";
            case U32 -> "gk_uint32";
            case I64 -> "gk_int64";
            case U64 -> "gk_uint64";
            case BOOL -> "gk_bool";
        };
    }

    /** Returns the type of a vector of values. */
    public static String vector(DataType dtype) {
        return dtype == DataType.BOOL ? "gk_mask" : "gk_" + dtype.computeType();
    }

    /** Returns the type of an element of a row buffer; masks are stored unchanged. */
    public static String rowBuffer(DataType dtype) {
        return dtype == DataType.BOOL ? "int" : memory(dtype.computeType());
    }

    /** Returns the accumulator dtype of a reduction or scan. */
    public static DataType accumulatorDtype(DataType dtype) {
        return dtype.isNarrowInteger() ? DataType.I32 : dtype.computeType();
    }

    /** Returns the type of a reduction's partial results. */
    public static String partialResult(DataType dtype) {
        return rowBuffer(accumulatorDtype(dtype));
    }

    /** Returns the identity element of a reduction as a vector. */
    public static String identity(Node reduction) {
        DataType dtype = reduction.dtype();
        String function = ElementwiseLowering.combiner(reduction);
        boolean extreme = function.equals("max") || function.equals("min");
        DataType named = extreme ? dtype.computeType() : accumulatorDtype(dtype);
        return splat(accumulatorDtype(dtype), "GK_IDENTITY_" + function + "_" + named);
    }

    /** Returns a value, converted to the accumulator dtype. */
    public static String toAccumulator(Node reduction, String value) {
        return accumulatorDtype(reduction.dtype()) == reduction.dtype().computeType()
                ? value
                : "gk_cast_i32(" + value + ")";
    }

    /** Returns an accumulator, converted to the reduction's dtype. */
    public static String fromAccumulator(Node reduction, String accumulator) {
        return accumulatorDtype(reduction.dtype()) == reduction.dtype().computeType()
                ? accumulator
                : "gk_wrap_" + reduction.dtype() + "(" + accumulator + ")";
    }

    /** Returns a vector with a number in all lanes. */
    public static String splat(DataType dtype, String number) {
        DataType computed = dtype.computeType();
        return (computed == DataType.F32 ? "gk_splat(" : "gk_splat_" + computed + "(") + number + ")";
    }

    /**
     * Returns a constant as a vector.
     *
     * @param node the constant
     * @param int64Suffix suffix of 64-bit integer literals
     */
    public static String constant(Node node, String int64Suffix) {
        return splat(node.dtype(), literal(node.dtype(), node.attributes().number(), int64Suffix));
    }

    /** Returns the name of an argument slot's member for a number. */
    public static String slotMember(DataType dtype) {
        return switch (dtype.computeType()) {
            case F32 -> "scalar";
            case F64 -> "wide_scalar";
            default -> "integer";
        };
    }

    /**
     * Returns a literal in the compute dtype of a value.
     *
     * @param dtype dtype of the value
     * @param value the number
     * @param int64Suffix suffix of 64-bit integer literals
     */
    public static String literal(DataType dtype, Number value, String int64Suffix) {
        return switch (dtype.computeType()) {
            case F32 -> literal(value.floatValue());
            case F64 -> literal(value.doubleValue());
            case I64 ->
                value.longValue() == Long.MIN_VALUE
                        ? "(-0x7fffffffffffffff" + int64Suffix + " - 1)"
                        : value.longValue() + int64Suffix;
            case U64 -> Long.toUnsignedString(value.longValue()) + "U" + int64Suffix;
            case U32 -> value.longValue() + "U";
            case I32 -> value.intValue() == Integer.MIN_VALUE ? "(-0x7fffffff - 1)" : String.valueOf(value.intValue());
            default -> String.valueOf(value.longValue());
        };
    }

    /** Returns the shortest decimal that the compiler reads back as the same float. */
    public static String literal(float value) {
        if (Float.isNaN(value)) {
            return "__builtin_nanf(\"\")";
        }
        if (Float.isInfinite(value)) {
            return value > 0 ? "__builtin_inff()" : "-__builtin_inff()";
        }
        return FloatText.of(value) + "f";
    }

    /** Returns a decimal that the compiler reads back as the same double. */
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
