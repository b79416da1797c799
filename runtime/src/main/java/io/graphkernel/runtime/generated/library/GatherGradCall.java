package io.graphkernel.runtime.generated.library;

import io.graphkernel.runtime.DType;
import io.graphkernel.runtime.internal.device.DeviceInUse;

/**
 * The gradient of gathering: for each position, the sum of the slices whose index names it, of slices
 * {@code [before, count, after]} and {@code [count]} indices the sums {@code [before, size, after]}. The slots are those of
 * {@link LibraryCall}, with the size where calls of other ops have the strides of the result.
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
        return "UnsortedGatherGrad";
    }

    /** The size is not among the dims: as if there were a position for each slice. */
    @Override
    long resultElements(long[] slices, long[] indices) {
        return product(slices);
    }

    @Override
    LibraryWork work(long[] slices, long[] indices, long[] sizes, int threads, boolean onJvm) {
        GatherGradShape shape = shape(slices, indices, sizes);
        return onJvm ? JavaGatherGrad.work(shape, dtype()) : NativeGatherGrad.work(shape, dtype());
    }

    @Override
    LibraryWork deviceWork(long[] slices, long[] indices, long[] sizes, DeviceInUse device) {
        return DeviceGatherGrad.work(shape(slices, indices, sizes), dtype(), device);
    }

    private GatherGradShape shape(long[] slices, long[] indices, long[] sizes) {
        return GatherGradShape.of(method(), slices, indices, sizes[0], indexType);
    }
}
