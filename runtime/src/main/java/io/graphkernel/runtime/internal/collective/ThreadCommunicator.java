package io.graphkernel.runtime.internal.collective;

import io.graphkernel.runtime.CollectiveRequest;
import io.graphkernel.runtime.exception.InvalidArgumentException;
import io.graphkernel.runtime.exception.RuntimeProblem;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/** A rank that is a thread of this process, like all others of its group. */
public final class ThreadCommunicator implements CollectiveBackend {
    private final ThreadRanks ranks;
    private final int rank;

    private ThreadCommunicator(ThreadRanks ranks, int rank) {
        this.ranks = ranks;
        this.rank = rank;
    }

    /**
     * Returns the ranks of a group.
     *
     * @param size number of ranks, at least 1
     * @param timeout nonnegative time that a rank waits for the others
     */
    public static List<CollectiveBackend> group(String group, int size, Duration timeout) {
        if (size < 1) {
            throw new InvalidArgumentException(
                    RuntimeProblem.INVALID_SETTING,
                    "the size of the group " + group,
                    size,
                    "a group has at least one rank",
                    "pass 1 or more");
        }
        ThreadRanks ranks = new ThreadRanks(group, size, Timeouts.nanos(group, timeout));
        return IntStream.range(0, size)
                .<CollectiveBackend>mapToObj(rank -> new ThreadCommunicator(ranks, rank))
                .toList();
    }

    @Override
    public String group() {
        return ranks.group();
    }

    @Override
    public int rank() {
        return rank;
    }

    @Override
    public int size() {
        return ranks.size();
    }

    @Override
    public PendingCollective start(CollectiveRequest request, long source, long target) {
        CollectiveSemantics.require(request, size(), group());
        CollectiveRound round = ranks.join(rank, request, source, target);
        return () -> ranks.await(rank, round);
    }

    @Override
    public CollectiveBackend split(String subgroup, int number) {
        int[] members = SubgroupSplit.members(this, number);
        return new ThreadCommunicator(ranks.subgroup(rank, subgroup, members), Arrays.binarySearch(members, rank));
    }

    @Override
    public void fail(Throwable cause) {
        ranks.fail(rank, cause);
    }

    @Override
    public void close() {
        ranks.close(rank);
    }

    /** Formatted as {@code rank 1 of 4 of world}. */
    @Override
    public String toString() {
        return "rank " + rank + " of " + size() + " of " + group();
    }
}
