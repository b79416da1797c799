package io.graphkernel.runtime.internal.device;

import io.graphkernel.common.target.GpuModel;
import io.graphkernel.runtime.internal.parallel.RangeSplitPolicy;

/**
 * Chooses the number of thread blocks of a GPU launch. Kernels use grid-stride loops, so that a bounded number of
 * blocks per multiprocessor suffices for any range.
 */
public final class GridSizing implements RangeSplitPolicy {
    private static final GpuModel.Launch MODEL = GpuModel.Launch.DEFAULT;

    private final long maxBlocks;

    /**
     * Creates the policy of a GPU.
     *
     * @param multiprocessors minimum number of thread blocks that run concurrently
     */
    public GridSizing(int multiprocessors) {
        this.maxBlocks = MODEL.blocksPerMultiprocessor() * multiprocessors;
    }

    @Override
    public long of(long range, long bytesPerItem) {
        long enough = maxBlocks * MODEL.minBytesPerBlock();
        boolean full = range >= enough || bytesPerItem >= enough || range * bytesPerItem >= enough;
        return full
                ? maxBlocks
                : Math.max(1, (range * bytesPerItem + MODEL.minBytesPerBlock() - 1) / MODEL.minBytesPerBlock());
    }
}
