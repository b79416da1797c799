package io.graphkernel.runtime.internal.device.ascend;

import io.graphkernel.common.target.AscendModel;
import io.graphkernel.runtime.internal.parallel.RangeSplitPolicy;

/**
 * Splits ranges among the vector cores of a chip.
 *
 * @param cores number of vector cores
 */
record CoreSplitPolicy(int cores) implements RangeSplitPolicy {
    /** Minimum size of a copy that reaches the memory bandwidth. */
    private static final long BYTES_PER_CORE = AscendModel.Memory.DEFAULT.minEfficientCopyBytes();

    @Override
    public long of(long range, long bytesPerItem) {
        long enough = cores * BYTES_PER_CORE;
        boolean many = range >= enough || bytesPerItem >= enough || range * bytesPerItem >= enough;
        return many ? cores : Math.max(1, (range * bytesPerItem + BYTES_PER_CORE - 1) / BYTES_PER_CORE);
    }
}
