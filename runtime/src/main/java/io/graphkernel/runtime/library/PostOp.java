package io.graphkernel.runtime.library;

import java.util.List;

/**
 * An elementwise op that a library call applies to each element of its result before storing it. The order is also that
 * of {@code gk_library.h}.
 */
public enum PostOp {
    /** Adds a tensor of rank 1: over the last axis of a matrix product, over the channels of a convolution. */
    BIAS(true),
    /** Adds a tensor of the result's shape. */
    ADD(true),
    /** Multiplies by a tensor of the result's shape. */
    MUL(true),
    /** Less than 0 becomes 0; NaN and -0 stay. It comes last. */
    RELU(false),
    /** GeLU with the hyperbolic tangent. */
    GELU_TANH(false),
    /** GeLU with the error function. */
    GELU_ERF(false),
    /** {@code x * sigmoid(1.702 x)}. */
    FAST_GELU(false),
    /** {@code x * sigmoid(x)}. */
    SILU(false),
    /** The logistic function. */
    SIGMOID(false),
    /** The hyperbolic tangent. */
    TANH(false);

    static final double FAST_GELU_SLOPE = 1.702;

    private final boolean operand;

    PostOp(boolean operand) {
        this.operand = operand;
    }

    /** How many of some post-ops have an operand. */
    static int operands(List<PostOp> operations) {
        int count = 0;
        for (PostOp operation : operations) {
            count += operation.operand ? 1 : 0;
        }
        return count;
    }

    /** Whether it has an operand, which the call takes after its own. */
    public boolean hasOperand() {
        return operand;
    }
}
