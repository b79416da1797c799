package io.graphkernel.processor.gradient;

import io.graphkernel.graph.Attributes;
import io.graphkernel.graph.DataType;
import io.graphkernel.graph.Dim;
import io.graphkernel.graph.GraphBuilder;
import io.graphkernel.graph.Loop;
import io.graphkernel.graph.Node;
import io.graphkernel.graph.Origin;
import io.graphkernel.graph.TypeException;
import io.graphkernel.op.row.BasicOps;
import io.graphkernel.op.row.ViewKind;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** Iterations of a loop with a condition that have run, which are the last ones of the reversed loop. */
final class TailStack {

    private final GraphBuilder graph;
    private final Dim trips;
    private final Origin origin;
    private final Node first;

    /**
     * Creates the selection of a loop's iterations.
     *
     * @param graph receives the ops
     * @param loop a loop with a condition and a bound
     * @param executed number of its iterations that have run
     * @param origin line of the ops
     */
    TailStack(GraphBuilder graph, Loop loop, Node executed, Origin origin) throws TypeException {
        this.graph = graph;
        this.trips = loop.trips();
        this.origin = origin;
        Node bound = graph.add(Node.dimension(trips, DataType.I64));
        this.first = op("Sub", Attributes.NONE, bound, executed);
    }

    /** Returns the index of the first iteration of the reversed loop, a scalar. */
    Node first() {
        return first;
    }

    /** Returns a stacked result of the reversed loop with zeros for the iterations that it skips. */
    Node withZeros(Node stack) throws TypeException {
        Node iterations = op("Range", Attributes.NONE.with("n", List.of(trips)));
        Node stored = op("GreaterEqual", Attributes.NONE, iterations, first);
        List<Dim> dims =
                new ArrayList<>(Collections.nCopies(stack.shape().dims().size(), Dim.ONE));
        dims.set(0, trips);
        Node mask = op(ViewKind.RESHAPE.op(), Attributes.NONE.with(Attributes.DIMS, List.copyOf(dims)), stored);
        Node zeros = op(BasicOps.ZEROS_LIKE, Attributes.NONE, stack);
        return op("Select", Attributes.NONE, mask, stack, zeros);
    }

    private Node op(String name, Attributes attributes, Node... operands) throws TypeException {
        return graph.operation(name, List.of(operands), attributes, "", origin);
    }
}
