package io.graphkernel.processor.pass;

import io.graphkernel.processor.graph.Graph;
import io.graphkernel.processor.option.Flags;
import io.graphkernel.processor.schedule.Planner;
import io.graphkernel.processor.schedule.SchedulingException;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * A program that prints how long long graphs take through all graph stages and the schedule: the median of some runs in a
 * process that has seen them before, which the compiler of a large project has.
 */
final class CompileTimes {

    private static final int RUNS = 5;
    private static final List<Integer> SIZES = List.of(500, 1000, 5000);

    private CompileTimes() {}

    public static void main(String[] arguments) throws SchedulingException {
        for (int kind = 0; kind < LongGraphs.KINDS; kind++) {
            for (int size : SIZES) {
                Graph graph = LongGraphs.of(kind, size);
                double[] times = new double[RUNS];
                for (int run = 0; run < RUNS; run++) {
                    long start = System.nanoTime();
                    Planner.plan(new PassPipeline(Flags.DEFAULT).run(graph).graph(), "f");
                    times[run] = (System.nanoTime() - start) / 1e6;
                }
                Arrays.sort(times);
                System.out.printf(Locale.ROOT, "kind %d, %d ops: %.0f ms%n", kind, size, times[RUNS / 2]);
            }
        }
    }
}
