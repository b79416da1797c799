package io.graphkernel.examples.benchmarks.sweep;

import io.graphkernel.examples.benchmarks.Harness.Contestant;
import io.graphkernel.examples.benchmarks.Report;
import io.graphkernel.runtime.DType;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;

/** A table of cases that are measured against themselves: in other dtypes, or with other numbers of columns. */
final class ElementSpeed {
    private final Kernels kernels;
    private final Stopwatch stopwatch;
    private final Report report;
    private final List<Variant> variants;
    private final OptionalDouble target;
    private final List<String> failures = new ArrayList<>();

    /**
     * Creates the comparison of the variants of a kernel.
     *
     * @param variants the first is what the others are compared with
     * @param target the least speed per element over that of the first
     */
    ElementSpeed(Kernels kernels, Stopwatch stopwatch, Report report, List<Variant> variants, OptionalDouble target) {
        this.kernels = kernels;
        this.stopwatch = stopwatch;
        this.report = report;
        this.variants = variants;
        this.target = target;
    }

    /**
     * Variant of a case: dtype and dims.
     *
     * @param name for the report
     * @param dtype of its operands
     * @param symbols the values of the symbols in their dims
     */
    record Variant(String name, DType dtype, Map<String, Long> symbols) {}

    void measure(List<Case> cases) {
        List<String> titles = new ArrayList<>(List.of("op", "threads"));
        List<String> lines = new ArrayList<>(List.of("---", "---:"));
        for (Variant variant : variants) {
            titles.add(variant.name() + " us");
            lines.add("---:");
        }
        for (Variant variant : variants.subList(1, variants.size())) {
            titles.add("speed " + variant.name() + "/" + variants.get(0).name());
            lines.add("---:");
        }
        report.row(titles.toArray(String[]::new));
        report.row(lines.toArray(String[]::new));
        cases.forEach(this::measure);
        report.note("");
        report.note(failures.isEmpty() ? "All cases ran." : "Cases without a figure:");
        failures.forEach(failure -> report.note("- " + failure));
    }

    private void measure(Case tested) {
        Map<Variant, Workload> workloads = new LinkedHashMap<>();
        try {
            for (Variant variant : variants) {
                kernels.rejection(tested, variant.dtype()).ifPresent(message -> {
                    throw new IllegalStateException(variant.name() + ": " + message);
                });
                workloads.put(variant, new Workload(kernels, tested, variant.dtype(), variant.symbols()));
            }
            for (int threads : stopwatch.threads()) {
                List<Contestant> contestants = new ArrayList<>();
                workloads.forEach((variant, workload) -> contestants.add(workload.contestant(variant.name())));
                row(tested, threads, workloads, stopwatch.times(threads, contestants));
            }
        } catch (RuntimeException e) {
            failures.add(tested.title() + ": " + e.getMessage());
        } finally {
            workloads.values().forEach(Workload::close);
        }
    }

    private void row(Case tested, int threads, Map<Variant, Workload> workloads, Map<String, Double> times) {
        List<String> cells = new ArrayList<>(List.of(tested.title(), String.valueOf(threads)));
        variants.forEach(variant -> cells.add(Report.microseconds(times.get(variant.name()))));
        double first = speed(variants.get(0), workloads, times);
        for (Variant variant : variants.subList(1, variants.size())) {
            cells.add(Report.atLeast(speed(variant, workloads, times) / first, target));
        }
        report.row(cells.toArray(String[]::new));
    }

    /** Elements per nanosecond. */
    private static double speed(Variant variant, Map<Variant, Workload> workloads, Map<String, Double> times) {
        return workloads.get(variant).elements() / times.get(variant.name());
    }
}
