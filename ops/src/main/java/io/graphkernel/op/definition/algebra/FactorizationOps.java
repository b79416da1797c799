package io.graphkernel.op.definition.algebra;

import static io.graphkernel.op.row.OpParameter.integer;
import static io.graphkernel.op.row.OpParameter.tensor;
import static io.graphkernel.op.row.OpResult.result;
import static io.graphkernel.op.row.OpRow.composite;

import io.graphkernel.graph.Node;
import io.graphkernel.graph.TypeException;
import io.graphkernel.op.build.DimsBuilder.Extent;
import io.graphkernel.op.build.ExpansionBuilder;
import io.graphkernel.op.build.GradientBuilder;
import io.graphkernel.op.row.GradientRule;
import io.graphkernel.op.row.OpDtype;
import io.graphkernel.op.row.OpRow;
import io.graphkernel.op.row.OpRowBuilder;
import java.util.List;
import java.util.Map;

/** Factorizations of the matrices in the last two axes, each a loop over their columns. */
public final class FactorizationOps {

    /** Default number of sweeps, after which the largest matrices of the tests have converged in f64. */
    private static final int SWEEPS = 12;

    private static final String ROUNDINGS = "n roundings of the largest element, for n rows";

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
                        .tolerance(ROUNDINGS)
                        .document("the lower triangular L with L · Lᵀ = x, of symmetric positive definite matrices")
                        .note("computed of (x + xᵀ) / 2; NaN from the first column whose pivot is not positive");
            case "LuFactor" ->
                OpRow.composites(name, FactorizationOps::eliminated, tensor("x"))
                        .results(result("factors"), result("permutation", OpDtype.I64))
                        .limits(b -> Matrices.requireSquare(b, "x"))
                        .gradient("x", Elimination::gradient)
                        .shape("the shape of x, square matrices in the last two axes; […, n] of the permutation")
                        .tolerance(ROUNDINGS)
                        .document(
                                "U in the upper triangle and L, whose diagonal is one, below it: L · U has the rows of"
                                        + " x in the order of the permutation, by partial pivoting")
                        .note("a zero pivot stays zero; PyTorch's pivots are the exchanges that make the permutation");
            case "Qr" ->
                OpRow.composites(name, Householder::factors, tensor("x"))
                        .results(result("q"), result("r"))
                        .gradient(GradientRule.ofAll(Householder::gradient))
                        .shape("[…, m, k] and […, k, n] of […, m, n], where k is the smaller of m and n")
                        .tolerance(ROUNDINGS)
                        .document("Q with orthonormal columns and the upper triangular R with Q · R = x, by Householder"
                                + " reflections")
                        .note("the signs are those of LAPACK; the gradient is for matrices whose first k columns are"
                                + " linearly independent");
            case "Eigh" ->
                OpRow.composites(name, Jacobi::decomposition, tensor("x"), integer("sweeps", SWEEPS))
                        .results(result("values"), result("vectors"))
                        .limits(b -> {
                            Matrices.requireSquare(b, "x");
                            b.atLeast("sweeps", b.extent("sweeps"), b.extent(1));
                        })
                        .gradient(GradientRule.ofAll(Jacobi::gradient))
                        .shape("[…, n] and the shape of x, square matrices in the last two axes")
                        .tolerance(ROUNDINGS)
                        .document("the eigenvalues of symmetric matrices in ascending order, and eigenvectors as"
                                + " orthonormal columns, by sweeps of Jacobi rotations")
                        .note(
                                "computed of (x + xᵀ) / 2; the first element of a vector whose magnitude is at least 0.99 of"
                                        + " the largest is positive; the gradient through the vectors needs different eigenvalues");
            default -> null;
        };
    }

    private static List<Node> eliminated(ExpansionBuilder b) throws TypeException {
        Elimination elimination = Elimination.of(b, b.x());
        return List.of(elimination.factors(), elimination.permutation(b));
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
        Map<String, Boolean> transposed = LinearSystemOps.system(true, true, false);
        Node left = LinearSystemOps.solved(b, transposed, factor, inner);
        Node both = LinearSystemOps.solved(b, transposed, factor, Matrices.transposed(b, left));
        return Matrices.symmetric(b, both);
    }
}
