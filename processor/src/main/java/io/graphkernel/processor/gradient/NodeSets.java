package io.graphkernel.processor.gradient;

import io.graphkernel.processor.graph.Node;
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
     * What some values are computed from.
     *
     * @param values the values
     * @param given values that are not computed
     * @return the values, what they read, what that reads, and so on, up to given ones, which are in the set
     */
    static Set<Node> leadingTo(Collection<Node> values, Set<Node> given) {
        Set<Node> found = Collections.newSetFromMap(new IdentityHashMap<>());
        Deque<Node> open = new ArrayDeque<>(values);
        while (!open.isEmpty()) {
            Node node = open.pop();
            if (found.add(node) && !given.contains(node)) {
                open.addAll(node.operands());
            }
        }
        return found;
    }
}
