package io.graphkernel.processor.op.source;

import io.graphkernel.processor.op.DtypeClass;
import io.graphkernel.processor.op.GradientRule;
import io.graphkernel.processor.op.OpGradient;
import io.graphkernel.processor.op.OpKind;
import io.graphkernel.processor.op.OpParameter;
import io.graphkernel.processor.op.OpResult;
import io.graphkernel.processor.op.OpRow;
import io.graphkernel.processor.op.OpTable;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Prints the class {@code OpGradients} of the run time: the gradient rules of the op table, over eager ops. */
public final class GradientsSource {

    private static final int WIDTH = 112;

    private static final String HEAD = """
        // Generated from the op table; change a row of io.graphkernel.processor.op, then refresh this file with
        // mvn -q -pl processor -am process-classes -Preferences
        package io.graphkernel.runtime.internal.gradient;

        import static io.graphkernel.runtime.Ops.*;

        import io.graphkernel.runtime.DType;
        import io.graphkernel.runtime.DataFormat;
        import io.graphkernel.runtime.Reduction;
        import io.graphkernel.runtime.Rounding;
        import io.graphkernel.runtime.Tensor;
        import io.graphkernel.runtime.internal.eager.DimLists;
        import io.graphkernel.runtime.internal.eager.Eager;
        import io.graphkernel.runtime.internal.eager.Expansions;
        import java.util.HashMap;
        import java.util.List;
        import java.util.Map;
        import java.util.Set;

        /** The gradient rules of the ops, each over what was recorded of a call. */
        final class OpGradients {

            private static final Map<String, OpRules> RULES = new HashMap<>();

            private OpGradients() {}

            /** What the row of an op says. */
            static OpRules of(String op) {
                return RULES.get(op);
            }

            private static void put(
                    String op,
                    String method,
                    boolean wide,
                    boolean pointwise,
                    boolean whole,
                    Set<Integer> constantIn,
                    String absence,
                    Rule... rules) {
                RULES.put(op, new OpRules(method, wide, pointwise, List.of(rules), constantIn, absence, whole));
            }

            private static Rule rule(List<Integer> results, List<Integer> operands, Rule.Formula formula) {
                return new Rule(results, operands, formula);
            }
        """;

    private GradientsSource() {}

    /**
     * Prints the class.
     *
     * @param table the op table
     * @return a Java compilation unit
     */
    public static String print(OpTable table) {
        List<OpRow> rows = table.rows().stream().filter(Recorded::isRecorded).toList();
        StringBuilder text = new StringBuilder(HEAD);
        text.append("\n    static {\n");
        rows.forEach(row -> text.append(entry(row).indent(8)));
        text.append("    }\n");
        for (OpRow row : rows) {
            for (GradientRule rule : row.gradient().rules()) {
                text.append('\n').append(method(row, rule).indent(4));
            }
        }
        return text.append("}\n").toString();
    }

    private static String entry(OpRow row) {
        OpGradient gradient = row.gradient();
        String rules = gradient.rules().stream()
                .map(rule -> "        rule(%s, %s, OpGradients::%s)"
                        .formatted(
                                positions(
                                        row.results().stream()
                                                .map(OpResult::name)
                                                .toList(),
                                        rule.results()),
                                positions(names(row), rule.operands()),
                                name(row, rule)))
                .collect(Collectors.joining(",\n"));
        boolean computes = row.dtypes() == DtypeClass.FLOAT || row.dtypes() == DtypeClass.NUMBER;
        boolean wide = computes && !row.isComputedByLibrary() && row.kind() != OpKind.LIBRARY;
        String absence = gradient.absence().isEmpty() ? "\"\"" : "\n        \"" + gradient.absence() + "\"";
        return "put(\"%s\", \"%s\", %s, %s, %s, Set.of(%s), %s%s);"
                .formatted(
                        row.name(),
                        row.javaName(),
                        wide,
                        Recorded.isPointwise(row),
                        Recorded.isWhole(row),
                        numbers(names(row), List.copyOf(new TreeSet<>(gradient.constantIn()))),
                        absence,
                        rules.isEmpty() ? "" : ",\n" + rules);
    }

    private static List<String> names(OpRow row) {
        return row.parameters().stream().map(OpParameter::name).toList();
    }

    private static String positions(List<String> all, List<String> some) {
        return "List.of(" + numbers(all, some) + ")";
    }

    /** At which place each of some names is among all. */
    private static String numbers(List<String> all, List<String> some) {
        return some.stream().map(name -> String.valueOf(all.indexOf(name))).collect(Collectors.joining(", "));
    }

    /** For example {@code layerNormOfXAndGammaFromY}. */
    private static String name(OpRow row, GradientRule rule) {
        String from = rule.results().size() > 1 ? "From" + joined(rule.results()) : "";
        return row.javaName() + "Of" + joined(rule.operands()) + from;
    }

    private static String joined(List<String> names) {
        return names.stream()
                .map(name -> Character.toUpperCase(name.charAt(0)) + name.substring(1))
                .collect(Collectors.joining("And"));
    }

    private static String method(OpRow row, GradientRule rule) {
        List<String> body = Branches.of(
                decisions -> JavaGradient.run(row, rule, decisions),
                run -> List.of("return " + ((JavaGradient) run).adjoints() + ";"));
        List<String> lines = new ArrayList<>();
        lines.add("private static Contribution[] " + name(row, rule) + "(Application call) {");
        lines.addAll(variables(row, String.join("\n", body)));
        body.forEach(line -> lines.addAll(CodeLines.wrapped("    " + line, WIDTH)));
        lines.add("}");
        return String.join("\n", lines);
    }

    /** Those that the body reads. */
    private static List<String> variables(OpRow row, String body) {
        List<String> variables = new ArrayList<>();
        for (int i = 0; i < row.parameters().size(); i++) {
            OpParameter parameter = row.parameters().get(i);
            String type = JavaTypes.of(parameter).replace("...", "[]");
            String value = !parameter.isOperand()
                    ? "call.attribute(" + i + ")"
                    : (parameter.kind() == OpParameter.Kind.TENSORS ? "call.operands(" : "call.operand(") + i + ")";
            add(variables, body, type, parameter.name(), value);
        }
        for (int i = 0; i < row.results().size(); i++) {
            String result = row.results().get(i).name();
            add(variables, body, "Tensor", JavaGradient.resultName(row, result), "call.result(" + i + ")");
            add(variables, body, "Tensor", JavaGradient.cotangentName(row, result), "call.cotangent(" + i + ")");
        }
        add(variables, body, "Tensor[]", "cotangents", "call.cotangents()");
        return variables;
    }

    private static void add(List<String> variables, String body, String type, String name, String value) {
        if (Pattern.compile("(?<![\\w.\"])" + name + "(?![\\w(\"])")
                .matcher(body)
                .find()) {
            variables.add("    " + type + " " + name + " = " + value + ";");
        }
    }
}
