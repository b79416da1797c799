package io.graphkernel.examples.bert;

import io.graphkernel.examples.bert.StepProfile.Launch;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;

/** The steps of each level compared with the bound, and the breakdown of the fastest ones. */
final class LevelTables {

    private static final double MILLI = 1e-3;
    private static final double GIGA = 1e9;
    private static final Comparator<StepProfile> BY_SECONDS = Comparator.comparingDouble(StepProfile::seconds);

    private final Map<OptLevel, List<StepProfile>> steps;
    private final Map<OptLevel, StepProfile> fastest = new EnumMap<>(OptLevel.class);
    private final StepParts classifier;
    private final Bound bound;

    LevelTables(Map<OptLevel, List<StepProfile>> steps, StepParts classifier, Bound bound) {
        this.steps = steps;
        this.classifier = classifier;
        this.bound = bound;
        steps.forEach((level, ofLevel) ->
                fastest.put(level, ofLevel.stream().min(BY_SECONDS).orElseThrow()));
    }

    /** The table of the levels. */
    void printLevels(int tokens) {
        print("opt_level  ms/step  median  tokens/s  launches  GB moved  level 0 over it");
        double unfused = fastest.get(OptLevel.ZERO).seconds();
        fastest.forEach((level, step) -> print(
                "%-9d %8.1f %7.1f %9.0f %9d %9.2f %16.2f",
                level.ordinal(),
                step.seconds() / MILLI,
                median(steps.get(level)) / MILLI,
                tokens / step.seconds(),
                step.launches().size(),
                StepProfile.bytesOf(step.launches()) / GIGA,
                unfused / step.seconds()));
        double bytes = StepProfile.bytesOf(fastest.get(OptLevel.TWO).launches().stream()
                .filter(launch -> !classifier.part(launch).equals(StepParts.MATMULS))
                .toList());
        double traffic = bytes / bound.bytesPerSecond();
        double least = bound.seconds() + traffic;
        print(
                "%-9s %8.1f %7s %9.0f %9s %9s %16.2f",
                "bound", least / MILLI, "", tokens / least, "", "", unfused / least);
        print(
                "The bound: %.1f ms of products by themselves; %.2f GB of the other kernels of level 2 at %.1f GB/s,"
                        + " %.1f ms.%n",
                bound.seconds() / MILLI, bytes / GIGA, bound.bytesPerSecond() / GIGA, traffic / MILLI);
    }

    private static double median(List<StepProfile> steps) {
        return steps.stream()
                .sorted(BY_SECONDS)
                .skip(steps.size() / 2)
                .findFirst()
                .orElseThrow()
                .seconds();
    }

    /** The table of the Java methods that kernels come from. */
    void printParts() {
        TreeMap<String, Map<OptLevel, List<Launch>>> byPart = new TreeMap<>();
        fastest.forEach((level, step) -> step.launches()
                .forEach(launch -> byPart.computeIfAbsent(
                                classifier.part(launch), label -> new EnumMap<>(OptLevel.class))
                        .computeIfAbsent(level, key -> new ArrayList<>())
                        .add(launch)));
        printRow("ms (launches)", level -> String.format("  level %d        ", level.ordinal()));
        byPart.forEach((label, ofPart) -> printRow(label, level -> {
            List<Launch> launches = ofPart.getOrDefault(level, List.of());
            return cell(StepProfile.secondsOf(launches), "(" + launches.size() + ")");
        }));
        printRow("between launches", level -> {
            StepProfile step = fastest.get(level);
            return cell(step.seconds() - StepProfile.secondsOf(step.launches()), "");
        });
    }

    private static void printRow(String title, Function<OptLevel, String> cells) {
        print("%-18s%s", title, Arrays.stream(OptLevel.values()).map(cells).collect(Collectors.joining()));
    }

    private static String cell(double seconds, String launches) {
        return String.format(Locale.ROOT, "%9.1f %-7s", seconds / MILLI, launches);
    }

    private static void print(String format, Object... values) {
        System.out.printf(Locale.ROOT, format + "%n", values);
    }
}
