package io.graphkernel.processor.pass;

import io.graphkernel.processor.graph.Graph;
import io.graphkernel.processor.graph.Node;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Who reads each value of a graph: ops, and the caller. */
final class Readers {

    private final Map<Node, List<Node>> users;
    private final Set<Node> results = new HashSet<>();

    Readers(Graph graph) {
        users = graph.users();
        graph.outputs().forEach(output -> results.add(output.node()));
    }

    /** The ops that read a value, in topological order. */
    List<Node> of(Node node) {
        return users.get(node);
    }

    /** Whether the caller reads a value. */
    boolean isResult(Node node) {
        return results.contains(node);
    }

    /** Whether one op reads a value, and nobody else. */
    boolean isReadOnce(Node node) {
        return users.get(node).size() == 1 && !isResult(node);
    }
}
