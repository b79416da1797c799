package io.graphkernel.processor.emit.jvm;

import io.graphkernel.graph.DataType;
import io.graphkernel.graph.FloatText;
import io.graphkernel.graph.Node;
import io.graphkernel.processor.lower.ElementwiseLowering;

/** Java types of values, row buffers, partial results and accumulators. */
final class JvmType {

    private JvmType() {}

    /** Returns the Java type of a value: {@code float} for narrower floats, an integer type that has all its values. */
    static String value(DataType dtype) {
        return switch (dtype) {
            case F8E4M3, F8E5M2, F16, BF16, F32 -> "float";
            case F64 -> "double";
            case I8, U8, I16, U16, I32 -> "int";
            // The bits of u64.
            case U32, I64, U64 -> "long";
            case BOOL -> "boolean";
        };
    }

    /** Returns the dtype of a value in row buffers. */
    static DataType rowBufferDtype(DataType dtype) {
        return switch (dtype) {
            case F8E4M3, F8E5M2, F16, BF16 -> DataType.F32;
            default -> dtype;
        };
    }

    /** Returns the dtype of partial results in memory. */
    static DataType partialResultDtype(DataType dtype) {
        return switch (dtype) {
            case F8E4M3, F8E5M2, F16, BF16 -> DataType.F32;
            case I8, U8, I16, U16, BOOL -> DataType.I32;
            default -> dtype;
        };
    }

    /** Returns the Java type of an accumulator; floats accumulate in double. */
    static String accumulator(DataType dtype) {
        String valueType = value(dtype);
        return valueType.equals("float") ? "double" : valueType;
    }

    /** Returns the class with the scalar functions of a dtype. */
    static String functions(DataType dtype) {
        return dtype == DataType.U64 ? "UnsignedMath" : "ScalarMath";
    }

    /** Returns the number of bits of an integer dtype, for functions that depend on it. */
    static int width(DataType dtype) {
        return dtype.byteSize() * Byte.SIZE;
    }

    /** Returns the conversion of an expression to the value of another dtype with the same bits. */
    static String bitcast(DataType from, DataType to, String expression) {
        String bits = from.isInteger() ? expression : "ScalarMath.bitcastFrom" + from.name() + "(" + expression + ")";
        return to.isInteger() && to != DataType.I32
                ? wrapAround(to, bits)
                : "ScalarMath.bitcastTo" + to.name() + "(" + bits + ")";
    }

    /** Wraps an {@code int} or {@code long} expression around to its dtype. */
    static String wrapAround(DataType dtype, String expression) {
        return switch (dtype) {
            case I8 -> "(byte) (" + expression + ")";
            case I16 -> "(short) (" + expression + ")";
            case U8, U16, U32 -> "(" + expression + ") & " + limit(dtype, "MAX");
            default -> expression;
        };
    }

    /** Returns the literal of a constant. */
    static String literal(Node constant) {
        Number value = constant.attributes().number();
        DataType dtype = constant.dtype();
        double number = value.doubleValue();
        return switch (dtype) {
            case U32, I64, U64 -> value.longValue() == Long.MIN_VALUE ? "Long.MIN_VALUE" : longText(value);
            case I8, U8, I16, U16, I32 ->
                value.longValue() == Integer.MIN_VALUE ? "Integer.MIN_VALUE" : "(" + value.longValue() + ")";
            case BOOL -> number != 0 ? "true" : "false";
            case F64 -> special("Double", number, "(" + Double.toString(number) + ")");
            default ->
                special("Float", number, Double.isFinite(number) ? "(" + FloatText.of((float) number) + "f)" : "");
        };
    }

    private static String longText(Number value) {
        return "(" + value.longValue() + "L)";
    }

    private static String special(String type, double number, String finite) {
        if (Double.isNaN(number)) {
            return type + ".NaN";
        }
        if (Double.isInfinite(number)) {
            return type + (number > 0 ? ".POSITIVE_INFINITY" : ".NEGATIVE_INFINITY");
        }
        return finite;
    }

    /** Returns the identity element of a reduction. */
    static String identity(Node reduction) {
        DataType dtype = reduction.dtype();
        String type = accumulator(dtype);
        boolean floating = type.equals("double");
        String suffix = type.equals("long") ? "L" : "";
        return switch (ElementwiseLowering.combiner(reduction)) {
            case "sum" -> floating ? "0.0" : "0" + suffix;
            case "prod" -> floating ? "1.0" : "1" + suffix;
            case "max" -> floating ? "Double.NEGATIVE_INFINITY" : limit(dtype, "MIN");
            case "min" -> floating ? "Double.POSITIVE_INFINITY" : limit(dtype, "MAX");
            case "all" -> "true";
            default -> "false";
        };
    }

    private static String limit(DataType dtype, String which) {
        return switch (dtype) {
            case I64 -> "Long." + which + "_VALUE";
            case I8 -> "Byte." + which + "_VALUE";
            case I16 -> "Short." + which + "_VALUE";
            case U8 -> which.equals("MIN") ? "0" : "0xff";
            case U16 -> which.equals("MIN") ? "0" : "0xffff";
            case U32 -> which.equals("MIN") ? "0L" : "0xffffffffL";
            case U64 -> which.equals("MIN") ? "0L" : "-1L";
            default -> "Integer." + which + "_VALUE";
        };
    }

    /** Returns the combination of an accumulator and a value. */
    static String combine(Node reduction, String accumulator, String value) {
        String functions = functions(reduction.dtype());
        return switch (ElementwiseLowering.combiner(reduction)) {
            case "sum" -> accumulator + " + " + value;
            case "prod" -> accumulator + " * " + value;
            case "max" -> functions + ".maximum(" + accumulator + ", " + value + ")";
            case "min" -> functions + ".minimum(" + accumulator + ", " + value + ")";
            case "all" -> accumulator + " & " + value;
            default -> accumulator + " | " + value;
        };
    }

    /** Returns an accumulator, converted to the reduction's dtype. */
    static String result(Node reduction, String accumulator) {
        DataType dtype = reduction.dtype();
        return value(dtype).equals("float") ? "(float) " + accumulator : wrapAround(dtype, accumulator);
    }
}
