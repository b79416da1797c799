package io.graphkernel.processor.stub;

import com.palantir.javapoet.CodeBlock;
import io.graphkernel.graph.Graph;
import io.graphkernel.graph.Node;
import io.graphkernel.processor.schedule.Plan;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Emitter of checks that assigned parameters are writable, and that written memory does not overlap read memory. If
 * every element is read before it is written, a result may be exactly a parameter.
 */
final class OverlapCheckCode {

    /** Maximum number of array pairs that a stub compares one by one, at about 20 bytes of bytecode each. */
    private static final int MAX_PAIRS = 400;

    private final Plan plan;
    private final Graph graph;
    private final MethodNames names;
    private final CodeBlock.Builder code = CodeBlock.builder();

    OverlapCheckCode(Plan plan, MethodNames names) {
        this.plan = plan;
        this.graph = plan.graph();
        this.names = names;
    }

    CodeBlock tensors() {
        for (String parameter : assigned()) {
            code.addStatement(
                    "$T.writable($S, $S, $N)",
                    RuntimeTypes.RESULT_CHECKS,
                    graph.name(),
                    parameter,
                    names.parameter(parameter));
        }
        return write("disjoint", "disjointOrSame");
    }

    CodeBlock arrays() {
        List<String> assigned = assigned();
        int arrays = graph.tensorParameters().size() + graph.outputs().size();
        int written = graph.outputs().size() + assigned.size();
        return written * arrays > MAX_PAIRS ? arraysAtOnce(assigned) : write("distinct", "");
    }

    /** Emits one statement for all pairs, whose bytecode grows with the number of arrays, not of pairs. */
    private CodeBlock arraysAtOnce(List<String> assigned) {
        List<CodeBlock> labels = new ArrayList<>();
        List<CodeBlock> arrays = new ArrayList<>();
        StringBuilder shared = new StringBuilder();
        for (int i = 0; i < graph.outputs().size(); i++) {
            labels.add(CodeBlock.of("$S", names.result(i)));
            arrays.add(CodeBlock.of("$N", names.result(i)));
        }
        List<Node> updatedFirst = new ArrayList<>(graph.tensorParameters());
        updatedFirst.sort(Comparator.comparing(parameter -> !assigned.contains(parameter.label())));
        for (Node parameter : updatedFirst) {
            labels.add(CodeBlock.of("$S", parameter.label()));
            arrays.add(CodeBlock.of("$N", variable(parameter)));
        }
        for (int i = 0; i < graph.outputs().size(); i++) {
            for (Node parameter : updatedFirst.subList(assigned.size(), updatedFirst.size())) {
                shared.append(plan.mayAlias(i, parameter.label()) ? '1' : '0');
            }
        }
        code.addStatement(
                "$T.distinct($S, $L, $S,$W new $T[] {$L},$W new $T[] {$L})",
                RuntimeTypes.CHECKS,
                graph.name(),
                graph.outputs().size() + assigned.size(),
                shared,
                String.class,
                CodeBlock.join(labels, ",$W"),
                Object.class,
                CodeBlock.join(arrays, ",$W"));
        return code.build();
    }

    private List<String> assigned() {
        return graph.assigns().stream()
                .map(assign -> assign.updatedParameter().label())
                .distinct()
                .toList();
    }

    private CodeBlock write(String never, String orSame) {
        List<String> assigned = assigned();
        for (int i = 0; i < graph.outputs().size(); i++) {
            for (int j = 0; j < i; j++) {
                check(never, names.result(i), names.result(i), names.result(j), names.result(j));
            }
            for (Node parameter : graph.tensorParameters()) {
                boolean shares = plan.mayAlias(i, parameter.label()) && !assigned.contains(parameter.label());
                check(
                        shares ? orSame : never,
                        names.result(i),
                        names.result(i),
                        parameter.label(),
                        variable(parameter));
            }
        }
        for (int i = 0; i < assigned.size(); i++) {
            for (Node parameter : graph.tensorParameters()) {
                int other = assigned.indexOf(parameter.label());
                if (!parameter.label().equals(assigned.get(i)) && other < i) {
                    check(
                            never,
                            assigned.get(i),
                            names.parameter(assigned.get(i)),
                            parameter.label(),
                            variable(parameter));
                }
            }
        }
        return code.build();
    }

    private String variable(Node parameter) {
        return names.parameter(parameter.label());
    }

    private void check(String check, String written, String writtenVariable, String read, String readVariable) {
        if (!check.isEmpty()) {
            code.addStatement(
                    "$T.$L($S, $S, $N, $S, $N)",
                    RuntimeTypes.CHECKS,
                    check,
                    graph.name(),
                    written,
                    writtenVariable,
                    read,
                    readVariable);
        }
    }
}
