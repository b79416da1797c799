package io.graphkernel.runtime.internal.collective.message;

import io.graphkernel.runtime.CollectiveRequest;
import io.graphkernel.runtime.DType;
import io.graphkernel.runtime.ReduceOp;
import io.graphkernel.runtime.generated.jvm.Memory;
import io.graphkernel.runtime.internal.memory.HostBlock;
import io.graphkernel.runtime.internal.memory.MemoryPool;
import io.graphkernel.runtime.internal.memory.RawElements;
import java.util.ArrayList;
import java.util.List;

/**
 * Control messages between the ranks of a group: a rank joins a collective, with its elements if they are few, has
 * failed, or is closed. A rank that has joined a collective is at most one collective ahead of the others.
 */
final class ControlChannel {
    /** Maximum size of elements that are sent together with the join message. */
    static final int MAX_PAYLOAD_BYTES = 2048;

    /** Encoding of an absent reduction, dtype or root. */
    private static final int NONE = -1;

    private static final int WORD = 0;
    private static final int KIND = 4;
    private static final int REDUCE_OP = 8;
    private static final int DTYPE = 12;
    private static final int ROOT = 16;
    private static final int PAYLOAD_BYTES = 20;
    private static final int ELEMENTS = 24;
    private static final int PAYLOAD = 32;
    private static final int MESSAGE_BYTES = PAYLOAD + MAX_PAYLOAD_BYTES;

    private static final int JOINED = 1;
    private static final int FAILED = 2;
    private static final int CLOSED = 3;

    /** Number of collectives whose messages are buffered, since a rank may be one ahead. */
    private static final int MAX_BUFFERED_COLLECTIVES = 2;

    private final Transport transport;
    private final List<HostBlock> blocks = new ArrayList<>();
    private final List<BroadcastMessage> outgoing = new ArrayList<>();
    private final int[] incoming;
    private final long[] received;
    private final long[][] payloads;
    private final CollectiveRequest[][] requests;
    private final long[] joined;
    private final boolean[] closed;

    /** Failure of the group that a rank has reported; null for none. */
    private GroupFailure failure;

    /** A message to all other ranks in its own buffer. */
    private final class BroadcastMessage {
        private final long address = memory(MESSAGE_BYTES);
        private final int[] messages = new int[transport.size()];
        private final boolean[] under = new boolean[transport.size()];

        boolean isFree() {
            boolean free = true;
            for (int peer = 0; peer < under.length; peer++) {
                under[peer] = under[peer] && !transport.hasEnded(messages[peer]);
                free &= !under[peer];
            }
            return free;
        }

        void send(int bytes) {
            for (int peer = 0; peer < under.length; peer++) {
                if (peer != transport.rank()) {
                    messages[peer] = transport.send(peer, Transport.Channel.CONTROL, address, bytes);
                    under[peer] = true;
                }
            }
        }
    }

    /** Starts to receive from all other ranks. */
    ControlChannel(Transport transport) {
        int size = transport.size();
        this.transport = transport;
        this.incoming = new int[size];
        this.received = new long[size];
        this.payloads = new long[size][MAX_BUFFERED_COLLECTIVES];
        this.requests = new CollectiveRequest[size][MAX_BUFFERED_COLLECTIVES];
        this.joined = new long[size];
        this.closed = new boolean[size];
        for (int peer = 0; peer < size; peer++) {
            for (int buffered = 0; buffered < MAX_BUFFERED_COLLECTIVES; buffered++) {
                payloads[peer][buffered] = memory(MAX_PAYLOAD_BYTES);
            }
            if (peer != transport.rank()) {
                received[peer] = memory(MESSAGE_BYTES);
                listen(peer);
            }
        }
    }

    private long memory(int bytes) {
        HostBlock block = MemoryPool.shared().acquire(bytes);
        blocks.add(block);
        return block.address();
    }

    private void listen(int peer) {
        incoming[peer] = transport.receive(peer, Transport.Channel.CONTROL, received[peer], MESSAGE_BYTES);
    }

    /**
     * Announces that this rank joins its next collective.
     *
     * @param source address of its elements
     * @param payloadBytes number of bytes to send along: all or none
     */
    void sendJoined(CollectiveRequest request, long source, int payloadBytes) {
        int rank = transport.rank();
        int buffered = (int) (joined[rank]++ % MAX_BUFFERED_COLLECTIVES);
        requests[rank][buffered] = request;
        BroadcastMessage message = unused();
        Memory.putInt(message.address + WORD, JOINED);
        Memory.putInt(message.address + KIND, request.kind().ordinal());
        Memory.putInt(
                message.address + REDUCE_OP,
                request.op() == null ? NONE : request.op().ordinal());
        Memory.putInt(message.address + DTYPE, request.dtype().ordinal());
        Memory.putInt(message.address + ROOT, request.root());
        Memory.putInt(message.address + PAYLOAD_BYTES, payloadBytes);
        Memory.putLong(message.address + ELEMENTS, request.elements());
        if (payloadBytes > 0) {
            RawElements.copy(source, message.address + PAYLOAD, payloadBytes);
            RawElements.copy(source, payloads[rank][buffered], payloadBytes);
        }
        message.send(PAYLOAD + payloadBytes);
    }

    /** Announces that the group has failed. */
    void sendFailure(GroupFailure reason) {
        byte[] text = reason.encoded(MAX_PAYLOAD_BYTES);
        BroadcastMessage message = unused();
        Memory.putInt(message.address + WORD, FAILED);
        Memory.putInt(message.address + PAYLOAD_BYTES, text.length);
        for (int i = 0; i < text.length; i++) {
            Memory.putByte(message.address + PAYLOAD + i, text[i]);
        }
        message.send(PAYLOAD + text.length);
    }

    /** Announces that this rank is closed. */
    void sendClosed() {
        BroadcastMessage message = unused();
        Memory.putInt(message.address + WORD, CLOSED);
        message.send(PAYLOAD);
    }

    private BroadcastMessage unused() {
        for (BroadcastMessage message : outgoing) {
            if (message.isFree()) {
                return message;
            }
        }
        outgoing.add(new BroadcastMessage());
        return outgoing.get(outgoing.size() - 1);
    }

    /** Returns true if all messages have been sent. */
    boolean isDrained() {
        return outgoing.stream().allMatch(BroadcastMessage::isFree);
    }

    /** Processes the messages that have arrived; returns true if there was one. */
    boolean receive() {
        boolean progress = false;
        for (int peer = 0; peer < incoming.length; peer++) {
            while (peer != transport.rank() && !closed[peer] && transport.hasEnded(incoming[peer])) {
                receive(peer, received[peer]);
                progress = true;
                if (!closed[peer]) {
                    listen(peer);
                }
            }
        }
        return progress;
    }

    private void receive(int peer, long message) {
        int payloadBytes = Memory.getInt(message + PAYLOAD_BYTES);
        switch (Memory.getInt(message + WORD)) {
            case JOINED -> {
                int buffered = (int) (joined[peer]++ % MAX_BUFFERED_COLLECTIVES);
                int op = Memory.getInt(message + REDUCE_OP);
                requests[peer][buffered] = new CollectiveRequest(
                        CollectiveRequest.Kind.values()[Memory.getInt(message + KIND)],
                        op == NONE ? null : ReduceOp.values()[op],
                        DType.values()[Memory.getInt(message + DTYPE)],
                        Memory.getLong(message + ELEMENTS),
                        Memory.getInt(message + ROOT));
                RawElements.copy(message + PAYLOAD, payloads[peer][buffered], payloadBytes);
            }
            case FAILED -> {
                byte[] text = new byte[payloadBytes];
                for (int i = 0; i < text.length; i++) {
                    text[i] = Memory.getByte(message + PAYLOAD + i);
                }
                if (failure == null) {
                    failure = GroupFailure.decoded(text);
                }
            }
            default -> closed[peer] = true;
        }
    }

    /** Returns the failure of the group that a rank has reported; null for none. */
    GroupFailure failure() {
        return failure;
    }

    /** Returns true if a rank has announced that it is closed. */
    boolean isClosed(int peer) {
        return closed[peer];
    }

    /** Returns true if a rank has joined the collective with a given index: this rank's current or previous one. */
    boolean hasJoined(int peer, long number) {
        return joined[peer] > number;
    }

    /** Returns the request of a rank for a collective that it has joined. */
    CollectiveRequest request(int peer, long number) {
        return requests[peer][(int) (number % MAX_BUFFERED_COLLECTIVES)];
    }

    /** Returns the address of the elements that a rank has sent along with a join message. */
    long payload(int peer, long number) {
        return payloads[peer][(int) (number % MAX_BUFFERED_COLLECTIVES)];
    }

    /** Returns the buffers, which the transport may still access if {@link Transport#close} returns false. */
    List<HostBlock> blocks() {
        return blocks;
    }
}
