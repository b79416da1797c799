package io.graphkernel.processor.reference.facade;

import io.graphkernel.op.row.DtypeClass;
import io.graphkernel.op.row.OpDtype;
import io.graphkernel.op.row.OpParameter;
import io.graphkernel.op.row.OpParameter.Kind;
import io.graphkernel.op.row.OpRow;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Java types and defaults of parameters, and dtypes as the documentation names them. */
final class JavaTypes {

    /** The Java types of numbers that become tensors, each with a dtype of its own. */
    static final List<String> NUMBERS = List.of("double", "float", "long", "int");

    private static final String ONE_AXIS = "index of the axis, counted from the end if negative";

    private JavaTypes() {}

    /** The dtype of a number that meets no tensor. */
    static String dtypeOf(String javaType) {
        return switch (javaType) {
            case "double" -> "f64";
            case "float" -> "f32";
            case "long" -> "i64";
            default -> "i32";
        };
    }

    /** The Java type of a parameter given as a tensor or an attribute. */
    static String of(OpParameter parameter) {
        return switch (parameter.kind()) {
            case TENSOR, OPTIONAL_TENSOR, NUMBER -> "Tensor";
            case TENSORS -> "Tensor...";
            case AXIS, LONG -> "int";
            case AXES, INTS -> "int[]";
            case DIMS, LONGS -> "long[]";
            case DIM -> "long";
            case BOOLEAN -> "boolean";
            case ENUM -> parameter.enumType();
            case TEXT -> "String";
            case DTYPE -> "DType";
        };
    }

    /** Returns true for a list that Java writes as {@code int[]}. */
    static boolean isIntArray(OpParameter parameter) {
        return parameter.kind() == Kind.AXES || parameter.kind() == Kind.INTS;
    }

    /** The default of a parameter as Java text. */
    static String defaultText(OpParameter parameter) {
        Object value = parameter.defaultValue().orElseThrow();
        if (parameter.isOptionalInteger()) {
            return "Integer.MIN_VALUE";
        }
        return switch (parameter.kind()) {
            case ENUM -> parameter.enumType() + "." + value;
            case TEXT -> '"' + value.toString() + '"';
            case DTYPE -> "DType." + value.toString().toUpperCase(Locale.ROOT);
            case INTS -> "axes()";
            case LONGS -> "new long[] {" + value.toString().replaceAll("[\\[\\]]", "") + "}";
            default -> String.valueOf(value);
        };
    }

    /** The default of a parameter as the documentation writes it. */
    static String documentedDefault(OpParameter parameter) {
        return defaultText(parameter).replace(".0E", "e").replace("new long[] ", "");
    }

    /** Returns the documentation of a parameter. */
    static String document(OpRow row, OpParameter parameter) {
        return switch (parameter.kind()) {
            case TENSOR, OPTIONAL_TENSOR -> operand(row, parameter) + updated(row, parameter);
            case TENSORS -> operand(row, parameter) + ", one or more";
            case NUMBER -> operand(row, parameter) + ", a number";
            case AXIS -> ONE_AXIS;
            case AXES ->
                "indices of the axes, counted from the end if negative"
                        + (isOnly(row, parameter) ? "; none for all" : "");
            case INTS ->
                parameter.defaultValue().isPresent()
                        ? "axis of x for each axis of the result; none reverses the axes"
                        : "one integer per axis";
            case DIMS, LONGS -> parameter.name().equals("sizes") ? "sizes of the slices" : "one number per axis";
            case DIM, LONG -> "an integer";
            case BOOLEAN -> parameter.name().equals("keepDims") ? "true to keep reduced axes with size 1" : "see above";
            case ENUM -> "a constant of " + parameter.enumType();
            case TEXT -> "a name";
            case DTYPE -> "dtype of the result";
        };
    }

    /** Returns the documentation of the only element of a list. */
    static String documentElement(OpParameter list) {
        return list.kind() == Kind.AXES ? ONE_AXIS : "an integer";
    }

    /** Returns true if an op has no other list of axes, or of integers for them. */
    private static boolean isOnly(OpRow row, OpParameter axes) {
        return row.parameters().stream().allMatch(p -> p.equals(axes) || !isIntArray(p));
    }

    private static String updated(OpRow row, OpParameter parameter) {
        boolean updated =
                row.results().stream().anyMatch(result -> result.updates().equals(Optional.of(parameter.name())));
        return updated ? ", updated" : "";
    }

    /** The dtypes of an operand. */
    static String operand(OpRow row, OpParameter parameter) {
        return dtype(row, parameter.dtype());
    }

    /** A dtype by what decides it. */
    static String dtype(OpRow row, OpDtype dtype) {
        return switch (dtype) {
            case SHARED -> dtypes(row.dtypes());
            case SHARED_OR_F32 -> dtypes(row.dtypes()) + ", or f32";
            case I8 -> "i8";
            case I32 -> "i32";
            case BOOL -> "bool";
            case INDEX -> "i32 or i64";
            case I64 -> "i64";
            case F32 -> "f32";
            case F32_OR_I64 -> "f32 or i64";
            case ATTRIBUTE, SAME_WIDTH -> "the given dtype";
            case OWN -> dtypes(row.dtypes() == DtypeClass.STORED ? DtypeClass.STORED : DtypeClass.ANY);
        };
    }

    private static String dtypes(DtypeClass dtypes) {
        return switch (dtypes) {
            case FLOAT -> "float";
            case INTEGER -> "integer";
            case WIDE_INTEGER -> "i32 or i64";
            case NUMBER -> "number";
            case BOOL -> "bool";
            case ANY -> "any dtype but f8";
            case STORED -> "any dtype";
        };
    }
}
