package io.graphkernel.op.definition.algebra;

import static io.graphkernel.op.row.OpParameter.bool;
import static io.graphkernel.op.row.OpParameter.tensor;
import static io.graphkernel.op.row.OpResult.result;
import static io.graphkernel.op.row.OpRow.composite;

import io.graphkernel.graph.Node;
import io.graphkernel.graph.TypeException;
import io.graphkernel.op.build.DimsBuilder.Dims;
import io.graphkernel.op.build.DimsBuilder.Extent;
import io.graphkernel.op.build.ExpansionBuilder;
import io.graphkernel.op.build.GradientBuilder;
import io.graphkernel.op.row.GradientRule;
import io.graphkernel.op.row.IndexRule;
import io.graphkernel.op.row.OpDtype;
import io.graphkernel.op.row.OpRow;
import io.graphkernel.op.row.OpRowBuilder;
import java.util.List;
import java.util.Map;

/** Linear systems of the matrices in the last two axes. */
public final class LinearSystemOps {

    private static final String LOWER = "lower";

    private static final String TRANSPOSE = "transposeA";

    private static final String UNIT = "unitDiagonal";

    private static final String SOLUTION = "[…, n, m] of […, n, n] and […, n, m]; the batch dims broadcast";

    private static final String ROUNDINGS = "n roundings of each term, for n rows";

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
                        .parameters(
                                tensor("a"), tensor("b"), bool(LOWER, true), bool(TRANSPOSE, false), bool(UNIT, false))
                        .limits(b -> requireSystem(b, "a"))
                        .gradient(LinearSystemOps::triangularGradient, "a", "b")
                        .shape(SOLUTION)
                        .tolerance(ROUNDINGS)
                        .document(
                                "the solution x of a · x = b, or of aᵀ · x = b, with the lower or upper triangle of a")
                        .note("the other triangle is not read, nor is a unit diagonal; a zero on the diagonal divides");
            case "LuSolve" ->
                composite(name, LinearSystemOps::solvedByFactors)
                        .parameters(tensor("factors"), tensor("permutation", OpDtype.INDEX), tensor("b"))
                        .indexes(IndexRule.lastAxis("permutation", "factors", "solves for 0"))
                        .limits(b -> {
                            requireSystem(b, "factors");
                            Node factors = b.operand("factors");
                            Extent rows = b.dim(b.operand("permutation"), b.axes(-1));
                            b.equal("the size of the permutation", rows, Matrices.rowCount(b, factors));
                        })
                        .shape(SOLUTION)
                        .tolerance(ROUNDINGS)
                        .document("the solution x of a · x = b, with the result of LuFactor of a");
            case "Solve" ->
                composite(name, b -> Elimination.of(b, b.operand("a")).solution(b, b.operand("b")))
                        .parameters(tensor("a"), tensor("b"))
                        .limits(b -> requireSystem(b, "a"))
                        .gradient(LinearSystemOps::solveGradient, "a", "b")
                        .shape(SOLUTION)
                        .tolerance(ROUNDINGS)
                        .document("the solution x of a · x = b, by elimination with partial pivoting")
                        .note("±∞ or NaN if a is singular");
            case "Inverse" ->
                composite(name, b -> Elimination.of(b, b.x()).solution(b, identity(b)))
                        .parameters(tensor("x"))
                        .limits(b -> Matrices.requireSquare(b, "x"))
                        .gradient("x", LinearSystemOps::inverseGradient)
                        .shape("the shape of x, square matrices in the last two axes")
                        .tolerance(ROUNDINGS)
                        .document("the inverses of matrices, by elimination with partial pivoting")
                        .note("±∞ or NaN if x is singular");
            case "Determinant" ->
                composite(name, LinearSystemOps::determinant)
                        .parameters(tensor("x"))
                        .limits(b -> Matrices.requireSquare(b, "x"))
                        .gradient("x", b -> determinantGradient(b, b.mul(b.dy(), b.result())))
                        .shape("the dims of x without the last two")
                        .tolerance(ROUNDINGS)
                        .document("the determinants of matrices, by elimination with partial pivoting")
                        .note("the gradient det(x) · x⁻ᵀ of a singular matrix is NaN");
            case "LogDeterminant" ->
                OpRow.composites(name, LinearSystemOps::logDeterminant, tensor("x"))
                        .results(result("sign"), result("logarithm"))
                        .limits(b -> Matrices.requireSquare(b, "x"))
                        .gradient(GradientRule.ofAll(
                                b -> determinantGradient(b, b.dys().get(1))))
                        .shape("the dims of x without the last two")
                        .tolerance(ROUNDINGS)
                        .document("the signs of determinants, and the logarithms of their magnitudes, which do not"
                                + " overflow; 0 and -∞ of a singular matrix");
            default -> null;
        };
    }

    /** Requires square matrices, and right sides with as many rows. */
    private static void requireSystem(ExpansionBuilder b, String name) throws TypeException {
        Matrices.requireSquare(b, name);
        Extent rows = Matrices.rowCount(b, b.operand("b"));
        b.equal("the number of rows of b", rows, Matrices.rowCount(b, b.operand(name)));
    }

    /** Returns the attributes of a triangular system. */
    static Map<String, Boolean> system(boolean lower, boolean transposed, boolean unitDiagonal) {
        return Map.of(LOWER, lower, TRANSPOSE, transposed, UNIT, unitDiagonal);
    }

    /** Returns the solution of a triangular system. */
    static Node solved(ExpansionBuilder b, Map<String, Boolean> system, Node a, Node x) throws TypeException {
        return b.call("TriangularSolve", system, a, x);
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
        Node right = solved(b, system(b.flag(LOWER), !isTransposed, b.flag(UNIT)), a, b.dy());
        Node product = isTransposed
                ? Matrices.product(b, b.result(), false, right, true)
                : Matrices.product(b, right, false, b.result(), true);
        String comparison = (b.flag(LOWER) ? "Greater" : "Less") + (b.flag(UNIT) ? "" : "Equal");
        return List.of(b.op("Neg", Matrices.triangle(b, product, comparison)), right);
    }

    private static Node solvedByFactors(ExpansionBuilder b) throws TypeException {
        Node factors = b.operand("factors");
        Node rows = b.reshape(b.operand("permutation"), b.replace(b.dims(factors), b.axes(-1), b.extent(1)));
        return new Elimination(factors, rows).solution(b, b.operand("b"));
    }

    private static Node identity(ExpansionBuilder b) throws TypeException {
        Extent size = Matrices.rowCount(b, b.x());
        return b.castLike(b.op("Equal", Matrices.rows(b, size), Matrices.columns(b, size)), b.x());
    }

    /** The adjoint of b is a⁻ᵀ · dy, that of a is minus its product with xᵀ. */
    private static List<Node> solveGradient(GradientBuilder b) throws TypeException {
        Node right = b.call("Solve", Map.of(), Matrices.transposed(b, b.operand("a")), b.dy());
        return List.of(b.op("Neg", Matrices.product(b, right, false, b.result(), true)), right);
    }

    /** -x⁻ᵀ · dy · x⁻ᵀ. */
    private static Node inverseGradient(GradientBuilder b) throws TypeException {
        Node left = Matrices.product(b, b.result(), true, b.dy(), false);
        return b.op("Neg", Matrices.product(b, left, false, b.result(), true));
    }

    private static Node determinant(ExpansionBuilder b) throws TypeException {
        Elimination elimination = Elimination.of(b, b.x());
        return b.mul(b.reduce("ReduceProd", elimination.pivots(b), b.axes(-2, -1), false), elimination.sign(b));
    }

    private static List<Node> logDeterminant(ExpansionBuilder b) throws TypeException {
        Elimination elimination = Elimination.of(b, b.x());
        Node pivots = elimination.pivots(b);
        Node signs = b.reduce("ReduceProd", b.op("Sign", pivots), b.axes(-2, -1), false);
        Node logarithms = b.reduce("ReduceSum", b.op("Log", b.op("Abs", pivots)), b.axes(-2, -1), false);
        return List.of(b.mul(signs, elimination.sign(b)), logarithms);
    }

    /** Returns a multiple of x⁻ᵀ for each matrix. */
    private static Node determinantGradient(GradientBuilder b, Node factor) throws TypeException {
        Dims columns = b.replace(b.dims(b.x()), b.axes(-1), b.extent(1));
        Node inverse = Matrices.transposed(b, b.call("Inverse", Map.of(), b.x()));
        return b.mul(inverse, b.reshape(factor, b.replace(columns, b.axes(-2), b.extent(1))));
    }
}
