package io.graphkernel.runtime.internal.collective;

import io.graphkernel.runtime.CollectiveRequest;

/**
 * One collective of a group. It is ready when all ranks have joined; its elements are split into shares, which any rank
 * computes, and with the last share it is complete. Guarded by the group's lock, but for {@link #combine}.
 */
final class Round {
    /** The elements of a share: worth the lock that it costs, and little enough to stay in a cache. */
    private static final long SHARE = 1 << 14;

    private final CollectiveRequest request;
    private final int firstRank;
    private final long[] sources;
    private final long[] targets;
    private final boolean[] joined;
    private final long shares;
    private int missing;
    private long taken;
    private long done;

    /** A round that a rank begins. */
    Round(CollectiveRequest request, int firstRank, int size) {
        this.request = request;
        this.firstRank = firstRank;
        this.sources = new long[size];
        this.targets = new long[size];
        this.joined = new boolean[size];
        this.shares = (JointElements.count(request, size) + SHARE - 1) / SHARE;
        this.missing = size;
    }

    CollectiveRequest request() {
        return request;
    }

    /** The rank that began it. */
    int firstRank() {
        return firstRank;
    }

    void join(int rank, long source, long target) {
        sources[rank] = source;
        targets[rank] = target;
        joined[rank] = true;
        missing--;
    }

    boolean hasJoined(int rank) {
        return joined[rank];
    }

    boolean isReady() {
        return missing == 0;
    }

    boolean hasShares() {
        return isReady() && taken < shares;
    }

    boolean isComplete() {
        return isReady() && done == shares;
    }

    long take() {
        return taken++;
    }

    void finish() {
        done++;
    }

    /** Computes a share that the caller has taken. */
    void combine(long share) {
        long begin = share * SHARE;
        long end = Math.min(begin + SHARE, JointElements.count(request, sources.length));
        JointElements.compute(request, sources, targets, begin, end);
    }
}
