package io.graphkernel.processor.loop;

import io.graphkernel.graph.Graph;
import io.graphkernel.graph.Node;
import io.graphkernel.op.OpTable;
import java.util.Collection;

/** Compute cost of ops: the cost of each op per element, times its number of elements. Views cost nothing. */
public final class OpCost {

    private OpCost() {}

    /**
     * Returns the cost of some ops.
     *
     * @param ops the ops, each of which counts once
     * @param traffic traffic analysis of their graph, which estimates sizes
     * @return the cost in units of the op table, at typical sizes
     */
    public static double of(Collection<Node> ops, MemoryTraffic traffic) {
        return ops.stream()
                .filter(node -> !Views.isView(node))
                .mapToDouble(node -> OpTable.get().row(node).cost() * traffic.elements(node))
                .sum();
    }

    /**
     * Returns the cost of a graph.
     *
     * @param graph a graph after view forming
     * @return the sum over all ops
     */
    public static double of(Graph graph) {
        return of(graph.operations(), new MemoryTraffic(graph));
    }
}
