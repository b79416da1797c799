package io.graphkernel.processor.onnx.ragged;

import io.graphkernel.graph.DataType;
import io.graphkernel.processor.onnx.node.UnsupportedNodeException;

/** Analysis of elements in the padding: the number by which elementwise nodes replace them. */
final class PaddingAnalysis {

    /** Maximum padding that is below the elements of tokens in a maximum: -1e9 in bf16 is -998,244,352. */
    private static final double MAX_PADDING = -9e8;

    /** Lowest finite number of f16. */
    private static final double LOWEST_F16 = -65_504;

    private PaddingAnalysis() {}

    /** Returns the padding of the result of an elementwise node with tokens; NaN if it is unknown. */
    static double of(RaggedCall call) throws UnsupportedNodeException {
        return switch (call.node().op()) {
            case "Mul" -> product(call);
            case "Where" -> selected(call);
            case "Add" -> sum(call, 1);
            case "Sub" -> sum(call, -1);
            default -> Double.NaN;
        };
    }

    /** Returns the maximum padding that a maximum over the tokens may have. */
    static double maximum(DataType dtype) {
        return dtype == DataType.F16 ? LOWEST_F16 : MAX_PADDING;
    }

    private static double ofOperand(RaggedCall call, int input) throws UnsupportedNodeException {
        RaggedValue operand = call.in(input);
        return switch (operand.kind()) {
            case FIXED -> call.constant(input).orElse(Double.NaN);
            case MASK -> ElementwiseAnalysis.number(operand, 1);
            default -> operand.padding();
        };
    }

    /** Returns zero if a factor is zero, and no other one is infinite. */
    private static double product(RaggedCall call) throws UnsupportedNodeException {
        boolean hasZero = false;
        for (int i = 0; i < call.inputCount(); i++) {
            double factor = ofOperand(call, i);
            if (Double.isInfinite(factor)) {
                return Double.NaN;
            }
            hasZero |= factor == 0;
        }
        return hasZero ? 0 : Double.NaN;
    }

    private static double selected(RaggedCall call) throws UnsupportedNodeException {
        double condition = ofOperand(call, 0);
        return Double.isNaN(condition) ? Double.NaN : ofOperand(call, condition != 0 ? 1 : 2);
    }

    /**
     * Returns a large negative number that a mask adds to tokens, since their elements in the padding are small beside it.
     *
     * @param sign sign of the second operand
     */
    private static double sum(RaggedCall call, int sign) throws UnsupportedNodeException {
        for (int i = sign < 0 ? 1 : 0; i < call.inputCount(); i++) {
            RaggedValue mask = call.in(i);
            boolean isMasked = mask.kind() == RaggedValue.Kind.MASK
                    && call.in(1 - i).kind() == RaggedValue.Kind.TOKENS
                    && ElementwiseAnalysis.number(mask, 0) == 0;
            double padding = isMasked ? sign * ElementwiseAnalysis.number(mask, 1) : Double.NaN;
            double other = ofOperand(call, 1 - i);
            if (padding <= maximum(call.resultType()) && (Double.isNaN(other) || other == 0)) {
                return padding;
            }
        }
        return Double.NaN;
    }
}
