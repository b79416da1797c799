package io.graphkernel.processor;

import io.graphkernel.processor.toolchain.Tasks;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;

/** Tasks that the processors of the machine share. */
final class SideBySide {

    private SideBySide() {}

    /**
     * Runs tasks, the first ones first, and waits for all of them, whatever one throws: javac may close the loader of their
     * classes soon.
     *
     * @param tasks have nothing to do with each other and throw no checked exception
     * @return what they gave, in the same order
     */
    static <T> List<T> run(List<Callable<T>> tasks) {
        List<FutureTask<T>> all = tasks.stream().map(FutureTask::new).toList();
        // A task that another thread has begun is left out.
        Runnable work = () -> all.forEach(FutureTask::run);
        List<CompletableFuture<Void>> others = new ArrayList<>();
        int processors = Runtime.getRuntime().availableProcessors();
        for (int i = 1; i < Math.min(processors, all.size()); i++) {
            others.add(CompletableFuture.runAsync(work, Tasks.inThread("graphkernel-plan-" + i)));
        }
        work.run();
        others.forEach(CompletableFuture::join);
        return all.stream().map(SideBySide::result).toList();
    }

    /** What an ended task gave, or threw. */
    private static <T> T result(FutureTask<T> ended) {
        try {
            return ended.get();
        } catch (ExecutionException e) {
            if (e.getCause() instanceof Error error) {
                throw error;
            }
            throw e.getCause() instanceof RuntimeException defect ? defect : new IllegalStateException(e.getCause());
        } catch (InterruptedException e) {
            // A task that has ended is not waited for.
            throw new IllegalStateException(e);
        }
    }
}
