package io.graphkernel.runtime.internal.collective;

import io.graphkernel.runtime.CollectiveRequest;
import io.graphkernel.runtime.exception.CommunicatorException;
import io.graphkernel.runtime.exception.RuntimeProblem;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;

/**
 * What the threads of a group share: its collectives in order, and whether a rank has failed. A failure is that of the
 * whole group, and stays.
 */
final class ThreadRanks {
    /** Why the group does not go on; each rank throws an exception of its own. */
    private record Failure(RuntimeProblem problem, Throwable cause, List<Object> arguments) {

        CommunicatorException exception() {
            return new CommunicatorException(cause, problem, arguments.toArray());
        }
    }

    /** A group of some ranks, and how many of them have come. */
    private record Part(ThreadRanks ranks, AtomicInteger come) {}

    /** After the deadline, while others still compute. */
    private static final long SHORTEST_PAUSE_NANOS = 1_000_000;

    private final String group;
    private final int size;
    private final long timeoutNanos;

    /** Those that are not complete, in order. */
    private final Deque<Round> open = new ArrayDeque<>();
    /** The number of rounds before the open ones. */
    private long complete;
    /** The number of rounds that each rank has joined. */
    private final long[] joined;

    private final boolean[] closed;
    /** The number of threads that read and write memory of other ranks. */
    private int combining;

    /** How many groups each rank has split off. */
    private final int[] splits;
    /** Groups that were split off, until all of their ranks have come, by the number and the first rank. */
    private final Map<List<Integer>, Part> parts = new HashMap<>();

    private Failure failure;

    ThreadRanks(String group, int size, long timeoutNanos) {
        this.group = group;
        this.size = size;
        this.timeoutNanos = timeoutNanos;
        this.joined = new long[size];
        this.closed = new boolean[size];
        this.splits = new int[size];
    }

    String group() {
        return group;
    }

    int size() {
        return size;
    }

    /** The group that a rank splits off together with others; all of them get the same one. */
    synchronized ThreadRanks part(int rank, String name, int... members) {
        List<Integer> key = List.of(splits[rank]++, members[0]);
        Part part = parts.computeIfAbsent(
                key, made -> new Part(new ThreadRanks(name, members.length, timeoutNanos), new AtomicInteger()));
        if (part.come.incrementAndGet() == members.length) {
            parts.remove(key);
        }
        return part.ranks;
    }

    /** Joins a rank's next round. */
    Round join(int rank, CollectiveRequest request, long source, long target) {
        Round round;
        synchronized (this) {
            if (closed[rank]) {
                throw new CommunicatorException(RuntimeProblem.RANK_CLOSED, rank, group);
            }
            throwIfFailed();
            round = next(rank, request);
            if (!round.request().equals(request)) {
                failed(new Failure(
                        RuntimeProblem.COLLECTIVE_MISMATCH,
                        null,
                        List.of(rank, group, request, round.firstRank(), round.request())));
                throwIfFailed();
            }
            round.join(rank, source, target);
            joined[rank]++;
            if (round.isReady()) {
                removeComplete();
                notifyAll();
            }
        }
        help(rank);
        return round;
    }

    private Round next(int rank, CollectiveRequest request) {
        long number = joined[rank] - complete;
        if (number == open.size()) {
            open.add(new Round(request, rank, size));
            return open.getLast();
        }
        return open.stream().skip(number).findFirst().orElseThrow();
    }

    /** Computes what is ready to be computed. */
    private void help(int rank) {
        boolean more = true;
        while (more) {
            more = combineOne(rank);
        }
    }

    private boolean combineOne(int rank) {
        Round round;
        long share;
        synchronized (this) {
            round = failure == null
                    ? open.stream().filter(Round::hasShares).findFirst().orElse(null)
                    : null;
            if (round == null) {
                return false;
            }
            share = round.take();
            combining++;
        }
        try {
            round.combine(share);
        } catch (RuntimeException | Error e) {
            left();
            fail(rank, e);
            throw e;
        }
        finished(round);
        return true;
    }

    private synchronized void left() {
        combining--;
        notifyAll();
    }

    private synchronized void finished(Round round) {
        combining--;
        round.finish();
        if (round.isComplete() || failure != null) {
            removeComplete();
            notifyAll();
        }
    }

    private void removeComplete() {
        while (!open.isEmpty() && open.getFirst().isComplete()) {
            open.removeFirst();
            complete++;
        }
    }

    /**
     * Waits for a round that a rank has joined, and computes what it can meanwhile. An interrupt fails the group while a
     * rank is missing; after that the wait ends by itself, and the interrupt stays pending.
     */
    void await(int rank, Round round) {
        long deadline = System.nanoTime() + timeoutNanos;
        boolean interrupted = false;
        boolean over = false;
        try {
            while (!over) {
                help(rank);
                try {
                    over = isOver(rank, round, deadline);
                } catch (InterruptedException e) {
                    interrupted = true;
                    requireReady(rank, round, e);
                }
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** Whether a round is complete; else waits until there may be something to compute. */
    private synchronized boolean isOver(int rank, Round round, long deadline) throws InterruptedException {
        if (round.isComplete()) {
            return true;
        }
        throwIfFailed();
        boolean idle = open.stream().noneMatch(Round::hasShares);
        if (idle) {
            requireOthers(rank, round, deadline);
            TimeUnit.NANOSECONDS.timedWait(this, Math.max(SHORTEST_PAUSE_NANOS, deadline - System.nanoTime()));
        }
        return false;
    }

    private void requireOthers(int rank, Round round, long deadline) {
        List<Integer> missing = IntStream.range(0, size)
                .filter(other -> !round.hasJoined(other))
                .boxed()
                .toList();
        for (int other : missing) {
            if (closed[other]) {
                failed(new Failure(RuntimeProblem.RANK_CLOSED, null, List.of(other, group)));
            }
        }
        if (!missing.isEmpty() && System.nanoTime() - deadline >= 0) {
            failed(new Failure(
                    RuntimeProblem.RANK_MISSING,
                    null,
                    List.of(rank, group, TimeUnit.NANOSECONDS.toMillis(timeoutNanos), missing, round.request())));
        }
        throwIfFailed();
    }

    /** Fails the group if a rank is missing in a round: an interrupted one waits no longer. */
    private synchronized void requireReady(int rank, Round round, InterruptedException interrupt) {
        if (!round.isReady()) {
            failed(new Failure(RuntimeProblem.RANK_FAILED, interrupt, List.of(rank, group, interrupt)));
            throwIfFailed();
        }
    }

    /** A rank says that it cannot go on. */
    synchronized void fail(int rank, Throwable cause) {
        failed(new Failure(RuntimeProblem.RANK_FAILED, cause, List.of(rank, group, cause)));
        awaitOthers();
    }

    /** A rank takes part no more. */
    synchronized void close(int rank) {
        closed[rank] = true;
        boolean awaited = open.stream().anyMatch(round -> round.hasJoined(rank));
        if (awaited) {
            failed(new Failure(RuntimeProblem.RANK_CLOSED, null, List.of(rank, group)));
            awaitOthers();
        }
        notifyAll();
    }

    private void failed(Failure first) {
        if (failure == null) {
            failure = first;
            notifyAll();
        }
    }

    /** Whoever catches the exception may free memory that others read and write. */
    private void throwIfFailed() {
        if (failure != null) {
            awaitOthers();
            throw failure.exception();
        }
    }

    /** Waits until no thread touches memory of another. An interrupt does not end the wait and stays pending. */
    private void awaitOthers() {
        boolean interrupted = false;
        while (combining > 0) {
            try {
                wait();
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
