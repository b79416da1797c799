package io.graphkernel.processor.compilation;

import io.graphkernel.processor.toolchain.AsyncTasks;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;

/** Parallel execution of tasks on all processors of the machine. */
final class ParallelTasks {

    private ParallelTasks() {}

    /**
     * Runs tasks in order of their start, and waits for all of them even if one throws, since javac may then close
     * their class loader.
     *
     * @param tasks independent tasks that throw no checked exception
     * @return results in the order of the tasks
     */
    static <T> List<T> run(List<Callable<T>> tasks) {
        List<FutureTask<T>> futures = tasks.stream().map(FutureTask::new).toList();
        // A task started by another thread is skipped.
        Runnable work = () -> futures.forEach(FutureTask::run);
        List<CompletableFuture<Void>> others = new ArrayList<>();
        int processors = Runtime.getRuntime().availableProcessors();
        for (int i = 1; i < Math.min(processors, futures.size()); i++) {
            others.add(CompletableFuture.runAsync(work, AsyncTasks.inThread("graphkernel-plan-" + i)));
        }
        work.run();
        others.forEach(CompletableFuture::join);
        return futures.stream().map(ParallelTasks::result).toList();
    }

    /** Returns the result of a completed task, or rethrows its exception. */
    private static <T> T result(FutureTask<T> ended) {
        try {
            return ended.get();
        } catch (ExecutionException e) {
            if (e.getCause() instanceof Error error) {
                throw error;
            }
            throw e.getCause() instanceof RuntimeException bug ? bug : new IllegalStateException(e.getCause());
        } catch (InterruptedException e) {
            // A completed task does not block.
            throw new IllegalStateException(e);
        }
    }
}
