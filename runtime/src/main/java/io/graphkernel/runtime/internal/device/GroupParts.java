package io.graphkernel.runtime.internal.device;

/**
 * Parts for the groups of a GPU. Each group takes every so many items, so that there need not be more groups than keep the
 * device busy.
 */
public final class GroupParts implements RangeParts {
    /** The bytes that a group reads and writes, at least; below it more groups cost more than they gain. */
    private static final long BYTES_PER_GROUP = 4096;

    /** The groups for each multiprocessor that are enough to hide the latency of memory. */
    private static final long GROUPS_PER_MULTIPROCESSOR = 8;

    private final long most;

    /**
     * Parts for a GPU.
     *
     * @param multiprocessors how many groups of threads it runs together, at least
     */
    public GroupParts(int multiprocessors) {
        this.most = GROUPS_PER_MULTIPROCESSOR * multiprocessors;
    }

    @Override
    public long of(long range, long bytesPerItem) {
        long enough = most * BYTES_PER_GROUP;
        boolean many = range >= enough || bytesPerItem >= enough || range * bytesPerItem >= enough;
        return many ? most : Math.max(1, (range * bytesPerItem + BYTES_PER_GROUP - 1) / BYTES_PER_GROUP);
    }
}
