package io.graphkernel.runtime.internal.collective;

import io.graphkernel.runtime.CollectiveRequest;

/**
 * One collective of a group. It is ready when all ranks have joined. Its elements are split into chunks that any rank
 * can compute, and it is complete after the last chunk. Guarded by the group's lock, except for {@link #combine}.
 */
final class CollectiveRound {
    /** Number of elements per chunk: amortizes the cost of a lock and fits into a cache. */
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

    /** Creates a round that a rank starts. */
    CollectiveRound(CollectiveRequest request, int firstRank, int size) {
        this.request = request;
        this.firstRank = firstRank;
        this.sources = new long[size];
        this.targets = new long[size];
        this.joined = new boolean[size];
        this.shares = (CollectiveSemantics.count(request, size) + SHARE - 1) / SHARE;
        this.missing = size;
    }

    CollectiveRequest request() {
        return request;
    }

    /** Returns the rank that started the round. */
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

    /** Computes a chunk that the caller has claimed. */
    void combine(long share) {
        long begin = share * SHARE;
        long end = Math.min(begin + SHARE, CollectiveSemantics.count(request, sources.length));
        CollectiveSemantics.compute(request, sources, targets, begin, end);
    }
}
