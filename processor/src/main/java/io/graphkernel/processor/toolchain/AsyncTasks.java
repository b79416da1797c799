package io.graphkernel.processor.toolchain;

import java.io.IOException;
import java.util.Collection;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;

/** Asynchronous tasks, whose results are awaited uninterruptibly. */
public final class AsyncTasks {

    private AsyncTasks() {}

    /** Body of a task. */
    public interface Work<T> {
        /**
         * Runs the task.
         *
         * @return the result of the task
         * @throws ToolchainException rethrown by {@link #result}
         * @throws IOException rethrown by {@link #result}
         */
        T run() throws ToolchainException, IOException;
    }

    /**
     * Returns an executor with a daemon thread for each task.
     *
     * @param name name of the threads
     * @return the executor
     */
    public static Executor inThread(String name) {
        return task -> {
            Thread thread = new Thread(task, name);
            thread.setDaemon(true);
            thread.start();
        };
    }

    /**
     * Starts a task.
     *
     * @param executor executor of the task
     * @param work body of the task
     * @return future for {@link #result}
     */
    public static <T> CompletableFuture<T> start(Executor executor, Work<T> work) {
        return CompletableFuture.supplyAsync(() -> done(work), executor);
    }

    /** Runs the body of a task in this thread; {@link #result} rethrows the exception. */
    static <T> T done(Work<T> work) {
        try {
            return work.run();
        } catch (ToolchainException | IOException e) {
            throw new CompletionException(e);
        }
    }

    /** Waits for all tasks, even after one has failed. */
    static void await(Collection<? extends CompletableFuture<?>> tasks) {
        CompletableFuture.allOf(tasks.toArray(CompletableFuture<?>[]::new))
                .exceptionally(failure -> null)
                .join();
    }

    /**
     * Returns the result of a task, waiting for its completion.
     *
     * @param task task from {@link #start}
     * @return its result
     * @throws ToolchainException if the task has thrown it
     * @throws IOException if the task has thrown it
     * @throws CompletionException with any other exception as its cause
     */
    public static <T> T result(CompletableFuture<T> task) throws ToolchainException, IOException {
        try {
            return task.join();
        } catch (CompletionException e) {
            if (e.getCause() instanceof ToolchainException failure) {
                throw failure;
            }
            if (e.getCause() instanceof IOException failure) {
                throw failure;
            }
            throw e;
        }
    }
}
