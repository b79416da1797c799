package io.graphkernel.processor.reference.facade;

import io.graphkernel.op.OpTable;
import io.graphkernel.op.row.DtypeClass;
import io.graphkernel.op.row.OpDtype;
import io.graphkernel.op.row.OpKind;
import io.graphkernel.op.row.OpParameter;
import io.graphkernel.op.row.OpParameter.Kind;
import io.graphkernel.op.row.OpRow;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Printer of the class {@code OpCalls} of the runtime, by which expansions call the methods of {@code Ops} by name. */
public final class OpCallsSource {

    private static final String CLASS_START = """
        // Generated from the op table; change a row of io.graphkernel.op.definition, then refresh this file with
        // mvn -q -pl processor -am test-compile -Preferences
        package io.graphkernel.runtime.internal.eager;

        import io.graphkernel.runtime.BagReduction;
        import io.graphkernel.runtime.CategoricalMethod;
        import io.graphkernel.runtime.DType;
        import io.graphkernel.runtime.DataFormat;
        import io.graphkernel.runtime.FftNormalization;
        import io.graphkernel.runtime.Interpolation;
        import io.graphkernel.runtime.Ops;
        import io.graphkernel.runtime.PaddingMode;
        import io.graphkernel.runtime.ReduceOp;
        import io.graphkernel.runtime.Reduction;
        import io.graphkernel.runtime.Rounding;
        import io.graphkernel.runtime.SamplingMode;
        import io.graphkernel.runtime.ScatterReduction;
        import io.graphkernel.runtime.Tensor;
        import java.util.Arrays;

        /** Calls of ops with one result by their documented names. */
        final class OpCalls {

            private OpCalls() {}
        """;

    private OpCallsSource() {}

    /**
     * Prints the class.
     *
     * @param table the op table
     * @return a Java compilation unit
     */
    public static String print(OpTable table) {
        List<OpRow> rows = table.rows().stream()
                .filter(row -> row.results().size() == 1 && !row.hasVaryingResults())
                .toList();
        String operands = rows.stream().flatMap(row -> ofOperands(row).stream()).collect(Collectors.joining());
        String arguments = rows.stream()
                .filter(row -> row.parameters().stream()
                        .anyMatch(parameter -> !parameter.isOperand()
                                || parameter.kind() == Kind.TENSORS
                                || parameter.kind() == Kind.OPTIONAL_TENSOR))
                .map(OpCallsSource::ofArguments)
                .collect(Collectors.joining());
        return CLASS_START
                + method(
                        "Evaluates an op on its operands; attributes have their defaults, and the last optional tensors"
                                + " may be absent.",
                        "ofOperands(String op, Tensor... x)",
                        operands,
                        "throw new IllegalArgumentException(op)")
                + method(
                        "Evaluates an op with all arguments in the order of its method; {@link EagerExpansion#ABSENT}"
                                + " stands for an absent tensor.",
                        "ofArguments(String op, Object... x)",
                        arguments,
                        "ofOperands(op, Arrays.copyOf(x, x.length, Tensor[].class))")
                + takesNumbers(rows)
                + "}\n";
    }

    /** The ops for which an expansion converts numbers without their rows, which are thus not loaded. */
    private static String takesNumbers(List<OpRow> rows) {
        String names = rows.stream()
                .filter(row -> row.kind() == OpKind.ELEMENTWISE
                        && row.dtypes() == DtypeClass.NUMBER
                        && row.parameters().size() > 1
                        && row.parameters().stream()
                                .allMatch(parameter -> parameter.isOperand() && parameter.dtype() == OpDtype.SHARED))
                .map(row -> '"' + row.name() + '"')
                .collect(Collectors.joining(", "));
        return """

                    /** Returns true for arithmetic on numbers of one dtype: a number takes that of the tensors. */
                    static boolean takesNumbers(String op) {
                        return switch (op) {
                %s            default -> false;
                        };
                    }
                """.formatted(lines("            case " + names + " -> true;"));
    }

    private static String method(String documentation, String signature, String cases, String otherwise) {
        return """

                    /** %s */
                    static Tensor %s {
                        return switch (op) {
                %s            default -> %s;
                        };
                    }
                """.formatted(documentation, signature, cases, otherwise);
    }

    /** The case of an op that has overloads with its operands alone. */
    private static Optional<String> ofOperands(OpRow row) {
        List<JavaMethod> overloads = MethodFamily.of(row).stream()
                .filter(method -> method.name().equals(row.javaName()))
                .filter(method -> method.parameters().stream()
                        .allMatch(parameter -> parameter.type().equals("Tensor")))
                .filter(method -> operands(row).startsWith(String.join(" ", method.parameterNames()))
                        && method.parameters().size() >= required(row))
                .toList();
        if (row.parameters().size() == 1 && row.parameters().get(0).kind() == Kind.TENSORS) {
            return Optional.of(line(row, "Ops." + row.javaName() + "(x)"));
        }
        return overloads.stream()
                .sorted(Comparator.comparing(method -> method.parameters().size()))
                .map(method -> IntStream.range(0, method.parameters().size())
                        .mapToObj(number -> "x[" + number + "]")
                        .collect(Collectors.joining(", ", "Ops." + row.javaName() + "(", ")")))
                .reduce((shorter, longer) -> "x.length == "
                        + shorter.chars().filter(letter -> letter == '[').count() + " ? " + shorter + " : " + longer)
                .map(calls -> line(row, calls));
    }

    private static String operands(OpRow row) {
        return String.join(" ", row.operandNames());
    }

    private static long required(OpRow row) {
        return row.operandParameters().stream()
                .filter(parameter -> parameter.kind() != Kind.OPTIONAL_TENSOR)
                .count();
    }

    private static String ofArguments(OpRow row) {
        List<OpParameter> optional = row.parameters().stream()
                .filter(parameter -> parameter.kind() == Kind.OPTIONAL_TENSOR)
                .toList();
        List<OpParameter> ordered = Stream.concat(
                        row.parameters().stream().filter(parameter -> parameter.kind() != Kind.TENSORS),
                        row.parameters().stream().filter(parameter -> parameter.kind() == Kind.TENSORS))
                .toList();
        StringBuilder calls = new StringBuilder();
        for (int count = optional.size(); count >= 0; count--) {
            List<OpParameter> absent = optional.subList(count, optional.size());
            if (count < optional.size()) {
                calls.append(" : ");
            }
            if (count > 0) {
                calls.append("x[" + ordered.indexOf(optional.get(count - 1)) + "] != EagerExpansion.ABSENT ? ");
            }
            calls.append(ordered.stream()
                    .filter(parameter -> !absent.contains(parameter))
                    .map(parameter -> "(" + JavaTypes.of(parameter).replace("...", "[]") + ") x["
                            + ordered.indexOf(parameter) + "]")
                    .collect(Collectors.joining(", ", "Ops." + row.javaName() + "(", ")")));
        }
        return line(row, calls.toString());
    }

    private static String line(OpRow row, String expression) {
        return lines("            case \"" + row.name() + "\" -> " + expression + ";");
    }

    private static String lines(String code) {
        return CodeLines.wrapped(code, 120).stream().collect(Collectors.joining("\n", "", "\n"));
    }
}
