package io.graphkernel.processor.stub;

import com.palantir.javapoet.CodeBlock;
import io.graphkernel.processor.frontend.KernelMethod;
import io.graphkernel.processor.graph.Graph;
import io.graphkernel.processor.graph.Node;
import io.graphkernel.processor.graph.TypeException;
import io.graphkernel.processor.op.IndexRule;
import io.graphkernel.processor.op.OpTable;
import io.graphkernel.processor.option.Flag;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The code that looks at labels and indices before a launch: {@code --check_indices} throws for one out of range,
 * {@code --enable_debug_mode} logs it. Only what the caller passes can be looked at.
 */
public final class IndexChecks {

    private final String check;
    private final Graph graph;
    private final MethodNames names;

    /** For the graph as written: a later one has the ops no more to which indices belong. */
    IndexChecks(KernelMethod method, MethodNames names) {
        this.graph = method.graph();
        this.names = names;
        this.check = method.flags().isOn(Flag.CHECK_INDICES)
                ? "require"
                : method.flags().isOn(Flag.ENABLE_DEBUG_MODE) ? "log" : "";
    }

    /** What is checked, of parameters alone. */
    Set<IndexRule.Bound> checks() {
        Set<IndexRule.Bound> checks = new LinkedHashSet<>();
        for (IndexRule.Bound bound : check.isEmpty() ? List.<IndexRule.Bound>of() : bounds(graph)) {
            parameter(bound.indices())
                    .ifPresent(node -> checks.add(new IndexRule.Bound(node, bound.size(), bound.fromEnd())));
        }
        return checks;
    }

    /** The checks, once for each parameter and size. */
    CodeBlock write() {
        CodeBlock.Builder code = CodeBlock.builder();
        checks().forEach(bound -> code.addStatement(
                "$T.$L($S, $S, $N, $L, $L)",
                RuntimeTypes.INDEX_CHECK,
                check,
                graph.name(),
                bound.indices().label(),
                names.parameter(bound.indices().label()),
                names.dim(bound.size()),
                bound.fromEnd()));
        return code.build();
    }

    /**
     * The ops whose indices are computed in the method: no check sees them.
     *
     * @param graph a method as written
     * @return ops in order
     */
    public static List<Node> unchecked(Graph graph) {
        return graph.operations().stream()
                .filter(node -> bound(node)
                        .filter(bound -> parameter(bound.indices()).isEmpty())
                        .isPresent())
                .toList();
    }

    private static List<IndexRule.Bound> bounds(Graph graph) {
        List<IndexRule.Bound> bounds = new ArrayList<>();
        graph.operations().forEach(node -> bound(node).ifPresent(bounds::add));
        return bounds;
    }

    private static Optional<IndexRule.Bound> bound(Node node) {
        try {
            return IndexRule.of(node);
        } catch (TypeException e) {
            throw new IllegalStateException("an op of a verified graph has no size for its indices", e);
        }
    }

    /** The parameter of which a value has all elements. */
    private static Optional<Node> parameter(Node value) {
        Node node = value;
        while (node.isOperation() && OpTable.get().row(node).keepsAllElements()) {
            node = node.operands().get(0);
        }
        boolean whole = !node.dtype().isFloating();
        return node.kind() == Node.Kind.PARAMETER && whole ? Optional.of(node) : Optional.empty();
    }
}
