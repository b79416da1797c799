package io.graphkernel.processor.frontend.signature;

import io.graphkernel.graph.DataType;
import io.graphkernel.graph.ValueType;
import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Advice for an invalid tensor type.
 *
 * @param cause the problem
 * @param fix probable intended text, or an example
 */
record TensorTypeAdvice(String cause, String fix) {

    /** Names of dtypes in Java and other frameworks. */
    private static final Map<DataType, String> OTHER_NAMES = Map.ofEntries(
            Map.entry(DataType.F32, "float32 float single fp32"),
            Map.entry(DataType.F64, "float64 double fp64"),
            Map.entry(DataType.F16, "float16 half fp16"),
            Map.entry(DataType.BF16, "bfloat16"),
            Map.entry(DataType.F8E4M3, "float8_e4m3fn float8e4m3fn f8_e4m3 e4m3 e4m3fn fp8 float8"),
            Map.entry(DataType.F8E5M2, "float8_e5m2 float8e5m2 f8_e5m2 e5m2"),
            Map.entry(DataType.I8, "int8 byte"),
            Map.entry(DataType.U8, "uint8"),
            Map.entry(DataType.I16, "int16 short"),
            Map.entry(DataType.U16, "uint16 ushort"),
            Map.entry(DataType.I32, "int32 int integer"),
            Map.entry(DataType.U32, "uint32 uint"),
            Map.entry(DataType.I64, "int64 long"),
            Map.entry(DataType.U64, "uint64 ulong"),
            Map.entry(DataType.BOOL, "boolean"));

    static TensorTypeAdvice of(String text) {
        int bracket = firstBracket(text);
        String name = (bracket < 0 ? text : text.substring(0, bracket)).strip();
        String dims = bracket < 0 ? "" : text.substring(bracket).strip();
        Optional<DataType> dtype = DataType.byText(name);
        boolean round = dims.startsWith("(") && dims.endsWith(")");
        String squared = round ? "[" + dims.substring(1, dims.length() - 1) + "]" : dims;
        if (dtype.isEmpty()) {
            String dtypes = Arrays.stream(DataType.values()).map(DataType::text).collect(Collectors.joining(", "));
            return meant(name)
                    .map(known -> new TensorTypeAdvice(
                            "the dtypes are " + dtypes + (round ? ", and the dims are in square brackets" : ""),
                            "write " + known.text() + written(known.text() + squared)))
                    .orElseGet(() -> withExample("the dtypes are " + dtypes));
        }
        if (round) {
            return new TensorTypeAdvice(
                    "the dims are in square brackets",
                    "write [ ]" + written(dtype.get().text() + squared));
        }
        if (dims.isEmpty()) {
            return new TensorTypeAdvice(
                    "the dims are missing",
                    "write " + name + "[] for one element, " + name + "[n] for n of them, " + name
                            + "[...] for any dims");
        }
        return withExample(misreading(text, dims));
    }

    private static int firstBracket(String text) {
        int square = text.indexOf('[');
        int round = text.indexOf('(');
        return square < 0 || round >= 0 && round < square ? round : square;
    }

    /** Returns the dtype with this name elsewhere. */
    private static Optional<DataType> meant(String name) {
        String lower = name.toLowerCase(Locale.ROOT);
        return Arrays.stream(DataType.values())
                .filter(dtype -> dtype.text().equals(lower)
                        || Arrays.asList(OTHER_NAMES.get(dtype).split(" ")).contains(lower))
                .findFirst();
    }

    /** Returns the whole annotation, if the text is now a valid type. */
    private static String written(String text) {
        return ValueType.parse(text).isPresent() ? ": @TensorType(\"" + text + "\")" : "";
    }

    private static TensorTypeAdvice withExample(String cause) {
        return new TensorTypeAdvice(cause, "write a dtype and dims, for example @TensorType(\"f32[n, 4]\")");
    }

    /** Describes the first invalid dim, if any. */
    private static String faultyDim(String dims) {
        return Arrays.stream(dims.split(",", -1))
                .map(String::strip)
                .filter(dim -> dim.isEmpty()
                        || dim.startsWith("-")
                        || ValueType.parse("f32[" + dim + "]").isEmpty())
                .findFirst()
                .map(dim -> "'" + dim + "' is not a dim; "
                        + (dim.equals("-1") || dim.equals("?") || dim.equals("*")
                                ? "give a dim that the call decides a name; "
                                : ""))
                .orElse("");
    }

    /** Returns the problem after a valid dtype. */
    private static String misreading(String text, String dims) {
        if (ValueType.parse(text).filter(type -> type.shape().isTooLarge()).isPresent()) {
            return "the number of elements exceeds any memory";
        }
        if (dims.startsWith("[") && text.contains("..")) {
            return "write the dots once, before the other dims, with or without a name: f32[..., d], f32[b..., d]";
        }
        return dims.startsWith("[") && dims.endsWith("]")
                ? faultyDim(dims.substring(1, dims.length() - 1))
                        + "a dim is a name of ASCII letters, digits and _, a number or a sum such as n + m, and at most 8"
                        + " dims are separated by commas"
                : "the dims are in square brackets";
    }
}
