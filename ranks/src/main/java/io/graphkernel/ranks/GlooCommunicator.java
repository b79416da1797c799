package io.graphkernel.ranks;

import io.graphkernel.runtime.CollectiveRequest;
import io.graphkernel.runtime.Communicator;
import io.graphkernel.runtime.exception.CommunicatorException;
import io.graphkernel.runtime.exception.RuntimeProblem;
import io.graphkernel.runtime.internal.collective.JointElements;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

/**
 * A rank whose group sends bytes over TCP by Gloo, through PyTorch's libraries: for a cluster of Java processes that has no MPI.
 * A thread of its own moves and combines, so that collectives go on while the rank computes. Results have the bits of
 * {@link Communicator#threads}.
 */
public final class GlooCommunicator implements Communicator {
    private static final long MOST_MILLIS = 7L * 24 * 3600 * 1000;

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
            Thread made = new Thread(work, "graphkernel-gloo-" + rank);
            made.setDaemon(true);
            return made;
        });
    }

    /**
     * A rank of a group. Returns when all ranks are there.
     *
     * @param group its name
     * @param rank its number, from 0 on
     * @param size the number of ranks
     * @param host the host of rank 0, where it listens
     * @param port a port of that host, which is free
     * @param timeout how long a rank waits for the others
     * @throws CommunicatorException if a rank does not come, or the libraries are missing
     */
    public static Communicator connect(String group, int rank, int size, String host, int port, Duration timeout) {
        long millis = Math.max(1, Math.min(MOST_MILLIS, timeout.toMillis()));
        try {
            return new GlooCommunicator(group, rank, size, new GlooProcesses(rank, size, host, port, millis));
        } catch (RuntimeException | LinkageError e) {
            throw new CommunicatorException(e, RuntimeProblem.GLOO_FAILED, rank, group, firstLine(e));
        }
    }

    private static String firstLine(Throwable problem) {
        String line = String.valueOf(problem.getMessage()).lines().findFirst().orElse("");
        // Without the place in Gloo's sources.
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
        JointElements.require(request, size, group);
        if (closed) {
            throw new CommunicatorException(RuntimeProblem.RANK_CLOSED, rank, group);
        }
        throwIfFailed();
        CompletableFuture<Void> done = CompletableFuture.runAsync(() -> compute(request, source, target), thread);
        return () -> await(done);
    }

    /** On the rank's own thread. */
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

    /** Why the connections end: what a rank has said, if one has. */
    private CommunicatorException heardOf(RuntimeException problem) {
        String said = processes.failure();
        if (said == null) {
            return new CommunicatorException(problem, RuntimeProblem.GLOO_FAILED, rank, group, firstLine(problem));
        }
        String[] rankAndCause = said.split(" ", 2);
        return new CommunicatorException(problem, RuntimeProblem.RANK_FAILED, rankAndCause[0], group, rankAndCause[1]);
    }

    private void requireAgreed(CollectiveRequest request, String... all) {
        for (int other = 0; other < size; other++) {
            if (!all[other].equals(request.toString())) {
                throw new CommunicatorException(
                        RuntimeProblem.COLLECTIVE_MISMATCH, rank, group, request, other, all[other]);
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
            if (e.getCause() instanceof CommunicatorException known) {
                throw known;
            }
            throw e;
        }
    }

    /** The others hear of the cause from the store of rank 0, when their connections end. */
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

    /** As in {@code rank 1 of 4 of world}. */
    @Override
    public String toString() {
        return "rank " + rank + " of " + size + " of " + group;
    }
}
