package io.graphkernel.op.definition.library;

import io.graphkernel.graph.Node;
import io.graphkernel.graph.Shape;
import io.graphkernel.graph.TypeException;
import io.graphkernel.op.build.DimsBuilder.Dims;
import io.graphkernel.op.build.DimsBuilder.Extent;
import io.graphkernel.op.build.ExpansionBuilder;

/**
 * Expansion of the matmul of integers, which no library computes, into a sum of products that wraps around. Its kernel
 * does not store the products.
 */
final class IntegerProduct {

    private IntegerProduct() {}

    /** Returns the matmul of the operands {@code a} and {@code b}, which share batch dims or broadcast them. */
    static Node expand(ExpansionBuilder b) throws TypeException {
        Node first = b.operand("a");
        Node second = b.operand("b");
        if (b.rank(first) < Shape.MAX_DIMS && b.rank(second) < Shape.MAX_DIMS) {
            return matmul(b, first, second);
        }
        // The type rule requires equal batch dims for this rank, since a product has one axis more.
        Node folded = matmul(b, folded(b, first), folded(b, second));
        Dims dims = b.replace(b.dims(first), b.axes(-2), b.dim(folded, b.axes(-2)));
        return b.reshape(folded, b.replace(dims, b.axes(-1), b.dim(folded, b.axes(-1))));
    }

    /** Reshapes to a single batch dim. */
    private static Node folded(ExpansionBuilder b, Node x) throws TypeException {
        Extent batch = b.at(b.flattened(x, b.axes(-2)), b.extent(0));
        return b.reshape(x, b.list(batch, b.dim(x, b.axes(-2)), b.dim(x, b.axes(-1))));
    }

    private static Node matmul(ExpansionBuilder b, Node first, Node second) throws TypeException {
        boolean transposesA = b.flag("transposeA");
        boolean transposesB = b.flag("transposeB");
        if (transposesA && transposesB) {
            Node transposed = product(b, second, false, first, false);
            int rank = b.rank(transposed);
            int[] order = new int[rank];
            for (int axis = 0; axis < rank; axis++) {
                order[axis] = axis < rank - 2 ? axis : 2 * rank - 3 - axis;
            }
            return b.transpose(transposed, order);
        }
        return product(b, first, transposesA, second, transposesB);
    }

    /** Multiplies along the axes [m, k, n], or along [k, m, n] or [m, n, k] if an operand is transposed. */
    private static Node product(
            ExpansionBuilder b, Node first, boolean transposesFirst, Node second, boolean transposesSecond)
            throws TypeException {
        Node left = withAxis(b, first, transposesSecond ? -2 : -1);
        Node right = withAxis(b, second, transposesFirst ? -2 : -3);
        int terms = transposesSecond ? -1 : transposesFirst ? -3 : -2;
        return b.reduce("ReduceSum", b.mul(left, right), b.axes(terms), false);
    }

    /** Inserts an axis of size 1 at an axis of the result. */
    private static Node withAxis(ExpansionBuilder b, Node x, int axis) throws TypeException {
        Dims dims = b.insert(b.dims(x), b.axes(axis), b.extent(1));
        return b.reshape(x, dims);
    }
}
