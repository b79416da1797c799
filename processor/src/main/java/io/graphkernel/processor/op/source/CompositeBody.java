package io.graphkernel.processor.op.source;

import io.graphkernel.processor.graph.Node;
import io.graphkernel.processor.op.DtypeClass;
import io.graphkernel.processor.op.OpDtype;
import io.graphkernel.processor.op.OpParameter;
import io.graphkernel.processor.op.OpParameter.Kind;
import io.graphkernel.processor.op.OpResult;
import io.graphkernel.processor.op.OpRow;
import java.util.ArrayList;
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
    private final boolean recorded;

    CompositeBody(OpRow row, Set<String> present) {
        this.row = row;
        this.present = present;
        this.recorded = Recorded.isRecorded(row);
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
        List<String> branches = Branches.of(
                decisions -> JavaExpansion.run(row, present, decisions, widened), run -> returned(run.results()));
        List<String> head = head();
        if (!recorded
                && head.isEmpty()
                && branches.size() == 2
                && branches.get(0).startsWith("Tensor ")) {
            String expression = branches.get(0).substring(branches.get(0).indexOf('=') + 2);
            return List.of("return " + expression);
        }
        List<String> statements = new ArrayList<>(checks());
        if (Recorded.updates(row)) {
            statements.add(Recorded.refusal(row));
        }
        String recording = "; Recording recording = Recording.begin(" + Recorded.call(row, present) + ")";
        statements.add("try (TensorScope scope = TensorScope.open()" + (recorded ? recording : "") + ") {");
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

    private List<String> returned(List<Node> results) {
        if (row.hasVaryingResults()) {
            String all = results.get(0).label();
            return List.of("return " + (recorded ? "recording.results(" + all + ", " + all + ")" : all) + ";");
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
        if (values.size() == 1) {
            statements.add("return " + (recorded ? "recording.result(" + values.get(0) + ")" : values.get(0)) + ";");
            return statements;
        }
        String record = values.stream().collect(Collectors.joining(", ", "new " + row.name() + "Result(", ")"));
        if (recorded) {
            String names = row.results().stream()
                    .map(result -> "all." + result.name() + "()")
                    .collect(Collectors.joining(", "));
            statements.add(row.name() + "Result all = " + record + ";");
            statements.add("return recording.results(all, " + names + ");");
        } else {
            statements.add("return " + record + ";");
        }
        return statements;
    }
}
