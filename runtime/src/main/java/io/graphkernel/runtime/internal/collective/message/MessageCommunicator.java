package io.graphkernel.runtime.internal.collective.message;

import io.graphkernel.runtime.CollectiveRequest;
import io.graphkernel.runtime.internal.collective.CollectiveBackend;
import io.graphkernel.runtime.internal.collective.CollectiveSemantics;
import java.util.List;

/** A rank of a group that communicates by messages. */
public class MessageCommunicator implements CollectiveBackend {
    private final MessageRanks ranks;
    private final long timeoutNanos;

    /**
     * Creates a rank.
     *
     * @param timeoutNanos time that it waits for the others
     */
    public MessageCommunicator(String group, long timeoutNanos, Transport transport) {
        this.ranks = new MessageRanks(group, timeoutNanos, transport);
        this.timeoutNanos = timeoutNanos;
    }

    /** Returns the timeout for the other ranks in nanoseconds. */
    public final long timeoutNanos() {
        return timeoutNanos;
    }

    @Override
    public String group() {
        return ranks.group();
    }

    @Override
    public int rank() {
        return ranks.rank();
    }

    @Override
    public int size() {
        return ranks.size();
    }

    @Override
    public PendingCollective start(CollectiveRequest request, long source, long target) {
        CollectiveSemantics.require(request, size(), group());
        MessageRound round = ranks.start(request, source, target);
        return () -> ranks.await(round);
    }

    @Override
    public void fail(Throwable cause) {
        ranks.fail(cause);
    }

    @Override
    public void close() {
        ranks.close();
    }

    /** Returns true if the group has failed. */
    public boolean hasFailed() {
        return ranks.hasFailed();
    }

    /**
     * Waits until every other rank is closed.
     *
     * @return the ranks that are not closed before the timeout
     */
    public List<Integer> awaitOthersClosed() {
        return ranks.awaitClosed(ranks.remainingNanos());
    }

    /** Returns true if this rank and all others are closed, so that no message is outstanding. */
    public boolean isOver() {
        return ranks.isOver();
    }

    /** Closes the rank and releases its memory. */
    public void end() {
        ranks.end();
    }

    /** Formatted as {@code rank 1 of 4 of world}. */
    @Override
    public String toString() {
        return "rank " + rank() + " of " + size() + " of " + group();
    }
}
