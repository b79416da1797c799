package io.graphkernel.processor.gradient;

import io.graphkernel.processor.graph.Attributes;
import io.graphkernel.processor.graph.Node;
import io.graphkernel.processor.op.OpRow;
import io.graphkernel.processor.op.OpTable;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * An op with those of its results that are read: a graph has a node for each.
 *
 * @param first one of the results
 * @param results all that are read, in the order in which they are found
 */
record OpResults(Node first, List<Node> results) {

    /**
     * All ops from which some nodes are computed, each after the ops of its operands.
     *
     * @param nodes the nodes
     * @param leaves nodes whose operands do not count
     * @return parameters and numbers too
     */
    static List<OpResults> leadingTo(Collection<Node> nodes, Set<Node> leaves) {
        Map<Object, List<OpResults>> found = new HashMap<>();
        List<OpResults> order = new ArrayList<>();
        Set<Node> finished = Collections.newSetFromMap(new IdentityHashMap<>());
        List<Node> stack = new ArrayList<>();
        for (Node node : nodes) {
            stack.add(node);
            while (!stack.isEmpty()) {
                Node top = stack.get(stack.size() - 1);
                OpResults op = of(top, found.computeIfAbsent(key(top), key -> new ArrayList<>()));
                if (op.results.stream().noneMatch(result -> result == top)) {
                    op.results.add(top);
                }
                List<Node> unfinished = finished.contains(op.first) || leaves.contains(top)
                        ? List.of()
                        : top.operands().stream()
                                .filter(operand -> !finished.contains(operand))
                                .toList();
                if (unfinished.isEmpty()) {
                    stack.remove(stack.size() - 1);
                    if (finished.add(op.first)) {
                        order.add(op);
                    }
                    finished.add(top);
                } else {
                    stack.addAll(unfinished);
                }
            }
        }
        return order;
    }

    /** The op of a node among equal ones, which all give its value: each of them has one node for a result. */
    private static OpResults of(Node node, List<OpResults> equal) {
        for (OpResults op : equal) {
            if (op.results.stream().allMatch(result -> result == node || number(result) != number(node))) {
                return op;
            }
        }
        OpResults op = new OpResults(node, new ArrayList<>());
        equal.add(op);
        return op;
    }

    /** The ops from which some nodes are computed, in order, without leaves: those are given. */
    static List<OpResults> between(Set<Node> leaves, Collection<Node> nodes) {
        return without(leaves, leadingTo(nodes, leaves));
    }

    static List<OpResults> without(Set<Node> leaves, List<OpResults> ops) {
        return ops.stream().filter(op -> !leaves.contains(op.first())).toList();
    }

    /** What rules call a result. Those whose number an attribute decides have no names. */
    static String name(Node result) {
        OpRow row = OpTable.get().row(result);
        int number = number(result);
        return row.hasVaryingResults()
                ? String.valueOf(number)
                : row.results().get(number).name();
    }

    private static int number(Node result) {
        return (int) result.attributes().integer(Attributes.OUTPUT);
    }

    /** The same for all results of one op, and of ops equal to it. */
    private static Object key(Node node) {
        return node.attributes().has(Attributes.OUTPUT)
                ? List.of(node.op(), node.operands(), node.attributes().without(Attributes.OUTPUT))
                : node;
    }
}
