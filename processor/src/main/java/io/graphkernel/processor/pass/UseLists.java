package io.graphkernel.processor.pass;

import io.graphkernel.graph.Graph;
import io.graphkernel.graph.Node;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Users of each value of a graph: ops, and the caller for results. */
final class UseLists {

    private final Map<Node, List<Node>> users;
    private final Set<Node> results = new HashSet<>();

    UseLists(Graph graph) {
        users = graph.users();
        graph.outputs().forEach(output -> results.add(output.node()));
    }

    /** Returns the ops that read a value, in topological order. */
    List<Node> of(Node node) {
        return users.get(node);
    }

    /** Returns true if a value is a result. */
    boolean isResult(Node node) {
        return results.contains(node);
    }

    /** Returns true if exactly one op reads a value and it is not a result. */
    boolean isReadOnce(Node node) {
        return users.get(node).size() == 1 && !isResult(node);
    }
}
