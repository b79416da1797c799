package io.graphkernel.runtime.generated.library;

import io.graphkernel.runtime.DType;
import io.graphkernel.runtime.internal.device.DeviceInUse;

/**
 * The adjoints of query, key and value of {@link FlashAttentionCall}, without memory for the scores: for each head, one after
 * the other, the rows of all three. The slots are those of {@link LibraryCall}: operands query, key, value, the cotangent of
 * the result and the mask if there is one, the dims of each, and then the scale as a double.
 */
public final class FlashAttentionGradCall extends AttentionCall {
    /**
     * A call site.
     *
     * @param method the kernel method, for messages
     * @param dtype the dtype of all operands, and of the result
     * @param masked whether there is a mask
     * @param maskRank the number of its dims, up to 4; 0 if there is none
     */
    public FlashAttentionGradCall(String method, DType dtype, boolean masked, int maskRank) {
        super(method, dtype, masked, maskRank, "PromptFlashAttentionGrad", true);
    }

    @Override
    LibraryWork work(long[] query, long[] others, long[] resultSizes, int threads, boolean onJvm) {
        AttentionShape shape = shape(query, others);
        return onJvm ? JavaAttentionGradient.work(shape, dtype()) : NativeAttentionGradient.work(shape, dtype());
    }

    @Override
    LibraryWork deviceWork(long[] query, long[] others, long[] resultSizes, DeviceInUse device) {
        AttentionShape shape = shape(query, others);
        return Aclnn.of(device)
                .map(aclnn -> AclnnAttention.work(aclnn, method(), shape, dtype()))
                .orElseGet(() -> DeviceAttentionGradient.work(shape, dtype(), device));
    }
}
