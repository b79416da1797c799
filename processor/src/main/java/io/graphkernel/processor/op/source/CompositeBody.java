package io.graphkernel.processor.op.source;

import io.graphkernel.processor.graph.Node;
import io.graphkernel.processor.op.DtypeClass;
import io.graphkernel.processor.op.OpDtype;
import io.graphkernel.processor.op.OpParameter;
import io.graphkernel.processor.op.OpParameter.Kind;
import io.graphkernel.processor.op.OpResult;
import io.graphkernel.processor.op.OpRow;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The body of a composite op's method, printed from its expansion. Intermediate tensors are closed by a scope; f16 and
 * bf16 operands are computed in f32, and the results rounded once, as in a kernel.
 */
final class CompositeBody {

    private final OpRow row;
    private final Set<String> present;
    private final boolean widened;

    CompositeBody(OpRow row, Set<String> present) {
        this.row = row;
        this.present = present;
        boolean computes = row.dtypes() == DtypeClass.FLOAT || row.dtypes() == DtypeClass.NUMBER;
        this.widened = computes
                && !row.isComputedByLibrary()
                && JavaExpansion.run(row, present, Map.of(), false).isSeveralOps();
    }

    /** Whether numbers are given in the dtype of the computation, not in that of the operands. */
    boolean isWidened() {
        return widened;
    }

    List<String> statements() {
        List<String> branches = branches(Map.of());
        List<String> head = head();
        if (head.isEmpty() && branches.size() == 2 && branches.get(0).startsWith("Tensor ")) {
            String expression = branches.get(0).substring(branches.get(0).indexOf('=') + 2);
            return List.of("return " + expression);
        }
        List<String> statements = new ArrayList<>(checks());
        statements.add("try (TensorScope scope = TensorScope.open()) {");
        head.forEach(line -> statements.add("    " + line));
        row.indexRule()
                .ifPresent(rule -> statements.add("    Expansions.indices(\"%s\", \"%s\", %s, %s);"
                        .formatted(
                                row.javaName(),
                                rule.operand(),
                                rule.operand(),
                                JavaExpansion.size(row, present, widened, rule.size()))));
        branches.forEach(line -> statements.add("    " + line));
        statements.add("}");
        return statements;
    }

    private List<String> checks() {
        return row.parameters().stream()
                .filter(parameter -> parameter.kind() == Kind.ENUM)
                .map(parameter -> "Expansions.present(\"%s\", \"%s\", %s);"
                        .formatted(row.javaName(), parameter.name(), parameter.name()))
                .toList();
    }

    private List<String> head() {
        List<String> statements = new ArrayList<>();
        if (!widened) {
            return statements;
        }
        if (row.results().stream().anyMatch(this::isNarrowed)) {
            shared().ifPresent(operand -> statements.add("DType shared = " + dtype(operand) + ";"));
        }
        for (OpParameter parameter : row.operandParameters()) {
            boolean here = parameter.kind() != Kind.OPTIONAL_TENSOR || present.contains(parameter.name());
            if (here && JavaExpansion.isWidened(parameter)) {
                String type = parameter.kind() == Kind.TENSORS ? "Tensor[] " : "Tensor ";
                statements.add(
                        type + JavaExpansion.wide(parameter.name()) + " = Expansions.widen(" + parameter.name() + ");");
            }
        }
        return statements;
    }

    private boolean isNarrowed(OpResult result) {
        return result.dtype() == OpDtype.SHARED && result.updates().isEmpty();
    }

    private Optional<OpParameter> shared() {
        return row.operandParameters().stream()
                .filter(operand -> operand.dtype() == OpDtype.SHARED && operand.kind() != Kind.NUMBER)
                .findFirst();
    }

    private String dtype(OpParameter operand) {
        String arguments = "(\"%s\", \"%s\", %s)".formatted(row.javaName(), operand.name(), operand.name());
        return operand.kind() == Kind.TENSORS
                ? "Expansions.first" + arguments + ".dtype()"
                : "Expansions.dtype" + arguments;
    }

    /** The statements of each branch after its condition; the last one has none. */
    private List<String> branches(Map<String, Object> decisions) {
        JavaExpansion java = JavaExpansion.run(row, present, decisions, widened);
        List<String> statements = new ArrayList<>();
        if (java.question() == null) {
            statements.addAll(java.statements());
            statements.addAll(returned(java.results()));
            return statements;
        }
        Map<Object, String> conditions = java.question().conditions();
        List<List<String>> branches = new ArrayList<>();
        for (Object answer : conditions.keySet()) {
            Map<String, Object> decided = new HashMap<>(decisions);
            decided.put(java.question().key(), answer);
            branches.add(branches(decided));
        }
        int common = commonLines(branches);
        statements.addAll(branches.get(0).subList(0, common));
        List<String> answers = List.copyOf(conditions.values());
        for (int i = 0; i < answers.size(); i++) {
            List<String> branch =
                    branches.get(i).subList(common, branches.get(i).size());
            if (i == answers.size() - 1) {
                statements.addAll(branch);
            } else {
                statements.add("if (" + answers.get(i) + ") {");
                branch.forEach(line -> statements.add("    " + line));
                statements.add("}");
            }
        }
        return statements;
    }

    /** How many statements all branches begin with; no block is torn apart. */
    private static int commonLines(List<List<String>> branches) {
        List<String> first = branches.get(0);
        int whole = 0;
        for (int i = 0; i < first.size(); i++) {
            int line = i;
            String text = first.get(i);
            if (!branches.stream()
                    .allMatch(branch -> line < branch.size() && branch.get(line).equals(text))) {
                break;
            }
            boolean inside = text.startsWith(" ") || text.endsWith("{");
            whole = inside ? whole : i + 1;
        }
        return whole;
    }

    private List<String> returned(List<Node> results) {
        if (row.hasVaryingResults()) {
            return List.of("return " + results.get(0).label() + ";");
        }
        List<String> statements = new ArrayList<>();
        List<String> values = new ArrayList<>();
        for (int i = 0; i < results.size(); i++) {
            OpResult result = row.results().get(i);
            String value = results.get(i).label();
            if (result.updates().isPresent()) {
                String target = result.updates().get();
                String rounded = widened ? "Expansions.as(" + value + ", " + target + ".dtype())" : value;
                statements.add("Eager.assign(" + target + ", " + rounded + ");");
                values.add(target);
            } else {
                if (row.operandNames().contains(value)) {
                    value = "Expansions.copy(\"" + row.javaName() + "\", " + value + ")";
                }
                boolean narrowed = widened && isNarrowed(result) && shared().isPresent();
                values.add("scope.keep(" + (narrowed ? "Expansions.as(" + value + ", shared)" : value) + ")");
            }
        }
        statements.add("return "
                + (values.size() == 1
                        ? values.get(0)
                        : values.stream().collect(Collectors.joining(", ", "new " + row.name() + "Result(", ")")))
                + ";");
        return statements;
    }
}
