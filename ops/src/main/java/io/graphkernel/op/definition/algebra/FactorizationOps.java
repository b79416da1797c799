package io.graphkernel.op.definition.algebra;

import static io.graphkernel.op.row.OpParameter.tensor;
import static io.graphkernel.op.row.OpRow.composite;

import io.graphkernel.graph.Node;
import io.graphkernel.graph.TypeException;
import io.graphkernel.op.build.DimsBuilder.Extent;
import io.graphkernel.op.build.ExpansionBuilder;
import io.graphkernel.op.build.GradientBuilder;
import io.graphkernel.op.row.OpRowBuilder;
import java.util.List;

/** Factorizations of the matrices in the last two axes, each a loop over their columns. */
public final class FactorizationOps {

    private FactorizationOps() {}

    /**
     * Returns the row of an op.
     *
     * @param name name of an op
     * @return its columns, or null if this family has no such op
     */
    public static OpRowBuilder row(String name) {
        return switch (name) {
            case "Cholesky" ->
                composite(name, FactorizationOps::cholesky)
                        .parameters(tensor("x"))
                        .limits(b -> Matrices.requireSquare(b, "x"))
                        .gradient("x", FactorizationOps::choleskyGradient)
                        .shape("the shape of x, square matrices in the last two axes")
                        .tolerance("n roundings of the largest element, for n rows")
                        .document("the lower triangular L with L · Lᵀ = x, of symmetric positive definite matrices")
                        .note("computed of (x + xᵀ) / 2; NaN from the first column whose pivot is not positive");
            default -> null;
        };
    }

    private static Node cholesky(ExpansionBuilder b) throws TypeException {
        Node symmetric = Matrices.symmetric(b, b.x());
        Extent size = Matrices.columnCount(b, b.x());
        List<Node> factor = b.iterate(size, List.of(symmetric), List.of(), FactorizationOps::choleskyStep);
        return Matrices.triangle(b, factor.get(0), "GreaterEqual");
    }

    /** Replaces a column by that of the factor, and subtracts its outer product from the columns after it. */
    private static List<Node> choleskyStep(ExpansionBuilder b, Extent step, List<Node> carried, List<Node> captured)
            throws TypeException {
        Node x = carried.get(0);
        Node rows = Matrices.rows(b, Matrices.rowCount(b, x));
        Node columns = Matrices.columns(b, Matrices.columnCount(b, x));
        Node position = b.number(step, rows);
        Node column = Matrices.column(b, x, step);
        Node pivot = Matrices.row(b, column, step);
        Node root = b.select(b.op("Greater", pivot, 0), b.op("Sqrt", pivot), Double.NaN);
        Node below = b.select(b.op("Greater", rows, position), b.div(column, root), 0);
        Node factor = b.select(b.op("Equal", rows, position), root, below);
        Node rest = b.sub(x, b.mul(factor, Matrices.transposed(b, factor)));
        Node after = b.select(b.op("Greater", columns, position), rest, x);
        return List.of(b.select(b.op("Equal", columns, position), factor, after));
    }

    /** L⁻ᵀ · Φ(Lᵀ · dL) · L⁻¹, symmetric, where Φ is the lower triangle with half of the diagonal. */
    private static Node choleskyGradient(GradientBuilder b) throws TypeException {
        Node factor = b.result();
        Node dy = Matrices.triangle(b, b.dy(), "GreaterEqual");
        Node inner = Matrices.halfTriangle(b, Matrices.product(b, factor, true, dy, false));
        Node left = LinearSystemOps.solved(b, factor, inner, true);
        Node both = LinearSystemOps.solved(b, factor, Matrices.transposed(b, left), true);
        return Matrices.symmetric(b, both);
    }
}
