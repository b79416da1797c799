package io.graphkernel.runtime.generated.library.call;

import io.graphkernel.runtime.DType;
import io.graphkernel.runtime.generated.library.LibraryCall;
import io.graphkernel.runtime.generated.library.LibraryKernel;
import io.graphkernel.runtime.generated.library.aclnn.Aclnn;
import io.graphkernel.runtime.generated.library.aclnn.AscendGatherGrad;
import io.graphkernel.runtime.generated.library.cpu.NativeGatherGrad;
import io.graphkernel.runtime.generated.library.device.DeviceGatherGrad;
import io.graphkernel.runtime.generated.library.jvm.JavaGatherGrad;
import io.graphkernel.runtime.generated.library.shape.GatherGradShape;
import io.graphkernel.runtime.internal.device.DeviceInUse;

/**
 * Call site of the gradient of a gather: for each position, the sum of the slices whose index refers to it.
 *
 * <p>Slices {@code [before, count, after]} and indices {@code [count]} yield sums {@code [before, size, after]}. The
 * slots are those of {@link LibraryCall}, with the size as the only result size.
 */
public final class GatherGradCall extends LibraryCall {
    private static final int RANK = 3;

    private final DType indexType;

    /**
     * Creates a call site.
     *
     * @param method method name for messages
     * @param dtype dtype of slices and sums
     * @param indexType dtype of the indices, i32 or i64
     */
    public GatherGradCall(String method, DType dtype, DType indexType) {
        super(method, dtype, dtype, RANK, 1, 1);
        this.indexType = indexType;
    }

    @Override
    protected String op() {
        return "GatherGrad";
    }

    @Override
    protected long resultElements(long[] slices, long[] indices, long[] resultSizes) {
        return shape(slices, indices, resultSizes).elementCount();
    }

    @Override
    protected long operandBytes(long[] slices, long[] indices) {
        return elementCount(slices) * dtype().bytes() + elementCount(indices) * indexType.bytes();
    }

    @Override
    protected LibraryKernel kernel(long[] slices, long[] indices, long[] resultSizes, int threads, boolean onJvm) {
        GatherGradShape shape = shape(slices, indices, resultSizes);
        return onJvm ? JavaGatherGrad.kernel(shape, dtype()) : NativeGatherGrad.kernel(shape, dtype(), threads);
    }

    @Override
    protected LibraryKernel deviceKernel(long[] slices, long[] indices, long[] resultSizes, DeviceInUse device) {
        GatherGradShape shape = shape(slices, indices, resultSizes);
        return Aclnn.isFor(device)
                ? AscendGatherGrad.kernel(method(), shape, dtype(), device)
                : DeviceGatherGrad.kernel(shape, dtype(), device);
    }

    private GatherGradShape shape(long[] slices, long[] indices, long[] resultSizes) {
        return GatherGradShape.of(method(), dtype(), slices, indexType, indices, resultSizes[0]);
    }
}
