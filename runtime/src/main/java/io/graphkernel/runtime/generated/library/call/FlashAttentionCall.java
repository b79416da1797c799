package io.graphkernel.runtime.generated.library.call;

import io.graphkernel.runtime.DType;
import io.graphkernel.runtime.generated.library.LibraryCall;
import io.graphkernel.runtime.generated.library.LibraryKernel;
import io.graphkernel.runtime.generated.library.aclnn.Aclnn;
import io.graphkernel.runtime.generated.library.aclnn.AclnnAttention;
import io.graphkernel.runtime.generated.library.cpu.NativeAttention;
import io.graphkernel.runtime.generated.library.device.DeviceAttention;
import io.graphkernel.runtime.generated.library.jvm.JavaAttention;
import io.graphkernel.runtime.generated.library.shape.AttentionShape;
import io.graphkernel.runtime.internal.device.DeviceInUse;

/**
 * Call site of {@code softmax(query · keyᵀ · scale + mask) · value} for each head, which does not store the scores.
 *
 * <p>Queries are {@code [batches, heads, queries, size]}, keys and values {@code [batches, heads, keys, size]}; an
 * optional mask broadcasts to the scores. The slots are those of {@link LibraryCall}: operands query, key, value and
 * the optional mask, the dims of each, and the scale as a double.
 */
public final class FlashAttentionCall extends AttentionCall {
    /**
     * Creates a call site.
     *
     * @param method method name for messages
     * @param dtype dtype of all operands and of the result
     * @param masked true if there is a mask
     * @param maskRank number of dims of the mask, up to 4; 0 without a mask
     */
    public FlashAttentionCall(String method, DType dtype, boolean masked, int maskRank) {
        super(method, dtype, masked, maskRank, "PromptFlashAttention", false);
    }

    @Override
    protected LibraryKernel kernel(long[] query, long[] others, long[] resultSizes, int threads, boolean onJvm) {
        AttentionShape shape = shape(query, others);
        return onJvm ? JavaAttention.kernel(shape, dtype()) : NativeAttention.kernel(shape, dtype(), threads);
    }

    @Override
    protected LibraryKernel deviceKernel(long[] query, long[] others, long[] resultSizes, DeviceInUse device) {
        AttentionShape shape = shape(query, others);
        return Aclnn.of(device)
                .map(aclnn -> AclnnAttention.kernel(aclnn, method(), shape, dtype()))
                .orElseGet(() -> DeviceAttention.kernel(shape, dtype(), device));
    }
}
