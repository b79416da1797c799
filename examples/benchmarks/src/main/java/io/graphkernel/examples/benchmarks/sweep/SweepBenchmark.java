package io.graphkernel.examples.benchmarks.sweep;

import io.graphkernel.examples.benchmarks.ChildProcess;
import io.graphkernel.examples.benchmarks.Report;
import io.graphkernel.examples.benchmarks.TemporaryDirectory;
import io.graphkernel.examples.benchmarks.sweep.ElementSpeed.Variant;
import io.graphkernel.examples.benchmarks.sweep.SweepSettings.Part;
import io.graphkernel.runtime.DType;
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
import java.util.stream.Stream;

/**
 * Measures every memory-bound op of the op table against the limit of its own traffic, then named fusions, reductions of
 * unusual shapes, other dtypes, odd sizes, and what oneDNN has.
 */
public final class SweepBenchmark {
    private static final long ROWS = 4096;
    private static final long COLUMNS = 1024;
    private static final long WIDE_COLUMNS = 4096;
    private static final long STREAMING_ROWS = 65536;
    private static final long MANY = 1 << 24;
    private static final OptionalDouble FUSION_TARGET = OptionalDouble.of(0.85);
    private static final OptionalDouble REDUCTION_TARGET = OptionalDouble.of(0.75);
    private static final OptionalDouble DTYPE_TARGET = OptionalDouble.of(1.6);
    private static final OptionalDouble ODD_TARGET = OptionalDouble.of(0.8);

    private final SweepSettings settings;
    private final Path directory;
    private final Report report;

    private SweepBenchmark(SweepSettings settings, Path directory, Report report) {
        this.settings = settings;
        this.directory = directory;
        this.report = report;
    }

    /** Runs the benchmark with the arguments of {@link SweepSettings#USAGE}. */
    public static void main(String[] arguments) throws IOException, InterruptedException {
        PrintStream out = new PrintStream(new FileOutputStream(FileDescriptor.out), true, StandardCharsets.UTF_8);
        SweepSettings settings;
        try {
            settings = SweepSettings.parse(arguments);
        } catch (IllegalArgumentException e) {
            out.println(e.getMessage());
            out.println(SweepSettings.USAGE);
            System.exit(2);
            return;
        }
        if (settings.list()) {
            list(new Report(out));
        } else if (ChildProcess.isThis()) {
            try (TemporaryDirectory directory = new TemporaryDirectory("sweep-benchmark")) {
                new SweepBenchmark(settings, directory.path(), new Report(out)).run();
            }
        } else {
            System.exit(start(settings));
        }
    }

    private static void list(Report report) {
        report.heading("Cases");
        Cases.sweep()
                .forEach(tested -> report.note("- " + tested.title() + ": "
                        + (tested.isKnown() ? tested.method("f", DType.F32) : "not in the op table")));
        report.heading("Not measured");
        Cases.notMeasured().forEach((op, reason) -> report.note("- " + op + ": " + reason));
        coverage(report);
    }

    private static void coverage(Report report) {
        List<String> forgotten = Cases.forgotten();
        report.note("");
        report.note(
                "Ops of the table without a case: " + (forgotten.isEmpty() ? "none" : String.join(", ", forgotten)));
    }

    /** The peers take a process for each number of threads. */
    private static int start(SweepSettings settings) throws IOException, InterruptedException {
        List<Part> ours = new ArrayList<>(settings.sections());
        boolean peers = ours.remove(Part.PEERS);
        int status = 0;
        if (!ours.isEmpty()) {
            status = ChildProcess.run(SweepBenchmark.class, settings.arguments(ours, settings.threads()), 1);
        }
        for (int threads : settings.threads()) {
            if (peers && status == 0) {
                List<String> arguments = settings.arguments(List.of(Part.PEERS), List.of(threads));
                status = ChildProcess.run(SweepBenchmark.class, arguments, threads);
            }
        }
        return status;
    }

    private void run() throws IOException {
        for (Part section : settings.sections()) {
            Stopwatch stopwatch = new Stopwatch(settings.harness(), settings.threads());
            switch (section) {
                case SWEEP -> sweep(stopwatch);
                case FUSIONS -> fusions(stopwatch);
                case REDUCTIONS -> reductions(stopwatch);
                case DTYPES -> dtypes(stopwatch);
                case ODD -> oddSizes(stopwatch);
                case PEERS -> peers(stopwatch);
            }
        }
    }

    private void sweep(Stopwatch stopwatch) throws IOException {
        report.heading("Share of the limit, f32");
        List<Case> cases = Cases.sweep().stream()
                .filter(tested -> settings.ops().isEmpty() || settings.ops().contains(tested.op()))
                .toList();
        try (Kernels kernels = new Kernels(directory("sweep"), cases, List.of(DType.F32))) {
            LimitTable table = new LimitTable(kernels, stopwatch, report);
            table.begin();
            cases.forEach(tested -> table.measure(tested, sizes(ROWS, COLUMNS), OptionalDouble.empty()));
            table.summary();
            table.failures();
            coverage(report);
        }
    }

    /** Fusions as users write them: the passes of these names form one op of each. */
    private void fusions(Stopwatch stopwatch) throws IOException {
        report.heading("Named fusions");
        List<DType> dtypes = List.of(DType.F32, DType.BF16);
        List<Case> cases = FusedCases.named();
        try (Kernels kernels = new Kernels(directory("fusions"), cases, dtypes)) {
            LimitTable table = new LimitTable(kernels, stopwatch, report);
            table.begin();
            for (DType dtype : dtypes) {
                for (long columns : new long[] {COLUMNS, WIDE_COLUMNS}) {
                    Map<String, Long> sizes = sizes(ROWS, columns);
                    cases.forEach(tested -> table.measure(tested, dtype, sizes, FUSION_TARGET));
                }
            }
            table.failures();
        }
    }

    private void reductions(Stopwatch stopwatch) throws IOException {
        report.heading("Reductions of other shapes, f32");
        List<Case> rowReductions = FusedCases.rowReductions();
        List<Case> alongColumns = FusedCases.columnReductions();
        List<Case> cases = new ArrayList<>(rowReductions);
        cases.addAll(alongColumns);
        try (Kernels kernels = new Kernels(directory("reductions"), cases, List.of(DType.F32))) {
            LimitTable table = new LimitTable(kernels, stopwatch, report);
            table.begin();
            for (long columns : new long[] {262144, 16}) {
                Map<String, Long> sizes = sizes(MANY / columns, columns);
                rowReductions.forEach(tested -> table.measure(tested, sizes, REDUCTION_TARGET));
            }
            for (long rows : new long[] {ROWS, STREAMING_ROWS}) {
                Map<String, Long> sizes = sizes(rows, COLUMNS);
                alongColumns.forEach(tested -> table.measure(tested, sizes, REDUCTION_TARGET));
            }
            table.failures();
        }
    }

    private void dtypes(Stopwatch stopwatch) throws IOException {
        report.heading("Dtypes, [" + STREAMING_ROWS + ", " + COLUMNS + "]");
        List<DType> dtypes = List.of(DType.F32, DType.F16, DType.BF16);
        List<Variant> variants = dtypes.stream()
                .map(dtype -> new Variant(dtype.toString(), dtype, sizes(STREAMING_ROWS, COLUMNS)))
                .toList();
        List<Case> cases = FusedCases.all();
        try (Kernels kernels = new Kernels(directory("dtypes"), cases, dtypes)) {
            new ElementSpeed(kernels, stopwatch, report, variants, DTYPE_TARGET).measure(cases);
        }
    }

    private void oddSizes(Stopwatch stopwatch) throws IOException {
        report.heading("Odd numbers of columns, " + ROWS + " rows, f32");
        List<Variant> variants = Stream.of(COLUMNS, COLUMNS - 3, COLUMNS - 1, COLUMNS + 1)
                .map(columns -> new Variant(String.valueOf(columns), DType.F32, sizes(ROWS, columns)))
                .toList();
        List<Case> cases = FusedCases.oddSizes();
        try (Kernels kernels = new Kernels(directory("odd"), cases, List.of(DType.F32))) {
            new ElementSpeed(kernels, stopwatch, report, variants, ODD_TARGET).measure(cases);
        }
    }

    private void peers(Stopwatch stopwatch) throws IOException {
        int threads = settings.threads().get(0);
        report.heading("Compared with oneDNN, " + threads + " thread(s), f32");
        try (Kernels kernels = new Kernels(directory("peers"), Peers.cases(), List.of(DType.F32))) {
            new Peers(kernels, stopwatch, threads, report).measure();
        }
    }

    private Path directory(String section) throws IOException {
        return Files.createDirectories(directory.resolve(section));
    }

    /** The symbols of the operands: a matrix, and as many elements as a cube and as images at the sweep's size. */
    private static Map<String, Long> sizes(long rows, long columns) {
        Map<String, Long> sizes = new LinkedHashMap<>(Map.of("n", rows, "d", columns));
        sizes.putAll(Map.of("p", 64L, "q", 64L, "i", 16L, "c", 64L, "h", 64L, "w", 64L));
        return sizes;
    }
}
