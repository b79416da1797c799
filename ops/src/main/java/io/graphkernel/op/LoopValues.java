package io.graphkernel.op;

import io.graphkernel.graph.Attributes;
import io.graphkernel.graph.Dim;
import io.graphkernel.graph.Graph;
import io.graphkernel.graph.GraphBuilder;
import io.graphkernel.graph.Loop;
import io.graphkernel.graph.Node;
import io.graphkernel.graph.Origin;
import io.graphkernel.graph.Shape;
import io.graphkernel.graph.TypeException;
import io.graphkernel.op.row.OpKind;
import io.graphkernel.op.row.ViewKind;
import java.util.ArrayList;
import java.util.List;

/** Ops on the values that a loop stacks, or reads by one slice per iteration. */
public final class LoopValues {

    private LoopValues() {}

    /**
     * Returns a value with its first axis at another position; the order of the other axes is unchanged.
     *
     * @param graph receives the op
     * @param value tensor of known rank
     * @param position new index of the first axis
     * @param origin line of the op
     * @return the value itself for position 0
     * @throws TypeException if the position is not less than the rank
     */
    public static Node moved(GraphBuilder graph, Node value, int position, Origin origin) throws TypeException {
        if (position == 0) {
            return value;
        }
        List<Long> permutation = new ArrayList<>();
        for (long axis = 1; axis < value.shape().rank(); axis++) {
            permutation.add(axis);
        }
        permutation.add(position, 0L);
        Attributes attributes = Attributes.NONE.with(Attributes.PERMUTATION, permutation);
        return graph.operation(ViewKind.TRANSPOSE.op(), List.of(value), attributes, "", origin);
    }

    /**
     * Returns the values of an iteration that a gradient reads instead of recomputing them: the results of library calls.
     *
     * @param body ops of the loop's body
     * @return results of the body, which follow its other ones, without those that cannot be stacked
     */
    public static List<Graph.Output> saved(List<Node> body) {
        List<Graph.Output> saved = new ArrayList<>();
        for (Node node : body) {
            boolean isLibraryResult = node.isOperation()
                    && node.dtype().isDifferentiable()
                    && OpTable.get().is(node, OpKind.LIBRARY);
            boolean isStackable = !node.shape().isUnranked()
                    && node.shape().batchDims().isEmpty()
                    && node.shape().rank() < Shape.MAX_DIMS;
            if (isLibraryResult && isStackable) {
                saved.add(new Graph.Output(Loop.SAVED + saved.size(), node));
            }
        }
        return saved;
    }

    /**
     * Returns one slice of a value, without the axis.
     *
     * @param graph receives the ops
     * @param value tensor of known rank
     * @param axis index of the axis, from 0
     * @param position position of the slice along the axis
     * @param origin line of the ops
     * @return tensor of one axis less
     * @throws TypeException if the position is not one of the axis
     */
    public static Node slice(GraphBuilder graph, Node value, int axis, Dim position, Origin origin)
            throws TypeException {
        Attributes one = Attributes.NONE
                .with(Attributes.AXIS, (long) axis)
                .with("start", List.of(position))
                .with("length", List.of(Dim.ONE));
        Node range = graph.operation("Narrow", List.of(value), one, "", origin);
        List<Dim> dims = new ArrayList<>(value.shape().dims());
        dims.remove(axis);
        Attributes rest = Attributes.NONE.with(Attributes.DIMS, List.copyOf(dims));
        return graph.operation(ViewKind.RESHAPE.op(), List.of(range), rest, "", origin);
    }
}
