package io.graphkernel.runtime.generated.library.call;

import io.graphkernel.runtime.DType;
import io.graphkernel.runtime.generated.library.LibraryCall;
import io.graphkernel.runtime.generated.library.LibraryKernel;
import io.graphkernel.runtime.generated.library.aclnn.Aclnn;
import io.graphkernel.runtime.generated.library.aclnn.AclnnAttention;
import io.graphkernel.runtime.generated.library.cpu.NativeAttentionGradient;
import io.graphkernel.runtime.generated.library.device.DeviceAttentionGradient;
import io.graphkernel.runtime.generated.library.jvm.JavaAttentionGradient;
import io.graphkernel.runtime.generated.library.shape.AttentionShape;
import io.graphkernel.runtime.internal.device.DeviceInUse;

/**
 * Call site of the adjoints of query, key and value of {@link FlashAttentionCall}, which does not store the scores.
 *
 * <p>The result has the concatenated rows of the three adjoints for each head. The slots are those of
 * {@link LibraryCall}: operands query, key, value, the cotangent of the result and the optional mask, the dims of each,
 * and the scale as a double.
 */
public final class FlashAttentionGradCall extends AttentionCall {
    /**
     * Creates a call site.
     *
     * @param method method name for messages
     * @param dtype dtype of all operands and of the result
     * @param masked true if there is a mask
     * @param maskRank number of dims of the mask, up to 4; 0 without a mask
     */
    public FlashAttentionGradCall(String method, DType dtype, boolean masked, int maskRank) {
        super(method, dtype, masked, maskRank, "PromptFlashAttentionGrad", true);
    }

    @Override
    protected LibraryKernel kernel(long[] query, long[] others, long[] resultSizes, int threads, boolean onJvm) {
        AttentionShape shape = shape(query, others);
        return onJvm ? JavaAttentionGradient.kernel(shape, dtype()) : NativeAttentionGradient.kernel(shape, dtype());
    }

    @Override
    protected LibraryKernel deviceKernel(long[] query, long[] others, long[] resultSizes, DeviceInUse device) {
        AttentionShape shape = shape(query, others);
        return Aclnn.of(device)
                .map(aclnn -> AclnnAttention.kernel(aclnn, method(), shape, dtype()))
                .orElseGet(() -> DeviceAttentionGradient.kernel(shape, dtype(), device));
    }
}
