package io.graphkernel.runtime.generated.library;

import io.graphkernel.runtime.DType;
import io.graphkernel.runtime.internal.device.DeviceInUse;
import java.util.Arrays;

/**
 * {@code softmax(query · keyᵀ · scale + mask) · value} for each head, without memory for the scores: queries
 * {@code [batches, heads, queries, size]}, keys and values {@code [batches, heads, keys, size]}, an optional mask that
 * broadcasts to the scores. The slots are those of {@link LibraryCall}: operands query, key, value and the mask if there
 * is one, the dims of each, and then the scale as a double.
 */
public final class FlashAttentionCall extends LibraryCall {
    private final boolean masked;

    /**
     * A call site.
     *
     * @param method the kernel method, for messages
     * @param dtype the dtype of all operands, and of the result
     * @param masked whether there is a mask
     * @param maskRank the number of its dims, up to 4; 0 if there is none
     */
    public FlashAttentionCall(String method, DType dtype, boolean masked, int maskRank) {
        super(method, dtype, masked ? 4 : 3, AttentionShape.RANK, 2 * AttentionShape.RANK + maskRank);
        this.masked = masked;
    }

    @Override
    String op() {
        return masked ? "PromptFlashAttention with a mask" : "PromptFlashAttention";
    }

    @Override
    long resultElements(long[] query, long[] others, long[] resultSizes) {
        return shape(query, others).elementCount();
    }

    @Override
    long operandBytes(long[] query, long[] others) {
        long key = product(Arrays.copyOf(others, AttentionShape.RANK));
        long[] mask = Arrays.copyOfRange(others, 2 * AttentionShape.RANK, others.length);
        return (product(query) + 2 * key + (masked ? product(mask) : 0)) * dtype().bytes();
    }

    @Override
    LibraryWork work(long[] query, long[] others, long[] resultSizes, int threads, boolean onJvm) {
        AttentionShape shape = shape(query, others);
        return onJvm ? JavaAttention.work(shape, dtype()) : NativeAttention.work(shape, dtype());
    }

    @Override
    LibraryWork deviceWork(long[] query, long[] others, long[] resultSizes, DeviceInUse device) {
        return DeviceAttention.work(shape(query, others), dtype(), device);
    }

    private AttentionShape shape(long[] query, long[] others) {
        return AttentionShape.of(method(), query, others, masked, false);
    }
}
