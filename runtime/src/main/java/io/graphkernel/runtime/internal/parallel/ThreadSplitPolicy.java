package io.graphkernel.runtime.internal.parallel;

import io.graphkernel.common.target.CpuModel;

/**
 * Splits ranges among the threads of the host.
 *
 * @param wholeBytes total bytes below which the dispatch to another thread costs more than it saves
 * @param bytesPerPart minimum bytes per chunk
 */
public record ThreadSplitPolicy(long wholeBytes, long bytesPerPart) implements RangeSplitPolicy {

    /** The policy of memory-bound kernels. */
    public static final ThreadSplitPolicy OF_MEMORY = new ThreadSplitPolicy(
            CpuModel.Threads.DEFAULT.minSplitBytes(), CpuModel.Threads.DEFAULT.minBytesPerThread());

    @Override
    public long of(long range, long bytesPerItem) {
        // The bound on the range keeps the product from overflowing: it is a size in memory.
        boolean whole = range < wholeBytes && range * bytesPerItem < wholeBytes;
        return whole ? 1 : Math.max(1, range / itemsPerPart(bytesPerItem));
    }

    /**
     * Returns the minimum number of items per chunk when several kernels share the threads.
     *
     * @param bytesPerItem bytes that an item reads and writes
     * @return 1 or more
     */
    public long itemsPerPart(long bytesPerItem) {
        return Math.max(1, bytesPerPart / Math.max(1, bytesPerItem));
    }
}
