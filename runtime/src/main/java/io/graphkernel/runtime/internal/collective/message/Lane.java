package io.graphkernel.runtime.internal.collective.message;

import io.graphkernel.runtime.internal.memory.RawElements;

/**
 * Elements on their way between this rank and another, both ways: in chunks, which are copied from and to memory of the
 * lane's own, so that an engine never has the memory of a tensor and a failure leaves none of it in use.
 */
final class Lane {
    /** Chunks under way in each direction. */
    static final int DEPTH = 4;

    private final Mailbox mailbox;
    private final int peer;
    private final int chunkBytes;
    private final long outgoing;
    private final long incoming;
    private final int[] sends = new int[DEPTH];
    private final int[] receives = new int[DEPTH];
    private final boolean[] arrived = new boolean[DEPTH];

    private long sent;
    private long left;
    private long awaited;
    private long taken;

    /**
     * A lane.
     *
     * @param memory its memory, of {@link #bytes} bytes
     */
    Lane(Mailbox mailbox, int peer, int chunkBytes, long memory) {
        this.mailbox = mailbox;
        this.peer = peer;
        this.chunkBytes = chunkBytes;
        this.outgoing = memory;
        this.incoming = memory + (long) DEPTH * chunkBytes;
    }

    /** The memory that a lane needs. */
    static long bytes(int chunkBytes) {
        return 2L * DEPTH * chunkBytes;
    }

    /** Whether another chunk may be sent now. */
    boolean hasRoom() {
        reclaim();
        return sent - left < DEPTH;
    }

    /** Whether all that was sent has left. */
    boolean isSent() {
        reclaim();
        return sent == left;
    }

    private void reclaim() {
        while (left < sent && mailbox.hasEnded(sends[(int) (left % DEPTH)])) {
            left++;
        }
    }

    /** Sends a chunk, for which there is room. */
    void send(long source, int bytes) {
        int slot = (int) (sent % DEPTH);
        long chunk = outgoing + (long) slot * chunkBytes;
        RawElements.copy(source, chunk, bytes);
        sends[slot] = mailbox.send(peer, Mailbox.Channel.DATA, chunk, bytes);
        sent++;
    }

    /** Whether another chunk may be asked for now. */
    boolean mayAwait() {
        return awaited - taken < DEPTH;
    }

    /** Asks for the next chunk. */
    void await(int bytes) {
        int slot = (int) (awaited % DEPTH);
        arrived[slot] = false;
        receives[slot] = mailbox.receive(peer, Mailbox.Channel.DATA, incoming + (long) slot * chunkBytes, bytes);
        awaited++;
    }

    /** Whether the oldest chunk that was asked for is there. */
    boolean hasArrived() {
        int slot = (int) (taken % DEPTH);
        if (taken < awaited && !arrived[slot]) {
            arrived[slot] = mailbox.hasEnded(receives[slot]);
        }
        return taken < awaited && arrived[slot];
    }

    /** Where the chunk that has arrived is. */
    long chunk() {
        return incoming + (taken % DEPTH) * chunkBytes;
    }

    /** Says that the chunk that has arrived is not needed any more. */
    void take() {
        taken++;
    }
}
