package io.graphkernel.op.definition.movement;

import io.graphkernel.common.target.ReferenceModel;
import io.graphkernel.graph.Node;
import io.graphkernel.graph.TypeException;
import io.graphkernel.op.build.AxesBuilder.Axes;
import io.graphkernel.op.build.DimsBuilder.Dims;
import io.graphkernel.op.build.DimsBuilder.Extent;
import io.graphkernel.op.build.ExpansionBuilder;

/** Expansion of the op that keeps the last of equal indices. */
final class DistinctPositions {
    private DistinctPositions() {}

    /** Returns the position of each index, out of range for an index that a later one equals. */
    static Node expand(ExpansionBuilder b) throws TypeException {
        Axes axis = b.axes("axis");
        Node indices = b.operand("indices");
        Extent count = b.dim(indices, axis);
        Dims rows = AlongAxis.rows(b, indices, axis, count);
        Extent limit = b.extent(ReferenceModel.DEFAULT.search().maxComparedPositions());
        Node positions = ScatterExpansion.positions(b, b.reshape(indices, rows), b.dim(b.x(), axis));
        Node isReplaced = b.areKnownEqual(b.larger(count, limit), limit)
                ? comparedWithLater(b, indices, rows)
                : comparedInOrder(b, positions);
        return b.reshape(b.select(b.op("LogicalNot", isReplaced), positions, AlongAxis.NOWHERE), b.dims(indices));
    }

    /** Returns true for each position that equals a later one, compared with all positions of its row. */
    private static Node comparedWithLater(ExpansionBuilder b, Node indices, Dims rows) throws TypeException {
        Extent size = b.dim(b.x(), b.axes("axis"));
        Extent before = b.at(rows, b.extent(0));
        Extent count = b.at(rows, b.extent(1));
        Extent after = b.at(rows, b.extent(2));
        Extent one = b.extent(1);
        // Each reads the indices by its own view, so that one kernel computes all.
        Node own = ScatterExpansion.positions(b, b.reshape(indices, b.list(before, count, one, after)), size);
        Node other = ScatterExpansion.positions(b, b.reshape(indices, b.list(before, one, count, after)), size);
        Node number = b.rowMajorIndex(b.list(count));
        Node isLater = b.op(
                "Less",
                b.reshape(number, b.list(one, count, one, one)),
                b.reshape(number, b.list(one, one, count, one)));
        return b.reduce("ReduceAny", b.op("LogicalAnd", b.op("Equal", own, other), isLater), b.axes(2), false);
    }

    /** Returns true for each position that equals the next one in a stable order of its row. */
    private static Node comparedInOrder(ExpansionBuilder b, Node positions) throws TypeException {
        Axes middle = b.axes(1);
        Node order = AlongAxis.order(b, positions, middle, false);
        Node sorted = AlongAxis.gathered(b, positions, order, middle);
        Node number = b.index(b.dims(order), middle);
        Node last = b.number(b.minus(b.dim(order, middle), b.extent(1)), number);
        Node next = b.op("Minimum", b.add(number, b.number(1, number)), last);
        Node isReplaced = b.op(
                "LogicalAnd",
                b.op("Less", number, last),
                b.op("Equal", AlongAxis.gathered(b, sorted, next, middle), sorted));
        return AlongAxis.gathered(b, isReplaced, AlongAxis.order(b, order, middle, false), middle);
    }
}
