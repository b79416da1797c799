package io.graphkernel.runtime.generated.library;

import io.graphkernel.runtime.DType;
import io.graphkernel.runtime.internal.device.DeviceInUse;

/**
 * The gradient of gathering: for each position, the sum of the slices whose index names it, of slices
 * {@code [before, count, after]} and {@code [count]} indices the sums {@code [before, size, after]}. The slots are those of
 * {@link LibraryCall}, with the size as the only one of the sizes of the result.
 */
public final class GatherGradCall extends LibraryCall {
    private static final int RANK = 3;

    private final DType indexType;

    /**
     * A call site.
     *
     * @param method the kernel method, for messages
     * @param dtype the dtype of slices and sums
     * @param indexType i32 or i64
     */
    public GatherGradCall(String method, DType dtype, DType indexType) {
        super(method, dtype, dtype, RANK, 1, 1);
        this.indexType = indexType;
    }

    @Override
    String op() {
        return "GatherGrad";
    }

    @Override
    long resultElements(long[] slices, long[] indices, long[] resultSizes) {
        return shape(slices, indices, resultSizes).elementCount();
    }

    @Override
    long operandBytes(long[] slices, long[] indices) {
        return product(slices) * dtype().bytes() + product(indices) * indexType.bytes();
    }

    @Override
    LibraryWork work(long[] slices, long[] indices, long[] resultSizes, int threads, boolean onJvm) {
        GatherGradShape shape = shape(slices, indices, resultSizes);
        return onJvm ? JavaGatherGrad.work(shape, dtype()) : NativeGatherGrad.work(shape, dtype(), threads);
    }

    @Override
    LibraryWork deviceWork(long[] slices, long[] indices, long[] resultSizes, DeviceInUse device) {
        GatherGradShape shape = shape(slices, indices, resultSizes);
        return Aclnn.isFor(device)
                ? AscendGatherGrad.work(method(), shape, dtype(), device)
                : DeviceGatherGrad.work(shape, dtype(), device);
    }

    private GatherGradShape shape(long[] slices, long[] indices, long[] resultSizes) {
        return GatherGradShape.of(method(), dtype(), slices, indexType, indices, resultSizes[0]);
    }
}
