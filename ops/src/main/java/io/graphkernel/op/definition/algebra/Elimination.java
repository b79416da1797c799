package io.graphkernel.op.definition.algebra;

import io.graphkernel.graph.DataType;
import io.graphkernel.graph.Node;
import io.graphkernel.graph.TypeException;
import io.graphkernel.op.build.DimsBuilder.Extent;
import io.graphkernel.op.build.ExpansionBuilder;
import io.graphkernel.op.build.GradientBuilder;
import io.graphkernel.op.definition.movement.AlongAxis;
import java.util.List;

/**
 * Gaussian elimination with partial pivoting: the rows of a matrix in the order of their pivots are the product of the
 * factors L and U.
 *
 * @param factors U, and below its diagonal L without the ones of its diagonal
 * @param rows row of the matrix for each row of the product, as i64 column vectors
 */
record Elimination(Node factors, Node rows) {

    static Elimination of(ExpansionBuilder b, Node x) throws TypeException {
        Node rows = b.index(b.replace(b.dims(x), b.axes(-1), b.extent(1)), b.axes(-2));
        List<Node> result =
                b.iterate(Matrices.columnCount(b, x), List.of(x, rows), List.of(), (ops, step, carried, captured) -> {
                    Node matrix = carried.get(0);
                    Node positions = Matrices.rows(ops, Matrices.rowCount(ops, matrix));
                    Node position = ops.number(step, positions);
                    Node size = ops.op("Abs", Matrices.column(ops, matrix, step));
                    Node candidates = ops.select(ops.op("Less", positions, position), ops.number(-1, size), size);
                    Node isPivot = ops.op("Equal", positions, largest(ops, candidates, positions));
                    return List.of(
                            eliminated(ops, swapped(ops, matrix, step, isPivot), step),
                            swapped(ops, carried.get(1), step, isPivot));
                });
        return new Elimination(result.get(0), result.get(1));
    }

    /** Returns the permutation as a vector for each matrix. */
    Node permutation(ExpansionBuilder b) throws TypeException {
        return b.reshape(rows, b.squeezed(rows, b.axes(-1)));
    }

    /** Returns the position of the first largest element, or of the first NaN. */
    private static Node largest(ExpansionBuilder b, Node candidates, Node positions) throws TypeException {
        Node largest = b.reduce("ReduceMax", candidates, b.axes(-2), true);
        Node isLargest =
                b.op("LogicalOr", b.op("Equal", candidates, largest), b.op("NotEqual", candidates, candidates));
        Node position = b.select(isLargest, positions, b.number(Matrices.rowCount(b, candidates), positions));
        return b.reduce("ReduceMin", position, b.axes(-2), true);
    }

    /** Exchanges a row with that of the pivot. */
    private static Node swapped(ExpansionBuilder b, Node x, Extent step, Node isPivot) throws TypeException {
        Node positions = Matrices.rows(b, Matrices.rowCount(b, x));
        Node pivotRow = b.reduce("ReduceSum", b.select(isPivot, x, 0), b.axes(-2), true);
        Node other = b.select(isPivot, Matrices.row(b, x, step), x);
        return b.select(b.op("Equal", positions, b.number(step, positions)), pivotRow, other);
    }

    /** Subtracts multiples of a row from those below it; a zero pivot has only zeros below it. */
    private static Node eliminated(ExpansionBuilder b, Node x, Extent step) throws TypeException {
        Node rows = Matrices.rows(b, Matrices.rowCount(b, x));
        Node columns = Matrices.columns(b, Matrices.columnCount(b, x));
        Node position = b.number(step, rows);
        Node row = Matrices.row(b, x, step);
        Node column = Matrices.column(b, x, step);
        Node pivot = Matrices.column(b, row, step);
        Node factor = b.select(b.op("Equal", pivot, 0), b.number(0, column), b.div(column, pivot));
        Node rest = b.select(b.op("Greater", columns, position), b.sub(x, b.mul(factor, row)), x);
        Node below = b.select(b.op("Equal", columns, position), factor, rest);
        return b.select(b.op("Greater", rows, position), below, x);
    }

    /** Returns the solution of the system for right sides. */
    Node solution(ExpansionBuilder b, Node right) throws TypeException {
        Node x = Matrices.broadcastRows(b, right, factors);
        Node ordered = AlongAxis.gathered(b, x, Matrices.broadcastRows(b, rows, x), b.axes(-2));
        Node lower = LinearSystemOps.solved(b, LinearSystemOps.system(true, false, true), factors, ordered);
        return LinearSystemOps.solved(b, LinearSystemOps.system(false, false, false), factors, lower);
    }

    /** Returns 1 for an even permutation and -1 for an odd one, by the parity of its inversions, as 1 × 1 matrices. */
    Node sign(ExpansionBuilder b) throws TypeException {
        Extent size = Matrices.rowCount(b, rows);
        Node isAfter = b.op("Less", Matrices.rows(b, size), Matrices.columns(b, size));
        Node isInverted = b.op("Greater", rows, Matrices.transposed(b, rows));
        Node inversions = b.cast(b.op("LogicalAnd", isAfter, isInverted), DataType.I64);
        Node count = b.reduce("ReduceSum", inversions, b.axes(-2, -1), false);
        return b.castLike(b.sub(1, b.mul(b.op("FloorMod", count, 2), 2)), factors);
    }

    /** Returns the diagonal of U inside ones, for products over matrices. */
    Node pivots(ExpansionBuilder b) throws TypeException {
        Extent size = Matrices.rowCount(b, factors);
        Node isDiagonal = b.op("Equal", Matrices.rows(b, size), Matrices.columns(b, size));
        return b.select(isDiagonal, factors, 1);
    }

    /** Pᵀ · L⁻ᵀ · (strict lower triangle of Lᵀ · dL + upper triangle of dU · Uᵀ) · U⁻ᵀ. */
    static Node gradient(GradientBuilder b) throws TypeException {
        Node factors = b.result("factors");
        Extent size = Matrices.rowCount(b, factors);
        Node isLower = b.op("Greater", Matrices.rows(b, size), Matrices.columns(b, size));
        Node isDiagonal = b.op("Equal", Matrices.rows(b, size), Matrices.columns(b, size));
        Node lower = b.select(isLower, factors, b.castLike(isDiagonal, factors));
        Node upper = Matrices.triangle(b, factors, "LessEqual");
        Node dy = b.dy("factors");
        Node ofLower = Matrices.product(b, lower, true, Matrices.triangle(b, dy, "Greater"), false);
        Node ofUpper = Matrices.product(b, Matrices.triangle(b, dy, "LessEqual"), false, upper, true);
        Node inner = b.select(isLower, ofLower, ofUpper);
        Node left = LinearSystemOps.solved(b, LinearSystemOps.system(true, true, true), factors, inner);
        Node both = LinearSystemOps.solved(
                b, LinearSystemOps.system(false, false, false), factors, Matrices.transposed(b, left));
        Node rows = b.reshape(b.result("permutation"), b.replace(b.dims(factors), b.axes(-1), b.extent(1)));
        Node isSource = b.op("Equal", rows, Matrices.columns(b, size));
        Node positions = b.select(isSource, Matrices.rows(b, size), 0);
        Node inverse = b.reduce("ReduceSum", positions, b.axes(-2), true);
        return AlongAxis.gathered(b, Matrices.transposed(b, both), Matrices.transposed(b, inverse), b.axes(-2));
    }
}
