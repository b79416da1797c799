package io.graphkernel.op.definition.algebra;

import static io.graphkernel.op.row.OpParameter.bool;
import static io.graphkernel.op.row.OpParameter.tensor;
import static io.graphkernel.op.row.OpRow.composite;

import io.graphkernel.graph.Node;
import io.graphkernel.graph.TypeException;
import io.graphkernel.op.build.DimsBuilder.Extent;
import io.graphkernel.op.build.ExpansionBuilder;
import io.graphkernel.op.build.GradientBuilder;
import io.graphkernel.op.row.OpRowBuilder;
import java.util.List;
import java.util.Map;

/** Linear systems of the matrices in the last two axes. */
public final class LinearSystemOps {

    private static final String LOWER = "lower";

    private static final String TRANSPOSE = "transposeA";

    private static final String UNIT = "unitDiagonal";

    private LinearSystemOps() {}

    /**
     * Returns the row of an op.
     *
     * @param name name of an op
     * @return its columns, or null if this family has no such op
     */
    public static OpRowBuilder row(String name) {
        return switch (name) {
            case "TriangularSolve" ->
                composite(name, LinearSystemOps::triangular)
                        .parameters(tensor("a"), tensor("b"), bool(LOWER, true), bool(TRANSPOSE, false), bool(UNIT, false))
                        .limits(LinearSystemOps::requireSystem)
                        .gradient(LinearSystemOps::triangularGradient, "a", "b")
                        .shape("[…, n, m] of […, n, n] and […, n, m]; the leading dims broadcast")
                        .tolerance("n roundings of each term, for n rows")
                        .document("the solution x of a · x = b, or of aᵀ · x = b, with the lower or upper triangle of a")
                        .note("the other triangle is not read, nor is a unit diagonal; a zero on the diagonal divides");
            default -> null;
        };
    }

    /** Requires square matrices, and right sides with as many rows. */
    private static void requireSystem(ExpansionBuilder b) throws TypeException {
        Matrices.requireSquare(b, "a");
        Extent rows = Matrices.rowCount(b, b.operand("b"));
        Matrices.requireEqual(b, "the number of rows of b", rows, Matrices.rowCount(b, b.operand("a")));
    }

    /** Returns a⁻¹ · x or a⁻ᵀ · x for a lower triangular matrix. */
    static Node solved(ExpansionBuilder b, Node a, Node x, boolean transposed) throws TypeException {
        return b.call("TriangularSolve", Map.of(LOWER, true, TRANSPOSE, transposed, UNIT, false), a, x);
    }

    /** Substitutes rows from the first to the last, or back if the matrix of the system is upper triangular. */
    private static Node triangular(ExpansionBuilder b) throws TypeException {
        Node a = b.operand("a");
        boolean isTransposed = b.flag(TRANSPOSE);
        boolean isForward = b.flag(LOWER) != isTransposed;
        boolean hasUnits = b.flag(UNIT);
        Extent size = Matrices.columnCount(b, a);
        Extent last = b.minus(size, b.extent(1));
        Node x = Matrices.broadcastRows(b, b.operand("b"), a);
        return b.iterate(size, List.of(x), List.of(a), (ops, step, carried, captured) -> {
                    Extent row = isForward ? step : ops.minus(last, step);
                    Node matrix = captured.get(0);
                    Node column = isTransposed
                            ? Matrices.transposed(ops, Matrices.row(ops, matrix, row))
                            : Matrices.column(ops, matrix, row);
                    return List.of(substituted(ops, carried.get(0), column, row, isForward, hasUnits));
                })
                .get(0);
    }

    private static Node substituted(
            ExpansionBuilder b, Node x, Node column, Extent row, boolean isForward, boolean hasUnits)
            throws TypeException {
        Node rows = Matrices.rows(b, Matrices.rowCount(b, x));
        Node position = b.number(row, rows);
        Node right = Matrices.row(b, x, row);
        Node solution = hasUnits ? right : b.div(right, Matrices.row(b, column, row));
        Node isLater = b.op(isForward ? "Greater" : "Less", rows, position);
        Node rest = b.select(isLater, b.sub(x, b.mul(column, solution)), x);
        return b.select(b.op("Equal", rows, position), solution, rest);
    }

    /** The adjoint of b is a⁻ᵀ · dy, that of a is minus its product with xᵀ, inside the triangle. */
    private static List<Node> triangularGradient(GradientBuilder b) throws TypeException {
        Node a = b.operand("a");
        boolean isTransposed = b.flag(TRANSPOSE);
        Map<String, Boolean> adjoint =
                Map.of(LOWER, b.flag(LOWER), TRANSPOSE, !isTransposed, UNIT, b.flag(UNIT));
        Node right = b.call("TriangularSolve", adjoint, a, b.dy());
        Node product = isTransposed
                ? Matrices.product(b, b.result(), false, right, true)
                : Matrices.product(b, right, false, b.result(), true);
        String comparison = (b.flag(LOWER) ? "Greater" : "Less") + (b.flag(UNIT) ? "" : "Equal");
        return List.of(b.op("Neg", Matrices.triangle(b, product, comparison)), right);
    }
}
