package io.graphkernel.processor.gradient;

import io.graphkernel.graph.Attributes;
import io.graphkernel.graph.Node;
import io.graphkernel.op.OpTable;
import io.graphkernel.op.row.OpRow;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * An op with those of its results that are read, which are separate nodes.
 *
 * @param first one of the results
 * @param results all results that are read, in order of discovery
 */
record OpResults(Node first, List<Node> results) {

    /**
     * Returns the ops that some nodes are computed from, in topological order.
     *
     * @param nodes the nodes
     * @param leaves nodes whose operands are not visited
     * @return ops, including parameters and numbers
     */
    static List<OpResults> transitiveOps(Collection<Node> nodes, Set<Node> leaves) {
        Map<Object, List<OpResults>> found = new HashMap<>();
        List<OpResults> order = new ArrayList<>();
        Set<Node> finished = Collections.newSetFromMap(new IdentityHashMap<>());
        List<Node> stack = new ArrayList<>();
        for (Node node : nodes) {
            stack.add(node);
            while (!stack.isEmpty()) {
                Node top = stack.get(stack.size() - 1);
                // A leaf is separate from the other results of its op, whose operands are visited.
                Object sameOp = leaves.contains(top) ? top : key(top);
                OpResults op = of(top, found.computeIfAbsent(sameOp, key -> new ArrayList<>()));
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

    /** Returns the op of a node with equal ops, of which all compute the same values. */
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

    /** Returns the ops between leaves and some nodes, in topological order, without the leaves. */
    static List<OpResults> between(Set<Node> leaves, Collection<Node> nodes) {
        return without(leaves, transitiveOps(nodes, leaves));
    }

    static List<OpResults> without(Set<Node> leaves, List<OpResults> ops) {
        return ops.stream().filter(op -> !leaves.contains(op.first())).toList();
    }

    /** Returns the name of a result in rules. Ops with an attribute-defined number of results have no names. */
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

    /** Returns a key that is equal for all results of one op, and of ops equal to it. */
    private static Object key(Node node) {
        return node.attributes().has(Attributes.OUTPUT)
                ? List.of(node.op(), node.operands(), node.attributes().without(Attributes.OUTPUT))
                : node;
    }
}
