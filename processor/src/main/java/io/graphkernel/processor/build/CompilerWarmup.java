package io.graphkernel.processor.build;

import io.graphkernel.graph.Graph;
import io.graphkernel.graph.GraphParser;
import io.graphkernel.processor.option.FlagValues;
import io.graphkernel.processor.pass.pipeline.PassPipeline;
import io.graphkernel.processor.schedule.KernelTable;
import io.graphkernel.processor.schedule.Planner;
import io.graphkernel.processor.schedule.SchedulingException;
import io.graphkernel.processor.target.ClassKernels;
import io.graphkernel.processor.target.Target;
import io.graphkernel.processor.toolchain.AsyncTasks;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/**
 * Warm-up of the compiler: a background thread runs a small graph through all stages while the front end reads the
 * first class. Compilation of a small class consists mostly of class loading, since javac reloads the processor for
 * each compilation.
 */
public final class CompilerWarmup {

    private static final String NAME = "Prepared";

    private static final String GRAPH = """
            graph prepared(%x: f32[n, d], %y: f32[n, d]) {
              %0 = Sub(%x, %y) : f32[n, d]
              %1 = Mul(%0, %x) : f32[n, d]
              return out=%1
            }
            """;

    private CompilerWarmup() {}

    /**
     * Starts the background thread. Callers block until a class that is being loaded becomes available.
     *
     * @param targets all targets
     * @param requested requested targets
     * @return future that completes with the thread, never exceptionally
     */
    public static CompletableFuture<?> start(List<Target> targets, List<Target> requested) {
        // A failure here recurs when a class is compiled, and is reported there.
        return CompletableFuture.runAsync(() -> run(targets, requested), AsyncTasks.inThread("graphkernel-preparation"))
                .exceptionally(failure -> null);
    }

    private static void run(List<Target> targets, List<Target> requested) {
        var capabilities = Targets.capabilities(targets);
        Graph fused = new PassPipeline(FlagValues.DEFAULT, capabilities)
                .run(GraphParser.parse(GRAPH))
                .graph();
        try {
            KernelTable table = KernelTable.of(List.of(Planner.plan(fused, fused.name(), capabilities)));
            KernelSources.print(new ClassKernels(NAME, "", NAME, NAME + "Kernels", table), targets, requested);
        } catch (SchedulingException e) {
            throw new IllegalStateException(e);
        }
    }
}
