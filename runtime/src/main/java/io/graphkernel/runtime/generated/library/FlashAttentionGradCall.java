package io.graphkernel.runtime.generated.library;

import io.graphkernel.runtime.DType;
import io.graphkernel.runtime.internal.device.DeviceInUse;
import java.util.Arrays;

/**
 * The adjoints of query, key and value of {@link FlashAttentionCall}, without memory for the scores: for each head, one after
 * the other, the rows of all three. The slots are those of {@link LibraryCall}: operands query, key, value, the cotangent of
 * the result and the mask if there is one, the dims of each, and then the scale as a double.
 */
public final class FlashAttentionGradCall extends LibraryCall {
    private static final int MATRICES = 4;

    private final boolean masked;

    /**
     * A call site.
     *
     * @param method the kernel method, for messages
     * @param dtype the dtype of all operands, and of the result
     * @param masked whether there is a mask
     * @param maskRank the number of its dims, up to 4; 0 if there is none
     */
    public FlashAttentionGradCall(String method, DType dtype, boolean masked, int maskRank) {
        super(
                method,
                dtype,
                masked ? MATRICES + 1 : MATRICES,
                AttentionShape.RANK,
                (MATRICES - 1) * AttentionShape.RANK + maskRank);
        this.masked = masked;
    }

    @Override
    String op() {
        return masked ? "PromptFlashAttentionGrad with a mask" : "PromptFlashAttentionGrad";
    }

    @Override
    long resultElements(long[] query, long[] others, long[] resultSizes) {
        return shape(query, others).elementCount();
    }

    @Override
    long operandBytes(long[] query, long[] others) {
        long key = product(Arrays.copyOf(others, AttentionShape.RANK));
        long[] mask = Arrays.copyOfRange(others, (MATRICES - 1) * AttentionShape.RANK, others.length);
        return (2 * product(query) + 2 * key + (masked ? product(mask) : 0)) * dtype().bytes();
    }

    @Override
    LibraryWork work(long[] query, long[] others, long[] resultSizes, int threads, boolean onJvm) {
        AttentionShape shape = shape(query, others);
        return onJvm ? JavaAttentionGradient.work(shape, dtype()) : NativeAttentionGradient.work(shape, dtype());
    }

    @Override
    LibraryWork deviceWork(long[] query, long[] others, long[] resultSizes, DeviceInUse device) {
        return DeviceAttentionGradient.work(shape(query, others), dtype(), device);
    }

    private AttentionShape shape(long[] query, long[] others) {
        return AttentionShape.of(method(), query, others, masked, true);
    }
}
