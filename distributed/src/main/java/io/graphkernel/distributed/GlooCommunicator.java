package io.graphkernel.distributed;

import io.graphkernel.common.failure.FailureCause;
import io.graphkernel.common.failure.FailureCause.Kind;
import io.graphkernel.runtime.CollectiveRequest;
import io.graphkernel.runtime.Communicator;
import io.graphkernel.runtime.exception.CommunicatorException;
import io.graphkernel.runtime.exception.RuntimeProblem;
import io.graphkernel.runtime.internal.collective.CollectiveSemantics;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

/**
 * A rank of a group that communicates over TCP by Gloo, through PyTorch's libraries, for clusters of Java processes
 * without MPI. A dedicated thread transfers and reduces, so that collectives make progress while the rank computes.
 * Results are bitwise equal to those of {@link Communicator#threads}.
 */
public final class GlooCommunicator implements Communicator {
    private static final long MAX_MILLIS = 7L * 24 * 3600 * 1000;

    private final String group;
    private final int rank;
    private final int size;
    private final GlooProcesses processes;
    private final ExecutorService thread;

    private volatile CommunicatorException failure;
    private volatile boolean closed;

    private GlooCommunicator(String group, int rank, int size, GlooProcesses processes) {
        this.group = group;
        this.rank = rank;
        this.size = size;
        this.processes = processes;
        this.thread = Executors.newSingleThreadExecutor(work -> {
            Thread worker = new Thread(work, "graphkernel-gloo-" + rank);
            worker.setDaemon(true);
            return worker;
        });
    }

    /**
     * Connects a rank of a group. Returns when all ranks are connected.
     *
     * @param group name of the group
     * @param rank zero-based index of this rank
     * @param size number of ranks
     * @param host host on which rank 0 listens
     * @param port free port of that host
     * @param timeout time that a rank waits for the others
     * @throws CommunicatorException if a rank is missing, or the libraries are
     */
    public static Communicator connect(String group, int rank, int size, String host, int port, Duration timeout) {
        long millis = Math.max(1, Math.min(MAX_MILLIS, timeout.toMillis()));
        try {
            return new GlooCommunicator(group, rank, size, new GlooProcesses(rank, size, host, port, millis));
        } catch (RuntimeException | LinkageError e) {
            throw gloo(e, group, rank);
        }
    }

    /** Distinguishes missing or incompatible libraries from missing ranks. */
    private static CommunicatorException gloo(Throwable problem, String group, int rank) {
        FailureCause cause = FailureCause.of(problem);
        boolean isLinkage = problem instanceof LinkageError;
        String because = isLinkage ? cause.cause() : "a rank has ended or is late, or its host cannot be reached";
        String fix = !isLinkage
                ? "check the other ranks, then create a new group"
                : cause.is(Kind.MISSING_CLASS, Kind.MISSING_LIBRARY)
                        ? "add org.bytedeco:pytorch with the classifier of the platform, which has the libraries"
                        : cause.fix();
        return new CommunicatorException(
                problem, RuntimeProblem.GLOO_FAILED, rank, group, firstLine(problem), because, fix);
    }

    private static String firstLine(Throwable problem) {
        String line = String.valueOf(problem.getMessage()).lines().findFirst().orElse("");
        // Removes the location in Gloo's sources.
        return line.replaceFirst("^\\[\\S*] ", "");
    }

    @Override
    public String group() {
        return group;
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
    public boolean isAsynchronous() {
        return true;
    }

    @Override
    public Collective start(CollectiveRequest request, long source, long target) {
        CollectiveSemantics.require(request, size, group);
        if (closed) {
            throw new CommunicatorException(RuntimeProblem.RANK_CLOSED, rank, group);
        }
        throwIfFailed();
        CompletableFuture<Void> done = CompletableFuture.runAsync(() -> compute(request, source, target), thread);
        return () -> await(done);
    }

    /** Runs on the dedicated thread of the rank. */
    private void compute(CollectiveRequest request, long source, long target) {
        throwIfFailed();
        try {
            requireAgreed(request, processes.said(request.toString()));
            processes.compute(request, source, target);
        } catch (CommunicatorException e) {
            throw failed(e);
        } catch (RuntimeException e) {
            throw failed(heardOf(e));
        }
    }

    /** Returns the exception for closed connections, with the failure that a rank has reported, if any. */
    private CommunicatorException heardOf(RuntimeException problem) {
        String reported = processes.failure();
        if (reported == null) {
            return gloo(problem, group, rank);
        }
        String[] rankAndCause = reported.split(" ", 2);
        return new CommunicatorException(problem, RuntimeProblem.RANK_FAILED, rankAndCause[0], group, rankAndCause[1]);
    }

    private void requireAgreed(CollectiveRequest request, String... requests) {
        for (int other = 0; other < size; other++) {
            if (!requests[other].equals(request.toString())) {
                throw new CommunicatorException(
                        RuntimeProblem.COLLECTIVE_MISMATCH, rank, group, request, other, requests[other]);
            }
        }
    }

    private CommunicatorException failed(CommunicatorException first) {
        if (failure == null) {
            failure = first;
        }
        return failure;
    }

    private void throwIfFailed() {
        if (failure != null) {
            throw failure;
        }
    }

    private void await(CompletableFuture<Void> done) {
        try {
            done.join();
        } catch (CompletionException e) {
            if (e.getCause() instanceof CommunicatorException original) {
                throw original;
            }
            throw e;
        }
    }

    /** The others read the cause from the store of rank 0 when their connections are closed. */
    @Override
    public void fail(Throwable cause) {
        failed(new CommunicatorException(cause, RuntimeProblem.RANK_FAILED, rank, group, cause));
        processes.say(rank + " " + cause);
        end();
    }

    @Override
    public void close() {
        if (!closed) {
            closed = true;
            end();
        }
    }

    private void end() {
        thread.shutdown();
        try {
            thread.awaitTermination(1, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        processes.close();
    }

    /** Formatted as {@code rank 1 of 4 of world}. */
    @Override
    public String toString() {
        return "rank " + rank + " of " + size + " of " + group;
    }
}
