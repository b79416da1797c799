package io.graphkernel.runtime.internal.collective.message;

import io.graphkernel.runtime.CollectiveRequest;
import io.graphkernel.runtime.Communicator;
import io.graphkernel.runtime.internal.collective.JointElements;
import java.util.List;

/** A rank whose group sends messages. */
public class MessageCommunicator implements Communicator {
    private final MessageRanks ranks;
    private final long timeoutNanos;

    /**
     * A rank.
     *
     * @param timeoutNanos how long it waits for the others
     */
    public MessageCommunicator(String group, long timeoutNanos, Mailbox mailbox) {
        this.ranks = new MessageRanks(group, timeoutNanos, mailbox);
        this.timeoutNanos = timeoutNanos;
    }

    /** How long the rank waits for the others. */
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
    public Collective start(CollectiveRequest request, long source, long target) {
        JointElements.require(request, size(), group());
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

    /** Whether the group goes no further. */
    public boolean hasFailed() {
        return ranks.hasFailed();
    }

    /**
     * Waits until every other rank is closed.
     *
     * @return those that are not in time
     */
    public List<Integer> awaitOthersClosed() {
        return ranks.awaitClosed(ranks.remainingNanos());
    }

    /** Whether this rank and all others are closed, so that nothing is heard or said any more. */
    public boolean isOver() {
        return ranks.isOver();
    }

    /** Closes the rank and gives its memory back. */
    public void end() {
        ranks.end();
    }

    /** As in {@code rank 1 of 4 of world}. */
    @Override
    public String toString() {
        return "rank " + rank() + " of " + size() + " of " + group();
    }
}
