package io.graphkernel.runtime.generated.library;

import java.util.List;

/**
 * An elementwise op that a library call applies to each element of its result before storing it. The order is also that
 * of {@code gk_library.h}.
 */
public enum PostOp {
    /** Adds a tensor of rank 1: over the last axis of a matrix product, over the channels of a convolution. */
    BIAS(Operand.CHANNELS),
    /** Adds a tensor of the result's shape. */
    ADD(Operand.ELEMENTS),
    /** Multiplies by a tensor of the result's shape. */
    MUL(Operand.ELEMENTS),
    /** Multiplies by a tensor of rank 1, which lies as that of {@link #BIAS}. */
    SCALE(Operand.CHANNELS),
    /** Less than 0 becomes 0; NaN and -0 stay. It comes last. */
    RELU(Operand.NONE),
    /** GeLU with the hyperbolic tangent. */
    GELU_TANH(Operand.NONE),
    /** GeLU with the error function. */
    GELU_ERF(Operand.NONE),
    /** {@code x * sigmoid(1.702 x)}. */
    FAST_GELU(Operand.NONE),
    /** {@code x * sigmoid(x)}. */
    SILU(Operand.NONE),
    /** The logistic function. */
    SIGMOID(Operand.NONE),
    /** The hyperbolic tangent. */
    TANH(Operand.NONE);

    static final double FAST_GELU_SLOPE = 1.702;

    private enum Operand {
        NONE,
        CHANNELS,
        ELEMENTS
    }

    private final Operand operand;

    PostOp(Operand operand) {
        this.operand = operand;
    }

    /** How many of some post-ops have an operand. */
    static int operands(List<PostOp> operations) {
        int count = 0;
        for (PostOp operation : operations) {
            count += operation.hasOperand() ? 1 : 0;
        }
        return count;
    }

    /** Whether it has an operand, which the call takes after its own. */
    public boolean hasOperand() {
        return operand != Operand.NONE;
    }

    /** Whether its operand has one number for each column of a product or each channel of a convolution. */
    boolean isPerChannel() {
        return operand == Operand.CHANNELS;
    }
}
