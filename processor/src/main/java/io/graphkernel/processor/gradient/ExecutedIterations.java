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

/**
 * Iterations of a reversed loop that run. They are the last ones if the loop has a condition, and the first ones if it is
 * itself the reversed loop of one with a condition.
 */
final class ExecutedIterations {

    private final GraphBuilder graph;
    private final Origin origin;
    private final Loop.Control control;
    /** Index of the first iteration for the last ones, or number of iterations for the first ones: a scalar. */
    private final Node limit;

    private ExecutedIterations(GraphBuilder graph, Dim trips, Origin origin, Loop.Control control, Node other)
            throws TypeException {
        this.graph = graph;
        this.origin = origin;
        this.control = control;
        Node bound = graph.add(Node.dimension(trips, DataType.I64));
        this.limit = op("Sub", Attributes.NONE, bound, other);
    }

    /**
     * Returns the iterations of the gradient of a loop with a condition.
     *
     * @param graph receives the ops
     * @param trips maximum number of iterations
     * @param executed number of iterations that have run
     * @param origin line of the ops
     */
    static ExecutedIterations last(GraphBuilder graph, Dim trips, Node executed, Origin origin) throws TypeException {
        return new ExecutedIterations(graph, trips, origin, Loop.Control.TAIL, executed);
    }

    /**
     * Returns the iterations of the gradient of a loop that skips iterations.
     *
     * @param graph receives the ops
     * @param trips number of iterations, with skipped ones
     * @param first index of the first iteration that has run
     * @param origin line of the ops
     */
    static ExecutedIterations first(GraphBuilder graph, Dim trips, Node first, Origin origin) throws TypeException {
        return new ExecutedIterations(graph, trips, origin, Loop.Control.CONDITIONAL, first);
    }

    /** Returns the selection of the iterations in the reversed loop. */
    Loop.Control control() {
        return control;
    }

    /** Returns the index of the first iteration for {@code TAIL}, and else the number of iterations: a scalar. */
    Node limit() {
        return limit;
    }

    /** Returns true if the loop runs at least one iteration, a scalar. */
    Node isAny() throws TypeException {
        Node zero = graph.constant(0L, DataType.I64);
        return op("Greater", Attributes.NONE, limit, zero);
    }

    /** Returns a stacked result of the reversed loop with zeros for the iterations that it skips. */
    Node withZeros(Node stack) throws TypeException {
        return withZeros(graph, stack, control == Loop.Control.TAIL ? "GreaterEqual" : "Less", limit, origin);
    }

    /**
     * Returns a stacked result with zeros after the last iteration.
     *
     * @param graph receives the ops
     * @param stack the result, with a slice for each iteration, and maybe more
     * @param trips number of iterations
     * @param origin line of the ops
     */
    static Node withZerosAfter(GraphBuilder graph, Node stack, Dim trips, Origin origin) throws TypeException {
        return withZeros(graph, stack, "Less", graph.add(Node.dimension(trips, DataType.I64)), origin);
    }

    private static Node withZeros(GraphBuilder graph, Node stack, String comparison, Node limit, Origin origin)
            throws TypeException {
        List<Dim> dims =
                new ArrayList<>(Collections.nCopies(stack.shape().dims().size(), Dim.ONE));
        dims.set(0, stack.shape().dims().get(0));
        Attributes count = Attributes.NONE.with("n", List.of(dims.get(0)));
        Node iterations = op(graph, origin, "Range", count);
        Node stored = op(graph, origin, comparison, Attributes.NONE, iterations, limit);
        Attributes shape = Attributes.NONE.with(Attributes.DIMS, List.copyOf(dims));
        Node mask = op(graph, origin, ViewKind.RESHAPE.op(), shape, stored);
        Node zeros = op(graph, origin, BasicOps.ZEROS_LIKE, Attributes.NONE, stack);
        return op(graph, origin, "Select", Attributes.NONE, mask, stack, zeros);
    }

    private static Node op(GraphBuilder graph, Origin origin, String name, Attributes attributes, Node... operands)
            throws TypeException {
        return graph.operation(name, List.of(operands), attributes, "", origin);
    }

    private Node op(String name, Attributes attributes, Node... operands) throws TypeException {
        return op(graph, origin, name, attributes, operands);
    }
}
