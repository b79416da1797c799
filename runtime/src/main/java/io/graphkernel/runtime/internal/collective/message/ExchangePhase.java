package io.graphkernel.runtime.internal.collective.message;

import io.graphkernel.runtime.CollectiveRequest;
import io.graphkernel.runtime.internal.collective.ElementwiseCombiner;
import io.graphkernel.runtime.internal.memory.RawElements;
import java.util.ArrayList;
import java.util.List;

/**
 * One phase of a collective, in which each rank sends memory to others and receives some of theirs. The received data
 * is stored, or reduced with that of all other ranks and of this rank, in the order of ranks.
 */
final class ExchangePhase {
    /** Reduces chunks of all ranks at an offset in bytes. */
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

    /** Creates a phase without transfers. */
    private ExchangePhase(int rank, int size, Sink sink) {
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

    /** Returns the phases of a collective in order. */
    static List<ExchangePhase> of(CollectiveRequest request, int rank, int size, long source, long target) {
        int width = request.dtype().bytes();
        long bytes = request.elements() * width;
        List<ExchangePhase> exchanges = new ArrayList<>();
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
            case ALL_TO_ALL -> exchanges.add(shards(rank, size, source, target, bytes / size));
            case BROADCAST -> exchanges.add(broadcast(request.root(), rank, size, source, target, bytes));
        }
        return exchanges;
    }

    /** Returns the start of each rank's shard, followed by the end; ranks do not share cache lines. */
    private static long[] begins(long elements, int size) {
        long shardElements = ((elements + size - 1) / size + 63) & -64;
        long[] begins = new long[size + 1];
        for (int i = 0; i <= size; i++) {
            begins[i] = Math.min(i * shardElements, elements);
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

    private static ExchangePhase reduction(
            CollectiveRequest request, int rank, long source, long[] begins, long target) {
        int size = begins.length - 1;
        int width = request.dtype().bytes();
        ExchangePhase exchange = new ExchangePhase(rank, size, (chunks, offset, bytes) -> {
            chunks[rank] = source + begins[rank] + offset;
            ElementwiseCombiner.combine(
                    request.op(), request.dtype(), chunks, new long[] {target + offset}, 0, bytes / width);
        });
        for (int peer = 0; peer < size; peer++) {
            exchange.sends(peer, source + begins[peer], begins[peer + 1] - begins[peer]);
            exchange.receives(peer, 0, begins[rank + 1] - begins[rank]);
        }
        return exchange;
    }

    private static ExchangePhase gathering(int rank, long source, long[] begins, long target) {
        int size = begins.length - 1;
        ExchangePhase exchange = new ExchangePhase(rank, size, null);
        for (int peer = 0; peer < size; peer++) {
            exchange.sends(peer, source, begins[rank + 1] - begins[rank]);
            exchange.receives(peer, target + begins[peer], begins[peer + 1] - begins[peer]);
        }
        return exchange;
    }

    private static ExchangePhase shards(int rank, int size, long source, long target, long bytes) {
        ExchangePhase exchange = new ExchangePhase(rank, size, null);
        for (int peer = 0; peer < size; peer++) {
            exchange.sends(peer, source + peer * bytes, bytes);
            exchange.receives(peer, target + peer * bytes, bytes);
        }
        return exchange;
    }

    private static ExchangePhase broadcast(int root, int rank, int size, long source, long target, long bytes) {
        ExchangePhase exchange = new ExchangePhase(rank, size, null);
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

    /** Makes progress without blocking; returns true if there was any. */
    boolean advance(ChunkChannel[] channels, int chunkBytes) {
        boolean progress = storeOwn();
        for (int peer = 0; peer < channels.length; peer++) {
            if (peer != rank) {
                progress |= send(channels[peer], peer, chunkBytes);
                progress |= await(channels[peer], peer, chunkBytes);
                if (sink == null) {
                    progress |= store(channels[peer], peer, chunkBytes);
                }
            }
        }
        if (sink != null) {
            progress |= combine(channels, chunkBytes);
        }
        return progress;
    }

    /** Stores the data that a rank sends to itself. */
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

    private boolean send(ChunkChannel channel, int peer, int chunkBytes) {
        boolean progress = false;
        while (sent[peer] < outBytes[peer] && channel.hasRoom()) {
            int bytes = chunk(sent[peer], outBytes[peer], chunkBytes);
            channel.send(out[peer] + sent[peer], bytes);
            sent[peer] += bytes;
            progress = true;
        }
        return progress;
    }

    private boolean await(ChunkChannel channel, int peer, int chunkBytes) {
        boolean progress = false;
        while (awaited[peer] < inBytes[peer] && channel.mayAwait()) {
            int bytes = chunk(awaited[peer], inBytes[peer], chunkBytes);
            channel.await(bytes);
            awaited[peer] += bytes;
            progress = true;
        }
        return progress;
    }

    private boolean store(ChunkChannel channel, int peer, int chunkBytes) {
        boolean progress = false;
        while (channel.hasArrived()) {
            int bytes = chunk(stored[peer], inBytes[peer], chunkBytes);
            RawElements.copy(channel.chunk(), in[peer] + stored[peer], bytes);
            channel.take();
            stored[peer] += bytes;
            await(channel, peer, chunkBytes);
            progress = true;
        }
        return progress;
    }

    /** Reduces the data that has arrived from every rank. */
    private boolean combine(ChunkChannel[] channels, int chunkBytes) {
        boolean progress = false;
        while (stored[rank] < inBytes[rank] && haveArrived(channels)) {
            int bytes = chunk(stored[rank], inBytes[rank], chunkBytes);
            long[] chunks = new long[channels.length];
            for (int peer = 0; peer < channels.length; peer++) {
                chunks[peer] = peer == rank ? 0 : channels[peer].chunk();
            }
            sink.combine(chunks, stored[rank], bytes);
            for (int peer = 0; peer < channels.length; peer++) {
                stored[peer] += bytes;
                if (peer != rank) {
                    channels[peer].take();
                    await(channels[peer], peer, chunkBytes);
                    send(channels[peer], peer, chunkBytes);
                }
            }
            progress = true;
        }
        return progress;
    }

    private boolean haveArrived(ChunkChannel[] channels) {
        for (int peer = 0; peer < channels.length; peer++) {
            if (peer != rank && !channels[peer].hasArrived()) {
                return false;
            }
        }
        return true;
    }

    private static int chunk(long done, long total, int chunkBytes) {
        return (int) Math.min(chunkBytes, total - done);
    }

    /** Returns true if everything has arrived and has been sent. */
    boolean isComplete() {
        for (int peer = 0; peer < sent.length; peer++) {
            if (isOpen(peer)) {
                return false;
            }
        }
        return true;
    }

    /** Returns true if data from or to a rank is outstanding. */
    boolean isOpen(int peer) {
        return stored[peer] < inBytes[peer] || (peer != rank && sent[peer] < outBytes[peer]);
    }
}
