package io.graphkernel.processor.pass;

import io.graphkernel.common.target.ReferenceModel;
import io.graphkernel.graph.Attributes;
import io.graphkernel.graph.Dim;
import io.graphkernel.graph.Node;
import io.graphkernel.graph.Shape;
import io.graphkernel.op.OpTable;
import io.graphkernel.op.row.OpRow;
import io.graphkernel.processor.option.Flag;
import io.graphkernel.processor.option.Flags;
import java.util.List;
import java.util.Optional;

/**
 * Strategy for computing a matmul {@code [m, k] · [k, n]}: a library call or a fused loop.
 *
 * <p>It depends on k and n, and on the number of rows only if the flag {@code row_invariant} is off: a row then has the
 * same bits in every batch.
 *
 * @param kind computation of the matmul
 * @param reason clause in the user's words, for the report
 */
public record ContractionStrategy(Kind kind, String reason) {

    /** Computation of a matmul. */
    public enum Kind {
        /** A library call, which reads both operands from memory. */
        LIBRARY_CALL,
        /** One multiplication per element, for a single term. */
        OUTER_PRODUCT,
        /** For each row of the first operand, a reduction over the second one. */
        ROW_VECTORS,
        /** A reduction over the first operand, for a second one with a single column. */
        COLUMN_VECTOR
    }

    private static final ReferenceModel.Contractions MODEL = ReferenceModel.DEFAULT.contractions();

    /**
     * Returns true if a node is a matmul with floating elements.
     *
     * @param node any node
     */
    public static boolean isContraction(Node node) {
        if (!node.isOperation() || !node.dtype().isFloating()) {
            return false;
        }
        OpRow row = OpTable.get().row(node);
        return row.takesPostOps() && row.takesTransposed();
    }

    /**
     * Returns the reason why a library computes a matmul.
     *
     * @param node any node
     * @param flags the method's flags
     * @return empty for other nodes, and for a matmul that only flags on passes and ops keep from being a loop
     */
    public static Optional<String> libraryReason(Node node, Flags flags) {
        return isContraction(node)
                ? Optional.of(of(node, flags))
                        .filter(strategy -> !strategy.isLoop())
                        .map(ContractionStrategy::reason)
                : Optional.empty();
    }

    /**
     * Returns the strategy for a matmul.
     *
     * @param matMul a {@linkplain #isContraction contraction}
     * @param flags the method's flags
     */
    public static ContractionStrategy of(Node matMul, Flags flags) {
        ContractionStrategy fastest = fastest(matMul);
        boolean sums = fastest.isLoop() && fastest.kind != Kind.OUTER_PRODUCT;
        return sums && flags.isOn(Flag.ROW_INVARIANT)
                ? library("a loop sums a row in another order; --row_invariant=false allows it")
                : fastest;
    }

    /** Returns the fastest strategy, whatever its order of sums. */
    private static ContractionStrategy fastest(Node matMul) {
        Shape a = matMul.operands().get(0).shape();
        Shape b = matMul.operands().get(1).shape();
        if (a.isUnranked() || b.isUnranked() || matMul.shape().isUnranked()) {
            return library("its rank is unknown");
        }
        boolean transposedA = matMul.attributes().flag(Attributes.TRANSPOSE_A);
        Dim terms = fromEnd(a, transposedA ? 2 : 1);
        Dim rows = fromEnd(matMul.shape(), 2);
        Dim columns = fromEnd(matMul.shape(), 1);
        if (terms.equals(Dim.ONE)) {
            return new ContractionStrategy(Kind.OUTER_PRODUCT, "each element is a single multiplication");
        }
        if (columns.equals(Dim.ONE)) {
            return reduction(Kind.COLUMN_VECTOR, "one column", a, matMul, rows, terms);
        }
        if (!(rows instanceof Dim.Constant declared)) {
            return library("the number of rows, " + rows + ", is not declared as a constant");
        }
        if (declared.size() > MODEL.maxRows()) {
            return library(rows + " rows are more than the " + MODEL.maxRows() + " of a loop");
        }
        if (transposedA && declared.size() > 1) {
            return library("its rows are not contiguous");
        }
        String what = declared.size() == 1 ? "one row" : rows + " rows";
        return reduction(Kind.ROW_VECTORS, what, b, matMul, columns, terms);
    }

    /** Selects a reduction over a matrix unless its rows or columns are short, or several batches read it. */
    private static ContractionStrategy reduction(
            Kind kind, String what, Shape matrix, Node matMul, Dim results, Dim terms) {
        if (isShort(terms) || isShort(results)) {
            return library("a matrix of " + results + " by " + terms + " is too small for a loop");
        }
        if (!batch(matrix).equals(batch(matMul.shape()))) {
            return library("several batches read one matrix");
        }
        return new ContractionStrategy(kind, what + " declared: the loop reads the matrix once");
    }

    private static ContractionStrategy library(String reason) {
        return new ContractionStrategy(Kind.LIBRARY_CALL, reason);
    }

    private static boolean isShort(Dim dim) {
        return dim instanceof Dim.Constant constant && constant.size() < MODEL.minExtent();
    }

    private static List<Dim> batch(Shape shape) {
        return shape.dims().subList(0, shape.rank() - 2);
    }

    /** Returns a dim, counted from 1 at the end. */
    static Dim fromEnd(Shape shape, int axis) {
        return shape.dims().get(shape.rank() - axis);
    }

    /** Returns true for a loop. */
    public boolean isLoop() {
        return kind != Kind.LIBRARY_CALL;
    }

    @Override
    public String toString() {
        return (isLoop() ? "a loop, because " : "a library call, because ") + reason;
    }
}
