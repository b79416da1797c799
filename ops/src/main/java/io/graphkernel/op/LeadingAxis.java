package io.graphkernel.op;

import io.graphkernel.graph.Attributes;
import io.graphkernel.graph.GraphBuilder;
import io.graphkernel.graph.Node;
import io.graphkernel.graph.Origin;
import io.graphkernel.graph.TypeException;
import io.graphkernel.op.row.ViewKind;
import java.util.ArrayList;
import java.util.List;

/** Transposition of the first axis, along which loops stack their results, to another position. */
public final class LeadingAxis {

    private LeadingAxis() {}

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
}
