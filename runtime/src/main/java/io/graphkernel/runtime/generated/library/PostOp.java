package io.graphkernel.runtime.generated.library;

import java.util.List;

/**
 * An elementwise op that a library call applies to each element of its result before storing it. The order is also that
 * of {@code gk_post_ops.h}.
 */
public enum PostOp {
    /** Adds a tensor of rank 1: along the last axis of a matmul, or along the channels of a convolution. */
    BIAS(OperandKind.CHANNELS),
    /** Adds a tensor of the result's shape. */
    ADD(OperandKind.ELEMENTS),
    /** Multiplies by a tensor of the result's shape. */
    MUL(OperandKind.ELEMENTS),
    /** Multiplies by a tensor of rank 1, with the layout of {@link #BIAS}. */
    SCALE(OperandKind.CHANNELS),
    /** ReLU, which propagates NaN and -0. It is always the last post-op. */
    RELU(OperandKind.NONE),
    /** GeLU, tanh approximation. */
    GELU_TANH(OperandKind.NONE),
    /** GeLU, exact with the error function. */
    GELU_ERF(OperandKind.NONE),
    /** {@code x * sigmoid(1.702 x)}. */
    FAST_GELU(OperandKind.NONE),
    /** {@code x * sigmoid(x)}. */
    SILU(OperandKind.NONE),
    /** Logistic function. */
    SIGMOID(OperandKind.NONE),
    /** Hyperbolic tangent. */
    TANH(OperandKind.NONE),
    /** Adds the contents of the result's memory, which is also passed as an operand. It is always the only post-op. */
    ACCUMULATE(OperandKind.ELEMENTS);

    public static final double FAST_GELU_SLOPE = 1.702;

    private enum OperandKind {
        NONE,
        CHANNELS,
        ELEMENTS
    }

    private final OperandKind operand;

    PostOp(OperandKind operand) {
        this.operand = operand;
    }

    /** Returns the number of post-ops that have an operand. */
    public static int operands(List<PostOp> operations) {
        int count = 0;
        for (PostOp operation : operations) {
            count += operation.hasOperand() ? 1 : 0;
        }
        return count;
    }

    /** Returns the post-ops for a result that is stored elsewhere than the operand which it is added to. */
    public static List<PostOp> outOfPlace(List<PostOp> operations) {
        return operations.equals(List.of(ACCUMULATE)) ? List.of(ADD) : operations;
    }

    /** Returns true if the post-op has an operand, which follows those of the op itself. */
    public boolean hasOperand() {
        return operand != OperandKind.NONE;
    }

    /** Returns true if the operand has one element per matmul column or convolution channel. */
    public boolean isPerChannel() {
        return operand == OperandKind.CHANNELS;
    }
}
