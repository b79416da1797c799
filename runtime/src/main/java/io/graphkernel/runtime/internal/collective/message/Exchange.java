package io.graphkernel.runtime.internal.collective.message;

import io.graphkernel.runtime.CollectiveRequest;
import io.graphkernel.runtime.internal.collective.Combination;
import io.graphkernel.runtime.internal.memory.RawElements;
import java.util.ArrayList;
import java.util.List;

/**
 * One part of a collective in which each rank sends others some of its memory and receives some of theirs: what arrives
 * is stored, or combined with what arrives from all others and with this rank's own, in the order of ranks.
 */
final class Exchange {
    /** Combines chunks of all ranks at an offset of bytes. */
    @FunctionalInterface
    private interface Sink {
        void combine(long[] chunks, long offset, int bytes);
    }

    private final int rank;
    private final long[] out;
    private final long[] outBytes;
    private final long[] in;
    private final long[] inBytes;
    private final Sink sink;

    private final long[] sent;
    private final long[] awaited;
    private final long[] stored;

    /** One that a rank takes part in; what it sends and receives is filled in. */
    private Exchange(int rank, int size, Sink sink) {
        this.rank = rank;
        this.out = new long[size];
        this.outBytes = new long[size];
        this.in = new long[size];
        this.inBytes = new long[size];
        this.sink = sink;
        this.sent = new long[size];
        this.awaited = new long[size];
        this.stored = new long[size];
    }

    /** The exchanges of a collective, one after the other. */
    static List<Exchange> of(CollectiveRequest request, int rank, int size, long source, long target) {
        int width = request.dtype().bytes();
        long bytes = request.elements() * width;
        List<Exchange> exchanges = new ArrayList<>();
        switch (request.kind()) {
            case ALL_REDUCE -> {
                long[] begins = begins(request.elements(), size);
                for (int i = 0; i < begins.length; i++) {
                    begins[i] *= width;
                }
                exchanges.add(reduction(request, rank, source, begins, target + begins[rank]));
                exchanges.add(gathering(rank, target + begins[rank], begins, target));
            }
            case REDUCE_SCATTER -> exchanges.add(reduction(request, rank, source, equal(bytes / size, size), target));
            case ALL_GATHER -> exchanges.add(gathering(rank, source, equal(bytes, size), target));
            case ALL_TO_ALL -> exchanges.add(parts(rank, size, source, target, bytes / size));
            case BROADCAST -> exchanges.add(broadcast(request.root(), rank, size, source, target, bytes));
        }
        return exchanges;
    }

    /** Where the part of each rank begins, the last number being the end; lines of caches are not shared. */
    private static long[] begins(long elements, int size) {
        long part = ((elements + size - 1) / size + 63) & -64;
        long[] begins = new long[size + 1];
        for (int i = 0; i <= size; i++) {
            begins[i] = Math.min(i * part, elements);
        }
        return begins;
    }

    private static long[] equal(long bytes, int size) {
        long[] begins = new long[size + 1];
        for (int i = 0; i <= size; i++) {
            begins[i] = i * bytes;
        }
        return begins;
    }

    private static Exchange reduction(CollectiveRequest request, int rank, long source, long[] begins, long target) {
        int size = begins.length - 1;
        int width = request.dtype().bytes();
        Exchange exchange = new Exchange(rank, size, (chunks, offset, bytes) -> {
            chunks[rank] = source + begins[rank] + offset;
            Combination.combine(request.op(), request.dtype(), chunks, new long[] {target + offset}, 0, bytes / width);
        });
        for (int peer = 0; peer < size; peer++) {
            exchange.sends(peer, source + begins[peer], begins[peer + 1] - begins[peer]);
            exchange.receives(peer, 0, begins[rank + 1] - begins[rank]);
        }
        return exchange;
    }

    private static Exchange gathering(int rank, long source, long[] begins, long target) {
        int size = begins.length - 1;
        Exchange exchange = new Exchange(rank, size, null);
        for (int peer = 0; peer < size; peer++) {
            exchange.sends(peer, source, begins[rank + 1] - begins[rank]);
            exchange.receives(peer, target + begins[peer], begins[peer + 1] - begins[peer]);
        }
        return exchange;
    }

    private static Exchange parts(int rank, int size, long source, long target, long bytes) {
        Exchange exchange = new Exchange(rank, size, null);
        for (int peer = 0; peer < size; peer++) {
            exchange.sends(peer, source + peer * bytes, bytes);
            exchange.receives(peer, target + peer * bytes, bytes);
        }
        return exchange;
    }

    private static Exchange broadcast(int root, int rank, int size, long source, long target, long bytes) {
        Exchange exchange = new Exchange(rank, size, null);
        for (int peer = 0; peer < size && rank == root; peer++) {
            exchange.sends(peer, source, bytes);
        }
        exchange.receives(root, target, bytes);
        return exchange;
    }

    private void sends(int peer, long address, long bytes) {
        out[peer] = address;
        outBytes[peer] = bytes;
    }

    private void receives(int peer, long address, long bytes) {
        in[peer] = address;
        inBytes[peer] = bytes;
    }

    /** Does what can be done now; whether that was something. */
    boolean advance(Lane[] lanes, int chunkBytes) {
        boolean something = storeOwn();
        for (int peer = 0; peer < lanes.length; peer++) {
            if (peer != rank) {
                something |= send(lanes[peer], peer, chunkBytes);
                something |= await(lanes[peer], peer, chunkBytes);
                if (sink == null) {
                    something |= store(lanes[peer], peer, chunkBytes);
                }
            }
        }
        if (sink != null) {
            something |= combine(lanes, chunkBytes);
        }
        return something;
    }

    /** What a rank sends itself. */
    private boolean storeOwn() {
        if (sink != null || stored[rank] == inBytes[rank]) {
            return false;
        }
        if (out[rank] != in[rank]) {
            RawElements.copy(out[rank], in[rank], inBytes[rank]);
        }
        stored[rank] = inBytes[rank];
        return true;
    }

    private boolean send(Lane lane, int peer, int chunkBytes) {
        boolean something = false;
        while (sent[peer] < outBytes[peer] && lane.hasRoom()) {
            int bytes = chunk(sent[peer], outBytes[peer], chunkBytes);
            lane.send(out[peer] + sent[peer], bytes);
            sent[peer] += bytes;
            something = true;
        }
        return something;
    }

    private boolean await(Lane lane, int peer, int chunkBytes) {
        boolean something = false;
        while (awaited[peer] < inBytes[peer] && lane.mayAwait()) {
            int bytes = chunk(awaited[peer], inBytes[peer], chunkBytes);
            lane.await(bytes);
            awaited[peer] += bytes;
            something = true;
        }
        return something;
    }

    private boolean store(Lane lane, int peer, int chunkBytes) {
        boolean something = false;
        while (lane.hasArrived()) {
            int bytes = chunk(stored[peer], inBytes[peer], chunkBytes);
            RawElements.copy(lane.chunk(), in[peer] + stored[peer], bytes);
            lane.take();
            stored[peer] += bytes;
            await(lane, peer, chunkBytes);
            something = true;
        }
        return something;
    }

    /** Combines what has arrived from every rank. */
    private boolean combine(Lane[] lanes, int chunkBytes) {
        boolean something = false;
        while (stored[rank] < inBytes[rank] && haveArrived(lanes)) {
            int bytes = chunk(stored[rank], inBytes[rank], chunkBytes);
            long[] chunks = new long[lanes.length];
            for (int peer = 0; peer < lanes.length; peer++) {
                chunks[peer] = peer == rank ? 0 : lanes[peer].chunk();
            }
            sink.combine(chunks, stored[rank], bytes);
            for (int peer = 0; peer < lanes.length; peer++) {
                stored[peer] += bytes;
                if (peer != rank) {
                    lanes[peer].take();
                    await(lanes[peer], peer, chunkBytes);
                    send(lanes[peer], peer, chunkBytes);
                }
            }
            something = true;
        }
        return something;
    }

    private boolean haveArrived(Lane[] lanes) {
        for (int peer = 0; peer < lanes.length; peer++) {
            if (peer != rank && !lanes[peer].hasArrived()) {
                return false;
            }
        }
        return true;
    }

    private static int chunk(long done, long all, int chunkBytes) {
        return (int) Math.min(chunkBytes, all - done);
    }

    /** Whether everything has arrived, and nothing is left to be sent. */
    boolean isComplete() {
        for (int peer = 0; peer < sent.length; peer++) {
            if (isOpen(peer)) {
                return false;
            }
        }
        return true;
    }

    /** Whether something is missing that a rank takes part in. */
    boolean isOpen(int peer) {
        return stored[peer] < inBytes[peer] || (peer != rank && sent[peer] < outBytes[peer]);
    }
}
