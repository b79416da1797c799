package io.graphkernel.examples.bert;

import io.graphkernel.examples.bert.Bert.Batch;
import io.graphkernel.examples.bert.Bert.Model;
import io.graphkernel.examples.bert.BertTraining.Moments;
import io.graphkernel.examples.bert.Launches.Launch;
import io.graphkernel.runtime.KernelThreads;
import io.graphkernel.runtime.Parameters;
import io.graphkernel.runtime.Tensor;
import io.graphkernel.runtime.TensorScope;
import io.graphkernel.training.Initializer;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Trains BERT on random texts and times its step at each level of optimization, in turns over the same model: a table of the
 * levels next to the least time that the step can take, and a table of its parts.
 */
public final class TimeBert {

    /** The share that dropout keeps. */
    static final double KEPT = 0.9;

    private static final int POSITIONS = 512;
    private static final float RATE = 1e-4f;
    private static final double MEGA = 1e6;
    private static final double MILLI = 1e-3;

    private final int width;
    private final int vocabulary;
    private final int length;
    private final int rounds;
    private final StepParts parts = new StepParts();
    private final Model model;
    private final Moments moments;
    private int step;

    private TimeBert(Map<String, String> settings) throws IOException {
        width = Integer.parseInt(settings.getOrDefault("width", "768"));
        vocabulary = Integer.parseInt(settings.getOrDefault("vocabulary", "30522"));
        length = Integer.parseInt(settings.getOrDefault("length", "128"));
        rounds = Integer.parseInt(settings.getOrDefault("rounds", "5"));
        model = Weights.random(new Initializer(1)).model(vocabulary, POSITIONS, width);
        moments = new Moments(zeros(), zeros());
    }

    private Model zeros() {
        return Parameters.map(model, (path, weight) -> Tensor.zeros(weight.dimensions()));
    }

    /**
     * Times the step.
     *
     * @param arguments settings such as {@code texts=8,32 threads=1,2 length=128 rounds=5 width=768}
     * @throws IOException if the report of the build can't be read
     */
    public static void main(String[] arguments) throws IOException {
        Map<String, String> settings = Arrays.stream(arguments)
                .map(argument -> argument.split("=", 2))
                .collect(Collectors.toMap(setting -> setting[0], setting -> setting[1]));
        TimeBert time = new TimeBert(settings);
        for (int threads : numbers(settings.getOrDefault("threads", "2,1"))) {
            for (int texts : numbers(settings.getOrDefault("texts", "8,32"))) {
                time.measure(threads, texts);
            }
        }
    }

    private static int[] numbers(String list) {
        return Arrays.stream(list.split(",")).mapToInt(Integer::parseInt).toArray();
    }

    private void measure(int threads, int texts) throws IOException {
        KernelThreads.setCount(threads);
        try (TensorScope scope = TensorScope.open()) {
            Batch batch = new RandomTexts(threads, vocabulary).batch(texts, length);
            Bound bound = new Bound(texts, length, batch.masked().dimension(0), width, vocabulary);
            Map<OptLevel, List<Double>> seconds = new EnumMap<>(OptLevel.class);
            Map<OptLevel, List<Launch>> launches = new EnumMap<>(OptLevel.class);
            for (OptLevel level : OptLevel.values()) {
                step(level, batch);
                launches.put(level, Launches.of(() -> step(level, batch)));
                seconds.put(level, new ArrayList<>());
            }
            for (int round = 0; round < rounds; round++) {
                seconds.forEach((level, times) -> times.add(Bound.seconds(() -> step(level, batch))));
                bound.measure();
            }
            System.out.printf(
                    "%nBERT, %d layers of %d, %d x %d tokens, %d threads, dropout, AdamW; medians of %d steps%n%n",
                    Layers.COUNT, width, texts, length, threads, rounds);
            printLevels(seconds, launches, bound, texts * length);
            printParts(launches);
        }
    }

    private void step(OptLevel level, Batch batch) {
        step++;
        try (TensorScope scope = TensorScope.open()) {
            level.step(model, moments, batch, RATE, step, KEPT, step);
        }
    }

    private void printLevels(
            Map<OptLevel, List<Double>> seconds, Map<OptLevel, List<Launch>> launches, Bound bound, int tokens) {
        System.out.println("opt_level  ms/step  tokens/s  launches  GB moved  level 0 over it");
        double unfused = Bound.median(seconds.get(OptLevel.ZERO));
        seconds.forEach((level, times) -> {
            double median = Bound.median(times);
            print(
                    "%-9d %8.1f %9.0f %9d %9.2f %16.2f",
                    level.ordinal(),
                    median / MILLI,
                    tokens / median,
                    launches.get(level).size(),
                    bytes(launches.get(level)) / 1e9,
                    unfused / median);
        });
        List<Launch> rest = launches.get(OptLevel.TWO).stream()
                .filter(launch -> !parts.part(launch).equals(StepParts.PRODUCTS))
                .toList();
        double traffic = bytes(rest) / bound.bytesPerSecond();
        double least = bound.seconds() + traffic;
        print("%-9s %8.1f %9.0f %9s %9s %16.2f", "bound", least / MILLI, tokens / least, "", "", unfused / least);
        print(
                "The bound: %.1f ms of products by themselves; %.2f GB of the other kernels of level 2 at %.1f GB/s,"
                        + " %.1f ms.%n",
                bound.seconds() / MILLI, bytes(rest) / 1e9, bound.bytesPerSecond() / 1e9, traffic / MILLI);
    }

    /** By the Java method that kernels come from. */
    private void printParts(Map<OptLevel, List<Launch>> launches) {
        TreeMap<String, Map<OptLevel, List<Launch>>> byPart = new TreeMap<>();
        launches.forEach((level, ofLevel) -> ofLevel.forEach(
                launch -> byPart.computeIfAbsent(parts.part(launch), part -> new EnumMap<>(OptLevel.class))
                        .computeIfAbsent(level, key -> new ArrayList<>())
                        .add(launch)));
        print(
                "%-18s%s",
                "ms (launches)",
                "level 0         level 1         level 2         level 3"
                        .indent(3)
                        .stripTrailing());
        byPart.forEach((part, ofPart) -> print(
                "%-18s%s",
                part,
                Arrays.stream(OptLevel.values())
                        .map(level -> cell(ofPart.getOrDefault(level, List.of())))
                        .collect(Collectors.joining())));
    }

    private static String cell(List<Launch> launches) {
        double nanoseconds = launches.stream().mapToLong(Launch::nanoseconds).sum();
        return String.format(Locale.ROOT, "%9.1f (%4d)", nanoseconds / MEGA, launches.size());
    }

    private static double bytes(List<Launch> launches) {
        return launches.stream().mapToLong(Launch::bytes).sum();
    }

    private static void print(String format, Object... values) {
        System.out.printf(Locale.ROOT, format + "%n", values);
    }
}
