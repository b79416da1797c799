package io.graphkernel.runtime.generated.library;

import io.graphkernel.runtime.DType;
import java.util.Arrays;

/** Attention, or its gradient: matrices with the batches and heads before, the mask if there is one, and the scale. */
abstract class AttentionCall extends LibraryCall {
    private final String op;
    private final boolean masked;
    private final boolean isGradient;

    /**
     * A call site.
     *
     * @param method the kernel method, for messages
     * @param dtype the dtype of all operands, and of the result
     * @param masked whether there is a mask
     * @param maskRank the number of its dims, up to 4; 0 if there is none
     * @param op what is called
     * @param isGradient whether it is the gradient, which takes the cotangent of the result after the values
     */
    AttentionCall(String method, DType dtype, boolean masked, int maskRank, String op, boolean isGradient) {
        super(
                method,
                dtype,
                AttentionShape.matrices(isGradient) + (masked ? 1 : 0),
                AttentionShape.RANK,
                (AttentionShape.matrices(isGradient) - 1) * AttentionShape.RANK + maskRank);
        this.op = op;
        this.masked = masked;
        this.isGradient = isGradient;
    }

    @Override
    final String op() {
        return masked ? op + " with a mask" : op;
    }

    @Override
    final long resultElements(long[] query, long[] others, long[] resultSizes) {
        return shape(query, others).elementCount();
    }

    @Override
    final long operandBytes(long[] query, long[] others) {
        int matrices = AttentionShape.matrices(isGradient);
        long key = product(Arrays.copyOf(others, AttentionShape.RANK));
        long[] mask = Arrays.copyOfRange(others, (matrices - 1) * AttentionShape.RANK, others.length);
        // Key and value have the dims of one, the other matrices those of the query.
        return ((matrices - 2) * product(query) + 2 * key + (masked ? product(mask) : 0)) * dtype().bytes();
    }

    final AttentionShape shape(long[] query, long[] others) {
        return AttentionShape.of(method(), query, others, masked, isGradient);
    }
}
