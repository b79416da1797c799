package io.graphkernel.processor.gradient;

import io.graphkernel.processor.graph.GraphBuilder;
import io.graphkernel.processor.graph.Node;
import io.graphkernel.processor.graph.Origin;
import io.graphkernel.processor.graph.TypeException;
import io.graphkernel.processor.op.BasicOps;
import io.graphkernel.processor.op.ExpansionBuilder;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The ops of a kernel once more, where its gradient is. They read copies of what the kernel was given: ops of the same operands
 * would be united with those of the first time, which would then be saved.
 *
 * @param kernel whose ops they are
 * @param nodes by the nodes of the first time: also what the kernel was given, itself where it has no copy
 * @param copies of what the kernel was given, by that
 */
record ComputedAgain(OwnGradient kernel, Map<Node, Node> nodes, Map<Node, Node> copies) {

    /**
     * Computes a kernel again.
     *
     * @param cotangent of a result, for which the copies wait
     * @param active has what is differentiated
     * @param graph receives the ops
     * @param ops makes the copies
     */
    static ComputedAgain of(
            OwnGradient kernel, Node cotangent, ActiveNodes active, GraphBuilder graph, ExpansionBuilder ops)
            throws TypeException {
        List<OpResults> first = OpResults.between(Set.copyOf(kernel.parameters()), kernel.results());
        Map<Node, Node> copies = new LinkedHashMap<>();
        for (Node value : copied(kernel, first, active)) {
            copies.put(value, copyAfter(cotangent, value, ops));
        }
        Map<Node, Node> nodes = new IdentityHashMap<>();
        kernel.parameters().forEach(value -> nodes.put(value, copies.getOrDefault(value, value)));
        for (OpResults op : first) {
            for (Node node : op.results()) {
                nodes.put(node, node.isOperation() ? graph.add(copy(node, nodes)) : node);
            }
        }
        return new ComputedAgain(kernel, nodes, copies);
    }

    /** A node over copies of its operands, for the gradient. */
    static Node copy(Node node, Map<Node, Node> copies) {
        return node.withOperands(node.operands().stream().map(copies::get).toList())
                .as(Origin.Role.AGAIN_AS_SAID);
    }

    List<Node> results() {
        return kernel.results().stream().map(nodes::get).toList();
    }

    /** What the ops are given. */
    Set<Node> leaves() {
        Set<Node> leaves = Collections.newSetFromMap(new IdentityHashMap<>());
        kernel.parameters().forEach(value -> leaves.add(nodes.get(value)));
        return leaves;
    }

    /**
     * What is copied of what a kernel is given: the values that were computed from wanted ones. The first layer of a model may
     * have none; of its tensors that is copied on which most ops depend.
     */
    private static Collection<Node> copied(OwnGradient kernel, List<OpResults> ops, ActiveNodes active) {
        List<Node> tensors = kernel.parameters().stream()
                .filter(value -> !value.isNumber())
                .distinct()
                .toList();
        List<Node> computed = tensors.stream()
                .filter(value -> value.isOperation() && active.contains(value))
                .toList();
        return computed.isEmpty()
                ? tensors.stream()
                        .max(Comparator.comparingInt((Node value) -> dependent(ops, value))
                                // Rather the data than a weight.
                                .thenComparing(value -> !active.contains(value)))
                        .stream()
                        .toList()
                : computed;
    }

    /** How many ops depend on a value. */
    private static int dependent(List<OpResults> ops, Node value) {
        Set<Node> found = Collections.newSetFromMap(new IdentityHashMap<>());
        found.add(value);
        int count = 0;
        for (OpResults op : ops) {
            if (op.first().operands().stream().anyMatch(found::contains)) {
                found.addAll(op.results());
                count++;
            }
        }
        return count;
    }

    /** A copy that cannot be made, and fused with what comes first, before the cotangent is there: a choice between the same. */
    private static Node copyAfter(Node cotangent, Node value, ExpansionBuilder ops) throws TypeException {
        Node awaited = cotangent.shape().equals(value.shape())
                ? cotangent
                : ops.reduce("ReduceSum", cotangent, ops.allAxes(), false);
        return ops.select(ops.op("IsNan", awaited), ops.op(BasicOps.COPY, value), value);
    }
}
