package io.graphkernel.processor.toolchain;

import java.io.IOException;
import java.util.Collection;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

/** What tasks in other threads have given. */
final class Results {

    private Results() {}

    /** Waits for all of them, also after one has failed. */
    static void await(Collection<? extends CompletableFuture<?>> tasks) {
        CompletableFuture.allOf(tasks.toArray(CompletableFuture<?>[]::new))
                .exceptionally(failure -> null)
                .join();
    }

    /** What a task does. */
    interface Work<T> {
        T run() throws ToolchainException, IOException;
    }

    /** Does the work of a task; {@link #of} gives the exception back. */
    static <T> T inTask(Work<T> work) {
        try {
            return work.run();
        } catch (ToolchainException | IOException e) {
            throw new CompletionException(e);
        }
    }

    /** The result of a task, which may still run. */
    static <T> T of(CompletableFuture<T> task) throws ToolchainException, IOException {
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
