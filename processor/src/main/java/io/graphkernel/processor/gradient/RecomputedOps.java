package io.graphkernel.processor.gradient;

import io.graphkernel.graph.GraphBuilder;
import io.graphkernel.graph.Node;
import io.graphkernel.graph.Origin;
import io.graphkernel.graph.TypeException;
import io.graphkernel.op.build.ExpansionBuilder;
import io.graphkernel.op.row.BasicOps;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Recomputation of a kernel's ops for its gradient. They read copies of the arguments: ops on the same operands would
 * be merged by CSE with the original ones, which would then be saved.
 *
 * @param kernel the recomputed kernel
 * @param nodes recomputed node by original node, including arguments; an argument without a copy maps to itself
 * @param copies copy by argument
 */
record RecomputedOps(CustomGradient kernel, Map<Node, Node> nodes, Map<Node, Node> copies) {

    /**
     * Recomputes a kernel.
     *
     * @param cotangent cotangent of a result, which the copies depend on
     * @param active the active values
     * @param graph graph that receives the ops
     * @param ops builder of the copies
     */
    static RecomputedOps of(
            CustomGradient kernel, Node cotangent, ActiveNodes active, GraphBuilder graph, ExpansionBuilder ops)
            throws TypeException {
        List<OpResults> first = OpResults.between(Set.copyOf(kernel.parameters()), kernel.results());
        Map<Node, Node> copies = new LinkedHashMap<>();
        for (Node value : copied(kernel, first, active)) {
            copies.put(value, copyWithControlDependence(cotangent, value, ops));
        }
        Map<Node, Node> nodes = new IdentityHashMap<>();
        kernel.parameters().forEach(value -> nodes.put(value, copies.getOrDefault(value, value)));
        for (OpResults op : first) {
            for (Node node : op.results()) {
                nodes.put(node, node.isOperation() ? graph.add(copy(node, nodes)) : node);
            }
        }
        return new RecomputedOps(kernel, nodes, copies);
    }

    /** Returns a node over copies of its operands, for the gradient. */
    static Node copy(Node node, Map<Node, Node> copies) {
        return node.withOperands(node.operands().stream().map(copies::get).toList())
                .as(Origin.Role.RECOMPUTED_ON_REQUEST);
    }

    List<Node> results() {
        return kernel.results().stream().map(nodes::get).toList();
    }

    /** Returns the arguments of the recomputed ops. */
    Set<Node> leaves() {
        Set<Node> leaves = Collections.newSetFromMap(new IdentityHashMap<>());
        kernel.parameters().forEach(value -> leaves.add(nodes.get(value)));
        return leaves;
    }

    /**
     * Returns the arguments to copy: active ones. A first layer may have none; then the tensor on which most ops depend
     * is copied.
     */
    private static Collection<Node> copied(CustomGradient kernel, List<OpResults> ops, ActiveNodes active) {
        List<Node> tensors = kernel.parameters().stream()
                .filter(value -> !value.isNumber())
                .distinct()
                .toList();
        List<Node> computed = tensors.stream()
                .filter(value -> value.isOperation() && active.contains(value))
                .toList();
        return computed.isEmpty()
                ? tensors.stream()
                        .max(Comparator.comparingInt((Node value) -> dependentCount(ops, value))
                                // Prefers data to weights.
                                .thenComparing(value -> !active.contains(value)))
                        .stream()
                        .toList()
                : computed;
    }

    /** Returns the number of ops that depend on a value. */
    private static int dependentCount(List<OpResults> ops, Node value) {
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

    /**
     * Returns a copy with a control dependence on the cotangent, which prevents fusion with the forward ops: a select
     * with equal branches.
     */
    private static Node copyWithControlDependence(Node cotangent, Node value, ExpansionBuilder ops)
            throws TypeException {
        Node awaited = cotangent.shape().equals(value.shape())
                ? cotangent
                : ops.reduce("ReduceSum", cotangent, ops.allAxes(), false);
        return ops.select(ops.op("IsNan", awaited), ops.op(BasicOps.COPY, value), value);
    }
}
