package io.graphkernel.runtime.internal.collective;

import io.graphkernel.runtime.Communicator;
import io.graphkernel.runtime.DType;
import io.graphkernel.runtime.ReduceOp;
import io.graphkernel.runtime.exception.InvalidArgumentException;
import io.graphkernel.runtime.exception.RuntimeProblem;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;

/** A rank that is a thread of this process, like all others of its group. */
public final class ThreadCommunicator implements Communicator {
    /** 292 years: as much as can be counted in nanoseconds. */
    private static final Duration LONGEST_TIMEOUT = Duration.ofNanos(Long.MAX_VALUE);

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
        if (timeout == null || timeout.isNegative()) {
            throw new InvalidArgumentException(
                    RuntimeProblem.INVALID_SETTING,
                    "the timeout of the group " + group,
                    timeout,
                    "a rank waits for the others for no time or longer",
                    "pass a duration of 0 or more");
        }
        Duration counted = timeout.compareTo(LONGEST_TIMEOUT) < 0 ? timeout : LONGEST_TIMEOUT;
        ThreadRanks ranks = new ThreadRanks(group, size, counted.toNanos());
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
    public Collective start(ReduceOp op, DType dtype, long source, long target, long elements) {
        Round round = ranks.join(rank, new Round.Description(op, dtype, elements), source, target);
        return () -> ranks.await(rank, round);
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
