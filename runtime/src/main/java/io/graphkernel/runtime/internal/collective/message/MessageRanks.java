package io.graphkernel.runtime.internal.collective.message;

import io.graphkernel.runtime.CollectiveRequest;
import io.graphkernel.runtime.exception.CommunicatorException;
import io.graphkernel.runtime.exception.RuntimeProblem;
import io.graphkernel.runtime.internal.memory.HostBlock;
import io.graphkernel.runtime.internal.memory.MemoryPool;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;

/**
 * State of one rank of a group that communicates by messages. Its collectives are computed sequentially, whenever the
 * rank starts another one or waits. A failure affects the whole group and is permanent.
 */
final class MessageRanks {
    /** Maximum size of a chunk for one peer; smaller with many peers, to bound the total memory. */
    private static final int MAX_CHUNK = 512 << 10;

    private static final int SMALLEST_CHUNK = 16 << 10;
    private static final int CHUNKS = 2 << 20;

    /** Maximum time in nanoseconds that a close waits until pending control messages have been sent. */
    private static final long LAST_WORDS_NANOS = TimeUnit.SECONDS.toNanos(2);

    /** Delay in nanoseconds after which a failure counts as a timeout of the other ranks. */
    private static final long LATE_NANOS = TimeUnit.SECONDS.toNanos(2);

    /** Buffers that the transport may still access, since it could not cancel a message. */
    private static final List<HostBlock> ABANDONED = new ArrayList<>();

    private final String group;
    private final long timeoutNanos;
    private final Transport transport;
    private final int rank;
    private final int size;
    private final ControlChannel control;
    private final int chunkBytes;

    /** A channel to each other rank; null until elements are exchanged. */
    private ChunkChannel[] channels;

    private HostBlock laneMemory;

    /** Incomplete collectives in order; the first one is in progress. */
    private final Deque<MessageRound> open = new ArrayDeque<>();

    private long started;
    private long lastProgress = System.nanoTime();
    private boolean joined;
    private boolean closed;
    private GroupFailure failure;

    MessageRanks(String group, long timeoutNanos, Transport transport) {
        this.group = group;
        this.timeoutNanos = timeoutNanos;
        this.transport = transport;
        this.rank = transport.rank();
        this.size = transport.size();
        this.control = new ControlChannel(transport);
        int share = size == 1 ? MAX_CHUNK : CHUNKS / (size - 1) & -64;
        this.chunkBytes = Math.max(SMALLEST_CHUNK, Math.min(MAX_CHUNK, share));
    }

    String group() {
        return group;
    }

    int rank() {
        return rank;
    }

    int size() {
        return size;
    }

    /** Starts a collective. */
    synchronized MessageRound start(CollectiveRequest request, long source, long target) {
        requireOpen();
        MessageRound round = new MessageRound(request, source, target, started++);
        open.add(round);
        advance();
        throwIfFailed();
        return round;
    }

    private void requireOpen() {
        if (closed) {
            throw new CommunicatorException(RuntimeProblem.RANK_CLOSED, rank, group);
        }
        throwIfFailed();
    }

    /**
     * Waits for a collective. An interrupt fails the group while a rank is missing. Afterwards, the wait always
     * terminates, and the interrupt status is preserved.
     */
    void await(MessageRound round) {
        long begin = System.nanoTime();
        Backoff pause = new Backoff();
        while (!isOver(round, begin, pause)) {
            pause.pause();
        }
    }

    private synchronized boolean isOver(MessageRound round, long begin, Backoff pause) {
        if (round.number() < started - open.size()) {
            return true;
        }
        requireOpen();
        if (advance()) {
            pause.reset();
        } else {
            requireOthers(begin);
        }
        throwIfFailed();
        return round.number() < started - open.size();
    }

    private void requireOthers(long begin) {
        MessageRound first = open.getFirst();
        if (!first.isAgreed()) {
            for (int peer : others(peer -> !control.hasJoined(peer, first.number()))) {
                if (control.isClosed(peer)) {
                    failed(new GroupFailure(RuntimeProblem.RANK_CLOSED, List.of(peer, group), null));
                }
            }
            if (Thread.currentThread().isInterrupted()) {
                InterruptedException interrupt = new InterruptedException();
                failed(new GroupFailure(RuntimeProblem.RANK_FAILED, List.of(rank, group, interrupt), interrupt));
            }
            requireInTime(begin, first, others(peer -> !control.hasJoined(peer, first.number())));
        } else {
            requireInTime(Math.max(begin, lastProgress), first, others(peer -> first.isOpen(peer) || !isSent(peer)));
        }
    }

    private void requireInTime(long since, MessageRound round, List<Integer> missing) {
        if (System.nanoTime() - since >= timeoutNanos) {
            long millis = TimeUnit.NANOSECONDS.toMillis(timeoutNanos);
            failed(new GroupFailure(
                    RuntimeProblem.RANK_MISSING, List.of(rank, group, millis, missing, round.request()), null));
        }
    }

    private List<Integer> others(IntPredicate condition) {
        return IntStream.range(0, size)
                .filter(peer -> peer != rank && condition.test(peer))
                .boxed()
                .toList();
    }

    /** Makes progress without blocking; returns true if there was any. */
    private boolean advance() {
        boolean progress = receive();
        if (failure == null && control.failure() != null) {
            failure = control.failure();
        }
        boolean more = failure == null && !open.isEmpty();
        while (more) {
            more = advanceFirst();
            progress |= more;
        }
        if (progress) {
            lastProgress = System.nanoTime();
        }
        return progress;
    }

    /**
     * Processes all control messages, and returns true if there was one. A late rank thus detects that the others have
     * failed before it computes the collectives that they abandoned.
     */
    private boolean receive() {
        boolean progress = transport.poll();
        while (control.receive()) {
            transport.poll();
            progress = true;
        }
        return progress;
    }

    /** Returns true if more progress may be possible. */
    private boolean advanceFirst() {
        MessageRound first = open.getFirst();
        if (!joined) {
            first.join(control, rank);
            joined = true;
        }
        if (!first.isAgreed()) {
            if (!agrees(first)) {
                return false;
            }
            first.agree(control, rank, size);
        }
        boolean progress = !first.isComputed() && first.advance(lanes(), chunkBytes);
        if (first.isComputed() && isSent()) {
            open.removeFirst();
            joined = false;
            return !open.isEmpty();
        }
        return progress;
    }

    /** Returns true if all ranks have joined; a mismatching request fails the group. */
    private boolean agrees(MessageRound round) {
        boolean allJoined = true;
        for (int peer = 0; peer < size; peer++) {
            if (!control.hasJoined(peer, round.number())) {
                allJoined = false;
            } else if (!control.request(peer, round.number()).equals(round.request())) {
                Object other = control.request(peer, round.number());
                failed(new GroupFailure(
                        RuntimeProblem.COLLECTIVE_MISMATCH, List.of(rank, group, round.request(), peer, other), null));
                return false;
            }
        }
        return allJoined;
    }

    private ChunkChannel[] lanes() {
        if (channels == null) {
            channels = new ChunkChannel[size];
            laneMemory = MemoryPool.shared().acquire(ChunkChannel.bytes(chunkBytes) * size);
            for (int peer = 0; peer < size; peer++) {
                long memory = laneMemory.address() + peer * ChunkChannel.bytes(chunkBytes);
                channels[peer] = new ChunkChannel(transport, peer, chunkBytes, memory);
            }
        }
        return channels;
    }

    /** A rank that computes for a long time after its result is available must not delay others. */
    private boolean isSent() {
        boolean sent = control.isDrained();
        for (int peer = 0; peer < size; peer++) {
            sent &= isSent(peer);
        }
        return sent;
    }

    private boolean isSent(int peer) {
        return channels == null || channels[peer].isSent();
    }

    /** Fails the group on behalf of this rank. */
    synchronized void fail(Throwable cause) {
        if (!closed) {
            failed(new GroupFailure(RuntimeProblem.RANK_FAILED, List.of(rank, group, cause), cause));
        }
    }

    private void failed(GroupFailure first) {
        if (failure == null) {
            failure = first;
            control.sendFailure(first);
        }
    }

    private void throwIfFailed() {
        if (failure != null) {
            throw failure.exception();
        }
    }

    /** Returns the remaining time that this rank waits for ranks that have not been notified of a failure. */
    synchronized long remainingNanos() {
        boolean isLate = failure != null && failure.problem() == RuntimeProblem.RANK_MISSING;
        return isLate ? LATE_NANOS : Math.max(LATE_NANOS, timeoutNanos);
    }

    /** Returns true if this rank and all others are closed. */
    synchronized boolean isOver() {
        return closed && notClosed().isEmpty();
    }

    /** Returns true if the group has failed. */
    synchronized boolean hasFailed() {
        return failure != null;
    }

    /**
     * Waits until every rank has been notified of a failure, or is closed.
     *
     * @return the ranks for which that is unknown at the timeout
     */
    List<Integer> awaitClosed(long nanos) {
        long begin = System.nanoTime();
        Backoff pause = new Backoff();
        List<Integer> missing = notClosed();
        while (!missing.isEmpty() && System.nanoTime() - begin < nanos) {
            pause.pause();
            missing = notClosed();
        }
        return missing;
    }

    private synchronized List<Integer> notClosed() {
        receive();
        return others(peer -> !control.isClosed(peer));
    }

    /** Closes this rank and announces that, or a failure if other ranks wait for it. */
    synchronized void close() {
        if (closed) {
            return;
        }
        if (!open.isEmpty()) {
            failed(new GroupFailure(RuntimeProblem.RANK_CLOSED, List.of(rank, group), null));
        }
        closed = true;
        control.sendClosed();
        long begin = System.nanoTime();
        Backoff pause = new Backoff();
        while (!control.isDrained() && System.nanoTime() - begin < LAST_WORDS_NANOS) {
            transport.poll();
            pause.pause();
        }
    }

    /** Releases the memory. No more messages are received. */
    synchronized void end() {
        close();
        List<HostBlock> blocks = new ArrayList<>(control.blocks());
        if (laneMemory != null) {
            blocks.add(laneMemory);
        }
        if (transport.close()) {
            blocks.forEach(MemoryPool.shared()::release);
        } else {
            synchronized (ABANDONED) {
                ABANDONED.addAll(blocks);
            }
        }
    }
}
