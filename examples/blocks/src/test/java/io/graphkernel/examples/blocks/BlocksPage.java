package io.graphkernel.examples.blocks;

import io.graphkernel.examples.blocks.BlockReport.Cost;
import io.graphkernel.examples.blocks.BlockReport.Step;
import io.graphkernel.examples.blocks.BlockReport.Value;
import io.graphkernel.examples.blocks.Measured.Row;
import io.graphkernel.graph.Dim;
import io.graphkernel.processor.pass.GraphPass;
import io.graphkernel.processor.pass.pattern.FusionPatterns;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;

/** The page of the blocks: what fusion makes of each, from the report of this module's build, and what it takes. */
final class BlocksPage {
    static final Path FILE = Path.of("BLOCKS.md");

    private static final String HEADER = """
            <!-- Generated from the report of the build and from results.csv; refresh with:
                 mvn -pl examples/blocks -am test -Dgolden.update=true -Dtest=BlocksPageTest -Dsurefire.failIfNoSpecifiedTests=false -->
            # Fifteen blocks

            Each is a class of [this module](src/main/java/io/graphkernel/examples/blocks), written as a user of the library writes it, and is tested on
            every target, at every level and with each pass switched off, against its definition in float64 and against PyTorch. This page shows what the
            compiler makes of it with default flags and those of its annotation. *Unfused* is the same source with `--opt_level=0`, a kernel for each op; matmuls and
            convolutions are oneDNN's in both. A launch is a kernel, a library call or a loop. Bytes are those read from memory and written to it.
            """;

    private static final Set<String> NAMED =
            FusionPatterns.all().stream().map(GraphPass::name).collect(Collectors.toSet());
    private static final String LIBRARY_CALL = "library call";
    private static final String COPY = "IdentityMath";
    /** Kernels with more ops show the number of each. */
    private static final int MAX_LISTED_OPS = 30;

    private static final List<Integer> THREADS = List.of(1, 2);

    private final Map<Workload, BlockReport> reports;
    private final Map<Workload, BlockReport> unfused;
    private final Measured measured;
    private final StringBuilder text = new StringBuilder();

    private BlocksPage(Map<Workload, BlockReport> reports, Map<Workload, BlockReport> unfused, Measured measured) {
        this.reports = reports;
        this.unfused = unfused;
        this.measured = measured;
    }

    /**
     * Prints the page.
     *
     * @param fused the directory of the report
     * @param unfused that of the report without fusion
     */
    static String print(Path fused, Path unfused, Measured measured) {
        List<Workload> workloads = Workloads.realistic();
        return new BlocksPage(BlockReport.of(fused, workloads), BlockReport.of(unfused, workloads), measured).run();
    }

    private String run() {
        line(HEADER);
        summary();
        reports.forEach(this::block);
        return text.toString();
    }

    private void line(String format, Object... arguments) {
        text.append(arguments.length == 0 ? format : String.format(Locale.ROOT, format, arguments))
                .append('\n');
    }

    private void summary() {
        line("Times are best-round medians; contestants take turns in one process. Machine: %s.", measured.machine());
        line("PyTorch's preset uses OpenBLAS; it has the environment in which it is fastest: %s.", environment());
        line("Measured by `mvn -q -DskipTests -pl examples/blocks -am verify -Pblocks`, which writes this page, too.");
        line("");
        line(
                "| block | launches | bytes moved | unfused over fused, 1 / 2 threads | PyTorch eager over fused, 1 / 2 threads |");
        line("| --- | --- | --- | --- | --- |");
        reports.forEach((workload, report) -> {
            Cost before = unfused.get(workload).cost();
            double bytes = (double) report.at(workload, report.cost().bytes()) / report.at(workload, before.bytes());
            line(
                    "| [%s](#%s) | %d → %d | × %.2f | %s | %s |",
                    workload.title(),
                    workload.title().toLowerCase(Locale.ROOT).replace(' ', '-'),
                    before.launches(),
                    report.cost().launches(),
                    bytes,
                    ratios(workload, Row::unfused),
                    ratios(workload, Row::torch));
        });
        line("");
    }

    private static String environment() {
        return new TreeMap<>(Torch.ENVIRONMENT)
                .entrySet().stream().map(entry -> "`" + entry + "`").collect(Collectors.joining(", "));
    }

    private String ratios(Workload workload, ToDoubleFunction<Row> time) {
        return THREADS.stream()
                .map(threads -> measured.of(workload, threads)
                        .map(row -> String.format(Locale.ROOT, "%.2f", time.applyAsDouble(row) / row.fused()))
                        .orElse("-"))
                .collect(Collectors.joining(" / "));
    }

    private void block(Workload workload, BlockReport report) {
        line("## %s", workload.title());
        line("");
        String file = workload.type().getSimpleName() + ".java";
        line("[`%s`](src/main/java/%s)", file, workload.type().getName().replace('.', '/') + ".java");
        line("");
        line("As written:");
        line("");
        line("```text");
        new WrittenGraph(report).lines().forEach(this::line);
        line("```");
        line("");
        line("As compiled:");
        line("");
        plan(workload, report);
        line("");
        line(
                "Passes that changed it: %s.",
                report.fired().stream()
                        .map(pass -> NAMED.contains(pass) ? "**`" + pass + "`**" : "`" + pass + "`")
                        .collect(Collectors.joining(", ")));
        line("");
        costs(workload, report);
        line("");
        times(workload);
    }

    private void plan(Workload workload, BlockReport report) {
        line("| launch | form | ops | reads | writes | MB |");
        line("| --- | --- | --- | --- | --- | --- |");
        List<Step> steps = report.steps();
        Map<Integer, String> names = names(report, steps);
        for (Step step : steps) {
            line(
                    "| %d | %s | %s | %s | %s | %s |",
                    step.launch(),
                    step.form(),
                    ops(report, step),
                    step.reads().stream().map(names::get).collect(Collectors.joining(", ")),
                    step.writes().stream().map(names::get).collect(Collectors.joining(", ")),
                    megabytes(report.at(workload, step.bytes())));
        }
    }

    /** Parameters and values with a variable of their own are called by it, others by the launch that computes them. */
    private static Map<Integer, String> names(BlockReport report, List<Step> steps) {
        Map<Integer, String> names = new HashMap<>();
        Set<String> taken = new HashSet<>();
        for (Step step : steps) {
            step.reads().stream()
                    .filter(id -> report.value(id).op().equals("Parameter"))
                    .forEach(id -> names.put(id, report.value(id).label()));
        }
        taken.addAll(names.values());
        for (Step step : steps) {
            for (int id : step.writes()) {
                String label = report.label(id);
                String ofLaunch = "t" + step.launch();
                for (int i = 0; taken.contains(ofLaunch); i++) {
                    ofLaunch = "t" + step.launch() + (char) ('a' + i);
                }
                boolean isOther = taken.contains(label) && !report.isUpdate(id);
                String name = label.isEmpty() || isOther ? ofLaunch : label;
                names.put(id, name);
                taken.add(name);
            }
        }
        return names;
    }

    private static String ops(BlockReport report, Step step) {
        List<String> ops = new ArrayList<>();
        for (int id : step.values()) {
            Value value = report.value(id);
            boolean isCall = step.form().equals(LIBRARY_CALL) && step.writes().contains(id);
            String attributes = isCall ? WrittenGraph.attributes(value) : "";
            String op = value.op().equals(COPY) ? "copy" : value.op() + attributes;
            if (ops.isEmpty() || !ops.get(ops.size() - 1).equals(op)) {
                ops.add(op);
            }
        }
        return ops.size() > MAX_LISTED_OPS ? counts(ops) : String.join(", ", ops);
    }

    private static String counts(List<String> ops) {
        Map<String, Long> counts =
                ops.stream().collect(Collectors.groupingBy(op -> op, LinkedHashMap::new, Collectors.counting()));
        return counts.entrySet().stream()
                .map(entry -> entry.getValue() == 1 ? entry.getKey() : entry.getValue() + " " + entry.getKey())
                .collect(Collectors.joining(", "));
    }

    private void costs(Workload workload, BlockReport report) {
        line("| | launches | bytes moved | at %s |", workload.size());
        line("| --- | --- | --- | --- |");
        cost("unfused", unfused.get(workload).cost(), workload, report);
        cost("as compiled", report.cost(), workload, report);
        Dim unavoidable = report.unavoidableBytes();
        line("| no plan moves less than | | `%s` | %s MB |", unavoidable, megabytes(report.at(workload, unavoidable)));
    }

    private void cost(String plan, Cost cost, Workload workload, BlockReport report) {
        line(
                "| %s | %d | `%s` | %s MB |",
                plan, cost.launches(), cost.bytes(), megabytes(report.at(workload, cost.bytes())));
    }

    private static String megabytes(long bytes) {
        return String.format(Locale.ROOT, "%.2f", bytes / 1e6);
    }

    private void times(Workload workload) {
        List<Row> rows = measured.of(workload);
        if (rows.isEmpty()) {
            return;
        }
        line("| measured, %s | fused | unfused | PyTorch eager |", workload.size());
        line("| --- | --- | --- | --- |");
        for (Row row : rows) {
            line(
                    "| %s | %s | %s | %s |",
                    row.threads() == 1 ? "1 thread" : row.threads() + " threads",
                    time(row.fused()),
                    time(row.unfused()),
                    time(row.torch()));
        }
        line("");
    }

    private static String time(double microseconds) {
        return microseconds < 1000
                ? String.format(Locale.ROOT, "%.0f µs", microseconds)
                : String.format(Locale.ROOT, "%.2f ms", microseconds / 1000);
    }
}
