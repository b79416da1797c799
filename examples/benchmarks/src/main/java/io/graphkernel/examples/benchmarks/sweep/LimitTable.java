package io.graphkernel.examples.benchmarks.sweep;

import io.graphkernel.examples.benchmarks.Report;
import io.graphkernel.examples.benchmarks.sweep.Stopwatch.Share;
import io.graphkernel.runtime.DType;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.stream.Collectors;

/** A table of cases at some sizes, each as a share of the limit of its traffic. */
final class LimitTable {
    /** A share below this is listed, for a reason to be given. */
    private static final double MIN_SHARE = 0.6;

    private static final double MEDIAN = 0.85;

    private final Kernels kernels;
    private final Stopwatch stopwatch;
    private final Report report;
    private final List<Row> rows = new ArrayList<>();
    private final List<String> failures = new ArrayList<>();

    LimitTable(Kernels kernels, Stopwatch stopwatch, Report report) {
        this.kernels = kernels;
        this.stopwatch = stopwatch;
        this.report = report;
    }

    private record Row(String title, List<Share> shares) {}

    void begin() {
        List<String> titles = new ArrayList<>(List.of("op", "dims"));
        List<String> lines = new ArrayList<>(List.of("---", "---"));
        for (int threads : stopwatch.threads()) {
            titles.addAll(List.of("us, " + threads + " thr.", "limit us", "limit/ours"));
            lines.addAll(List.of("---:", "---:", "---:"));
        }
        report.row(titles.toArray(String[]::new));
        report.row(lines.toArray(String[]::new));
    }

    /** Measures a case; one that fails is noted for the end. */
    void measure(Case tested, Map<String, Long> symbols, OptionalDouble target) {
        measure(tested, DType.F32, symbols, target);
    }

    /** Measures a case in a dtype, which its row names unless it is f32. */
    void measure(Case tested, DType dtype, Map<String, Long> symbols, OptionalDouble target) {
        String title = tested.title() + (dtype == DType.F32 ? "" : ", " + dtype);
        if (kernels.rejection(tested, dtype).isPresent()) {
            failures.add(title + ": " + kernels.rejection(tested, dtype).get());
            return;
        }
        try (Workload workload = new Workload(kernels, tested, dtype, symbols)) {
            List<Share> shares = stopwatch.shares(workload);
            rows.add(new Row(title, shares));
            List<String> cells = new ArrayList<>(List.of(title, workload.dims()));
            for (Share share : shares) {
                cells.add(Report.microseconds(share.time()));
                cells.add(Report.microseconds(share.limit()));
                cells.add(Report.atLeast(share.ofLimit(), target));
            }
            report.row(cells.toArray(String[]::new));
        } catch (RuntimeException e) {
            failures.add(title + ": " + e);
        }
    }

    /** Prints the cases that failed. */
    void failures() {
        report.note("");
        report.note(failures.isEmpty() ? "All cases ran." : "Cases without a figure:");
        failures.forEach(failure -> report.note("- " + failure));
    }

    /** Prints the median and the worst for each number of threads, and the cases below the required minimum. */
    void summary() {
        List<Integer> threads = stopwatch.threads();
        for (int i = 0; i < threads.size() && !rows.isEmpty(); i++) {
            int index = i;
            double[] shares = rows.stream()
                    .mapToDouble(row -> row.shares().get(index).ofLimit())
                    .sorted()
                    .toArray();
            double median = 0.5 * (shares[(shares.length - 1) / 2] + shares[shares.length / 2]);
            Row worst = rows.stream()
                    .min(Comparator.comparingDouble(
                            row -> row.shares().get(index).ofLimit()))
                    .orElseThrow();
            long below =
                    Arrays.stream(shares).filter(share -> share < MIN_SHARE).count();
            report.note("");
            report.note(threads.get(i) + " thread(s), " + shares.length + " cases: median "
                    + Report.atLeast(median, OptionalDouble.of(MEDIAN)) + ", worst "
                    + Report.atLeast(shares[0], OptionalDouble.of(MIN_SHARE)) + " of " + worst.title() + ", below "
                    + MIN_SHARE + ": " + below);
        }
        listLow();
    }

    private void listLow() {
        List<Row> low = rows.stream()
                .filter(row -> row.shares().stream().anyMatch(share -> share.ofLimit() < MIN_SHARE))
                .toList();
        if (low.isEmpty()) {
            return;
        }
        report.note("");
        report.row("below " + MIN_SHARE, "limit/ours", "reason");
        report.row("---", "---", "---");
        for (Row row : low) {
            String shares = row.shares().stream()
                    .map(share -> Report.format("%.2f", share.ofLimit()))
                    .collect(Collectors.joining(" / "));
            report.row(row.title(), shares, Reasons.of(row.title()));
        }
    }
}
