package io.graphkernel.runtime.generated.library.call;

import io.graphkernel.runtime.DType;
import io.graphkernel.runtime.generated.library.LibraryCall;
import io.graphkernel.runtime.generated.library.shape.AttentionShape;
import java.util.Arrays;

/** Call site of attention or its gradient: matrices with batch and head dims, an optional mask, and the scale. */
abstract class AttentionCall extends LibraryCall {
    private final String op;
    private final boolean masked;
    private final boolean isGradient;

    /**
     * Creates a call site.
     *
     * @param method method name for messages
     * @param dtype dtype of all operands and of the result
     * @param masked true if there is a mask
     * @param maskRank number of dims of the mask, up to 4; 0 without a mask
     * @param op name of the op
     * @param isGradient true for the gradient, whose fourth operand is the cotangent of the result
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
    protected final String op() {
        return masked ? op + " with a mask" : op;
    }

    @Override
    protected final long resultElements(long[] query, long[] others, long[] resultSizes) {
        return shape(query, others).elementCount();
    }

    @Override
    protected final long operandBytes(long[] query, long[] others) {
        int matrices = AttentionShape.matrices(isGradient);
        long key = elementCount(Arrays.copyOf(others, AttentionShape.RANK));
        long[] mask = Arrays.copyOfRange(others, (matrices - 1) * AttentionShape.RANK, others.length);
        // Key and value have the same dims; the other matrices have those of the query.
        return ((matrices - 2) * elementCount(query) + 2 * key + (masked ? elementCount(mask) : 0)) * dtype().bytes();
    }

    final AttentionShape shape(long[] query, long[] others) {
        return AttentionShape.of(method(), query, others, masked, isGradient);
    }
}
