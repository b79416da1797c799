package io.graphkernel.processor.stub;

import com.palantir.javapoet.CodeBlock;
import io.graphkernel.processor.graph.Graph;
import io.graphkernel.processor.graph.Node;
import io.graphkernel.processor.schedule.Plan;
import java.util.List;

/**
 * Checks that parameters that are assigned may be written, and that what is written shares no memory with what is read,
 * except where every element is read before it is written; there a result may be exactly a parameter's memory.
 */
final class OverlapChecks {

    private final Plan plan;
    private final Graph graph;
    private final MethodNames names;
    private final CodeBlock.Builder code = CodeBlock.builder();

    OverlapChecks(Plan plan, MethodNames names) {
        this.plan = plan;
        this.graph = plan.graph();
        this.names = names;
    }

    CodeBlock tensors() {
        for (Node assign : graph.assigns()) {
            String parameter = assign.operands().get(0).label();
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
        return write("distinct", "");
    }

    private CodeBlock write(String never, String orSame) {
        List<String> assigned = graph.assigns().stream()
                .map(assign -> assign.operands().get(0).label())
                .toList();
        for (int i = 0; i < graph.outputs().size(); i++) {
            for (int j = 0; j < i; j++) {
                check(never, names.result(i), names.result(i), names.result(j), names.result(j));
            }
            for (Node parameter : graph.tensorParameters()) {
                boolean shares = plan.mayShare(i, parameter.label()) && !assigned.contains(parameter.label());
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
