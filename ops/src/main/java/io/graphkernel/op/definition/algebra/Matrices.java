package io.graphkernel.op.definition.algebra;

import io.graphkernel.graph.Node;
import io.graphkernel.graph.TypeException;
import io.graphkernel.op.build.DimsBuilder.Extent;
import io.graphkernel.op.build.ExpansionBuilder;
import java.util.Map;

/** Ops on the matrices in the last two axes of a tensor. */
final class Matrices {

    private Matrices() {}

    /** Requires square matrices, of a size that is known to be one. */
    static void requireSquare(ExpansionBuilder b, String name) throws TypeException {
        Node x = b.operand(name);
        boolean isMatrix = b.rank(x) > 1;
        Extent columns = isMatrix ? columnCount(b, x) : b.extent(0);
        Extent rows = isMatrix ? rowCount(b, x) : b.extent(1);
        b.requireShape(name, "square matrices in the last two axes", columns, rows);
    }

    static Extent rowCount(ExpansionBuilder b, Node x) throws TypeException {
        return b.dim(x, b.axes(-2));
    }

    static Extent columnCount(ExpansionBuilder b, Node x) throws TypeException {
        return b.dim(x, b.axes(-1));
    }

    /** Returns one row as a matrix of one row. */
    static Node row(ExpansionBuilder b, Node x, Extent number) throws TypeException {
        return b.narrow(x, b.axes(-2), number, b.extent(1));
    }

    /** Returns one column as a matrix of one column. */
    static Node column(ExpansionBuilder b, Node x, Extent number) throws TypeException {
        return b.narrow(x, b.axes(-1), number, b.extent(1));
    }

    static Node transposed(ExpansionBuilder b, Node x) throws TypeException {
        int rank = b.rank(x);
        int[] order = new int[rank];
        for (int axis = 0; axis < rank; axis++) {
            order[axis] = axis < rank - 2 ? axis : 2 * rank - 3 - axis;
        }
        return b.transpose(x, order);
    }

    static Node product(ExpansionBuilder b, Node x, Node y) throws TypeException {
        return product(b, x, false, y, false);
    }

    static Node product(ExpansionBuilder b, Node x, boolean transposeX, Node y, boolean transposeY)
            throws TypeException {
        return b.call("BatchMatMul", Map.of("transposeA", transposeX, "transposeB", transposeY), x, y);
    }

    /** Returns (x + xᵀ) / 2. */
    static Node symmetric(ExpansionBuilder b, Node x) throws TypeException {
        return b.mul(b.add(x, transposed(b, x)), 0.5);
    }

    /** Returns the row of each element of a column vector. */
    static Node rows(ExpansionBuilder b, Extent count) throws TypeException {
        return b.index(b.list(count, b.extent(1)), b.axes(0));
    }

    /** Returns the column of each element of a row vector. */
    static Node columns(ExpansionBuilder b, Extent count) throws TypeException {
        return b.index(b.list(b.extent(1), count), b.axes(1));
    }

    /** Returns the elements whose row compares so with their column, and zeros elsewhere. */
    static Node triangle(ExpansionBuilder b, Node x, String comparison) throws TypeException {
        Node isInside = b.op(comparison, rows(b, rowCount(b, x)), columns(b, columnCount(b, x)));
        return b.select(isInside, x, 0);
    }

    /** Returns the lower triangle with half of the diagonal. */
    static Node halfTriangle(ExpansionBuilder b, Node x) throws TypeException {
        Node isDiagonal = b.op("Equal", rows(b, rowCount(b, x)), columns(b, columnCount(b, x)));
        return triangle(b, b.select(isDiagonal, b.mul(x, 0.5), x), "GreaterEqual");
    }

    /** Broadcasts x along batch dimensions of the matrices a, and has the rows of both. */
    static Node broadcastRows(ExpansionBuilder b, Node x, Node a) throws TypeException {
        return b.op("BroadcastLike", x, b.rowMajorIndex(b.replace(b.dims(a), b.axes(-1), b.extent(1))));
    }
}
