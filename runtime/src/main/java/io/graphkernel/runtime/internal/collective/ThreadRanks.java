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
 * State shared by the ranks of a group: the sequence of collectives and the first failure. A failure affects the
 * whole group and is permanent.
 */
final class ThreadRanks {
    /** The reason why the group has failed; each rank throws its own exception. */
    private record FailureReason(RuntimeProblem problem, Throwable cause, List<Object> arguments) {

        CommunicatorException exception() {
            return new CommunicatorException(cause, problem, arguments.toArray());
        }
    }

    /** A subgroup, and the number of ranks that have joined it. */
    private record Subgroup(ThreadRanks ranks, AtomicInteger arrivals) {}

    /** Polling interval after the deadline while other ranks still compute. */
    private static final long MIN_PAUSE_NANOS = 1_000_000;

    private final String group;
    private final int size;
    private final long timeoutNanos;

    /** Incomplete collectives, in order. */
    private final Deque<CollectiveRound> open = new ArrayDeque<>();
    /** Number of complete rounds, which precede the open ones. */
    private long complete;
    /** Number of rounds that each rank has joined. */
    private final long[] joined;

    private final boolean[] closed;
    /** Number of threads that access memory of other ranks. */
    private int combining;

    /** Number of subgroups that each rank has created. */
    private final int[] splits;
    /** Subgroups that not all of their ranks have joined, by index and first rank. */
    private final Map<List<Integer>, Subgroup> subgroups = new HashMap<>();

    private FailureReason failure;

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

    /** Returns the subgroup that a rank joins; its ranks all get the same object. */
    synchronized ThreadRanks subgroup(int rank, String name, int... members) {
        List<Integer> key = List.of(splits[rank]++, members[0]);
        Subgroup subgroup = subgroups.computeIfAbsent(
                key,
                subgroupKey -> new Subgroup(new ThreadRanks(name, members.length, timeoutNanos), new AtomicInteger()));
        if (subgroup.arrivals.incrementAndGet() == members.length) {
            subgroups.remove(key);
        }
        return subgroup.ranks;
    }

    /** Joins the next round of a rank. */
    CollectiveRound join(int rank, CollectiveRequest request, long source, long target) {
        CollectiveRound round;
        synchronized (this) {
            if (closed[rank]) {
                throw new CommunicatorException(RuntimeProblem.RANK_CLOSED, rank, group);
            }
            throwIfFailed();
            round = next(rank, request);
            if (!round.request().equals(request)) {
                failed(new FailureReason(
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

    private CollectiveRound next(int rank, CollectiveRequest request) {
        long number = joined[rank] - complete;
        if (number == open.size()) {
            open.add(new CollectiveRound(request, rank, size));
            return open.getLast();
        }
        return open.stream().skip(number).findFirst().orElseThrow();
    }

    /** Computes the chunks that are ready. */
    private void help(int rank) {
        boolean more = true;
        while (more) {
            more = combineOne(rank);
        }
    }

    private boolean combineOne(int rank) {
        CollectiveRound round;
        long share;
        synchronized (this) {
            round = failure == null
                    ? open.stream()
                            .filter(CollectiveRound::hasShares)
                            .findFirst()
                            .orElse(null)
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

    private synchronized void finished(CollectiveRound round) {
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
     * Waits for a round that a rank has joined, and computes chunks while it waits. An interrupt fails the group while a
     * rank is missing. Afterwards, the wait always terminates, and the interrupt status is preserved.
     */
    void await(int rank, CollectiveRound round) {
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

    /** Returns true if a round is complete; otherwise waits until there may be a chunk to compute. */
    private synchronized boolean isOver(int rank, CollectiveRound round, long deadline) throws InterruptedException {
        if (round.isComplete()) {
            return true;
        }
        throwIfFailed();
        boolean idle = open.stream().noneMatch(CollectiveRound::hasShares);
        if (idle) {
            requireOthers(rank, round, deadline);
            TimeUnit.NANOSECONDS.timedWait(this, Math.max(MIN_PAUSE_NANOS, deadline - System.nanoTime()));
        }
        return false;
    }

    private void requireOthers(int rank, CollectiveRound round, long deadline) {
        List<Integer> missing = IntStream.range(0, size)
                .filter(other -> !round.hasJoined(other))
                .boxed()
                .toList();
        for (int other : missing) {
            if (closed[other]) {
                failed(new FailureReason(RuntimeProblem.RANK_CLOSED, null, List.of(other, group)));
            }
        }
        if (!missing.isEmpty() && System.nanoTime() - deadline >= 0) {
            failed(new FailureReason(
                    RuntimeProblem.RANK_MISSING,
                    null,
                    List.of(rank, group, TimeUnit.NANOSECONDS.toMillis(timeoutNanos), missing, round.request())));
        }
        throwIfFailed();
    }

    /** Fails the group if a rank is missing in a round and this one was interrupted or has timed out. */
    private synchronized void requireReady(int rank, CollectiveRound round, InterruptedException interrupt) {
        if (!round.isReady()) {
            failed(new FailureReason(RuntimeProblem.RANK_FAILED, interrupt, List.of(rank, group, interrupt)));
            throwIfFailed();
        }
    }

    /** Fails the group on behalf of a rank. */
    synchronized void fail(int rank, Throwable cause) {
        failed(new FailureReason(RuntimeProblem.RANK_FAILED, cause, List.of(rank, group, cause)));
        awaitOthers();
    }

    /** Removes a rank from the group. */
    synchronized void close(int rank) {
        closed[rank] = true;
        boolean awaited = open.stream().anyMatch(round -> round.hasJoined(rank));
        if (awaited) {
            failed(new FailureReason(RuntimeProblem.RANK_CLOSED, null, List.of(rank, group)));
            awaitOthers();
        }
        notifyAll();
    }

    private void failed(FailureReason first) {
        if (failure == null) {
            failure = first;
            notifyAll();
        }
    }

    /** A caller that catches the exception may free memory that other ranks access. */
    private void throwIfFailed() {
        if (failure != null) {
            awaitOthers();
            throw failure.exception();
        }
    }

    /**
     * Waits until no thread accesses memory of another rank. An interrupt does not end the wait; its status is
     * preserved.
     */
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
