package io.graphkernel.runtime.internal.collective.message;

import io.graphkernel.runtime.CollectiveRequest;
import io.graphkernel.runtime.DType;
import io.graphkernel.runtime.ReduceOp;
import io.graphkernel.runtime.generated.jvm.Memory;
import io.graphkernel.runtime.internal.memory.Block;
import io.graphkernel.runtime.internal.memory.MemoryPool;
import io.graphkernel.runtime.internal.memory.RawElements;
import java.util.ArrayList;
import java.util.List;

/**
 * What the ranks of a group say to each other: that one joins a collective, with its elements if these are few; that one
 * has failed; that one is closed. A rank that has joined a collective is at most one collective ahead of the others.
 */
final class Control {
    /** Elements of so many bytes, or fewer, travel with the word that their rank has joined. */
    static final int MOST_PAYLOAD_BYTES = 2048;

    /** Reduction, dtype, root: what a request without an op has in its place. */
    private static final int NONE = -1;

    private static final int WORD = 0;
    private static final int KIND = 4;
    private static final int REDUCE_OP = 8;
    private static final int DTYPE = 12;
    private static final int ROOT = 16;
    private static final int PAYLOAD_BYTES = 20;
    private static final int ELEMENTS = 24;
    private static final int PAYLOAD = 32;
    private static final int MESSAGE_BYTES = PAYLOAD + MOST_PAYLOAD_BYTES;

    private static final int JOINED = 1;
    private static final int FAILED = 2;
    private static final int CLOSED = 3;

    /** Of two collectives, as a rank may be one ahead. */
    private static final int KEPT = 2;

    private final Mailbox mailbox;
    private final List<Block> blocks = new ArrayList<>();
    private final List<Outgoing> outgoing = new ArrayList<>();
    private final int[] incoming;
    private final long[] received;
    private final long[][] payloads;
    private final CollectiveRequest[][] requests;
    private final long[] joined;
    private final boolean[] closed;

    /** What a rank has said about the failure of the group; null for nothing. */
    private GroupFailure failure;

    /** A message to all others, in memory of its own. */
    private final class Outgoing {
        private final long address = memory(MESSAGE_BYTES);
        private final int[] messages = new int[mailbox.size()];
        private final boolean[] under = new boolean[mailbox.size()];

        boolean isFree() {
            boolean free = true;
            for (int peer = 0; peer < under.length; peer++) {
                under[peer] = under[peer] && !mailbox.hasEnded(messages[peer]);
                free &= !under[peer];
            }
            return free;
        }

        void send(int bytes) {
            for (int peer = 0; peer < under.length; peer++) {
                if (peer != mailbox.rank()) {
                    messages[peer] = mailbox.send(peer, Mailbox.Channel.CONTROL, address, bytes);
                    under[peer] = true;
                }
            }
        }
    }

    /** Begins to listen to all other ranks. */
    Control(Mailbox mailbox) {
        int size = mailbox.size();
        this.mailbox = mailbox;
        this.incoming = new int[size];
        this.received = new long[size];
        this.payloads = new long[size][KEPT];
        this.requests = new CollectiveRequest[size][KEPT];
        this.joined = new long[size];
        this.closed = new boolean[size];
        for (int peer = 0; peer < size; peer++) {
            for (int kept = 0; kept < KEPT; kept++) {
                payloads[peer][kept] = memory(MOST_PAYLOAD_BYTES);
            }
            if (peer != mailbox.rank()) {
                received[peer] = memory(MESSAGE_BYTES);
                listen(peer);
            }
        }
    }

    private long memory(int bytes) {
        Block block = MemoryPool.shared().acquire(bytes);
        blocks.add(block);
        return block.address();
    }

    private void listen(int peer) {
        incoming[peer] = mailbox.receive(peer, Mailbox.Channel.CONTROL, received[peer], MESSAGE_BYTES);
    }

    /**
     * Says to all that this rank joins its next collective.
     *
     * @param source its elements
     * @param payloadBytes how many of their bytes go along: all or none
     */
    void sayJoined(CollectiveRequest request, long source, int payloadBytes) {
        int rank = mailbox.rank();
        int kept = (int) (joined[rank]++ % KEPT);
        requests[rank][kept] = request;
        Outgoing message = unused();
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
            RawElements.copy(source, payloads[rank][kept], payloadBytes);
        }
        message.send(PAYLOAD + payloadBytes);
    }

    /** Says to all that the group has failed. */
    void sayFailed(GroupFailure reason) {
        byte[] text = reason.encoded(MOST_PAYLOAD_BYTES);
        Outgoing message = unused();
        Memory.putInt(message.address + WORD, FAILED);
        Memory.putInt(message.address + PAYLOAD_BYTES, text.length);
        for (int i = 0; i < text.length; i++) {
            Memory.putByte(message.address + PAYLOAD + i, text[i]);
        }
        message.send(PAYLOAD + text.length);
    }

    /** Says to all that this rank takes part no more. */
    void sayClosed() {
        Outgoing message = unused();
        Memory.putInt(message.address + WORD, CLOSED);
        message.send(PAYLOAD);
    }

    private Outgoing unused() {
        for (Outgoing message : outgoing) {
            if (message.isFree()) {
                return message;
            }
        }
        outgoing.add(new Outgoing());
        return outgoing.get(outgoing.size() - 1);
    }

    /** Whether all that was said has left this rank. */
    boolean isSaid() {
        return outgoing.stream().allMatch(Outgoing::isFree);
    }

    /** Hears what has arrived; whether there was something. */
    boolean hear() {
        boolean something = false;
        for (int peer = 0; peer < incoming.length; peer++) {
            while (peer != mailbox.rank() && !closed[peer] && mailbox.hasEnded(incoming[peer])) {
                hear(peer, received[peer]);
                something = true;
                if (!closed[peer]) {
                    listen(peer);
                }
            }
        }
        return something;
    }

    private void hear(int peer, long message) {
        int payloadBytes = Memory.getInt(message + PAYLOAD_BYTES);
        switch (Memory.getInt(message + WORD)) {
            case JOINED -> {
                int kept = (int) (joined[peer]++ % KEPT);
                int op = Memory.getInt(message + REDUCE_OP);
                requests[peer][kept] = new CollectiveRequest(
                        CollectiveRequest.Kind.values()[Memory.getInt(message + KIND)],
                        op == NONE ? null : ReduceOp.values()[op],
                        DType.values()[Memory.getInt(message + DTYPE)],
                        Memory.getLong(message + ELEMENTS),
                        Memory.getInt(message + ROOT));
                RawElements.copy(message + PAYLOAD, payloads[peer][kept], payloadBytes);
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

    /** What a rank has said about the failure of the group; null for nothing. */
    GroupFailure failure() {
        return failure;
    }

    /** Whether a rank has said that it takes part no more. */
    boolean isClosed(int peer) {
        return closed[peer];
    }

    /** Whether a rank has joined the collective of a number, from 0 on: this rank's own, or the one before. */
    boolean hasJoined(int peer, long number) {
        return joined[peer] > number;
    }

    /** What a rank has asked for in a collective that it has joined. */
    CollectiveRequest request(int peer, long number) {
        return requests[peer][(int) (number % KEPT)];
    }

    /** The elements that a rank has sent along as it joined a collective. */
    long payload(int peer, long number) {
        return payloads[peer][(int) (number % KEPT)];
    }

    /** Its memory, which the engine may still write to if that is said. */
    List<Block> blocks() {
        return blocks;
    }
}
