package io.graphkernel.examples.benchmarks.gradient;

import io.graphkernel.examples.benchmarks.ChildProcess;
import io.graphkernel.examples.benchmarks.Harness;
import io.graphkernel.examples.benchmarks.Harness.Times;
import io.graphkernel.examples.benchmarks.NamedSettings;
import io.graphkernel.examples.benchmarks.Report;
import io.graphkernel.runtime.KernelThreads;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Supplier;
import org.bytedeco.pytorch.global.torch;

/**
 * Benchmark of derived gradients. References are the machine's limit for the traffic of both calls, its own time in the
 * caches, the forward kernel alone, explicit gradient ops, oneDNN where it has both primitives, and PyTorch's autograd;
 * forward kernels are compared with hand-written C. All contestants alternate in one process per number of threads.
 */
public final class GradientBenchmark {
    private static final String USAGE =
            "arguments, with their defaults:  ops=all  threads=1,2  rounds=7  slot=30 (milliseconds)";

    private static final String NOTHING = "-";

    /** Number of rows with which all operands of a row operation fit in the caches. */
    private static final long CACHED_ROWS = 64;

    /** Best known ratio of forward and gradient to forward alone. */
    private static final Map<String, Double> OVER_FORWARD = Map.of(
            "biasGelu", 2.4,
            "layerNorm", 3.0,
            "softmax", 2.1,
            "rmsNorm", 3.2,
            "swiGlu", 3.1,
            "seedGraph", 3.4,
            "crossEntropy", 1.6);

    private static final OptionalDouble OVER_HAND = OptionalDouble.of(1.05);
    private static final OptionalDouble OVER_LIMIT = OptionalDouble.of(1.2);
    private static final OptionalDouble OVER_COMPOSED = OptionalDouble.of(1);
    private static final OptionalDouble PYTORCH_OVER = OptionalDouble.of(2.5);

    private GradientBenchmark() {}

    /** Runs the benchmark with the arguments of the usage text. */
    public static void main(String[] arguments) throws IOException, InterruptedException {
        PrintStream out = new PrintStream(new FileOutputStream(FileDescriptor.out), true, StandardCharsets.UTF_8);
        Map<String, String> defaults = new LinkedHashMap<>();
        defaults.put("ops", "all");
        defaults.put("threads", "1,2");
        defaults.put("rounds", "7");
        defaults.put("slot", "30");
        NamedSettings settings = NamedSettings.read(defaults, arguments, USAGE, out);
        if (ChildProcess.isThis()) {
            measure(settings, new Report(out));
        } else {
            System.exit(settings.startProcesses(GradientBenchmark.class));
        }
    }

    private static void measure(NamedSettings settings, Report report) {
        int threads = settings.number("threads");
        KernelThreads.setCount(threads);
        torch.set_num_threads(threads);
        long slot = settings.number("slot") * 1_000_000L;
        Harness harness = new Harness(settings.number("rounds"), slot / 4, slot, threads);
        Map<String, Supplier<GradientContest>> contests = new Contests(threads, Contests.ROWS).all();
        Map<String, Supplier<GradientContest>> cached = new Contests(threads, CACHED_ROWS).ofRows();
        if (!settings.text("ops").equals("all")) {
            contests.keySet().retainAll(settings.items("ops"));
        }
        report.heading(
                "Forward and gradient, best-round medians and their ratios in the middle round, threads: " + threads);
        report.row(
                "operation",
                "forward us",
                "by hand us",
                "forward/by hand",
                "pair us",
                "limit us",
                "in cache us",
                "composed us",
                "oneDNN us",
                "PyTorch us",
                "pair/limit",
                "pair/forward",
                "pair/composed",
                "pair/oneDNN",
                "PyTorch/pair",
                "apart");
        report.row(
                "---", "---:", "---:", "---:", "---:", "---:", "---:", "---:", "---:", "---:", "---:", "---:", "---:",
                "---:", "---:", "---:");
        contests.forEach((name, maker) -> {
            try (GradientContest contest = maker.get()) {
                OptionalDouble inCache = cached.containsKey(name)
                        ? OptionalDouble.of(inCache(cached.get(name), threads, harness))
                        : OptionalDouble.empty();
                print(
                        report,
                        name,
                        contest,
                        contest.agreement(),
                        harness.measureRounds(contest.contestants()),
                        inCache);
            }
        });
        if (harness.pauses() > 0) {
            report.note("\nTurns that were repeated, since all threads had but one core of the machine: "
                    + harness.pauses());
        }
    }

    /**
     * Returns the time of the pair if all memory were as fast as the caches: the time for few rows on one thread,
     * scaled to the rows of each thread. Only less arithmetic could lower it.
     */
    private static double inCache(Supplier<GradientContest> fewRows, int threads, Harness harness) {
        KernelThreads.setCount(1);
        try (GradientContest contest = fewRows.get()) {
            double time =
                    harness.measure(contest.contestants(GradientContest.PAIR)).get(GradientContest.PAIR);
            return time * Contests.ROWS / CACHED_ROWS / threads;
        } finally {
            KernelThreads.setCount(threads);
        }
    }

    private static void print(
            Report report,
            String name,
            GradientContest contest,
            double apart,
            Map<String, Times> times,
            OptionalDouble inCache) {
        Times pair = times.get(GradientContest.PAIR);
        Times forward = times.get(GradientContest.FORWARD);
        Times limit = times.get(GradientContest.LIMIT);
        Double target = OVER_FORWARD.get(name);
        Optional<Times> byHand = Optional.ofNullable(times.get(GradientContest.HAND));
        Optional<Times> oneDnn = Optional.ofNullable(times.get(GradientContest.ONE_DNN));
        report.row(
                contest.title(),
                Report.microseconds(forward.best()),
                byHand.map(hand -> Report.microseconds(hand.best())).orElse(NOTHING),
                byHand.map(hand -> Report.atMost(forward.over(hand), OVER_HAND)).orElse(NOTHING),
                Report.microseconds(pair.best()),
                Report.microseconds(limit.best() * contest.limitFactor()),
                inCache.isPresent() ? Report.microseconds(inCache.getAsDouble()) : NOTHING,
                Report.microseconds(times.get(GradientContest.COMPOSED).best()),
                oneDnn.map(library -> Report.microseconds(library.best())).orElse(NOTHING),
                Report.microseconds(times.get(GradientContest.TORCH).best()),
                Report.atMost(pair.over(limit) / contest.limitFactor(), OVER_LIMIT),
                Report.atMost(pair.over(forward), target == null ? OptionalDouble.empty() : OptionalDouble.of(target)),
                Report.atMost(pair.over(times.get(GradientContest.COMPOSED)), OVER_COMPOSED),
                oneDnn.map(library -> Report.format("%.2f", pair.over(library))).orElse(NOTHING),
                Report.atLeast(times.get(GradientContest.TORCH).over(pair), PYTORCH_OVER),
                Report.format("%.1e", apart));
    }
}
