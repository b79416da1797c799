package io.graphkernel.runtime.internal.collective.message;

import io.graphkernel.runtime.CollectiveRequest;
import io.graphkernel.runtime.internal.collective.CollectiveSemantics;
import java.util.ArrayDeque;
import java.util.Deque;

/**
 * One collective of a group from the perspective of one rank. All ranks exchange their requests. If they agree,
 * elements are exchanged, unless they were sent along with the requests.
 */
final class MessageRound {
    private final CollectiveRequest request;
    private final long source;
    private final long target;
    private final long number;
    private final boolean isSmall;
    private final Deque<ExchangePhase> exchanges = new ArrayDeque<>();
    private boolean agreed;

    /** Creates a round with a given index. */
    MessageRound(CollectiveRequest request, long source, long target, long number) {
        this.request = request;
        this.source = source;
        this.target = target;
        this.number = number;
        this.isSmall = request.elements() * request.dtype().bytes() <= ControlChannel.MAX_PAYLOAD_BYTES;
    }

    CollectiveRequest request() {
        return request;
    }

    long number() {
        return number;
    }

    /** Announces that this rank has joined. */
    void join(ControlChannel control, int rank) {
        boolean gives = request.kind() != CollectiveRequest.Kind.BROADCAST || rank == request.root();
        int payload =
                isSmall && gives ? (int) request.elements() * request.dtype().bytes() : 0;
        control.sendJoined(request, source, payload);
    }

    /**
     * Continues after all ranks have joined with equal requests: computes elements that were sent along, or starts to
     * exchange them.
     */
    void agree(ControlChannel control, int rank, int size) {
        agreed = true;
        if (isSmall) {
            long[] sources = new long[size];
            long[] targets = new long[size];
            for (int peer = 0; peer < size; peer++) {
                sources[peer] = control.payload(peer, number);
            }
            targets[rank] = target;
            CollectiveSemantics.compute(request, sources, targets, 0, CollectiveSemantics.count(request, size));
        } else {
            exchanges.addAll(ExchangePhase.of(request, rank, size, source, target));
        }
    }

    boolean isAgreed() {
        return agreed;
    }

    /** Makes progress without blocking; returns true if there was any. */
    boolean advance(ChunkChannel[] channels, int chunkBytes) {
        boolean progress = false;
        boolean more = true;
        while (more && !exchanges.isEmpty()) {
            more = exchanges.getFirst().advance(channels, chunkBytes);
            if (exchanges.getFirst().isComplete()) {
                exchanges.removeFirst();
                more = true;
            }
            progress |= more;
        }
        return progress;
    }

    /** Returns true if the result is available and everything has been sent. */
    boolean isComputed() {
        return agreed && exchanges.isEmpty();
    }

    /** Returns true if data from or to a rank is outstanding. */
    boolean isOpen(int peer) {
        return !exchanges.isEmpty() && exchanges.getFirst().isOpen(peer);
    }
}
