package io.graphkernel.processor.onnx.ragged;

import io.graphkernel.graph.DataType;
import io.graphkernel.processor.onnx.node.UnsupportedNodeException;
import io.graphkernel.processor.onnx.ragged.RaggedValue.Kind;
import java.util.List;

/**
 * Analysis of the attention ops of ONNX and ONNX Runtime: their queries, keys and values are tokens, and their masks disable
 * the keys of the padding.
 */
final class AttentionAnalysis {

    /** Default of ONNX Runtime for the number that a mask adds to the scores of the padding. */
    private static final float DISABLED = -10_000;

    private static final String HAS_BIAS = "it has a bias of the scores that is not a mask of the padding";

    private AttentionAnalysis() {}

    /** Analyzes ONNX's op, whose operands are rows [batch, tokens, size] or heads [batch, heads, tokens, size]. */
    static RaggedValue standard(RaggedCall call) throws UnsupportedNodeException {
        requireNoCache(call, 4, 5, 6);
        requireAllKeys(call.attributes().flag("is_causal", false));
        if (call.attributes().integer("left_window_size", -1) >= 0
                || call.attributes().integer("right_window_size", -1) >= 0) {
            throw new UnsupportedNodeException("it has a window of keys");
        }
        if (call.attributes().real("softcap", 0) != 0) {
            throw new UnsupportedNodeException("it bounds the scores by softcap");
        }
        boolean isRows = call.dims(0).size() == RaggedNodes.ROWS;
        RaggedValue result = RaggedValue.tokens(0, isRows ? 1 : RaggedCall.QUERY_AXIS);
        for (int i = 0; i < 3; i++) {
            requireTokens(call, i, result);
        }
        requireMask(requireBias(call, 3));
        call.replace(RaggedNodes.standardAttention(call.node()));
        return result;
    }

    /** Analyzes attention of ONNX Runtime whose operands are projected before. */
    static RaggedValue ofOperands(RaggedCall call) throws UnsupportedNodeException {
        requireNoCache(call, 6, 7, 8, 9);
        RaggedValue result = RaggedValue.tokens(0, 1);
        for (int i = 0; i < 3; i++) {
            requireTokens(call, i, result);
        }
        if (call.has(3) && !call.in(3).isFixed()) {
            throw new UnsupportedNodeException("its input 3 depends on the batch");
        }
        requireContribMask(call, 4, 5);
        call.replace(RaggedNodes.attentionOfOperands(call.node()));
        return result;
    }

    /** Analyzes attention of ONNX Runtime with the projections of queries, keys and values. */
    static RaggedValue ofWeights(RaggedCall call) throws UnsupportedNodeException {
        requireNoCache(call, 4, 6);
        RaggedValue result = RaggedValue.tokens(0, 1);
        requireTokens(call, 0, result);
        for (int i = 1; i <= 2; i++) {
            if (call.has(i) && !call.in(i).isFixed()) {
                throw new UnsupportedNodeException("its input " + i + " depends on the batch");
            }
        }
        requireContribMask(call, 3, 5);
        call.replace(RaggedNodes.attentionOfWeights(call.node()));
        return result;
    }

    private static void requireAllKeys(boolean isCausal) throws UnsupportedNodeException {
        if (isCausal) {
            throw new UnsupportedNodeException("it is causal: a query does not read all keys of its sequence");
        }
    }

    private static void requireNoCache(RaggedCall call, int... inputs) throws UnsupportedNodeException {
        for (int input : inputs) {
            if (call.has(input)) {
                throw new UnsupportedNodeException("it has a cache of keys and values, or lengths of one");
            }
        }
    }

    private static void requireTokens(RaggedCall call, int input, RaggedValue axes) throws UnsupportedNodeException {
        if (!call.in(input).hasAxesOf(axes)) {
            throw new UnsupportedNodeException("its input " + input + " has the dims " + call.dims(input)
                    + ", and is not computed from tokens along axis " + axes.tokenAxis());
        }
    }

    /** Requires the mask of one of two inputs: of keys, whose number is an attribute, or of scores. */
    private static void requireContribMask(RaggedCall call, int keys, int bias) throws UnsupportedNodeException {
        requireAllKeys(call.attributes().flag("unidirectional", false));
        boolean isMasked = requireBias(call, bias);
        if (call.has(keys)) {
            requireKeys(call, keys);
            double disabled = call.attributes().real("mask_filter_value", DISABLED);
            if (!(disabled <= ReductionAnalysis.MAX_MASK)) {
                throw new UnsupportedNodeException(
                        "its mask_filter_value is " + RaggedCall.printed(disabled) + ", and not -9000 or less");
            }
            isMasked = true;
        }
        requireMask(isMasked);
    }

    private static void requireMask(boolean isMasked) throws UnsupportedNodeException {
        if (!isMasked) {
            throw new UnsupportedNodeException("it has no mask of the padding");
        }
    }

    /** Requires that an input, if there is one, is positive for the keys of tokens and not for those of the padding. */
    private static void requireKeys(RaggedCall call, int input) throws UnsupportedNodeException {
        RaggedValue mask = call.in(input);
        int rank = call.dims(input).size();
        boolean isOfKeys = mask.kind() == Kind.MASK
                && mask.batchAxis() == 0
                && mask.tokenAxis() == rank - 1
                && (rank == 2 || rank == 3);
        if (!isOfKeys) {
            throw new UnsupportedNodeException("its mask has the dims " + call.dims(input)
                    + ", and is not the mask of the padding with [batch, tokens] or [batch, queries, tokens]");
        }
        if (!(ElementwiseAnalysis.number(mask, 0) > 0 && ElementwiseAnalysis.number(mask, 1) <= 0)) {
            throw new UnsupportedNodeException("its mask is not positive for tokens alone");
        }
    }

    /** Returns true if there is a mask that enables the scores of tokens, or adds a large negative number to the others. */
    private static boolean requireBias(RaggedCall call, int input) throws UnsupportedNodeException {
        if (!call.has(input)) {
            return false;
        }
        RaggedValue mask = call.in(input);
        if (mask.kind() != Kind.MASK || !mask.isAlongKeys(call.dims(input).size())) {
            throw new UnsupportedNodeException(HAS_BIAS);
        }
        List<Double> numbers = List.of(ElementwiseAnalysis.number(mask, 0), ElementwiseAnalysis.number(mask, 1));
        boolean isMask = call.value(input).type().dtype() == DataType.BOOL
                ? numbers.equals(List.of(1.0, 0.0))
                : numbers.get(0) == 0 && numbers.get(1) <= ReductionAnalysis.MAX_MASK;
        if (!isMask) {
            throw new UnsupportedNodeException("its mask has " + RaggedCall.printed(numbers.get(0)) + " for tokens and "
                    + RaggedCall.printed(numbers.get(1))
                    + " for the padding, and not 0 and -9000 or less, or true and false");
        }
        return true;
    }
}
