package io.graphkernel.op.definition.shape;

import static io.graphkernel.op.row.OpParameter.attribute;
import static io.graphkernel.op.row.OpParameter.tensor;
import static io.graphkernel.op.row.OpRow.composite;

import io.graphkernel.graph.DataType;
import io.graphkernel.graph.Node;
import io.graphkernel.graph.TypeException;
import io.graphkernel.op.build.AxesBuilder.Axes;
import io.graphkernel.op.build.DimsBuilder.Dims;
import io.graphkernel.op.build.DimsBuilder.Extent;
import io.graphkernel.op.build.ExpansionBuilder;
import io.graphkernel.op.row.DtypeClass;
import io.graphkernel.op.row.OpDtype;
import io.graphkernel.op.row.OpParameter.Kind;
import io.graphkernel.op.row.OpRowBuilder;
import java.util.List;

/** Axes in other places, and slices that start at the elements of a tensor. */
public final class PlacementOps {

    private PlacementOps() {}

    /**
     * Returns the row of an op.
     *
     * @param name name of an op
     * @return its columns, or null if this family has no such op
     */
    public static OpRowBuilder row(String name) {
        return switch (name) {
            case "Movedim" ->
                composite(name, PlacementOps::moved)
                        .parameters(tensor("x"), attribute("source", Kind.AXES), attribute("destination", Kind.AXES))
                        .dtypes(DtypeClass.STORED)
                        .allElements()
                        .tolerance("exact")
                        .shape("the dims of x, with that of each source axis at its destination")
                        .document("x with axes at other positions; the others keep their order");
            case "DynamicSlice" ->
                composite(name, PlacementOps::slice)
                        .parameters(tensor("x"), tensor("starts", OpDtype.INDEX), attribute("size", Kind.DIMS))
                        .limits(b -> {
                            b.sizes("size");
                            for (int axis = 0; axis < b.rank(b.x()); axis++) {
                                Axes along = b.axes(axis);
                                b.atMost("size[" + axis + "]", b.item(b.dims("size"), along), b.dim(b.x(), along));
                            }
                        })
                        .dtypes(DtypeClass.STORED)
                        .tolerance("exact")
                        .shape("size")
                        .document("size elements along each axis, from the starts, which are one for each axis; a start"
                                + " is moved until the slice is inside x");
            case "DynamicUpdateSlice" ->
                composite(name, PlacementOps::updated)
                        .parameters(tensor("x"), tensor("update"), tensor("starts", OpDtype.INDEX))
                        .limits(b -> {
                            for (int axis = 0; axis < b.rank(b.x()); axis++) {
                                Axes along = b.axes(axis);
                                Extent size = b.dim(b.operand("update"), along);
                                b.atLeast("the size of axis " + axis + " of update", size, b.extent(1));
                                b.atMost("the size of axis " + axis + " of update", size, b.dim(b.x(), along));
                            }
                        })
                        .dtypes(DtypeClass.STORED)
                        .tolerance("exact")
                        .shape("the shape of x; update has its rank")
                        .document("x with update in place of the slice at the starts, which are one for each axis; a"
                                + " start is moved until the slice is inside x");
            default -> null;
        };
    }

    private static Node moved(ExpansionBuilder b) throws TypeException {
        List<Integer> sources = b.positions(b.x(), b.axes("source"));
        List<Integer> destinations = b.positions(b.x(), b.axes("destination"));
        b.require(
                sources.size() == destinations.size(),
                "the number of axes of destination",
                destinations.size(),
                "as many as source, " + sources.size());
        int[] order = new int[b.rank(b.x())];
        int next = 0;
        for (int axis = 0; axis < order.length; axis++) {
            int moved = destinations.indexOf(axis);
            if (moved >= 0) {
                order[axis] = sources.get(moved);
                continue;
            }
            while (sources.contains(next)) {
                next++;
            }
            order[axis] = next++;
        }
        return b.transpose(b.x(), order);
    }

    private static Node slice(ExpansionBuilder b) throws TypeException {
        Node value = b.x();
        for (int axis = 0; axis < b.rank(b.x()); axis++) {
            Extent size = b.item(b.dims("size"), b.axes(axis));
            Node start = start(b, axis, b.minus(b.dim(b.x(), b.axes(axis)), size));
            value = b.gather(value, b.add(b.rowMajorIndex(b.list(size)), start), b.axes(axis));
        }
        return value;
    }

    private static Node updated(ExpansionBuilder b) throws TypeException {
        Dims dims = b.dims(b.x());
        Node value = b.operand("update");
        Node isInside = null;
        for (int axis = 0; axis < b.rank(b.x()); axis++) {
            Axes along = b.axes(axis);
            Extent size = b.dim(b.operand("update"), along);
            Node start = start(b, axis, b.minus(b.dim(b.x(), along), size));
            Node coordinate = b.sub(b.rowMajorIndex(b.list(b.dim(b.x(), along))), start);
            Node last = b.number(b.minus(size, b.extent(1)), coordinate);
            value = b.gather(value, b.op("Minimum", b.max(coordinate, 0), last), along);
            Node position = b.sub(b.index(dims, along), start);
            Node isWithin = b.op(
                    "LogicalAnd", b.op("GreaterEqual", position, 0), b.op("Less", position, b.number(size, position)));
            isInside = isInside == null ? isWithin : b.op("LogicalAnd", isInside, isWithin);
        }
        return isInside == null ? value : b.select(isInside, value, b.x());
    }

    /** Returns the start along an axis as an i64 scalar, not above the last possible one. */
    private static Node start(ExpansionBuilder b, int axis, Extent last) throws TypeException {
        Node starts = b.operand("starts");
        Node start = b.reshape(b.narrow(starts, b.axes(0), b.extent(axis), b.extent(1)), b.list());
        Node wide = b.cast(start, DataType.I64);
        return b.max(b.op("Minimum", wide, b.number(last, wide)), 0);
    }
}
