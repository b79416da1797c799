package io.graphkernel.processor.toolchain;

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

    /** The result of a task that has ended. */
    static <T> T of(CompletableFuture<T> task) throws ToolchainException {
        try {
            return task.join();
        } catch (CompletionException e) {
            if (e.getCause() instanceof ToolchainException failure) {
                throw failure;
            }
            throw e;
        }
    }
}
