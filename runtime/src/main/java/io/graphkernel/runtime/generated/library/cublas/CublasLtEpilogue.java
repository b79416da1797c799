package io.graphkernel.runtime.generated.library.cublas;

import io.graphkernel.runtime.generated.library.PostOp;
import java.util.List;

/**
 * The leading post-ops that cuBLASLt fuses into a matmul: a tensor of the result's shape, called C, and one bias, in
 * any order, then one activation.
 *
 * @param count number of post-ops
 * @param bias index of the operand that is the bias, or -1
 * @param addend index of the operand that is added, or -1
 * @param code the epilogue code of cuBLASLt
 */
record CublasLtEpilogue(int count, int bias, int addend, int code) {
    /** No fused post-op. */
    static final CublasLtEpilogue NONE = new CublasLtEpilogue(0, -1, -1, 1);

    private static final int DEFAULT = 1;
    private static final int BIAS = 4;
    private static final int GELU = 32;

    /** Returns the longest prefix that cuBLASLt supports. */
    static CublasLtEpilogue of(List<PostOp> epilogue) {
        // C may be the result.
        List<PostOp> operations = PostOp.outOfPlace(epilogue);
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

    /** The GeLU of cuBLASLt is the tanh approximation. Its ReLU is not documented to propagate NaN. */
    private static int activation(PostOp operation) {
        return operation == PostOp.GELU_TANH ? GELU : 0;
    }
}
