package io.graphkernel.runtime.internal.collective;

import io.graphkernel.runtime.Communicator;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Runs each rank of a group in a thread of its own, its communicator bound. */
public final class Ranks {
    private Ranks() {}

    /** Code of a rank. */
    @FunctionalInterface
    public interface Body<T> {
        /** Gives the result of a rank. */
        T run(Communicator rank) throws Exception;
    }

    /** Returns the results of a group's ranks in order; rethrows an exception of a rank. */
    public static <T> List<T> run(int size, Body<T> body) throws Exception {
        return run(Communicator.threads(size), body);
    }

    /** The results of all ranks of a group, in order; the first exception of a rank is thrown. */
    public static <T> List<T> run(List<Communicator> ranks, Body<T> body) throws Exception {
        List<T> results = new ArrayList<>();
        for (Future<T> future : start(ranks, body)) {
            results.add(result(future));
        }
        return results;
    }

    /** Returns the exception of each rank; null for none. */
    public static List<Throwable> failures(List<Communicator> ranks, Body<?> body) throws Exception {
        List<Throwable> failures = new ArrayList<>();
        for (Future<?> future : start(ranks, body)) {
            try {
                future.get();
                failures.add(null);
            } catch (ExecutionException e) {
                failures.add(e.getCause());
            }
        }
        return failures;
    }

    private static <T> List<Future<T>> start(List<Communicator> ranks, Body<T> body) {
        ExecutorService threads = Executors.newFixedThreadPool(ranks.size());
        List<Future<T>> futures = new ArrayList<>();
        for (Communicator rank : ranks) {
            futures.add(threads.submit(() -> {
                try (rank;
                        Communicator.Binding bound = rank.bind()) {
                    return body.run(rank);
                }
            }));
        }
        threads.shutdown();
        return futures;
    }

    private static <T> T result(Future<T> future) throws Exception {
        try {
            return future.get();
        } catch (ExecutionException e) {
            if (e.getCause() instanceof Exception cause) {
                throw cause;
            }
            throw e;
        }
    }
}
