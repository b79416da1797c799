package io.graphkernel.processor.onnx.ragged;

import io.graphkernel.graph.Dim;
import io.graphkernel.processor.onnx.node.UnsupportedNodeException;
import io.graphkernel.processor.onnx.ragged.RaggedValue.Kind;
import io.graphkernel.processor.onnx.ragged.RaggedValue.Scores;
import java.util.List;

/** Analysis of products: of tokens with weights, and the two products of attention. */
final class ProductAnalysis {

    private static final int RANK_OF_HEADS = 4;

    private ProductAnalysis() {}

    static RaggedValue matMul(RaggedCall call) throws UnsupportedNodeException {
        RaggedValue left = call.in(0);
        RaggedValue right = call.in(1);
        if (left.kind() == Kind.TOKENS && right.kind() == Kind.TOKENS) {
            return scores(call, left, right);
        }
        if (left.kind() == Kind.WEIGHTS && right.kind() == Kind.TOKENS) {
            return attention(call, left.scores(), right);
        }
        if (left.isScores() || right.isScores()) {
            throw new UnsupportedNodeException("it is not one of the two products of attention");
        }
        int rank = call.result().size();
        boolean contracts = isAxis(left, call.dims(0).size() - 1)
                || isAxis(right, call.dims(1).size() - 2);
        boolean isVector = call.dims(0).size() < 2 || call.dims(1).size() < 2;
        if (contracts || isVector || !left.isFixed() && !right.isFixed()) {
            throw new UnsupportedNodeException("it adds products of different tokens or sequences");
        }
        int operand = left.isFixed() ? 1 : 0;
        RaggedValue value = call.in(operand);
        requireFloats(value);
        int offset = rank - call.dims(operand).size();
        return shifted(value, offset);
    }

    /** Analyzes a product of two matrices, whose rows are sequences. */
    static RaggedValue gemm(RaggedCall call) throws UnsupportedNodeException {
        call.requireFixed(1);
        boolean isTransposed = call.attributes().flag("transA", false);
        RaggedValue rows = call.in(0);
        requireFloats(rows);
        if (isTransposed || isAxis(rows, 1)) {
            throw new UnsupportedNodeException("it adds products of different tokens or sequences");
        }
        return shifted(rows, 0);
    }

    /** Analyzes a product with a constant factor, whose right operand may be transposed. */
    static RaggedValue fusedMatMul(RaggedCall call) throws UnsupportedNodeException {
        call.requireFixed(1);
        for (String name : List.of("transA", "transBatchA", "transBatchB")) {
            if (call.attributes().flag(name, false)) {
                throw new UnsupportedNodeException("it has " + name);
            }
        }
        RaggedValue value = call.in(0);
        requireFloats(value);
        if (isAxis(value, call.dims(0).size() - 1)) {
            throw new UnsupportedNodeException("it adds products of different tokens or sequences");
        }
        return shifted(value, call.result().size() - call.dims(0).size());
    }

    private static void requireFloats(RaggedValue value) throws UnsupportedNodeException {
        if (value.kind() != Kind.TOKENS && value.kind() != Kind.SEQUENCES) {
            throw new UnsupportedNodeException("it multiplies the mask or sizes of the padded batch");
        }
    }

    private static RaggedValue shifted(RaggedValue value, int offset) {
        return RaggedValue.plain(value.kind(), moved(value.batchAxis(), offset), moved(value.tokenAxis(), offset));
    }

    private static int moved(int axis, int offset) {
        return axis < 0 ? axis : axis + offset;
    }

    private static boolean isAxis(RaggedValue value, int axis) {
        return value.batchAxis() == axis || value.tokenAxis() == axis;
    }

    private static RaggedValue scores(RaggedCall call, RaggedValue query, RaggedValue keys)
            throws UnsupportedNodeException {
        boolean fits = call.dims(0).size() == RANK_OF_HEADS
                && call.dims(1).size() == RANK_OF_HEADS
                && query.hasAxesOf(RaggedValue.tokens(0, RaggedCall.QUERY_AXIS))
                && keys.hasAxesOf(RaggedValue.tokens(0, RaggedCall.KEY_AXIS));
        if (!fits) {
            throw new UnsupportedNodeException(
                    "it multiplies tokens, and its operands are not queries [batch, heads, tokens, size] and keys"
                            + " [batch, heads, size, tokens]");
        }
        return RaggedValue.scores(Kind.SCORES, new Scores(call.name(0), call.name(1), 1, 0));
    }

    private static RaggedValue attention(RaggedCall call, Scores scores, RaggedValue values)
            throws UnsupportedNodeException {
        boolean fits =
                call.dims(1).size() == RANK_OF_HEADS && values.hasAxesOf(RaggedValue.tokens(0, RaggedCall.QUERY_AXIS));
        List<Dim> left = call.dims(0);
        if (!fits || !left.get(1).equals(call.dims(1).get(1))) {
            throw new UnsupportedNodeException("its values are not [batch, heads, tokens, size]");
        }
        call.replace(RaggedNodes.attention(call.node(), scores, call.name(1)));
        return RaggedValue.tokens(0, RaggedCall.QUERY_AXIS);
    }
}
