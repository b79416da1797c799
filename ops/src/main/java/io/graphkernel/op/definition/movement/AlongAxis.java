package io.graphkernel.op.definition.movement;

import io.graphkernel.graph.DataType;
import io.graphkernel.graph.Node;
import io.graphkernel.graph.TypeException;
import io.graphkernel.op.build.AxesBuilder.Axes;
import io.graphkernel.op.build.DimsBuilder.Dims;
import io.graphkernel.op.build.DimsBuilder.Extent;
import io.graphkernel.op.build.ExpansionBuilder;
import io.graphkernel.op.build.GradientBuilder;
import java.util.Map;

/** Elements of a tensor at a position along an axis for each element of another tensor. */
public final class AlongAxis {

    /** Index that is out of range for every size, also counted from the end. */
    public static final double NOWHERE = Long.MIN_VALUE;

    private AlongAxis() {}

    /** Returns three dims: the product of the dims before an axis, a size, and the product of the dims after it. */
    public static Dims rows(ExpansionBuilder b, Node x, Axes axis, Extent size) throws TypeException {
        Extent before = b.at(b.around(x, axis, size), b.extent(0));
        return b.list(before, size, b.at(b.after(x, axis, size), b.extent(2)));
    }

    /**
     * Returns x[…, indices[…, j, …], …] for each j along an axis.
     *
     * @param indices indices that broadcast to the dims of x but along the axis; negative from the end
     * @return tensor with the broadcast dims; 0 for an index out of range
     */
    public static Node gathered(ExpansionBuilder b, Node x, Node indices, Axes axis) throws TypeException {
        Node elements = b.reshape(x, b.list(elements(b, x)));
        Node broadcast = b.broadcastTo(indices, b.replace(b.dims(x), axis, b.dim(indices, axis)));
        return b.gather(elements, flat(b, x, broadcast, axis), b.axes(0));
    }

    /** Returns the row-major position in x for each index along an axis; one out of range stays out of range. */
    public static Node flat(ExpansionBuilder b, Node x, Node indices, Axes axis) throws TypeException {
        Extent size = b.dim(x, axis);
        Dims rows = rows(b, indices, axis, b.dim(indices, axis));
        Node index = b.reshape(b.cast(indices, DataType.I64), rows);
        Node own = b.select(b.op("Less", index, 0), b.add(index, b.number(size, index)), index);
        Node isInside = b.op("LogicalAnd", b.op("GreaterEqual", own, 0), b.op("Less", own, b.number(size, own)));
        Node row = b.mul(b.index(rows, b.axes(0)), b.number(size, own));
        Node outer = b.mul(b.add(row, own), b.number(b.at(rows, b.extent(2)), own));
        Node flatIndex = b.select(isInside, b.add(outer, b.index(rows, b.axes(2))), NOWHERE);
        return b.reshape(flatIndex, b.dims(indices));
    }

    /**
     * Returns the sums of values by their indices along the attribute axis.
     *
     * @param values values with the shape of x
     * @param indices position along the axis for each value; one out of range adds nothing
     * @return sums with the shape of x
     */
    public static Node scatteredSum(GradientBuilder b, Node values, Node indices) throws TypeException {
        Node x = b.x();
        Node flatIndices = b.reshape(flat(b, x, indices, b.axes("axis")), b.list(elements(b, x)));
        Node rows = b.reshape(values, b.list(b.extent(1), elements(b, x), b.extent(1)));
        return b.reshape(b.gatherGradient(rows, flatIndices, elements(b, x)), b.dims(x));
    }

    /** Returns the number of elements of a tensor. */
    public static Extent elements(ExpansionBuilder b, Node x) throws TypeException {
        return b.at(b.flattened(x, b.axes(0)), b.extent(1));
    }

    /**
     * Returns the positions that sort the elements of x along an axis.
     *
     * @param descending true for the largest element first
     * @return i64 tensor with the dims of x
     */
    public static Node order(ExpansionBuilder b, Node x, Axes axis, boolean descending) throws TypeException {
        Node rows = b.reshape(x, rows(b, x, axis, b.dim(x, axis)));
        return b.reshape(b.call("SortOrder", Map.of("descending", descending), rows), b.dims(x));
    }
}
