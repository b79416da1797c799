package io.graphkernel.examples.gpt;

import io.graphkernel.runtime.Communicator;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Consumer;

/** Ranks that are threads of this process. */
final class RankThreads {

    private RankThreads() {}

    /**
     * Runs each rank to its end; of several, each in a thread of its own.
     *
     * @throws RuntimeException what the first rank has thrown that failed
     */
    static void run(int ranks, Consumer<Communicator> body) {
        if (ranks == 1) {
            body.accept(Communicator.single());
            return;
        }
        ExecutorService threads = Executors.newFixedThreadPool(ranks);
        List<Future<?>> futures = new ArrayList<>();
        for (Communicator rank : Communicator.threads(ranks)) {
            futures.add(threads.submit(() -> {
                // A rank that fails is closed, which notifies the others.
                try (rank) {
                    body.accept(rank);
                }
            }));
        }
        threads.shutdown();
        Throwable first = null;
        for (Future<?> future : futures) {
            Throwable failure = failure(future);
            first = first == null ? failure : first;
        }
        if (first != null) {
            throw first instanceof RuntimeException known ? known : new IllegalStateException(first);
        }
    }

    private static Throwable failure(Future<?> rank) {
        try {
            rank.get();
            return null;
        } catch (ExecutionException e) {
            return e.getCause();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return e;
        }
    }
}
