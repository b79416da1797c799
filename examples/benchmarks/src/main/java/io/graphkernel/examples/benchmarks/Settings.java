package io.graphkernel.examples.benchmarks;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Measurement settings from the command line.
 *
 * @param operations the operations
 * @param rows numbers of rows; the number of columns is the operation's
 * @param threads numbers of threads, each measured in a separate process
 * @param rounds number of turns of the contestants
 * @param slotMilliseconds timed run per turn
 * @param latency true to time calls on 4×4 tensors
 * @param cacheResident true to measure every operation on data in the L1 cache, not only those that miss the limit's
 *     target
 */
record Settings(
        List<Operation> operations,
        List<Long> rows,
        List<Integer> threads,
        int rounds,
        int slotMilliseconds,
        boolean latency,
        boolean cacheResident) {
    static final String USAGE = String.join(
            System.lineSeparator(),
            "arguments, with their defaults:",
            "  ops=biasGelu,layerNorm,softmax,rmsNorm,addLayerNorm,swiGlu,seedGraph,adamW",
            "  rows=256,4096,65536   threads=1,2   rounds=15   slot=40 (milliseconds)",
            "  latency=yes           cache-resident=no",
            "  quick                 stands for rows=4096 rounds=5 slot=10");

    /**
     * Returns the settings in the arguments.
     *
     * @throws IllegalArgumentException if an argument is not understood, with a text for the user
     */
    static Settings parse(String... arguments) {
        Map<String, String> values = new LinkedHashMap<>();
        values.put("ops", join(Arrays.asList(Operation.values()), Operation::key));
        values.put("rows", "256,4096,65536");
        values.put("threads", "1,2");
        values.put("rounds", "15");
        values.put("slot", "40");
        values.put("latency", "yes");
        values.put("cache-resident", "no");
        for (String argument : arguments) {
            if (argument.equals("quick")) {
                values.putAll(Map.of("rows", "4096", "rounds", "5", "slot", "10"));
                continue;
            }
            String[] fields = argument.split("=", 2);
            if (fields.length < 2 || values.replace(fields[0], fields[1]) == null) {
                throw new IllegalArgumentException("not understood: " + argument);
            }
        }
        return new Settings(
                items(values.get("ops"), Operation::byKey),
                items(values.get("rows"), item -> (long) number(item)),
                items(values.get("threads"), Settings::number),
                number(values.get("rounds")),
                number(values.get("slot")),
                answer(values.get("latency")),
                answer(values.get("cache-resident")));
    }

    /** The command line of the same measurement with one number of threads. */
    List<String> arguments(int threadCount) {
        return List.of(
                "ops=" + join(operations, Operation::key),
                "rows=" + join(rows, String::valueOf),
                "threads=" + threadCount,
                "rounds=" + rounds,
                "slot=" + slotMilliseconds,
                "latency=" + (latency ? "yes" : "no"),
                "cache-resident=" + (cacheResident ? "yes" : "no"));
    }

    Harness harness() {
        return new Harness(rounds, Math.max(5, slotMilliseconds / 4) * 1_000_000L, slotMilliseconds * 1_000_000L);
    }

    private static <T> String join(List<T> items, Function<T, String> text) {
        return items.stream().map(text).collect(Collectors.joining(","));
    }

    private static <T> List<T> items(String value, Function<String, T> meaning) {
        return Arrays.stream(value.split(",")).map(String::strip).map(meaning).toList();
    }

    private static int number(String value) {
        if (!value.matches("[1-9][0-9]{0,8}")) {
            throw new IllegalArgumentException("not a positive number: " + value);
        }
        return Integer.parseInt(value);
    }

    private static boolean answer(String value) {
        return switch (value) {
            case "yes" -> true;
            case "no" -> false;
            default -> throw new IllegalArgumentException("neither yes nor no: " + value);
        };
    }
}
