package io.graphkernel.processor.gradient;

import io.graphkernel.graph.Node;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Collections;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.Set;

/** Sets of nodes of a graph. */
final class NodeSets {

    private NodeSets() {}

    /**
     * Returns the transitive operands of some values.
     *
     * @param values the values
     * @param inputs values that are not computed, at which the traversal stops
     * @return the values and their transitive operands, including inputs
     */
    static Set<Node> transitiveOperands(Collection<Node> values, Set<Node> inputs) {
        Set<Node> found = Collections.newSetFromMap(new IdentityHashMap<>());
        Deque<Node> open = new ArrayDeque<>(values);
        while (!open.isEmpty()) {
            Node node = open.pop();
            if (found.add(node) && !inputs.contains(node)) {
                open.addAll(node.operands());
            }
        }
        return found;
    }
}
