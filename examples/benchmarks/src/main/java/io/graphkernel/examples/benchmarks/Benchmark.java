package io.graphkernel.examples.benchmarks;

import io.graphkernel.examples.benchmarks.onednn.OneDnn;
import io.graphkernel.runtime.KernelThreads;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * Benchmark of the fused kernels against oneDNN, against themselves unfused, and against the machine's memory
 * bandwidth.
 *
 * <p>oneDNN's OpenMP reads its number of threads when the process starts, so each number of threads is measured in a
 * separate process, in which all contestants share one JVM and the same memory.
 */
public final class Benchmark {
    private Benchmark() {}

    /** Runs the benchmark with the arguments of {@link Settings#USAGE}. */
    public static void main(String[] arguments) throws IOException, InterruptedException {
        PrintStream out = new PrintStream(new FileOutputStream(FileDescriptor.out), true, StandardCharsets.UTF_8);
        Settings settings;
        try {
            settings = Settings.parse(arguments);
        } catch (IllegalArgumentException e) {
            out.println(e.getMessage());
            out.println(Settings.USAGE);
            System.exit(2);
            return;
        }
        if (ChildProcess.isThis()) {
            measure(settings, new Report(out));
            return;
        }
        for (int threads : settings.threads()) {
            int status = ChildProcess.run(Benchmark.class, settings.arguments(threads), threads);
            if (status != 0) {
                System.exit(status);
            }
        }
    }

    private static void measure(Settings settings, Report report) {
        int threads = settings.threads().get(0);
        KernelThreads.setCount(threads);
        Harness harness = settings.harness();
        OneDnn oneDnn = new OneDnn();
        Measurement measurement = new Measurement(harness, oneDnn, new TrafficLimit(threads), report);

        report.heading("Agreement of the results, " + count(threads));
        List<Result> results = new ArrayList<>();
        for (long rows : settings.rows()) {
            for (Operation operation : settings.operations()) {
                // The parameters of AdamW have one size.
                if (!operation.inPlace() || rows == Operation.JUDGED_ROWS) {
                    results.add(measurement.measure(operation, rows));
                }
            }
        }
        report.heading("Best-round medians, " + count(threads));
        report.results(results);
        report.heading("oneDNN's compositions, " + count(threads));
        report.oneDnnCompositions(results);
        cacheResident(settings, results, threads, report);
        if (settings.latency()) {
            report.heading("Calls on 4x4 tensors, " + count(threads));
            new Latency(harness).measure(oneDnn, report);
        }
    }

    /** Shows what the arithmetic alone takes of the operations that do not come close to the limit. */
    private static void cacheResident(Settings settings, List<Result> results, int threads, Report report) {
        List<Result> shown = results.stream()
                .filter(result -> settings.cacheResident() || result.missesLimit())
                .toList();
        if (shown.isEmpty()) {
            return;
        }
        report.heading("The same kernels on data in the L1 cache, " + count(threads));
        report.row("operation", "size", "ours us", "arithmetic alone us", "limit us", "limit/arithmetic");
        report.row("---", "---", "---:", "---:", "---:", "---:");
        CacheResident cacheResident = new CacheResident(settings.harness());
        for (Result result : shown) {
            Operation operation = result.operation();
            double arithmetic = cacheResident.arithmeticTime(operation, result.rows(), threads);
            report.row(
                    operation.title(),
                    operation.size(result.rows()),
                    Report.microseconds(result.fused()),
                    Report.microseconds(arithmetic),
                    Report.microseconds(result.limit()),
                    Report.format("%.2f", result.limit() / arithmetic));
        }
    }

    private static String count(int threads) {
        return threads == 1 ? "1 thread" : threads + " threads";
    }
}
