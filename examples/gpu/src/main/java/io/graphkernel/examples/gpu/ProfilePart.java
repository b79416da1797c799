package io.graphkernel.examples.gpu;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

/** Hardware counters of the rows that are the furthest from the bandwidth of a copy. */
final class ProfilePart {
    private static final int ROWS = 3;
    private static final List<String> METRICS = List.of(
            "gpu__time_duration.sum",
            "dram__throughput.avg.pct_of_peak_sustained_elapsed",
            "dram__bytes.sum.per_second",
            "sm__warps_active.avg.pct_of_peak_sustained_active",
            "sm__inst_issued.avg.pct_of_peak_sustained_active",
            "launch__registers_per_thread",
            "launch__occupancy_limit_registers",
            "launch__occupancy_limit_shared_mem",
            "smsp__average_warps_issue_stalled_long_scoreboard_per_issue_active.ratio",
            "smsp__average_warps_issue_stalled_math_pipe_throttle_per_issue_active.ratio",
            "smsp__average_warps_issue_stalled_wait_per_issue_active.ratio",
            "smsp__average_warps_issue_stalled_barrier_per_issue_active.ratio",
            "smsp__average_warps_issue_stalled_lg_throttle_per_issue_active.ratio");

    private final KitCommands commands;
    private final KitSettings settings;
    private final CheckResults results;

    ProfilePart(KitCommands commands, KitSettings settings, CheckResults results) {
        this.commands = commands;
        this.settings = settings;
        this.results = results;
    }

    /** Profiles the slowest rows; returns a remark. */
    String run(Deadline limit) throws SkippedPartException, IOException, InterruptedException {
        String profiler = KitCommands.tool("ncu");
        List<Map<String, Object>> rows = slowestKernels();
        if (rows.isEmpty()) {
            throw new SkippedPartException("no memory-bound rows are measured");
        }
        for (int i = 0; i < rows.size(); i++) {
            profile(profiler, rows.get(i), i, limit.share(1.0 / (rows.size() - i)));
        }
        return "";
    }

    private List<Map<String, Object>> slowestKernels() {
        return results.records("row")
                .filter(row -> row.get("system").equals(RowTable.SYSTEM))
                .filter(row -> (Double) row.get("gigabytesPerSecond") > 0)
                .filter(row -> row.get("dims").toString().endsWith("x4096"))
                .sorted(Comparator.comparingDouble(row -> (Double) row.get("gigabytesPerSecond")))
                .limit(ROWS)
                .toList();
    }

    private void profile(String profiler, Map<String, Object> row, int index, Deadline limit)
            throws SkippedPartException, IOException, InterruptedException {
        Path table = results.directory().resolve("ncu-" + index + ".csv");
        List<String> command = new ArrayList<>(List.of(
                profiler,
                "--csv",
                "--page",
                "raw",
                "--log-file",
                table.toString(),
                "--metrics",
                String.join(",", METRICS)));
        command.addAll(commands.java(
                RowBenchmark.class.getName(), settings.argument("device"), settings.argument("scale"), "rounds=1"));
        String group = "large-" + row.get("dtype");
        try (MeasurementWorker worker = MeasurementWorker.start("ncu-" + index, results.directory(), command)) {
            worker.request(group, limit);
            worker.request(group + " " + row.get("kernel"), limit);
        }
        List<String> lines = Files.exists(table) ? Files.readAllLines(table) : List.of();
        if (lines.stream().anyMatch(line -> line.contains("ERR_NVGPUCTRPERM"))) {
            throw new SkippedPartException("the user has no permission for the counters of the GPU");
        }
        add(lines, row.get("kernel") + " " + row.get("dtype"));
    }

    /** Adds the metrics of each kernel in the output of the profiler: a line of names, one of units, and one per launch. */
    private void add(List<String> lines, String row) throws IOException {
        List<List<String>> table = lines.stream()
                .filter(line -> line.startsWith("\""))
                .map(ProfilePart::cells)
                .toList();
        if (table.size() < 3) {
            throw new IOException("the profiler reported no kernel for " + row + ": see the log");
        }
        List<String> names = table.get(0);
        List<String> units = table.get(1);
        Map<String, List<String>> lastLaunches = new java.util.LinkedHashMap<>();
        int kernel = names.indexOf("Kernel Name");
        table.subList(2, table.size()).forEach(launch -> lastLaunches.put(launch.get(kernel), launch));
        for (List<String> launch : lastLaunches.values()) {
            for (String metric : METRICS) {
                int column = names.indexOf(metric);
                if (column >= 0) {
                    String value = (launch.get(column) + " " + units.get(column)).strip();
                    results.add(
                            "profile",
                            "row",
                            row,
                            "kernel",
                            row + " " + launch.get(kernel),
                            "metric",
                            metric,
                            "value",
                            value);
                }
            }
        }
    }

    /** Returns the cells of a line of quoted values. */
    static List<String> cells(String line) {
        return List.of(line.substring(1, line.length() - 1).split("\",\"", -1));
    }
}
