package io.graphkernel.examples.benchmarks.attention;

import io.graphkernel.examples.benchmarks.ChildProcess;
import io.graphkernel.examples.benchmarks.Harness;
import io.graphkernel.examples.benchmarks.Harness.Contestant;
import io.graphkernel.examples.benchmarks.NamedSettings;
import io.graphkernel.examples.benchmarks.Report;
import io.graphkernel.runtime.DType;
import io.graphkernel.runtime.KernelThreads;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;
import org.bytedeco.pytorch.NoGradGuard;
import org.bytedeco.pytorch.global.torch;

/**
 * Measures attention of 12 heads with 64 columns against the same method unfused, against its products with a fused
 * softmax between them, and against PyTorch's {@code scaled_dot_product_attention}, all in one process for each number of
 * threads.
 */
public final class FusedAttentionBenchmark {
    private static final String USAGE = "arguments, with their defaults:  dtypes=f32,bf16  sequences=512,2048,8192"
            + "  threads=1,2  rounds=5  slot=40 (milliseconds)  unfused=512,2048  pytorch=512,2048,8192 (the sequences)";

    private static final String FUSED = "fused";
    private static final String UNFUSED = "unfused";
    private static final String MATMULS = "products";
    private static final String TORCH = "PyTorch";
    private static final String PYTORCH = "pytorch";
    private static final String NOTHING = "-";

    /** At this sequence length and above, fusion has to pay. */
    private static final long JUDGED_SEQUENCE = 2048;

    private static final OptionalDouble GAIN = OptionalDouble.of(2);
    private static final OptionalDouble PARITY = OptionalDouble.of(1);

    private final NamedSettings settings;
    private final Report report;

    private FusedAttentionBenchmark(NamedSettings settings, Report report) {
        this.settings = settings;
        this.report = report;
    }

    /** Runs the benchmark with the arguments of the usage text. */
    public static void main(String[] arguments) throws IOException, InterruptedException {
        PrintStream out = new PrintStream(new FileOutputStream(FileDescriptor.out), true, StandardCharsets.UTF_8);
        Map<String, String> defaults = new LinkedHashMap<>();
        defaults.put("dtypes", "f32,bf16");
        defaults.put("sequences", "512,2048,8192");
        defaults.put("threads", "1,2");
        defaults.put("rounds", "5");
        defaults.put("slot", "40");
        defaults.put(UNFUSED, "512,2048");
        defaults.put(PYTORCH, "512,2048,8192");
        NamedSettings settings = NamedSettings.read(defaults, arguments, USAGE, out);
        FusedAttentionBenchmark benchmark = new FusedAttentionBenchmark(settings, new Report(out));
        if (ChildProcess.isThis()) {
            benchmark.run();
        } else {
            System.exit(settings.startProcesses(FusedAttentionBenchmark.class));
        }
    }

    private void run() {
        int threads = settings.number("threads");
        KernelThreads.setCount(threads);
        torch.set_num_threads(threads);
        report.heading("Attention, threads: " + threads);
        report.row(
                "dtype",
                "sequence",
                "ours us",
                "PyTorch us",
                "unfused us",
                "products us",
                "PyTorch/ours",
                "unfused/ours",
                "products/ours",
                "apart");
        report.row("---", "---:", "---:", "---:", "---:", "---:", "---:", "---:", "---:", "---:");
        try (NoGradGuard inference = new NoGradGuard()) {
            for (String dtype : settings.items("dtypes")) {
                for (String sequence : settings.items("sequences")) {
                    measure(DType.valueOf(dtype.toUpperCase(Locale.ROOT)), Long.parseLong(sequence));
                }
            }
        }
    }

    private void measure(DType dtype, long sequence) {
        boolean unfused = settings.items(UNFUSED).contains(String.valueOf(sequence));
        boolean peer = settings.items(PYTORCH).contains(String.valueOf(sequence));
        try (AttentionContest contest = new AttentionContest(dtype, sequence)) {
            List<Contestant> contestants = new ArrayList<>(List.of(new Contestant(FUSED, contest.fused())));
            double apart = 0;
            if (unfused) {
                contestants.add(new Contestant(UNFUSED, contest.unfused()));
                contestants.add(new Contestant(MATMULS, contest.products()));
                apart = difference(contest.output(contest.unfused()), contest.output(contest.fused()));
            }
            if (peer) {
                contestants.add(new Contestant(TORCH, contest.torch()));
                apart = Math.max(apart, difference(contest.output(contest.fused()), contest.theirOutput()));
            }
            if (!(apart < (dtype == DType.F32 ? 1e-5 : 2e-2))) {
                throw new IllegalStateException(dtype + " " + sequence + ": the results differ by " + apart);
            }
            long slot = settings.number("slot") * 1_000_000L;
            Map<String, Double> times = new Harness(
                            settings.number("rounds"), slot / 4, slot, settings.number("threads"))
                    .measure(contestants);
            double ours = times.get(FUSED);
            OptionalDouble gain = sequence >= JUDGED_SEQUENCE ? GAIN : OptionalDouble.empty();
            report.row(
                    dtype.toString(),
                    String.valueOf(sequence),
                    Report.microseconds(ours),
                    microseconds(times, TORCH),
                    microseconds(times, UNFUSED),
                    microseconds(times, MATMULS),
                    peer ? Report.atLeast(times.get(TORCH) / ours, PARITY) : NOTHING,
                    unfused ? Report.atLeast(times.get(UNFUSED) / ours, gain) : NOTHING,
                    unfused ? Report.format("%.2f", times.get(MATMULS) / ours) : NOTHING,
                    Report.format("%.1e", apart));
        }
    }

    private static String microseconds(Map<String, Double> times, String contestant) {
        return times.containsKey(contestant) ? Report.microseconds(times.get(contestant)) : NOTHING;
    }

    /** The largest difference; a NaN is an infinite one. */
    private static double difference(float[] ours, float[] theirs) {
        double most = 0;
        for (int i = 0; i < ours.length; i++) {
            double apart = Math.abs((double) ours[i] - theirs[i]);
            most = Math.max(most, Double.isNaN(apart) ? Double.POSITIVE_INFINITY : apart);
        }
        return most;
    }
}
