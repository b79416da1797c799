package io.graphkernel.op.definition.algebra;

import io.graphkernel.graph.Node;
import io.graphkernel.graph.TypeException;
import io.graphkernel.op.build.AxesBuilder.Axes;
import io.graphkernel.op.build.DimsBuilder.Extent;
import io.graphkernel.op.build.ExpansionBuilder;
import io.graphkernel.op.build.GradientBuilder;
import java.util.List;
import java.util.Map;

/** Factorization Q · R by Householder reflections I - w · wᵀ, one for each column. */
final class Householder {

    private Householder() {}

    /** Returns Q with orthonormal columns, and R. */
    static List<Node> factors(ExpansionBuilder b) throws TypeException {
        Node x = b.x();
        Extent size = size(b);
        Extent last = b.minus(size, b.extent(1));
        Node zeros = b.op("ZerosLike", x);
        List<Node> reduced = b.iterate(size, List.of(x, zeros), List.of(), Householder::step);
        Node isDiagonal = b.op("Equal", Matrices.rows(b, Matrices.rowCount(b, x)), Matrices.columns(b, size));
        Node identity = b.broadcastTo(b.castLike(isDiagonal, x), b.replace(b.dims(x), b.axes(-1), size));
        List<Node> columns =
                b.iterate(size, List.of(identity), List.of(reduced.get(1)), (ops, step, carried, captured) -> {
                    Node vector = Matrices.column(ops, captured.get(0), ops.minus(last, step));
                    return List.of(reflected(ops, carried.get(0), vector));
                });
        Node upper = b.narrow(reduced.get(0), b.axes(-2), b.extent(0), size);
        return List.of(columns.get(0), Matrices.triangle(b, upper, "LessEqual"));
    }

    /** Returns the number of reflections, which is that of the columns of Q. */
    private static Extent size(ExpansionBuilder b) throws TypeException {
        return b.smaller(Matrices.rowCount(b, b.x()), Matrices.columnCount(b, b.x()));
    }

    /** Reflects a column onto the diagonal, and records w. */
    private static List<Node> step(ExpansionBuilder b, Extent step, List<Node> carried, List<Node> captured)
            throws TypeException {
        Node x = carried.get(0);
        Node vector = vector(b, Matrices.column(b, x, step), step);
        Node columns = Matrices.columns(b, Matrices.columnCount(b, x));
        Node isColumn = b.op("Equal", columns, b.number(step, columns));
        return List.of(reflected(b, x, vector), b.select(isColumn, vector, carried.get(1)));
    }

    private static Node reflected(ExpansionBuilder b, Node x, Node vector) throws TypeException {
        Node row = b.reduce("ReduceSum", b.mul(vector, x), b.axes(-2), true);
        return b.sub(x, b.mul(vector, row));
    }

    /**
     * Returns w of the reflection of a column, whose elements are scaled by the largest one; zeros if the elements below
     * the diagonal are zeros.
     */
    private static Node vector(ExpansionBuilder b, Node column, Extent step) throws TypeException {
        Node rows = Matrices.rows(b, Matrices.rowCount(b, column));
        Node position = b.number(step, rows);
        Node isDiagonal = b.op("Equal", rows, position);
        Node remaining = b.select(b.op("GreaterEqual", rows, position), column, 0);
        Node largest = b.reduce("ReduceMax", b.op("Abs", remaining), b.axes(-2), true);
        Node scaled = b.div(remaining, b.select(b.op("Equal", largest, 0), b.number(1, largest), largest));
        Node below = b.select(b.op("Greater", rows, position), scaled, 0);
        Node tail = b.reduce("ReduceSum", b.square(below), b.axes(-2), true);
        Node pivot = b.reduce("ReduceSum", b.select(isDiagonal, scaled, 0), b.axes(-2), true);
        Node norm = b.op("Sqrt", b.add(tail, b.square(pivot)));
        Node head = b.add(pivot, b.select(b.op("Less", pivot, 0), b.op("Neg", norm), norm));
        Node length = b.op("Sqrt", b.add(tail, b.square(head)));
        Node factor = b.div(b.number(Math.sqrt(2), length), length);
        return b.select(b.op("Equal", tail, 0), b.number(0, column), b.mul(b.select(isDiagonal, head, below), factor));
    }

    /**
     * Returns the adjoint of the columns of a square R. Those after them are Q · S with columns S of R: their adjoint is
     * Q · dS, and they add their product with dSᵀ to dQ.
     */
    static Node gradient(GradientBuilder b) throws TypeException {
        Node q = b.result("q");
        Node r = b.result("r");
        Node dq = b.dys().get(0);
        Node dr = b.dys().get(1);
        Extent size = size(b);
        Extent columns = Matrices.columnCount(b, b.x());
        if (b.areKnownEqual(size, columns)) {
            return squareGradient(b, q, r, dq, dr);
        }
        Axes last = b.axes(-1);
        Extent rest = b.minus(columns, size);
        Node after = b.narrow(dr, last, size, rest);
        Node both = b.add(dq, Matrices.product(b, b.narrow(b.x(), last, size, rest), false, after, true));
        Node first = b.narrow(dr, last, b.extent(0), size);
        Node square = squareGradient(b, q, b.narrow(r, last, b.extent(0), size), both, first);
        return b.concat(last, square, Matrices.product(b, q, after));
    }

    /** (dQ + Q · sym(upper triangle of dR · Rᵀ - Qᵀ · dQ)) · R⁻ᵀ, where sym mirrors the triangle. */
    private static Node squareGradient(GradientBuilder b, Node q, Node r, Node dq, Node dy) throws TypeException {
        Node dr = Matrices.triangle(b, dy, "LessEqual");
        Node inner = b.sub(Matrices.product(b, dr, false, r, true), Matrices.product(b, q, true, dq, false));
        Node half = Matrices.halfTriangle(b, Matrices.transposed(b, inner));
        Node mirrored = b.add(half, Matrices.transposed(b, half));
        Node right = b.add(dq, Matrices.product(b, q, mirrored));
        Map<String, Boolean> upper = LinearSystemOps.system(false, false, false);
        return Matrices.transposed(b, LinearSystemOps.solved(b, upper, r, Matrices.transposed(b, right)));
    }
}
