package io.graphkernel.examples.benchmarks.sweep;

import io.graphkernel.examples.benchmarks.Harness;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Measurement settings from the command line.
 *
 * @param sections the tables
 * @param ops ops of the sweep; empty for all
 * @param threads numbers of threads
 * @param rounds number of turns of the contestants
 * @param slotMilliseconds timed run per turn
 * @param list true to print the cases instead of measuring
 */
record SweepSettings(
        List<Part> sections, List<String> ops, List<Integer> threads, int rounds, int slotMilliseconds, boolean list) {
    static final String USAGE = String.join(
            System.lineSeparator(),
            "arguments, with their defaults:",
            "  parts=sweep,fusions,reductions,dtypes,odd,peers   ops= (all of the sweep; names of the op table)",
            "  threads=1,2   rounds=6   slot=25 (milliseconds)",
            "  quick   stands for rounds=1 slot=2",
            "  list    prints the cases and compiles nothing");

    /** A table. */
    enum Part {
        SWEEP,
        FUSIONS,
        REDUCTIONS,
        DTYPES,
        ODD,
        PEERS
    }

    /**
     * Returns the settings in the arguments.
     *
     * @throws IllegalArgumentException if an argument is not understood, with a text for the user
     */
    static SweepSettings parse(String... arguments) {
        Map<String, String> values = new LinkedHashMap<>(Map.of(
                "parts", "sweep,fusions,reductions,dtypes,odd,peers",
                "ops", "",
                "threads", "1,2",
                "rounds", "6",
                "slot", "25"));
        boolean list = false;
        for (String argument : arguments) {
            if (argument.equals("list")) {
                list = true;
            } else if (argument.equals("quick")) {
                values.putAll(Map.of("rounds", "1", "slot", "2"));
            } else {
                String[] fields = argument.split("=", 2);
                if (fields.length < 2 || values.replace(fields[0], fields[1]) == null) {
                    throw new IllegalArgumentException("not understood: " + argument);
                }
            }
        }
        return new SweepSettings(
                items(values.get("parts")).map(SweepSettings::part).toList(),
                items(values.get("ops")).toList(),
                items(values.get("threads")).map(SweepSettings::number).toList(),
                number(values.get("rounds")),
                number(values.get("slot")),
                list);
    }

    /** Returns the command line of a child process that measures other tables with other numbers of threads. */
    List<String> arguments(List<Part> childParts, List<Integer> childThreads) {
        return List.of(
                "parts="
                        + join(childParts.stream().map(section -> section.name().toLowerCase(Locale.ROOT))),
                "ops=" + String.join(",", ops),
                "threads=" + join(childThreads.stream().map(String::valueOf)),
                "rounds=" + rounds,
                "slot=" + slotMilliseconds);
    }

    Harness harness() {
        return new Harness(rounds, Math.max(5, slotMilliseconds / 4) * 1_000_000L, slotMilliseconds * 1_000_000L);
    }

    private static String join(Stream<String> items) {
        return items.collect(Collectors.joining(","));
    }

    private static Stream<String> items(String value) {
        return Arrays.stream(value.split(",")).map(String::strip).filter(item -> !item.isEmpty());
    }

    private static Part part(String name) {
        return Arrays.stream(Part.values())
                .filter(section -> section.name().equalsIgnoreCase(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no such part: " + name));
    }

    private static int number(String value) {
        if (!value.matches("[1-9][0-9]{0,8}")) {
            throw new IllegalArgumentException("not a positive number: " + value);
        }
        return Integer.parseInt(value);
    }
}
