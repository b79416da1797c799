package io.graphkernel.processor.toolchain;

import java.io.IOException;
import java.util.Collection;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;

/** Tasks in other threads, and what they have given. No interrupt ends a wait for one. */
public final class Tasks {

    private Tasks() {}

    /** What a task does. */
    public interface Work<T> {
        /**
         * Does it.
         *
         * @return the result of the task
         * @throws ToolchainException which {@link #result} gives back
         * @throws IOException which {@link #result} gives back
         */
        T run() throws ToolchainException, IOException;
    }

    /**
     * A thread for each task, which does not keep the process alive.
     *
     * @param name of the threads
     * @return starts them
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
     * @param executor has its thread
     * @param work what it does
     * @return {@link #result} waits for it
     */
    public static <T> CompletableFuture<T> start(Executor executor, Work<T> work) {
        return CompletableFuture.supplyAsync(() -> done(work), executor);
    }

    /** Does the work of a task; {@link #result} gives the exception back. */
    static <T> T done(Work<T> work) {
        try {
            return work.run();
        } catch (ToolchainException | IOException e) {
            throw new CompletionException(e);
        }
    }

    /** Waits for all of them, also after one has failed. */
    static void await(Collection<? extends CompletableFuture<?>> tasks) {
        CompletableFuture.allOf(tasks.toArray(CompletableFuture<?>[]::new))
                .exceptionally(failure -> null)
                .join();
    }

    /**
     * The result of a task, which may still run.
     *
     * @param task that {@link #start} gave
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
