package io.graphkernel.examples.benchmarks.recurrence;

import io.graphkernel.examples.benchmarks.ChildProcess;
import io.graphkernel.examples.benchmarks.Data;
import io.graphkernel.examples.benchmarks.Harness;
import io.graphkernel.examples.benchmarks.Harness.Contestant;
import io.graphkernel.examples.benchmarks.TrafficLimit;
import io.graphkernel.examples.benchmarks.TrafficLimit.Array;
import io.graphkernel.examples.benchmarks.TrafficLimit.Role;
import io.graphkernel.runtime.KernelThreads;
import io.graphkernel.runtime.Tensor;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Time of linear recurrences along both axes, and of reading the operands and writing the result.
 *
 * <p>Prints the tables of docs/bench/recurrences.md. Arguments are the numbers of threads, each of which is measured in
 * its own process; the default is one and two.
 */
public final class RecurrenceBenchmark {
    private static final int ROUNDS = 9;
    private static final long WARM_UP_NANOSECONDS = 20_000_000;
    private static final long SLOT_NANOSECONDS = 60_000_000;
    private static final long[][] SHAPES = {{64, 4096}, {4096, 64}, {2048, 2048}};

    private RecurrenceBenchmark() {}

    /**
     * Prints the tables.
     *
     * @param arguments numbers of threads
     */
    public static void main(String[] arguments) throws Exception {
        ChildProcess.runPerThreadCount(RecurrenceBenchmark.class, arguments, RecurrenceBenchmark::measure);
    }

    private static void measure(int threads) {
        KernelThreads.setCount(threads);
        Harness harness = new Harness(ROUNDS, WARM_UP_NANOSECONDS, SLOT_NANOSECONDS, threads);
        TrafficLimit limit = new TrafficLimit(threads);
        System.out.println("| shape, " + threads
                + " threads | first axis ms | last axis ms | traffic ms | traffic / first | traffic / last |");
        System.out.println("|---|---:|---:|---:|---:|---:|");
        for (long[] shape : SHAPES) {
            measure(harness, limit, shape);
        }
    }

    private static void measure(Harness harness, TrafficLimit limit, long... shape) {
        try (Tensor a = Data.uniform(1, 0, 1, shape);
                Tensor b = Data.uniform(2, -1, 1, shape);
                Tensor out = Tensor.empty(shape)) {
            List<Contestant> contestants = new ArrayList<>(List.of(
                    new Contestant("first", () -> RecurrenceOpsKernels.first(a, b, out)),
                    new Contestant("last", () -> RecurrenceOpsKernels.last(a, b, out))));
            limit.contestants(List.of(Array.of(a, Role.READ), Array.of(b, Role.READ), Array.of(out, Role.WRITE)))
                    .forEach(contestants::add);
            Map<String, Harness.Times> times = harness.measureRounds(contestants);
            Harness.Times traffic = TrafficLimit.fastest(times);
            System.out.printf(
                    Locale.ROOT,
                    "| [%d, %d] | %.3f | %.3f | %.3f | %.2f | %.2f |%n",
                    shape[0],
                    shape[1],
                    times.get("first").best() / 1e6,
                    times.get("last").best() / 1e6,
                    traffic.best() / 1e6,
                    traffic.over(times.get("first")),
                    traffic.over(times.get("last")));
        }
    }
}
