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
import java.util.List;

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

    /** Starts the thread; whoever needs a class that it loads just now waits for it. */
    static void start(List<Target> targets) {
        Thread thread = new Thread(() -> run(targets), "graphkernel-preparation");
        thread.setDaemon(true);
        thread.start();
    }

    private static void run(List<Target> targets) {
        var capabilities = Targets.capabilities(targets);
        Graph fused = new PassPipeline(Flags.DEFAULT, capabilities)
                .run(GraphParser.parse(GRAPH))
                .graph();
        try {
            KernelTable table = KernelTable.of(List.of(Planner.plan(fused, fused.name(), capabilities)));
            KernelSources.print(new ClassKernels(NAME, "", NAME, NAME + "Kernels", table), targets, targets);
        } catch (SchedulingException e) {
            throw new IllegalStateException(e);
        }
    }
}
