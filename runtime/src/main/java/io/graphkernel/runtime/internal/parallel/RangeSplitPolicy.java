package io.graphkernel.runtime.internal.parallel;

/**
 * A device's policy for splitting the range of a launch into chunks: one per thread on the host, one per thread block
 * on a GPU. It is on the hot path of every launch: an implementation takes a few instructions and does not allocate.
 *
 * <p>The number of chunks never affects results. Reductions are split into blocks by shape alone, independent of the
 * device; the range counts these blocks.
 */
@FunctionalInterface
public interface RangeSplitPolicy {
    /**
     * Returns the profitable number of chunks. The device may run fewer concurrently, and chunks may be aligned to a
     * grain size.
     *
     * @param range number of items, at least 1
     * @param bytesPerItem bytes that an item reads and writes
     * @return 1 or more
     */
    long of(long range, long bytesPerItem);
}
