package io.graphkernel.runtime.internal.collective.message;

import io.graphkernel.runtime.CollectiveRequest;
import io.graphkernel.runtime.internal.collective.JointElements;
import java.util.ArrayDeque;
import java.util.Deque;

/**
 * One collective of a group, as one of its ranks sees it: all ranks say what they ask for, and if they agree, elements
 * are exchanged, unless they have been said along.
 */
final class MessageRound {
    private final CollectiveRequest request;
    private final long source;
    private final long target;
    private final long number;
    private final boolean isSmall;
    private final Deque<Exchange> exchanges = new ArrayDeque<>();
    private boolean agreed;

    /** A round of a number, from 0 on. */
    MessageRound(CollectiveRequest request, long source, long target, long number) {
        this.request = request;
        this.source = source;
        this.target = target;
        this.number = number;
        this.isSmall = request.elements() * request.dtype().bytes() <= Control.MOST_PAYLOAD_BYTES;
    }

    CollectiveRequest request() {
        return request;
    }

    long number() {
        return number;
    }

    /** Says that this rank has joined. */
    void join(Control control, int rank) {
        boolean gives = request.kind() != CollectiveRequest.Kind.BROADCAST || rank == request.root();
        int payload =
                isSmall && gives ? (int) request.elements() * request.dtype().bytes() : 0;
        control.sayJoined(request, source, payload);
    }

    /** All ranks have joined, and ask for the same: computes what came along, or begins to exchange elements. */
    void agree(Control control, int rank, int size) {
        agreed = true;
        if (isSmall) {
            long[] sources = new long[size];
            long[] targets = new long[size];
            for (int peer = 0; peer < size; peer++) {
                sources[peer] = control.payload(peer, number);
            }
            targets[rank] = target;
            JointElements.compute(request, sources, targets, 0, JointElements.count(request, size));
        } else {
            exchanges.addAll(Exchange.of(request, rank, size, source, target));
        }
    }

    boolean isAgreed() {
        return agreed;
    }

    /** Does what can be done now; whether that was something. */
    boolean advance(Lane[] lanes, int chunkBytes) {
        boolean something = false;
        boolean more = true;
        while (more && !exchanges.isEmpty()) {
            more = exchanges.getFirst().advance(lanes, chunkBytes);
            if (exchanges.getFirst().isComplete()) {
                exchanges.removeFirst();
                more = true;
            }
            something |= more;
        }
        return something;
    }

    /** Whether the result is there, and nothing is left to be sent. */
    boolean isComputed() {
        return agreed && exchanges.isEmpty();
    }

    /** Whether elements are missing that a rank sends or is sent. */
    boolean isOpen(int peer) {
        return !exchanges.isEmpty() && exchanges.getFirst().isOpen(peer);
    }
}
