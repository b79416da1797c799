package io.graphkernel.examples.gpu;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** Text table of the results of a run. */
final class ResultTable {
    private final StringBuilder text = new StringBuilder();
    private final CheckResults results;

    private ResultTable(CheckResults results) {
        this.results = results;
    }

    /** Returns the text. */
    static String of(CheckResults results) {
        ResultTable table = new ResultTable(results);
        table.section("machine", "property", "value");
        table.section("part", "name", "status", "seconds", "reason");
        table.section("launch", "quantity", "microseconds");
        table.section("conformance", "suite", "slice", "cases", "failed");
        table.rows();
        table.section("gpt", "system", "dtype", "milliseconds", "firstLoss", "lastLoss", "lossDifference");
        table.section("profile", "kernel", "metric", "value");
        table.section("failure", "part", "message");
        return table.text.toString();
    }

    private void section(String kind, String... columns) {
        List<List<String>> lines = results.records(kind)
                .map(fields -> java.util.Arrays.stream(columns)
                        .map(column -> cell(fields.get(column)))
                        .toList())
                .collect(Collectors.toCollection(ArrayList::new));
        print(lines, List.of(columns));
    }

    private static String cell(Object value) {
        if (value == null) {
            return "";
        }
        return value instanceof Double number ? String.format(Locale.ROOT, "%.3f", number) : value.toString();
    }

    /** Prints a line per kernel, dtype and dims, with a column per system, relative to the fastest other system. */
    private void rows() {
        Map<List<String>, Map<String, Double>> times = new LinkedHashMap<>();
        Set<String> systems = new LinkedHashSet<>(List.of(RowTable.SYSTEM));
        Map<List<String>, Double> bandwidths = new LinkedHashMap<>();
        results.records("row").forEach(row -> {
            List<String> key = List.of(cell(row.get("kernel")), cell(row.get("dtype")), cell(row.get("dims")));
            String system = cell(row.get("system"));
            systems.add(system);
            times.computeIfAbsent(key, name -> new LinkedHashMap<>()).put(system, (Double) row.get("microseconds"));
            if (system.equals(RowTable.SYSTEM)) {
                bandwidths.put(key, (Double) row.get("gigabytesPerSecond"));
            }
        });
        List<String> header = new ArrayList<>(List.of("kernel", "dtype", "dims"));
        systems.forEach(system -> header.add(system + " us"));
        header.addAll(List.of("GB/s", "speed-up over the fastest other"));
        List<List<String>> lines = new ArrayList<>();
        times.forEach((key, row) -> {
            List<String> line = new ArrayList<>(key);
            systems.forEach(system -> line.add(cell(row.get(system))));
            line.add(cell(bandwidths.get(key)));
            Double own = row.get(RowTable.SYSTEM);
            row.entrySet().stream()
                    .filter(entry -> own != null && !entry.getKey().equals(RowTable.SYSTEM))
                    .mapToDouble(Map.Entry::getValue)
                    .min()
                    .ifPresent(other -> line.add(cell(other / own)));
            lines.add(line);
        });
        print(lines, header);
    }

    private void print(List<List<String>> lines, List<String> header) {
        if (lines.isEmpty()) {
            return;
        }
        lines.add(0, header);
        int[] widths = new int[header.size()];
        for (List<String> line : lines) {
            for (int i = 0; i < line.size(); i++) {
                widths[i] = Math.max(widths[i], line.get(i).length());
            }
        }
        for (List<String> line : lines) {
            StringBuilder row = new StringBuilder();
            for (int i = 0; i < line.size(); i++) {
                row.append(line.get(i))
                        .append(" ".repeat(widths[i] - line.get(i).length() + 2));
            }
            text.append(row.toString().stripTrailing()).append('\n');
        }
        text.append('\n');
    }
}
