package io.graphkernel.processor.pass;

import io.graphkernel.graph.Graph;
import io.graphkernel.processor.build.Targets;
import io.graphkernel.processor.option.FlagValues;
import io.graphkernel.processor.pass.pipeline.PassPipeline;
import io.graphkernel.processor.schedule.Planner;
import io.graphkernel.processor.schedule.SchedulingException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * Program that prints the compile time of long graphs through all graph stages and the schedule: CPU time of the thread for the
 * first call, and the minimum of later ones.
 */
final class CompileTimes {

    private static final int RUNS = 5;
    private static final List<Integer> SIZES = List.of(500, 1000, 5000);

    private CompileTimes() {}

    public static void main(String[] arguments) throws SchedulingException {
        ThreadMXBean thread = ManagementFactory.getThreadMXBean();
        for (int kind = 0; kind < LongGraphs.KINDS; kind++) {
            for (int size : SIZES) {
                Graph graph = LongGraphs.of(kind, size);
                double[] times = new double[RUNS];
                for (int run = 0; run < RUNS; run++) {
                    long start = thread.getCurrentThreadCpuTime();
                    Planner.plan(
                            new PassPipeline(FlagValues.DEFAULT).run(graph).graph(),
                            "f",
                            Targets.capabilities(Targets.ALL));
                    times[run] = (thread.getCurrentThreadCpuTime() - start) / 1e6;
                }
                System.out.printf(
                        Locale.ROOT,
                        "kind %d, %d ops: first %.0f ms, then %.0f%n",
                        kind,
                        size,
                        times[0],
                        Arrays.stream(times).min().orElseThrow());
            }
        }
    }
}
