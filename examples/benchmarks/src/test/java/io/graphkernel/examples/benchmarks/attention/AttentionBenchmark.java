package io.graphkernel.examples.benchmarks.attention;

import io.graphkernel.examples.benchmarks.ChildProcess;
import io.graphkernel.examples.benchmarks.Harness;
import io.graphkernel.examples.benchmarks.Harness.Contestant;
import io.graphkernel.examples.benchmarks.Report;
import io.graphkernel.runtime.DType;
import io.graphkernel.runtime.KernelThreads;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
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
public final class AttentionBenchmark {
    private static final String USAGE = "arguments, with their defaults:  dtypes=f32,bf16  sequences=512,2048,8192"
            + "  threads=1,2  rounds=5  slot=40 (milliseconds)  unfused=512,2048  pytorch=512,2048,8192 (the sequences)";

    private static final String FUSED = "fused";
    private static final String UNFUSED = "unfused";
    private static final String PRODUCTS = "products";
    private static final String TORCH = "PyTorch";
    private static final String PYTORCH = "pytorch";
    private static final String NOTHING = "-";

    /** At this sequence length and above, fusion has to pay. */
    private static final long JUDGED_SEQUENCE = 2048;

    private static final OptionalDouble GAIN = OptionalDouble.of(2);
    private static final OptionalDouble PARITY = OptionalDouble.of(1);

    private final Map<String, String> settings;
    private final Report report;

    private AttentionBenchmark(Map<String, String> settings, Report report) {
        this.settings = settings;
        this.report = report;
    }

    /** @param arguments as the usage says */
    public static void main(String[] arguments) throws IOException, InterruptedException {
        PrintStream out = new PrintStream(new FileOutputStream(FileDescriptor.out), true, StandardCharsets.UTF_8);
        Map<String, String> settings = new LinkedHashMap<>();
        settings.put("dtypes", "f32,bf16");
        settings.put("sequences", "512,2048,8192");
        settings.put("threads", "1,2");
        settings.put("rounds", "5");
        settings.put("slot", "40");
        settings.put(UNFUSED, "512,2048");
        settings.put(PYTORCH, "512,2048,8192");
        for (String argument : arguments) {
            String[] parts = argument.split("=", 2);
            if (parts.length < 2 || settings.replace(parts[0], parts[1]) == null) {
                out.println("not understood: " + argument);
                out.println(USAGE);
                System.exit(2);
            }
        }
        AttentionBenchmark benchmark = new AttentionBenchmark(settings, new Report(out));
        if (ChildProcess.isThis()) {
            benchmark.run();
        } else {
            System.exit(benchmark.start());
        }
    }

    private List<String> items(String setting) {
        return Arrays.asList(settings.get(setting).split(","));
    }

    /** OpenMP, which PyTorch uses, reads its number of threads when a process starts. */
    private int start() throws IOException, InterruptedException {
        for (String threads : items("threads")) {
            settings.put("threads", threads);
            List<String> arguments = settings.entrySet().stream()
                    .map(setting -> setting.getKey() + "=" + setting.getValue())
                    .toList();
            int status = ChildProcess.run(AttentionBenchmark.class, arguments, Integer.parseInt(threads));
            if (status != 0) {
                return status;
            }
        }
        return 0;
    }

    private void run() {
        int threads = Integer.parseInt(settings.get("threads"));
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
            for (String dtype : items("dtypes")) {
                for (String sequence : items("sequences")) {
                    measure(DType.valueOf(dtype.toUpperCase(Locale.ROOT)), Long.parseLong(sequence));
                }
            }
        }
    }

    private void measure(DType dtype, long sequence) {
        boolean unfused = items(UNFUSED).contains(String.valueOf(sequence));
        boolean peer = items(PYTORCH).contains(String.valueOf(sequence));
        try (AttentionContest contest = new AttentionContest(dtype, sequence)) {
            List<Contestant> contestants = new ArrayList<>(List.of(new Contestant(FUSED, contest.fused())));
            double apart = 0;
            if (unfused) {
                contestants.add(new Contestant(UNFUSED, contest.unfused()));
                contestants.add(new Contestant(PRODUCTS, contest.products()));
                apart = difference(contest.output(contest.unfused()), contest.output(contest.fused()));
            }
            if (peer) {
                contestants.add(new Contestant(TORCH, contest.torch()));
                apart = Math.max(apart, difference(contest.output(contest.fused()), contest.theirOutput()));
            }
            if (!(apart < (dtype == DType.F32 ? 1e-5 : 2e-2))) {
                throw new IllegalStateException(dtype + " " + sequence + ": the results differ by " + apart);
            }
            long slot = Integer.parseInt(settings.get("slot")) * 1_000_000L;
            Map<String, Double> times =
                    new Harness(Integer.parseInt(settings.get("rounds")), slot / 4, slot).measure(contestants);
            double ours = times.get(FUSED);
            OptionalDouble gain = sequence >= JUDGED_SEQUENCE ? GAIN : OptionalDouble.empty();
            report.row(
                    dtype.toString(),
                    String.valueOf(sequence),
                    Report.microseconds(ours),
                    microseconds(times, TORCH),
                    microseconds(times, UNFUSED),
                    microseconds(times, PRODUCTS),
                    peer ? Report.atLeast(times.get(TORCH) / ours, PARITY) : NOTHING,
                    unfused ? Report.atLeast(times.get(UNFUSED) / ours, gain) : NOTHING,
                    unfused ? Report.format("%.2f", times.get(PRODUCTS) / ours) : NOTHING,
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
