package io.graphkernel.op.definition.movement;

import static io.graphkernel.op.row.OpParameter.attribute;
import static io.graphkernel.op.row.OpParameter.axis;
import static io.graphkernel.op.row.OpParameter.integer;
import static io.graphkernel.op.row.OpParameter.tensor;
import static io.graphkernel.op.row.OpParameter.tensors;
import static io.graphkernel.op.row.OpRow.composite;

import io.graphkernel.graph.Node;
import io.graphkernel.graph.TypeException;
import io.graphkernel.op.build.AxesBuilder.Axes;
import io.graphkernel.op.build.DimsBuilder.Dims;
import io.graphkernel.op.build.DimsBuilder.Extent;
import io.graphkernel.op.build.ExpansionBuilder;
import io.graphkernel.op.row.DtypeClass;
import io.graphkernel.op.row.OpParameter;
import io.graphkernel.op.row.OpParameter.Kind;
import io.graphkernel.op.row.OpRow;
import io.graphkernel.op.row.OpRowBuilder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/** Diagonals, grids and products of vectors, as in PyTorch and NumPy. */
public final class ArrangementOps {

    private ArrangementOps() {}

    /**
     * Returns the row of an op.
     *
     * @param name name of an op
     * @return its columns, or null if this family has no such op
     */
    public static OpRowBuilder row(String name) {
        return switch (name) {
            case "Roll" ->
                composite(name, b -> rolled(b, b.x(), false))
                        .parameters(tensor("x"), attribute("shift", Kind.INTS), attribute("axis", Kind.AXES))
                        .gradient("x", b -> rolled(b, b.dy(), true))
                        .dtypes(DtypeClass.ANY)
                        .tolerance("exact")
                        .shape("the shape of x")
                        .document("the elements along each axis moved by the shift of that axis; those moved beyond the"
                                + " end come first")
                        .note("the shifts of an axis that occurs several times are added, as in PyTorch and NumPy");
            case "DiagEmbed" ->
                composite(name, ArrangementOps::embedded)
                        .parameters(tensor("x"), offset())
                        .dtypes(DtypeClass.ANY)
                        .tolerance("exact")
                        .shape("the dims of x and the last one again, both plus the magnitude of the offset")
                        .document(
                                "square matrices with the last axis of x on a diagonal, which is above the main one for"
                                        + " a positive offset; zeros elsewhere");
            case "Diagonal" ->
                composite(name, b -> b.reduce("ReduceSum", onDiagonal(b, square(b)), b.axes(-1), false))
                        .parameters(tensor("x"), offset())
                        .dtypes(DtypeClass.NUMBER)
                        .tolerance("exact")
                        .shape("the dims of x with the length of the diagonal in place of the last two")
                        .document("the diagonals of matrices in the last two axes, above the main one for a positive"
                                + " offset");
            case "Trace" ->
                composite(name, b -> b.reduce("ReduceSum", onDiagonal(b, b.x()), b.axes(-2, -1), false))
                        .parameters(tensor("x"))
                        .dtypes(DtypeClass.NUMBER)
                        .shape("the dims of x without the last two")
                        .document("the sum of the diagonal of each matrix in the last two axes");
            case "MeshGrid" ->
                OpRow.composites(name, ArrangementOps::grid, tensors("x"))
                        .dtypes(DtypeClass.ANY)
                        .resultsVary()
                        .tolerance("exact")
                        .shape("an axis for each vector, with its number of elements")
                        .document("the coordinates of a grid: for each vector a tensor with its elements along the axis"
                                + " of the same position")
                        .note("the order that PyTorch and NumPy call ij");
            case "Vecdot" ->
                composite(name, b -> b.reduce("ReduceSum", b.mul(b.x(), b.operand("y")), b.axes("axis"), false))
                        .parameters(tensor("x"), tensor("y"), axis("axis", -1))
                        .dtypes(DtypeClass.NUMBER)
                        .shape("the shape of x without the axis")
                        .document("Σ x · y along an axis; of vectors their dot product");
            case "Outer" ->
                composite(name, ArrangementOps::outer)
                        .parameters(tensor("x"), tensor("y"))
                        .dtypes(DtypeClass.NUMBER)
                        .shape("the dims of x and the last one of y")
                        .document("the products of each element of x with each of y along their last axes");
            case "Kron" ->
                composite(name, ArrangementOps::kronecker)
                        .parameters(tensor("x"), tensor("y"))
                        .dtypes(DtypeClass.NUMBER)
                        .shape("the products of the dims of two matrices")
                        .document("the Kronecker product: y times each element of x, in place of that element");
            case "Cross" ->
                composite(name, ArrangementOps::cross)
                        .parameters(tensor("x"), tensor("y"), axis("axis", -1))
                        .dtypes(DtypeClass.NUMBER)
                        .shape("the shape of x, with size 3 at the axis")
                        .document("the cross product along an axis of size 3");
            default -> null;
        };
    }

    /** Moves elements by the attribute shift, or back. A shift may exceed the size of its axis. */
    private static Node rolled(ExpansionBuilder b, Node value, boolean back) throws TypeException {
        List<Long> shifts = b.longs("shift");
        List<Long> axes = b.longs("axis");
        b.require(
                axes.size() == shifts.size(), "the number of axes", axes.size(), "as many as shift, " + shifts.size());
        SortedMap<Integer, Long> byAxis = new TreeMap<>();
        for (int i = 0; i < axes.size(); i++) {
            int axis = b.position(b.x(), b.axes(Math.toIntExact(axes.get(i))));
            byAxis.merge(axis, back ? -shifts.get(i) : shifts.get(i), Long::sum);
        }
        Node rolled = value;
        for (Map.Entry<Integer, Long> shift : byAxis.entrySet()) {
            rolled = rolled(b, rolled, b.axes(shift.getKey()), shift.getValue());
        }
        return rolled;
    }

    private static Node rolled(ExpansionBuilder b, Node value, Axes axis, long shift) throws TypeException {
        Extent size = b.dim(b.x(), axis);
        Node position = b.rowMajorIndex(b.list(size));
        Node sizeOf = b.number(size, position);
        Node ahead = b.op("FloorMod", b.number(b.extent(-shift), position), sizeOf);
        // One division for all elements, in place of one for each.
        Node source = b.add(position, ahead);
        Node wrapped = b.select(b.op("Less", source, sizeOf), source, b.sub(source, sizeOf));
        return b.gather(value, wrapped, axis);
    }

    private static Node embedded(ExpansionBuilder b) throws TypeException {
        long offset = b.integer("offset");
        Axes last = b.axes(-1);
        Node x = b.x();
        if (offset != 0) {
            Node before = zeros(b, Math.max(offset, 0));
            x = b.concat(last, before, x, zeros(b, Math.max(-offset, 0)));
        }
        Dims dims = b.insert(b.dims(x), last, b.dim(x, last));
        Node row = b.reshape(x, b.insert(b.dims(x), b.axes(-2), b.extent(1)));
        Node distance = b.sub(b.index(dims, last), b.index(dims, b.axes(-2)));
        return b.select(b.op("Equal", distance, offset), row, 0);
    }

    /** Returns zeros in the dims of x, with another size of the last axis. */
    private static Node zeros(ExpansionBuilder b, long size) throws TypeException {
        return b.broadcastTo(b.number(0, b.x()), b.replace(b.dims(b.x()), b.axes(-1), b.extent(size)));
    }

    /** Returns the square matrices of x whose main diagonals are those with the offset. */
    private static Node square(ExpansionBuilder b) throws TypeException {
        Extent above = b.extent(Math.max(b.integer("offset"), 0));
        Extent below = b.extent(Math.max(-b.integer("offset"), 0));
        Extent columns = b.minus(b.dim(b.x(), b.axes(-1)), above);
        Extent length = b.smaller(b.minus(b.dim(b.x(), b.axes(-2)), below), columns);
        return b.narrow(b.narrow(b.x(), b.axes(-2), below, length), b.axes(-1), above, length);
    }

    private static Node onDiagonal(ExpansionBuilder b, Node x) throws TypeException {
        return b.select(isDiagonal(b, b.dims(x)), x, 0);
    }

    private static OpParameter offset() {
        return integer("offset", 0);
    }

    private static Node isDiagonal(ExpansionBuilder b, Dims dims) throws TypeException {
        return b.op("Equal", b.index(dims, b.axes(-1)), b.index(dims, b.axes(-2)));
    }

    private static List<Node> grid(ExpansionBuilder b) throws TypeException {
        List<Node> vectors = b.operands("x");
        Extent[] sizes = new Extent[vectors.size()];
        for (int axis = 0; axis < sizes.length; axis++) {
            b.requireRank("x", vectors.get(axis), 1, 1);
            sizes[axis] = b.dim(vectors.get(axis), b.axes(0));
        }
        List<Node> coordinates = new ArrayList<>();
        for (int axis = 0; axis < sizes.length; axis++) {
            Extent[] own = new Extent[sizes.length];
            Arrays.fill(own, b.extent(1));
            own[axis] = sizes[axis];
            coordinates.add(b.broadcastTo(b.reshape(vectors.get(axis), b.list(own)), b.list(sizes)));
        }
        return coordinates;
    }

    private static Node outer(ExpansionBuilder b) throws TypeException {
        Node y = b.operand("y");
        Node column = b.reshape(b.x(), b.insert(b.dims(b.x()), b.axes(-1), b.extent(1)));
        return b.mul(column, b.reshape(y, b.insert(b.dims(y), b.axes(-2), b.extent(1))));
    }

    private static Node kronecker(ExpansionBuilder b) throws TypeException {
        Node y = b.operand("y");
        Axes rows = b.axes(0);
        Axes columns = b.axes(1);
        Extent one = b.extent(1);
        Node outer = b.reshape(b.x(), b.list(b.dim(b.x(), rows), one, b.dim(b.x(), columns), one));
        Node inner = b.reshape(y, b.list(one, b.dim(y, rows), one, b.dim(y, columns)));
        Extent height = b.times(b.dim(b.x(), rows), b.dim(y, rows));
        Extent width = b.times(b.dim(b.x(), columns), b.dim(y, columns));
        return b.reshape(b.mul(outer, inner), b.list(height, width));
    }

    private static Node cross(ExpansionBuilder b) throws TypeException {
        return b.concat(b.axes("axis"), component(b, 1, 2), component(b, 2, 0), component(b, 0, 1));
    }

    private static Node component(ExpansionBuilder b, int first, int second) throws TypeException {
        Node y = b.operand("y");
        Node plus = b.mul(part(b, b.x(), first), part(b, y, second));
        return b.sub(plus, b.mul(part(b, b.x(), second), part(b, y, first)));
    }

    private static Node part(ExpansionBuilder b, Node x, int number) throws TypeException {
        Axes axis = b.axes("axis");
        Extent one = b.extent(1);
        Dims bounds = b.bounds(b.list(one, one, one), b.extent(3), b.dim(x, axis));
        return b.range(x, axis, bounds, b.extent(number));
    }
}
