package io.graphkernel.conformance.pattern;

import io.graphkernel.graph.Dim;
import io.graphkernel.runtime.DType;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A tensor that a method of an entry takes.
 *
 * @param name the parameter
 * @param dtype empty for the entry's {@code T}
 * @param dims its shape
 */
record Argument(String name, Optional<DType> dtype, List<Dim> dims) {

    private static final Pattern DECLARED =
            Pattern.compile("@TensorType\\(\"(\\w+)\\[([^\\]]*)\\]\"\\)\\s+Tensor\\s+(\\w+)\\s*[,)]");

    /** The parameters of a method, each of them a tensor with a declared type. */
    static List<Argument> all(String method) {
        List<Argument> arguments = new ArrayList<>();
        Matcher declared = DECLARED.matcher(method);
        while (declared.find()) {
            Optional<DType> dtype = Optional.of(declared.group(1))
                    .filter(text -> !text.equals(Entry.ANY))
                    .map(text -> DType.valueOf(text.toUpperCase(Locale.ROOT)));
            List<Dim> dims = Stream.of(declared.group(2).split(",(?![^(]*\\))"))
                    .map(String::strip)
                    .filter(dim -> !dim.isEmpty())
                    .map(Dim::of)
                    .toList();
            arguments.add(new Argument(declared.group(3), dtype, dims));
        }
        return arguments;
    }

    Stream<String> symbols() {
        return dims.stream().flatMap(dim -> dim.symbols().stream());
    }

    /** Its shape in a call. */
    int[] sizes(Map<String, Integer> symbols) {
        Map<String, Dim> constants = symbols.entrySet().stream()
                .collect(Collectors.toMap(Map.Entry::getKey, symbol -> Dim.of(symbol.getValue())));
        return dims.stream()
                .mapToInt(dim -> Math.toIntExact(((Dim.Constant) dim.substitute(constants)).size()))
                .toArray();
    }
}
