package io.graphkernel.examples.benchmarks;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.TreeMap;

/**
 * The checked-in ratios of {@link RegressionBenchmark}: a first line that names the machine, then a line per measurement
 * with its name and its ratio, in the order of the names.
 *
 * @param machine description of the machine that they were measured on; empty if none are recorded
 * @param ratios ratios by name
 */
record RecordedRatios(String machine, Map<String, Double> ratios) {
    private static final String MACHINE = "# ";
    private static final String SEPARATOR = "; ";

    /** Reads a file, which need not exist. */
    static RecordedRatios read(Path file) throws IOException {
        String machine = "";
        Map<String, Double> ratios = new TreeMap<>();
        for (String line : Files.exists(file) ? Files.readAllLines(file) : List.<String>of()) {
            if (line.startsWith(MACHINE)) {
                machine = line.substring(MACHINE.length());
            } else if (!line.isBlank()) {
                int end = line.lastIndexOf(SEPARATOR);
                ratios.put(line.substring(0, end), Double.valueOf(line.substring(end + SEPARATOR.length())));
            }
        }
        return new RecordedRatios(machine, ratios);
    }

    OptionalDouble of(String name) {
        return ratios.containsKey(name) ? OptionalDouble.of(ratios.get(name)) : OptionalDouble.empty();
    }

    /** Returns the ratios of a machine with others in place of those of the same names; another machine's are dropped. */
    RecordedRatios with(String measuredMachine, Map<String, Double> measured) {
        Map<String, Double> updated = new TreeMap<>(machine.equals(measuredMachine) ? ratios : Map.of());
        updated.putAll(measured);
        return new RecordedRatios(measuredMachine, updated);
    }

    void write(Path file) throws IOException {
        List<String> lines = new ArrayList<>(List.of(MACHINE + machine));
        ratios.forEach((name, ratio) -> lines.add(name + SEPARATOR + Report.format("%.3f", ratio)));
        Files.write(file, lines);
    }
}
