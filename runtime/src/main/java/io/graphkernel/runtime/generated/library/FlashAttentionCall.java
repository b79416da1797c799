package io.graphkernel.runtime.generated.library;

import io.graphkernel.runtime.DType;
import io.graphkernel.runtime.internal.device.DeviceInUse;

/**
 * {@code softmax(query · keyᵀ · scale + mask) · value} for each head, without memory for the scores: queries
 * {@code [batches, heads, queries, size]}, keys and values {@code [batches, heads, keys, size]}, an optional mask that
 * broadcasts to the scores. The slots are those of {@link LibraryCall}: operands query, key, value and the mask if there
 * is one, the dims of each, and then the scale as a double.
 */
public final class FlashAttentionCall extends AttentionCall {
    /**
     * A call site.
     *
     * @param method the kernel method, for messages
     * @param dtype the dtype of all operands, and of the result
     * @param masked whether there is a mask
     * @param maskRank the number of its dims, up to 4; 0 if there is none
     */
    public FlashAttentionCall(String method, DType dtype, boolean masked, int maskRank) {
        super(method, dtype, masked, maskRank, "PromptFlashAttention", false);
    }

    @Override
    LibraryWork work(long[] query, long[] others, long[] resultSizes, int threads, boolean onJvm) {
        AttentionShape shape = shape(query, others);
        return onJvm ? JavaAttention.work(shape, dtype()) : NativeAttention.work(shape, dtype());
    }

    @Override
    LibraryWork deviceWork(long[] query, long[] others, long[] resultSizes, DeviceInUse device) {
        AttentionShape shape = shape(query, others);
        return Aclnn.of(device)
                .map(aclnn -> AclnnAttention.work(aclnn, method(), shape, dtype()))
                .orElseGet(() -> DeviceAttention.work(shape, dtype(), device));
    }
}
