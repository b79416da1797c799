package io.graphkernel.runtime.internal.collective.message;

import io.graphkernel.runtime.internal.memory.RawElements;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

/**
 * A transport between threads, whose messages take a random number of polls. Like a real one, it reads sent memory late, and
 * writes received memory late.
 */
final class ThreadMailbox implements Transport {
    private static final int MAX_POLLS = 5;

    /** A message, until it has met its other end. */
    private static final class Message {
        private final long address;
        private final int bytes;
        private int pollsLeft;
        private boolean isMet;
        private boolean isDone;

        Message(long address, int bytes, int pollsLeft) {
            this.address = address;
            this.bytes = bytes;
            this.pollsLeft = pollsLeft;
        }
    }

    /** Shared state of all ranks, with its lock. */
    private static final class Network {
        private final Deque<Message>[][][] sent;
        private final Deque<Message>[][][] awaited;

        @SuppressWarnings({"unchecked", "rawtypes"})
        Network(int size) {
            sent = new Deque[size][size][Channel.values().length];
            awaited = new Deque[size][size][Channel.values().length];
            for (int i = 0; i < size; i++) {
                for (int j = 0; j < size; j++) {
                    for (int k = 0; k < Channel.values().length; k++) {
                        sent[i][j][k] = new ArrayDeque<>();
                        awaited[i][j][k] = new ArrayDeque<>();
                    }
                }
            }
        }
    }

    private final Network network;
    private final int rank;
    private final int size;
    private final SplittableRandom random;
    private final List<Message> messages = new ArrayList<>();

    private ThreadMailbox(Network network, int rank, int size, long seed) {
        this.network = network;
        this.rank = rank;
        this.size = size;
        this.random = new SplittableRandom(seed);
    }

    /** The mailboxes of a group. */
    static List<Transport> group(int size, long seed) {
        Network network = new Network(size);
        return IntStream.range(0, size)
                .<Transport>mapToObj(rank -> new ThreadMailbox(network, rank, size, seed * size + rank))
                .toList();
    }

    @Override
    public int rank() {
        return rank;
    }

    @Override
    public int size() {
        return size;
    }

    @Override
    public int send(int peer, Channel channel, long address, int bytes) {
        return begin(network.sent[rank][peer][channel.ordinal()], address, bytes);
    }

    @Override
    public int receive(int peer, Channel channel, long address, int bytes) {
        return begin(network.awaited[peer][rank][channel.ordinal()], address, bytes);
    }

    private int begin(Deque<Message> queue, long address, int bytes) {
        synchronized (network) {
            Message message = new Message(address, bytes, random.nextInt(MAX_POLLS));
            queue.add(message);
            messages.add(message);
            return messages.size() - 1;
        }
    }

    @Override
    public boolean poll() {
        synchronized (network) {
            boolean something = false;
            for (int peer = 0; peer < size; peer++) {
                for (Channel channel : Channel.values()) {
                    meet(peer, rank, channel);
                    meet(rank, peer, channel);
                }
            }
            for (Message message : messages) {
                if (message != null && message.isMet && !message.isDone && message.pollsLeft-- <= 0) {
                    message.isDone = true;
                    something = true;
                }
            }
            return something;
        }
    }

    private void meet(int from, int to, Channel channel) {
        Deque<Message> sent = network.sent[from][to][channel.ordinal()];
        Deque<Message> awaited = network.awaited[from][to][channel.ordinal()];
        while (!sent.isEmpty() && !awaited.isEmpty()) {
            Message source = sent.removeFirst();
            Message target = awaited.removeFirst();
            if (source.bytes > target.bytes) {
                throw new AssertionError(source.bytes + " bytes do not fit into " + target.bytes);
            }
            RawElements.copy(source.address, target.address, source.bytes);
            source.isMet = true;
            target.isMet = true;
        }
    }

    @Override
    public boolean hasEnded(int message) {
        synchronized (network) {
            Message one = messages.get(message);
            if (one.isDone) {
                messages.set(message, null);
            }
            return one.isDone;
        }
    }

    @Override
    public boolean close() {
        synchronized (network) {
            for (int peer = 0; peer < size; peer++) {
                for (Channel channel : Channel.values()) {
                    network.awaited[peer][rank][channel.ordinal()].clear();
                    network.sent[rank][peer][channel.ordinal()].clear();
                }
            }
            return true;
        }
    }
}
