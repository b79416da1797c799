package io.graphkernel.runtime.internal.device.ascend;

import io.graphkernel.runtime.internal.device.RangeParts;

/**
 * Parts for the vector cores of a chip.
 *
 * @param cores how many there are
 */
record CoreParts(int cores) implements RangeParts {
    /** Copies of less do not reach the bandwidth of memory. */
    private static final long BYTES_PER_CORE = 16 << 10;

    @Override
    public long of(long range, long bytesPerItem) {
        long enough = cores * BYTES_PER_CORE;
        boolean many = range >= enough || bytesPerItem >= enough || range * bytesPerItem >= enough;
        return many ? cores : Math.max(1, (range * bytesPerItem + BYTES_PER_CORE - 1) / BYTES_PER_CORE);
    }
}
