package io.graphkernel.processor;

import io.graphkernel.processor.graph.Graph;
import io.graphkernel.processor.graph.GraphParser;
import io.graphkernel.processor.option.Flags;
import io.graphkernel.processor.pass.pipeline.PassPipeline;
import io.graphkernel.processor.schedule.KernelTable;
import io.graphkernel.processor.schedule.Planner;
import io.graphkernel.processor.schedule.SchedulingException;
import io.graphkernel.processor.target.ClassKernels;
import io.graphkernel.processor.target.Target;
import io.graphkernel.processor.toolchain.Tasks;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/**
 * Takes a small graph through the stages, in a thread of its own, while the front end reads the first class. Most of the time
 * of a small class is the loading of ours: javac loads a processor anew for each compilation.
 */
final class Preparation {

    private static final String NAME = "Prepared";

    private static final String GRAPH = """
            graph prepared(%x: f32[n, d], %y: f32[n, d]) {
              %0 = Sub(%x, %y) : f32[n, d]
              %1 = Mul(%0, %x) : f32[n, d]
              return out=%1
            }
            """;

    private Preparation() {}

    /**
     * Starts the thread; whoever needs a class that it loads just now waits for it.
     *
     * @param targets all targets
     * @param asked the targets of this compilation
     * @return ends with the thread, always without an exception
     */
    static CompletableFuture<?> start(List<Target> targets, List<Target> asked) {
        // What fails here fails in the compilation of a class too, where it is reported.
        return CompletableFuture.runAsync(() -> run(targets, asked), Tasks.inThread("graphkernel-preparation"))
                .exceptionally(failure -> null);
    }

    private static void run(List<Target> targets, List<Target> asked) {
        var capabilities = Targets.capabilities(targets);
        Graph fused = new PassPipeline(Flags.DEFAULT, capabilities)
                .run(GraphParser.parse(GRAPH))
                .graph();
        try {
            KernelTable table = KernelTable.of(List.of(Planner.plan(fused, fused.name(), capabilities)));
            KernelSources.print(new ClassKernels(NAME, "", NAME, NAME + "Kernels", table), targets, asked);
        } catch (SchedulingException e) {
            throw new IllegalStateException(e);
        }
    }
}
