package io.graphkernel.processor.stub;

import com.palantir.javapoet.CodeBlock;
import io.graphkernel.graph.Graph;
import io.graphkernel.graph.Node;
import io.graphkernel.graph.TypeException;
import io.graphkernel.op.IndexBound;
import io.graphkernel.op.OpTable;
import io.graphkernel.processor.frontend.kernel.KernelMethod;
import io.graphkernel.processor.option.Flag;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Emitter of index checks before a launch: {@code --check_indices} throws for one out of range, {@code
 * --enable_debug_mode} logs it. Only arguments of the caller are checked.
 */
public final class IndexChecks {

    private final String check;
    private final Graph graph;
    private final MethodNames names;

    /** Creates the checks from the graph before passes, which replace the ops that indices belong to. */
    IndexChecks(KernelMethod method, MethodNames names) {
        this.graph = method.graph();
        this.names = names;
        this.check = method.flags().isOn(Flag.CHECK_INDICES)
                ? "require"
                : method.flags().isOn(Flag.ENABLE_DEBUG_MODE) ? "log" : "";
    }

    /** Returns the checks of parameters. */
    Set<IndexBound> checks() {
        Set<IndexBound> checks = new LinkedHashSet<>();
        for (IndexBound bound : check.isEmpty() ? List.<IndexBound>of() : bounds(graph)) {
            parameter(bound.indices())
                    .ifPresent(
                            node -> checks.add(new IndexBound(node, bound.size(), bound.fromEnd(), bound.ignored())));
        }
        return checks;
    }

    /** Emits the checks, once for each parameter and size. */
    CodeBlock write() {
        CodeBlock.Builder code = CodeBlock.builder();
        checks().forEach(bound -> code.addStatement(
                "$T.$L($S, $S, $N, $L, $L$L)",
                RuntimeTypes.INDEX_CHECK,
                check,
                graph.name(),
                bound.indices().label(),
                names.parameter(bound.indices().label()),
                names.dim(bound.size()),
                bound.fromEnd(),
                bound.ignored().isPresent() ? ", " + bound.ignored().getAsLong() + "L" : ""));
        return code.build();
    }

    /**
     * Returns the ops whose indices are computed in the method, or read in a loop, and therefore not checked.
     *
     * @param graph graph of a method before passes
     * @return ops in order, one for equal ops of the same line
     */
    public static List<Node> unchecked(Graph graph) {
        Set<Node> own = new HashSet<>(graph.operations());
        Set<String> lines = new HashSet<>();
        return graph.allNodes().stream()
                .filter(Node::isOperation)
                .filter(node -> bound(node)
                        .filter(bound -> !own.contains(node)
                                || parameter(bound.indices()).isEmpty())
                        .isPresent())
                .filter(node -> lines.add(node.op() + " " + node.origin()))
                .toList();
    }

    private static List<IndexBound> bounds(Graph graph) {
        List<IndexBound> bounds = new ArrayList<>();
        graph.operations().forEach(node -> bound(node).ifPresent(bounds::add));
        return bounds;
    }

    private static Optional<IndexBound> bound(Node node) {
        try {
            return IndexBound.of(node);
        } catch (TypeException e) {
            throw new IllegalStateException("an op of a verified graph has no size for its indices", e);
        }
    }

    /** Returns the parameter that contains all elements of a value. */
    private static Optional<Node> parameter(Node value) {
        Node node = value;
        while (node.isOperation() && OpTable.get().row(node).keepsAllElements()) {
            node = node.operands().get(0);
        }
        boolean whole = !node.dtype().isFloating();
        return node.kind() == Node.Kind.PARAMETER && whole ? Optional.of(node) : Optional.empty();
    }
}
