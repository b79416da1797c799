package io.graphkernel.op.definition.signal;

import io.graphkernel.graph.Node;
import io.graphkernel.graph.TypeException;
import io.graphkernel.op.build.AxesBuilder.Axes;
import io.graphkernel.op.build.DimsBuilder.Dims;
import io.graphkernel.op.build.DimsBuilder.Extent;
import io.graphkernel.op.build.ExpansionBuilder;
import io.graphkernel.op.definition.movement.AlongAxis;

/**
 * Dims around the axis of a transform.
 *
 * @param before product of the dims before the axis
 * @param inner product of the dims after it
 * @param isLast true if no axis follows
 */
record AxisExtents(Extent before, Extent inner, boolean isLast) {

    static AxisExtents of(ExpansionBuilder b, Node x, Axes axis) throws TypeException {
        Dims rows = AlongAxis.rows(b, x, axis, b.extent(1));
        boolean isLast = b.position(x, axis) == b.rank(x) - 1;
        return new AxisExtents(b.at(rows, b.extent(0)), b.at(rows, b.extent(2)), isLast);
    }

    /** Returns three dims, with a size of the axis. */
    Dims dims(ExpansionBuilder b, int size) {
        return b.list(before, b.extent(size), inner);
    }
}
