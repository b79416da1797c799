package io.graphkernel.processor.emit.jvm;

import io.graphkernel.processor.graph.DType;
import io.graphkernel.processor.graph.FloatText;
import io.graphkernel.processor.graph.Node;
import io.graphkernel.processor.lower.Scalars;

/** How values of a dtype are held, loaded, stored and accumulated in Java. */
final class JvmType {

    private JvmType() {}

    /** The Java type of a value: 16-bit floats are held as {@code float}, small integers as {@code int}. */
    static String held(DType dtype) {
        return switch (dtype) {
            case F16, BF16, F32 -> "float";
            case F64 -> "double";
            case I8, U8, I32 -> "int";
            case I64 -> "long";
            case BOOL -> "boolean";
        };
    }

    /** The dtype as which a value is kept in row buffers. */
    static DType kept(DType dtype) {
        return switch (dtype) {
            case F16, BF16 -> DType.F32;
            default -> dtype;
        };
    }

    /** The dtype as which partial results lie in memory. */
    static DType partial(DType dtype) {
        return switch (dtype) {
            case F16, BF16 -> DType.F32;
            case I8, U8, BOOL -> DType.I32;
            default -> dtype;
        };
    }

    /** The Java type of an accumulator: sums of floats are formed in double. */
    static String accumulated(DType dtype) {
        String held = held(dtype);
        return held.equals("float") ? "double" : held;
    }

    /** A value of type {@code int} or {@code long} brought back into the range of its dtype; others stay. */
    static String wrapped(DType dtype, String expression) {
        return switch (dtype) {
            case I8 -> "(byte) (" + expression + ")";
            case U8 -> "(" + expression + ") & 0xff";
            default -> expression;
        };
    }

    /** A number of the source. */
    static String literal(Node constant) {
        Number value = constant.attributes().number();
        DType dtype = constant.dtype();
        double number = value.doubleValue();
        return switch (dtype) {
            case I64 -> value.longValue() == Long.MIN_VALUE ? "Long.MIN_VALUE" : longText(value);
            case I8, U8, I32 ->
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

    /** Where an accumulation starts. */
    static String identity(Node reduction) {
        DType dtype = reduction.dtype();
        String type = accumulated(dtype);
        boolean floating = type.equals("double");
        String suffix = type.equals("long") ? "L" : "";
        return switch (Scalars.combiner(reduction)) {
            case "sum" -> floating ? "0.0" : "0" + suffix;
            case "prod" -> floating ? "1.0" : "1" + suffix;
            case "max" -> floating ? "Double.NEGATIVE_INFINITY" : limit(dtype, "MIN");
            case "min" -> floating ? "Double.POSITIVE_INFINITY" : limit(dtype, "MAX");
            case "all" -> "true";
            default -> "false";
        };
    }

    private static String limit(DType dtype, String which) {
        return switch (dtype) {
            case I64 -> "Long." + which + "_VALUE";
            case I8 -> "Byte." + which + "_VALUE";
            case U8 -> which.equals("MIN") ? "0" : "255";
            default -> "Integer." + which + "_VALUE";
        };
    }

    /** One more value accumulated. */
    static String combine(Node reduction, String accumulator, String value) {
        return switch (Scalars.combiner(reduction)) {
            case "sum" -> accumulator + " + " + value;
            case "prod" -> accumulator + " * " + value;
            case "max" -> "ScalarMath.maximum(" + accumulator + ", " + value + ")";
            case "min" -> "ScalarMath.minimum(" + accumulator + ", " + value + ")";
            case "all" -> accumulator + " & " + value;
            default -> accumulator + " | " + value;
        };
    }

    /** An accumulator as a value of the reduction's dtype. */
    static String result(Node reduction, String accumulator) {
        DType dtype = reduction.dtype();
        return held(dtype).equals("float") ? "(float) " + accumulator : wrapped(dtype, accumulator);
    }
}
