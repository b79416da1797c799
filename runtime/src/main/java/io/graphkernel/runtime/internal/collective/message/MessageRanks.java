package io.graphkernel.runtime.internal.collective.message;

import io.graphkernel.runtime.CollectiveRequest;
import io.graphkernel.runtime.exception.CommunicatorException;
import io.graphkernel.runtime.exception.RuntimeProblem;
import io.graphkernel.runtime.internal.memory.Block;
import io.graphkernel.runtime.internal.memory.MemoryPool;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;

/**
 * One rank of a group whose ranks send each other messages. Its collectives are computed one after the other, whenever
 * the rank begins another or waits for one. A failure is that of the whole group, and stays.
 */
final class MessageRanks {
    /** Chunks for one other rank; with many other ranks smaller ones, so that the memory for all stays the same. */
    private static final int LARGEST_CHUNK = 512 << 10;

    private static final int SMALLEST_CHUNK = 16 << 10;
    private static final int CHUNKS = 2 << 20;

    /** How long closing waits until its last words have left. */
    private static final long LAST_WORDS_NANOS = TimeUnit.SECONDS.toNanos(2);

    /** How long the others have to hear of a failure that is their being late. */
    private static final long LATE_NANOS = TimeUnit.SECONDS.toNanos(2);

    /** Memory that an engine may still write to, as it could not give up a message. */
    private static final List<Block> ABANDONED = new ArrayList<>();

    private final String group;
    private final long timeoutNanos;
    private final Mailbox mailbox;
    private final int rank;
    private final int size;
    private final Control control;
    private final int chunkBytes;

    /** A lane to each other rank; null until elements are exchanged. */
    private Lane[] lanes;

    private Block laneMemory;

    /** Those that are not complete, in order; the first one is under way. */
    private final Deque<MessageRound> open = new ArrayDeque<>();

    private long begun;
    private long lastProgress = System.nanoTime();
    private boolean joined;
    private boolean closed;
    private GroupFailure failure;

    MessageRanks(String group, long timeoutNanos, Mailbox mailbox) {
        this.group = group;
        this.timeoutNanos = timeoutNanos;
        this.mailbox = mailbox;
        this.rank = mailbox.rank();
        this.size = mailbox.size();
        this.control = new Control(mailbox);
        int share = size == 1 ? LARGEST_CHUNK : CHUNKS / (size - 1) & -64;
        this.chunkBytes = Math.max(SMALLEST_CHUNK, Math.min(LARGEST_CHUNK, share));
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

    /** Begins a collective. */
    synchronized MessageRound start(CollectiveRequest request, long source, long target) {
        requireOpen();
        MessageRound round = new MessageRound(request, source, target, begun++);
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
     * Waits for a collective. An interrupt fails the group while a rank is missing; after that the wait ends by itself, and
     * the interrupt stays pending.
     */
    void await(MessageRound round) {
        long begin = System.nanoTime();
        Pause pause = new Pause();
        while (!isOver(round, begin, pause)) {
            pause.pause();
        }
    }

    private synchronized boolean isOver(MessageRound round, long begin, Pause pause) {
        if (round.number() < begun - open.size()) {
            return true;
        }
        requireOpen();
        if (advance()) {
            pause.reset();
        } else {
            requireOthers(begin);
        }
        throwIfFailed();
        return round.number() < begun - open.size();
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

    /** Does what can be done now; whether that was something. */
    private boolean advance() {
        boolean something = hear();
        if (failure == null && control.failure() != null) {
            failure = control.failure();
        }
        boolean more = failure == null && !open.isEmpty();
        while (more) {
            more = advanceFirst();
            something |= more;
        }
        if (something) {
            lastProgress = System.nanoTime();
        }
        return something;
    }

    /**
     * Hears all that has arrived, so that who comes late learns that the others have given up before it computes what they
     * have left; whether there was something.
     */
    private boolean hear() {
        boolean something = mailbox.poll();
        while (control.hear()) {
            mailbox.poll();
            something = true;
        }
        return something;
    }

    /** Whether there may be more to do. */
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
        boolean something = !first.isComputed() && first.advance(lanes(), chunkBytes);
        if (first.isComputed() && isSent()) {
            open.removeFirst();
            joined = false;
            return !open.isEmpty();
        }
        return something;
    }

    /** Whether all ranks have joined; one that asks for something else fails the group. */
    private boolean agrees(MessageRound round) {
        boolean all = true;
        for (int peer = 0; peer < size; peer++) {
            if (!control.hasJoined(peer, round.number())) {
                all = false;
            } else if (!control.request(peer, round.number()).equals(round.request())) {
                Object other = control.request(peer, round.number());
                failed(new GroupFailure(
                        RuntimeProblem.COLLECTIVE_MISMATCH, List.of(rank, group, round.request(), peer, other), null));
                return false;
            }
        }
        return all;
    }

    private Lane[] lanes() {
        if (lanes == null) {
            lanes = new Lane[size];
            laneMemory = MemoryPool.shared().acquire(Lane.bytes(chunkBytes) * size);
            for (int peer = 0; peer < size; peer++) {
                long memory = laneMemory.address() + peer * Lane.bytes(chunkBytes);
                lanes[peer] = new Lane(mailbox, peer, chunkBytes, memory);
            }
        }
        return lanes;
    }

    /** A rank that computes for long after its result is there must not keep others from theirs. */
    private boolean isSent() {
        boolean sent = control.isSaid();
        for (int peer = 0; peer < size; peer++) {
            sent &= isSent(peer);
        }
        return sent;
    }

    private boolean isSent(int peer) {
        return lanes == null || lanes[peer].isSent();
    }

    /** This rank says that it cannot go on. */
    synchronized void fail(Throwable cause) {
        if (!closed) {
            failed(new GroupFailure(RuntimeProblem.RANK_FAILED, List.of(rank, group, cause), cause));
        }
    }

    private void failed(GroupFailure first) {
        if (failure == null) {
            failure = first;
            control.sayFailed(first);
        }
    }

    private void throwIfFailed() {
        if (failure != null) {
            throw failure.exception();
        }
    }

    /** How long this rank waits for others that have not heard of a failure. */
    synchronized long remainingNanos() {
        boolean isLate = failure != null && failure.problem() == RuntimeProblem.RANK_MISSING;
        return isLate ? LATE_NANOS : Math.max(LATE_NANOS, timeoutNanos);
    }

    /** Whether this rank and all others are closed. */
    synchronized boolean isOver() {
        return closed && notClosed().isEmpty();
    }

    /** Whether the group goes no further. */
    synchronized boolean hasFailed() {
        return failure != null;
    }

    /**
     * Waits until every rank has heard of a failure, or is closed.
     *
     * @return those of which that is not known in time
     */
    List<Integer> awaitClosed(long nanos) {
        long begin = System.nanoTime();
        Pause pause = new Pause();
        List<Integer> missing = notClosed();
        while (!missing.isEmpty() && System.nanoTime() - begin < nanos) {
            pause.pause();
            missing = notClosed();
        }
        return missing;
    }

    private synchronized List<Integer> notClosed() {
        hear();
        return others(peer -> !control.isClosed(peer));
    }

    /** This rank takes part no more; what it still says is that it is closed, or has failed others that wait for it. */
    synchronized void close() {
        if (closed) {
            return;
        }
        if (!open.isEmpty()) {
            failed(new GroupFailure(RuntimeProblem.RANK_CLOSED, List.of(rank, group), null));
        }
        closed = true;
        control.sayClosed();
        long begin = System.nanoTime();
        Pause pause = new Pause();
        while (!control.isSaid() && System.nanoTime() - begin < LAST_WORDS_NANOS) {
            mailbox.poll();
            pause.pause();
        }
    }

    /** Gives the memory back. Nothing is heard any more. */
    synchronized void end() {
        close();
        List<Block> blocks = new ArrayList<>(control.blocks());
        if (laneMemory != null) {
            blocks.add(laneMemory);
        }
        if (mailbox.close()) {
            blocks.forEach(MemoryPool.shared()::release);
        } else {
            synchronized (ABANDONED) {
                ABANDONED.addAll(blocks);
            }
        }
    }
}
