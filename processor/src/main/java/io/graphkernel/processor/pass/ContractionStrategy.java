package io.graphkernel.processor.pass;

import io.graphkernel.common.target.ReferenceModel;
import io.graphkernel.graph.Attributes;
import io.graphkernel.graph.Dim;
import io.graphkernel.graph.Node;
import io.graphkernel.graph.Shape;
import io.graphkernel.op.OpTable;
import io.graphkernel.op.row.OpRow;
import io.graphkernel.processor.option.Flag;
import java.util.Optional;

/**
 * Strategy for computing a matmul {@code [m, k] · [k, n]}: a library call or a fused loop.
 *
 * <p>It depends on k, n, the ops that compute the operands, and the targets. It depends on the number of rows only if the flag {@code
 * row_invariant} is off: else a row has the same bits in every batch.
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
        /** A sum of products, whose kernel computes the elements of the operands. */
        CONTRACTION
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
     * @param context flags of the method and capabilities of the targets
     * @return empty for other nodes, and for a matmul that only flags on passes and ops keep from being a loop
     */
    public static Optional<String> libraryReason(Node node, PassContext context) {
        return isContraction(node)
                ? Optional.of(of(node, context))
                        .filter(strategy -> !strategy.isLoop())
                        .map(ContractionStrategy::reason)
                : Optional.empty();
    }

    /**
     * Returns the strategy for a matmul.
     *
     * @param matMul a {@linkplain #isContraction contraction}
     * @param context flags of the method and capabilities of the targets
     */
    public static ContractionStrategy of(Node matMul, PassContext context) {
        Shape a = matMul.operands().get(0).shape();
        Shape b = matMul.operands().get(1).shape();
        if (a.isUnranked() || b.isUnranked() || matMul.shape().isUnranked()) {
            return library("its rank is unknown");
        }
        boolean transposedA = matMul.attributes().flag(Attributes.TRANSPOSE_A);
        boolean transposedB = matMul.attributes().flag(Attributes.TRANSPOSE_B);
        Dim terms = fromEnd(a, transposedA ? 2 : 1);
        Dim rows = fromEnd(matMul.shape(), 2);
        Dim columns = fromEnd(matMul.shape(), 1);
        if (terms.equals(Dim.ONE)) {
            return new ContractionStrategy(Kind.OUTER_PRODUCT, "each element is a single multiplication");
        }
        if (transposedA && transposedB && !rows.equals(Dim.ONE)) {
            return library("its rows are not contiguous");
        }
        Optional<String> matrix = isShort(terms)
                ? Optional.empty()
                : OperandCost.of(matMul.operands().get(1)).savings();
        if (matrix.isPresent() && context.capabilities().libraries().tilesContractions()) {
            return new ContractionStrategy(Kind.CONTRACTION, matrix.get());
        }
        if (!context.flags().isOn(Flag.ROW_INVARIANT)) {
            return fewRows(rows, columns, terms);
        }
        return matrix.isPresent()
                ? library("not all targets of the class share the matrix among rows: a loop would compute it for each"
                        + " row; -Agraphkernel.targets=cpu allows it")
                : library(
                        "a loop saves no memory traffic for any number of rows; --row_invariant=false allows loops for few"
                                + " declared rows");
    }

    /** Returns the faster strategy for few declared rows or one column, whatever its order of sums. */
    private static ContractionStrategy fewRows(Dim rows, Dim columns, Dim terms) {
        if (!columns.equals(Dim.ONE)) {
            if (!(rows instanceof Dim.Constant declared)) {
                return library("the number of rows, " + rows + ", is not declared as a constant");
            }
            if (declared.size() > MODEL.maxRows()) {
                return library(rows + " rows are more than the " + MODEL.maxRows() + " of a loop");
            }
        }
        Dim results = columns.equals(Dim.ONE) ? rows : columns;
        if (isShort(terms) || isShort(results)) {
            return library("a matrix of " + results + " by " + terms + " is too small for a loop");
        }
        String count = columns.equals(Dim.ONE) ? "one column" : rows.equals(Dim.ONE) ? "one row" : rows + " rows";
        return new ContractionStrategy(Kind.CONTRACTION, count + " declared: the loop reads the matrix once");
    }

    private static ContractionStrategy library(String reason) {
        return new ContractionStrategy(Kind.LIBRARY_CALL, reason);
    }

    private static boolean isShort(Dim dim) {
        return dim instanceof Dim.Constant constant && constant.size() < MODEL.minExtent();
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
