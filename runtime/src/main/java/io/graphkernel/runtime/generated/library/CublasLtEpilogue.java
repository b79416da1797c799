package io.graphkernel.runtime.generated.library;

import java.util.List;

/**
 * The post-ops at the beginning of a list that cuBLASLt applies to a product: the sum with one tensor of the result's
 * shape, which it calls C, and one bias, in any order; then one activation.
 *
 * @param count how many they are
 * @param bias the operand of the call that is the bias, or -1
 * @param addend the operand of the call that is added, or -1
 * @param code cuBLASLt's number of the epilogue
 */
record CublasLtEpilogue(int count, int bias, int addend, int code) {
    /** Nothing is left to cuBLASLt. */
    static final CublasLtEpilogue NONE = new CublasLtEpilogue(0, -1, -1, 1);

    private static final int DEFAULT = 1;
    private static final int BIAS = 4;
    private static final int GELU = 32;

    /** The longest beginning. */
    static CublasLtEpilogue of(List<PostOp> operations) {
        int bias = -1;
        int addend = -1;
        int count = 0;
        int operand = 2;
        while (count < operations.size()) {
            PostOp operation = operations.get(count);
            if (operation == PostOp.BIAS && bias < 0) {
                bias = operand++;
            } else if (operation == PostOp.ADD && addend < 0) {
                addend = operand++;
            } else {
                break;
            }
            count++;
        }
        int activation = count < operations.size() ? activation(operations.get(count)) : 0;
        int code = activation | (bias < 0 ? 0 : BIAS);
        return new CublasLtEpilogue(count + (activation == 0 ? 0 : 1), bias, addend, code == 0 ? DEFAULT : code);
    }

    /** Its GeLU is the one with the hyperbolic tangent. Its ReLU is not documented to keep NaN. */
    private static int activation(PostOp operation) {
        return operation == PostOp.GELU_TANH ? GELU : 0;
    }
}
