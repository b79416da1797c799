package io.graphkernel.processor.frontend;

import io.graphkernel.processor.graph.DType;
import io.graphkernel.processor.graph.ValueType;
import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Why a text is not a tensor type, and what to write.
 *
 * @param cause what is wrong with it
 * @param fix the text that was probably meant, or an example
 */
record TensorTypeAdvice(String cause, String fix) {

    /** What Java and other frameworks call our dtypes. */
    private static final Map<DType, String> OTHER_NAMES = Map.of(
            DType.F32, "float32 float single fp32",
            DType.F64, "float64 double fp64",
            DType.F16, "float16 half fp16",
            DType.BF16, "bfloat16",
            DType.I8, "int8 byte",
            DType.U8, "uint8",
            DType.I32, "int32 int integer",
            DType.I64, "int64 long",
            DType.BOOL, "boolean");

    static TensorTypeAdvice of(String text) {
        int bracket = firstBracket(text);
        String name = (bracket < 0 ? text : text.substring(0, bracket)).strip();
        String dims = bracket < 0 ? "" : text.substring(bracket).strip();
        Optional<DType> dtype = DType.byText(name);
        boolean round = dims.startsWith("(") && dims.endsWith(")");
        String squared = round ? "[" + dims.substring(1, dims.length() - 1) + "]" : dims;
        if (dtype.isEmpty()) {
            String dtypes = Arrays.stream(DType.values()).map(DType::text).collect(Collectors.joining(", "));
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
        return withExample(misreading(text, dims));
    }

    private static int firstBracket(String text) {
        int square = text.indexOf('[');
        int round = text.indexOf('(');
        return square < 0 || round >= 0 && round < square ? round : square;
    }

    /** The dtype that has this name elsewhere. */
    private static Optional<DType> meant(String name) {
        String lower = name.toLowerCase(Locale.ROOT);
        return Arrays.stream(DType.values())
                .filter(dtype -> dtype.text().equals(lower)
                        || Arrays.asList(OTHER_NAMES.get(dtype).split(" ")).contains(lower))
                .findFirst();
    }

    /** The whole annotation, if the text is a type now. */
    private static String written(String text) {
        return ValueType.parse(text).isPresent() ? ": @TensorType(\"" + text + "\")" : "";
    }

    private static TensorTypeAdvice withExample(String cause) {
        return new TensorTypeAdvice(cause, "write a dtype and dims, for example @TensorType(\"f32[n, 4]\")");
    }

    /** What is wrong after a dtype. */
    private static String misreading(String text, String dims) {
        if (ValueType.parse(text).filter(type -> type.shape().isTooLarge()).isPresent()) {
            return "no memory can hold so many elements";
        }
        if (dims.startsWith("[") && text.contains("..")) {
            return "write the dots once, before the other dims, with or without a name: f32[..., d], f32[b..., d]";
        }
        return dims.startsWith("[") && dims.endsWith("]")
                ? "a dim is a name of ASCII letters, digits and _, a number or a sum such as n + m, and at most 8 dims are"
                        + " separated by commas"
                : "the dims are in square brackets";
    }
}
