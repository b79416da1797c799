package io.graphkernel.op.definition.algebra;

import io.graphkernel.graph.Node;
import io.graphkernel.graph.TypeException;
import io.graphkernel.op.build.DimsBuilder.Extent;
import io.graphkernel.op.build.ExpansionBuilder;
import io.graphkernel.op.build.GradientBuilder;
import io.graphkernel.op.definition.movement.AlongAxis;
import java.util.List;

/**
 * Eigenvalues and eigenvectors of symmetric matrices by Jacobi rotations. A round rotates all pairs of rows whose sum is
 * the number of the round modulo their count n, so that n rounds, a sweep, rotate every pair once.
 */
final class Jacobi {

    /** Share of the largest magnitude of a vector, so that rounding does not choose among equal magnitudes. */
    private static final double NEARLY_LARGEST = 0.99;

    private Jacobi() {}

    /** Returns the eigenvalues in ascending order, and the eigenvectors as columns. */
    static List<Node> decomposition(ExpansionBuilder b) throws TypeException {
        Node x = b.x();
        Extent size = Matrices.columnCount(b, x);
        Node isDiagonal = b.op("Equal", Matrices.rows(b, size), Matrices.columns(b, size));
        Node identity = b.op("BroadcastLike", b.castLike(isDiagonal, x), x);
        Extent rounds = b.times(b.extent("sweeps"), size);
        List<Node> rotated = b.iterate(rounds, List.of(Matrices.symmetric(b, x), identity), List.of(), Jacobi::round);
        Node values = diagonal(b, rotated.get(0), -2);
        Node order = AlongAxis.order(b, values, b.axes(-1), false);
        Node vectors = AlongAxis.gathered(b, rotated.get(1), order, b.axes(-1));
        return List.of(vector(b, AlongAxis.gathered(b, values, order, b.axes(-1))), directed(b, vectors));
    }

    /** Returns row vectors as vectors. */
    private static Node vector(ExpansionBuilder b, Node rows) throws TypeException {
        return b.reshape(rows, b.squeezed(rows, b.axes(-2)));
    }

    /** Returns the diagonal as a row vector for axis -2, and as a column vector for axis -1. */
    private static Node diagonal(ExpansionBuilder b, Node x, int axis) throws TypeException {
        Extent size = Matrices.columnCount(b, x);
        Node isDiagonal = b.op("Equal", Matrices.rows(b, size), Matrices.columns(b, size));
        return b.reduce("ReduceSum", b.select(isDiagonal, x, 0), b.axes(axis), true);
    }

    /** Makes the first element of each column positive whose magnitude is nearly the largest. */
    private static Node directed(ExpansionBuilder b, Node vectors) throws TypeException {
        Node rows = Matrices.rows(b, Matrices.rowCount(b, vectors));
        Node magnitude = b.op("Abs", vectors);
        Node least = b.mul(b.reduce("ReduceMax", magnitude, b.axes(-2), true), NEARLY_LARGEST);
        Node candidates = b.select(b.op("GreaterEqual", magnitude, least), rows, Integer.MAX_VALUE);
        Node isLeading = b.op("Equal", rows, b.reduce("ReduceMin", candidates, b.axes(-2), true));
        Node leading = b.reduce("ReduceSum", b.select(isLeading, vectors, 0), b.axes(-2), true);
        return b.select(b.op("Less", leading, 0), b.op("Neg", vectors), vectors);
    }

    private static List<Node> round(ExpansionBuilder b, Extent step, List<Node> carried, List<Node> captured)
            throws TypeException {
        Node x = carried.get(0);
        Extent size = Matrices.columnCount(b, x);
        Node positions = b.rowMajorIndex(b.list(size));
        Node partners = b.op("FloorMod", b.sub(b.number(step, positions), positions), b.number(size, positions));
        Node otherRows = b.gather(x, partners, b.axes(-2));
        Node otherColumns = b.gather(x, partners, b.axes(-1));
        Node others = b.gather(otherRows, partners, b.axes(-1));
        // Both rows of a pair read the same mean, so that their angles are opposite.
        Node beside = b.mul(b.add(diagonal(b, otherRows, -1), diagonal(b, otherColumns, -1)), 0.5);
        Node difference = b.sub(diagonal(b, others, -1), diagonal(b, x, -1));
        Node partner = b.reshape(partners, b.list(size, b.extent(1)));
        Node tangent = tangent(b, difference, beside, partner);
        Node cosine = b.op("Rsqrt", b.add(b.square(tangent), 1));
        Node sine = b.mul(tangent, cosine);
        Node cosines = Matrices.transposed(b, cosine);
        Node sines = Matrices.transposed(b, sine);
        Node left = b.sub(b.mul(cosine, x), b.mul(sine, otherRows));
        Node right = b.sub(b.mul(cosine, otherColumns), b.mul(sine, others));
        Node rotated = b.sub(b.mul(cosines, left), b.mul(sines, right));
        Node vectors = carried.get(1);
        Node other = b.gather(vectors, partners, b.axes(-1));
        return List.of(rotated, b.sub(b.mul(cosines, vectors), b.mul(sines, other)));
    }

    /** Returns the tangent of the smaller angle that annihilates the element beside; zero without a partner. */
    private static Node tangent(ExpansionBuilder b, Node difference, Node beside, Node partner) throws TypeException {
        Node rows = Matrices.rows(b, Matrices.rowCount(b, difference));
        Node ratio = b.div(difference, b.mul(beside, 2));
        Node size = b.op("Abs", ratio);
        Node magnitude = b.op("Reciprocal", b.add(size, b.op("Sqrt", b.add(b.square(ratio), 1))));
        Node isFirst = b.op("Less", rows, partner);
        Node isNegative = b.op("Less", ratio, 0);
        Node isReversed =
                b.op("LogicalOr", isNegative, b.op("LogicalAnd", b.op("Equal", ratio, 0), b.op("LogicalNot", isFirst)));
        Node tangent = b.select(isReversed, b.op("Neg", magnitude), magnitude);
        Node isDiagonal = b.op("LogicalOr", b.op("Equal", rows, partner), b.op("Equal", beside, 0));
        return b.select(isDiagonal, b.number(0, tangent), tangent);
    }

    /** V · (diagonal of dλ + (Vᵀ · dV) / (λⱼ - λᵢ)) · Vᵀ, symmetric. */
    static Node gradient(GradientBuilder b) throws TypeException {
        Node vectors = b.result("vectors");
        Extent size = Matrices.columnCount(b, vectors);
        Node values = b.reshape(b.result("values"), b.replace(b.dims(vectors), b.axes(-2), b.extent(1)));
        Node dValues = b.reshape(b.dys().get(0), b.replace(b.dims(vectors), b.axes(-2), b.extent(1)));
        Node gap = b.sub(values, Matrices.transposed(b, values));
        Node isDiagonal = b.op("Equal", Matrices.rows(b, size), Matrices.columns(b, size));
        Node turn = Matrices.product(b, vectors, true, b.dys().get(1), false);
        // A cotangent that does not turn the vectors of equal values has a gradient.
        Node isUnused = b.op("LogicalAnd", b.op("Equal", gap, 0), b.op("Equal", turn, 0));
        Node divisor = b.select(b.op("LogicalOr", isDiagonal, isUnused), b.number(1, gap), gap);
        Node turned = b.div(turn, divisor);
        Node inner = b.select(isDiagonal, dValues, turned);
        return Matrices.symmetric(b, Matrices.product(b, Matrices.product(b, vectors, inner), false, vectors, true));
    }
}
