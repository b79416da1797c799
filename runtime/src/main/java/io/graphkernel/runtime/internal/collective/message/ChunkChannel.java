package io.graphkernel.runtime.internal.collective.message;

import io.graphkernel.runtime.internal.memory.RawElements;

/**
 * A bidirectional channel of elements between this rank and a peer. Chunks are copied from and to buffers of the
 * channel. The transport thus never accesses the memory of a tensor, and a failure leaves none of it in use.
 */
final class ChunkChannel {
    /** Number of chunks in flight in each direction. */
    static final int DEPTH = 4;

    private final Transport transport;
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
    private long released;

    /**
     * Creates a channel.
     *
     * @param transport transport of this rank
     * @param peer the other rank
     * @param chunkBytes size of a chunk
     * @param memory address of buffers of {@link #bytes} bytes
     */
    ChunkChannel(Transport transport, int peer, int chunkBytes, long memory) {
        this.transport = transport;
        this.peer = peer;
        this.chunkBytes = chunkBytes;
        this.outgoing = memory;
        this.incoming = memory + (long) DEPTH * chunkBytes;
    }

    /** Returns the size of the buffers of a channel. */
    static long bytes(int chunkBytes) {
        return 2L * DEPTH * chunkBytes;
    }

    /** Returns true if another chunk can be sent. */
    boolean hasRoom() {
        reclaim();
        return sent - left < DEPTH;
    }

    /** Returns true if all chunks have been sent. */
    boolean isSent() {
        reclaim();
        return sent == left;
    }

    private void reclaim() {
        while (left < sent && transport.hasEnded(sends[(int) (left % DEPTH)])) {
            left++;
        }
    }

    /** Sends a chunk; requires {@link #hasRoom}. */
    void send(long source, int bytes) {
        int slot = (int) (sent % DEPTH);
        long chunk = outgoing + (long) slot * chunkBytes;
        RawElements.copy(source, chunk, bytes);
        sends[slot] = transport.send(peer, Transport.Channel.DATA, chunk, bytes);
        sent++;
    }

    /** Returns true if another chunk can be requested. */
    boolean mayAwait() {
        return awaited - released < DEPTH;
    }

    /** Requests the next chunk. */
    void await(int bytes) {
        int slot = (int) (awaited % DEPTH);
        arrived[slot] = false;
        receives[slot] = transport.receive(peer, Transport.Channel.DATA, incoming + (long) slot * chunkBytes, bytes);
        awaited++;
    }

    /** Returns true if the oldest requested chunk has arrived. */
    boolean hasArrived() {
        int slot = (int) (released % DEPTH);
        if (released < awaited && !arrived[slot]) {
            arrived[slot] = transport.hasEnded(receives[slot]);
        }
        return released < awaited && arrived[slot];
    }

    /** Returns the address of the chunk that has arrived. */
    long chunk() {
        return incoming + (released % DEPTH) * chunkBytes;
    }

    /** Releases the chunk that has arrived. */
    void take() {
        released++;
    }
}
