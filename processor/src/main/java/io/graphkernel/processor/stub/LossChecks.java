package io.graphkernel.processor.stub;

import com.palantir.javapoet.CodeBlock;
import io.graphkernel.graph.Graph;
import io.graphkernel.graph.LossParameters;
import io.graphkernel.graph.Node;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Emitter of checks that no tensor is passed for two parameters of a loss if it is differentiated with respect to one
 * of them.
 */
final class LossChecks {

    /** Maximum number of tensors compared pairwise in a stub. */
    private static final int MAX_COMPARED = 6;

    private final Graph graph;
    private final LossParameters losses;
    private final MethodNames names;

    /**
     * Creates the checks of a method.
     *
     * @param graph graph of the method before any pass
     * @param names variables of the parameters
     */
    LossChecks(Graph graph, MethodNames names) {
        this.graph = graph;
        this.losses = graph.lossParameters();
        this.names = names;
    }

    /** Returns true if there is something to check. */
    boolean areNeeded() {
        return parameters().size() > 1;
    }

    /** Emits the checks for a stub whose variables are the parameters. */
    CodeBlock write() {
        List<Node> parameters = parameters();
        CodeBlock.Builder code = CodeBlock.builder();
        if (parameters.size() > MAX_COMPARED) {
            CodeBlock labels = parameters.stream()
                    .map(parameter -> CodeBlock.of("$S", parameter.label()))
                    .collect(CodeBlock.joining(",$W"));
            CodeBlock tensors = parameters.stream()
                    .map(parameter -> CodeBlock.of("$N", names.parameter(parameter.label())))
                    .collect(CodeBlock.joining(",$W"));
            String marks = parameters.stream().map(this::mark).collect(Collectors.joining());
            code.addStatement(
                    "$T.separate($S, $S,$W new $T[] {$L},$W new $T[] {$L})",
                    RuntimeTypes.CHECKS,
                    graph.name(),
                    marks,
                    String.class,
                    labels,
                    RuntimeTypes.TENSOR,
                    tensors);
            return code.build();
        }
        for (Node one : parameters) {
            for (Node other : parameters) {
                boolean later = parameters.indexOf(other) > parameters.indexOf(one);
                if (isDifferentiated(one) && (later || !isDifferentiated(other)) && one != other) {
                    code.addStatement(
                            "$T.separate($S, $S, $N, $S, $N)",
                            RuntimeTypes.CHECKS,
                            graph.name(),
                            one.label(),
                            names.parameter(one.label()),
                            other.label(),
                            names.parameter(other.label()));
                }
            }
        }
        return code.build();
    }

    /** Returns a character for each tensor parameter: 2 if it is differentiated, 1 if a loss reads it, otherwise 0. */
    String marks() {
        return graph.tensorParameters().stream().map(this::mark).collect(Collectors.joining());
    }

    private String mark(Node parameter) {
        return isDifferentiated(parameter) ? "2" : losses.read().contains(parameter.label()) ? "1" : "0";
    }

    private boolean isDifferentiated(Node parameter) {
        return losses.differentiated().contains(parameter.label());
    }

    private List<Node> parameters() {
        return losses.differentiated().isEmpty()
                ? List.of()
                : graph.tensorParameters().stream()
                        .filter(parameter -> !mark(parameter).equals("0"))
                        .toList();
    }
}
