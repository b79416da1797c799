package io.graphkernel.processor.loop;

import io.graphkernel.processor.graph.Graph;
import io.graphkernel.processor.graph.Node;
import io.graphkernel.processor.op.OpTable;
import java.util.Collection;

/** What ops compute, next to what they move: the cost of each op times the elements that it gives. Views compute nothing. */
public final class Work {

    private Work() {}

    /**
     * The work of some ops.
     *
     * @param ops each is counted once
     * @param traffic of their graph, which knows how many elements a value has
     * @return in the unit of the op table, at typical sizes
     */
    public static double of(Collection<Node> ops, Traffic traffic) {
        return ops.stream()
                .filter(node -> !Views.isView(node))
                .mapToDouble(node -> OpTable.get().row(node).cost() * traffic.elements(node))
                .sum();
    }

    /**
     * The work of a graph.
     *
     * @param graph after views were formed
     * @return the sum over all ops
     */
    public static double of(Graph graph) {
        return of(graph.operations(), new Traffic(graph));
    }
}
