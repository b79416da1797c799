package io.graphkernel.op;

import io.graphkernel.graph.Attributes;
import io.graphkernel.graph.Graph;
import io.graphkernel.graph.GraphBuilder;
import io.graphkernel.graph.Node;
import io.graphkernel.graph.Origin;
import io.graphkernel.graph.TypeException;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Analysis of the keys that a score function removes whatever their score is: those where it is minus infinity. */
public final class RemovedKeys {

    private static final String SELECT = "Select";

    private final Graph body;
    private final GraphBuilder graph = new GraphBuilder(OpTable.get());
    /** Values that depend on the score. */
    private final Set<Node> dependent = Collections.newSetFromMap(new IdentityHashMap<>());

    private RemovedKeys(Graph body) {
        this.body = body;
        dependent.add(body.parameters().get(0).node());
        for (Node node : body.nodes()) {
            if (node.operands().stream().anyMatch(dependent::contains)) {
                dependent.add(node);
            }
        }
    }

    /**
     * Returns the function of the removed keys.
     *
     * @param function function whose first parameter is the score
     * @return a function of the same parameters: minus infinity for a key that is removed, else another number; empty if
     *     no key is known to be removed
     */
    public static Optional<ScalarFunction> of(ScalarFunction function) {
        try {
            return new RemovedKeys(function.body()).function();
        } catch (TypeException e) {
            throw new IllegalStateException(e);
        }
    }

    private Optional<ScalarFunction> function() throws TypeException {
        graph.parametersOf(body.parameters());
        body.nodes().stream().filter(node -> !dependent.contains(node)).forEach(graph::add);
        Node removed = removed(body.outputs().get(0).node());
        return removed.kind() == Node.Kind.CONSTANT
                ? Optional.empty()
                : Optional.of(ScalarFunction.minimal(
                        graph.build(body.name(), List.of(new Graph.Output("removed", removed)))));
    }

    /** Returns minus infinity where a value is, as far as this does not depend on the score. */
    private Node removed(Node value) throws TypeException {
        if (!dependent.contains(value)) {
            return value;
        }
        boolean isBranch = value.op().equals(SELECT)
                && !dependent.contains(value.operands().get(0));
        if (!isBranch) {
            return graph.constant(0.0, value.dtype());
        }
        Node yes = removed(value.operands().get(1));
        Node no = removed(value.operands().get(2));
        boolean isSame = yes.kind() == Node.Kind.CONSTANT
                && no.kind() == Node.Kind.CONSTANT
                && yes.attributes().value() == no.attributes().value();
        return isSame
                ? yes
                : graph.operation(SELECT, List.of(value.operands().get(0), yes, no), Attributes.NONE, "", Origin.NONE);
    }
}
