package io.graphkernel.runtime.internal.collective;

import io.graphkernel.runtime.CollectiveRequest;
import io.graphkernel.runtime.Communicator;
import io.graphkernel.runtime.exception.InvalidArgumentException;
import io.graphkernel.runtime.exception.RuntimeProblem;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/** A rank that is a thread of this process, like all others of its group. */
public final class ThreadCommunicator implements Communicator {
    private final ThreadRanks ranks;
    private final int rank;

    private ThreadCommunicator(ThreadRanks ranks, int rank) {
        this.ranks = ranks;
        this.rank = rank;
    }

    /**
     * The ranks of a group.
     *
     * @param size 1 or more
     * @param timeout how long a rank waits for the others, 0 or more
     */
    public static List<Communicator> group(String group, int size, Duration timeout) {
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
                .<Communicator>mapToObj(rank -> new ThreadCommunicator(ranks, rank))
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
    public Collective start(CollectiveRequest request, long source, long target) {
        JointElements.require(request, size(), group());
        Round round = ranks.join(rank, request, source, target);
        return () -> ranks.await(rank, round);
    }

    @Override
    public Communicator split(String part, int number) {
        int[] members = PartOfGroup.members(this, number);
        return new ThreadCommunicator(ranks.part(rank, part, members), Arrays.binarySearch(members, rank));
    }

    @Override
    public void fail(Throwable cause) {
        ranks.fail(rank, cause);
    }

    @Override
    public void close() {
        ranks.close(rank);
    }

    /** As in {@code rank 1 of 4 of world}. */
    @Override
    public String toString() {
        return "rank " + rank + " of " + size() + " of " + group();
    }
}
