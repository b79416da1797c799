package io.graphkernel.examples.benchmarks;

import io.graphkernel.examples.benchmarks.Harness.Contestant;
import io.graphkernel.examples.benchmarks.Harness.Times;
import io.graphkernel.runtime.KernelThreads;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;

/**
 * Comparison of kernels and calls with the ratios of an earlier build, which are checked in. A ratio is the time
 * relative to a reference of hand-written C in the same process: the traffic of a kernel, or the launch of a kernel for
 * calls on small tensors. Each measurement is made twice, interleaved, and the ratios of the two are the spread.
 *
 * <p>It prints all ratios, marks those beyond the spread, and never fails because of them.
 */
public final class RegressionBenchmark {
    /** Path of the recorded ratios, from the directory of this module. */
    private static final Path FILE = Path.of("ratios.txt");

    /** Argument that also records the ratios. */
    private static final String UPDATE = "update";

    private static final int ROUNDS = 9;
    private static final long SLOT_NANOSECONDS = 8_000_000;
    private static final long WARM_UP_NANOSECONDS = 4_000_000;
    private static final long[] ROWS = {256, Operation.JUDGED_ROWS};
    private static final int CALLS = 1_000;

    /** Smallest change that is marked: two processes differ by more than two turns in one. */
    private static final double MIN_CHANGE = 1.05;

    /** End of the name of a measurement's second turn. */
    private static final String AGAIN = " again";

    private final int threads;
    private final Harness harness;
    private final Report report;
    private final RecordedRatios recorded;
    private final Map<String, Double> measured = new LinkedHashMap<>();

    private RegressionBenchmark(int threads, Report report, RecordedRatios recorded) {
        this.threads = threads;
        this.harness = new Harness(ROUNDS, WARM_UP_NANOSECONDS, SLOT_NANOSECONDS, threads);
        this.report = report;
        this.recorded = recorded;
    }

    /**
     * Compares the ratios.
     *
     * @param arguments numbers of threads, none for one and two; {@code update} to record the ratios
     */
    public static void main(String[] arguments) throws IOException, InterruptedException {
        PrintStream out = new PrintStream(new FileOutputStream(FileDescriptor.out), true, StandardCharsets.UTF_8);
        boolean updates = List.of(arguments).contains(UPDATE);
        if (ChildProcess.isThis()) {
            measure(Integer.parseInt(arguments[0]), updates, new Report(out));
            return;
        }
        List<String> counts = new ArrayList<>(List.of(arguments));
        counts.remove(UPDATE);
        for (String threads : counts.isEmpty() ? List.of("1", "2") : counts) {
            List<String> given = updates ? List.of(threads, UPDATE) : List.of(threads);
            int status = ChildProcess.run(RegressionBenchmark.class, given, Integer.parseInt(threads));
            if (status != 0) {
                System.exit(status);
            }
        }
    }

    private static void measure(int threads, boolean updates, Report report) throws IOException {
        KernelThreads.setCount(threads);
        RecordedRatios recorded = RecordedRatios.read(FILE);
        RegressionBenchmark benchmark = new RegressionBenchmark(threads, report, recorded);
        benchmark.measure();
        if (updates) {
            recorded.with(machine(), benchmark.measured).write(FILE);
        }
    }

    private void measure() throws IOException {
        report.heading("Ratios to hand-written C, threads: " + threads);
        report.note("now: " + machine() + "  \nrecorded: "
                + (recorded.machine().isEmpty() ? "nothing" : recorded.machine()) + "\n");
        report.row("measurement", "ours ns", "ratio", "recorded", "change", "same build, from", "to", "");
        report.row("---", "---:", "---:", "---:", "---:", "---:", "---:", "---");
        TrafficLimit limit = new TrafficLimit(threads);
        for (long rows : ROWS) {
            for (Operation operation : Operation.values()) {
                kernel(operation, rows, limit);
            }
            gradients(rows, Operation.SEED_GRAPH.columns(), limit);
        }
        if (threads == 1) {
            calls(limit);
        }
    }

    private void kernel(Operation operation, long rows, TrafficLimit limit) {
        try (Contest contest = new Contest(operation, rows)) {
            compare(
                    Map.of(operation.key() + " " + operation.size(rows), contest.fused()),
                    limit.contestants(operation, contest.traffic(), contest.elements()),
                    1);
        }
    }

    /** Measures the gradients of the seed graph, of declared and of undeclared shapes. */
    private void gradients(long rows, long columns, TrafficLimit limit) {
        try (PairOperands operands = new PairOperands(rows, columns)) {
            String size = " [" + rows + ", " + columns + "]";
            Map<String, Runnable> both = new LinkedHashMap<>();
            both.put("gradients, declared" + size, operands.declared());
            both.put("gradients, undeclared" + size, operands.undeclared());
            compare(both, limit.contestants(operands.traffic()), 1);
        }
    }

    /** Measures calls on 4×4 tensors relative to the launch of a kernel that copies as much. */
    private void calls(TrafficLimit limit) {
        try (PairOperands operands = new PairOperands(SmallCalls.SIZE, SmallCalls.SIZE);
                SmallCalls calls = new SmallCalls()) {
            List<Contestant> launch = limit.contestants(calls.traffic()).stream()
                    .map(contestant -> new Contestant(contestant.name(), repeated(contestant.call())))
                    .toList();
            Map<String, Runnable> repeated = new LinkedHashMap<>();
            calls.all().forEach((name, call) -> repeated.put("call: " + name, repeated(call)));
            repeated.put("call: gradients, declared", repeated(operands.declared()));
            repeated.put("call: gradients, undeclared", repeated(operands.undeclared()));
            compare(repeated, launch, CALLS);
        }
    }

    private static Runnable repeated(Runnable call) {
        return () -> {
            for (int i = 0; i < CALLS; i++) {
                call.run();
            }
        };
    }

    /**
     * Compares measurements that take turns with their references.
     *
     * @param calls number of calls per measurement
     */
    private void compare(Map<String, Runnable> measurements, List<Contestant> references, int calls) {
        List<Contestant> contestants = new ArrayList<>(references);
        measurements.forEach((name, call) -> contestants.add(new Contestant(name, call)));
        measurements.forEach((name, call) -> contestants.add(new Contestant(name + AGAIN, call)));
        Map<String, Times> times = harness.measureRounds(contestants);
        Times reference = TrafficLimit.fastest(times);
        for (String name : measurements.keySet()) {
            Times ours = times.get(name);
            // The JVM may still compile the code of a call between rounds.
            double ratio = calls > 1 ? ours.best() / reference.best() : ours.over(reference);
            print(name, ours.best() / calls, ratio, ours.spreadOver(times.get(name + AGAIN)));
        }
    }

    private void print(String name, double time, double ratio, double[] spread) {
        String key = name + ", threads " + threads;
        measured.put(key, ratio);
        OptionalDouble before = recorded.of(key);
        report.row(
                name,
                Report.format("%.0f", time),
                Report.format("%.2f", ratio),
                before.isPresent() ? Report.format("%.2f", before.getAsDouble()) : "",
                before.isPresent() ? Report.format("%.2f", ratio / before.getAsDouble()) : "",
                Report.format("%.2f", spread[0]),
                Report.format("%.2f", spread[1]),
                before.isPresent() ? mark(ratio / before.getAsDouble(), spread) : "");
    }

    /** Returns a mark for a change that the same build does not show against itself. */
    private static String mark(double change, double[] spread) {
        double largest = Math.max(MIN_CHANGE, Math.max(spread[1], 1 / spread[0]));
        return change > largest ? "slower" : change < 1 / largest ? "faster" : "";
    }

    private static String machine() throws IOException {
        Path description = Path.of("/proc/cpuinfo");
        List<String> lines = Files.exists(description) ? Files.readAllLines(description) : List.of();
        String processor = lines.stream()
                .filter(line -> line.startsWith("model name"))
                .map(line -> line.substring(line.indexOf(':') + 1).strip())
                .findFirst()
                .orElse(System.getProperty("os.arch"));
        return processor + ", " + Runtime.getRuntime().availableProcessors() + " virtual cores, "
                + System.getProperty("os.name") + ", JDK " + Runtime.version().feature();
    }
}
