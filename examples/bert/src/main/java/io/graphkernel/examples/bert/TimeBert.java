package io.graphkernel.examples.bert;

import io.graphkernel.examples.bert.Bert.Batch;
import io.graphkernel.examples.bert.Bert.Model;
import io.graphkernel.examples.bert.BertTraining.Moments;
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
import java.util.Map;
import java.util.TreeMap;

/**
 * Trains BERT on random texts and times its step at each level of optimization, interleaved over the same model: a
 * table of the levels with the lower bound of the step, and a table of its breakdown.
 */
public final class TimeBert {

    /** The share that dropout keeps. */
    static final double KEPT = 0.9;

    /** Sequence lengths of published models. */
    private static final int POSITIONS = 512;

    private static final float RATE = 1e-4f;

    private final int width;
    private final int vocabulary;
    private final int length;
    private final int rounds;
    private final int[] texts;
    private final int[] threads;
    private final StepParts classifier = new StepParts();
    private final Model model;
    private final Moments moments;
    private int step;

    private TimeBert(Map<String, String> settings) throws IOException {
        width = number(settings, "width");
        vocabulary = number(settings, "vocabulary");
        length = number(settings, "length");
        rounds = number(settings, "rounds");
        texts = numbers(settings, "texts");
        threads = numbers(settings, "threads");
        require(width % Bert.HEAD_SIZE == 0, "width must be a multiple of " + Bert.HEAD_SIZE);
        require(vocabulary > Masking.FIRST_WORD, "vocabulary must be more than " + Masking.FIRST_WORD);
        require(length >= 8 && length <= POSITIONS, "length must be 8 to " + POSITIONS);
        model = Weights.random(new Initializer(1)).model(vocabulary, POSITIONS, width);
        moments = new Moments(zeros(), zeros());
    }

    private Model zeros() {
        return Parameters.map(model, (path, weight) -> Tensor.zeros(weight.dimensions()));
    }

    /**
     * Times the step.
     *
     * @param arguments settings such as {@code texts=8,32 threads=1,2 length=128 rounds=5 width=768 vocabulary=30522}
     * @throws IOException if the report of the build can't be read
     */
    public static void main(String[] arguments) throws IOException {
        TimeBert time = new TimeBert(settings(arguments));
        for (int threads : time.threads) {
            for (int texts : time.texts) {
                time.measure(threads, texts);
            }
        }
    }

    private static Map<String, String> settings(String[] arguments) {
        Map<String, String> settings = new TreeMap<>(Map.of(
                "texts",
                "8,32",
                "threads",
                "2,1",
                "length",
                "128",
                "rounds",
                "5",
                "width",
                "768",
                "vocabulary",
                "30522"));
        for (String argument : arguments) {
            String[] setting = argument.split("=", 2);
            require(
                    setting.length == 2 && settings.replace(setting[0], setting[1]) != null,
                    "\"" + argument + "\" is not a setting; those that there are, with their values: " + settings);
        }
        return settings;
    }

    private static int number(Map<String, String> settings, String name) {
        int[] numbers = numbers(settings, name);
        require(numbers.length == 1, name + " must be one number");
        return numbers[0];
    }

    private static int[] numbers(Map<String, String> settings, String name) {
        String list = settings.get(name);
        require(
                list.matches("[1-9]\\d{0,8}(,[1-9]\\d{0,8})*"),
                name + " must be numbers from 1, with commas between them: " + list);
        return Arrays.stream(list.split(",")).mapToInt(Integer::parseInt).toArray();
    }

    private static void require(boolean met, String otherwise) {
        if (!met) {
            throw new IllegalArgumentException(otherwise);
        }
    }

    private void measure(int threads, int texts) throws IOException {
        KernelThreads.setCount(threads);
        try (TensorScope scope = TensorScope.open()) {
            Batch batch = new RandomTexts(1, vocabulary).batch(texts, length);
            Bound bound = new Bound(texts, length, batch.masked().dimension(0), width, vocabulary);
            Map<OptLevel, List<StepProfile>> steps = new EnumMap<>(OptLevel.class);
            for (OptLevel level : OptLevel.values()) {
                step(level, batch);
                steps.put(level, new ArrayList<>());
            }
            for (int round = 0; round < rounds; round++) {
                for (OptLevel level : OptLevel.values()) {
                    steps.get(level).add(StepProfile.of(() -> step(level, batch)));
                }
                bound.measure();
            }
            System.out.printf(
                    "%nBERT, %d layers of %d, %d x %d tokens, %d threads, dropout, AdamW; the fastest of %d steps;"
                            + " loss %.2f, then %.2f%n%n",
                    Layers.COUNT,
                    width,
                    texts,
                    length,
                    threads,
                    rounds,
                    steps.get(OptLevel.ZERO).get(0).loss(),
                    steps.get(OptLevel.THREE).get(rounds - 1).loss());
            LevelTables tables = new LevelTables(steps, classifier, bound);
            tables.printLevels(texts * length);
            tables.printParts();
        }
    }

    /** Gives the loss before the step. */
    private double step(OptLevel level, Batch batch) {
        step++;
        try (TensorScope scope = TensorScope.open()) {
            return level.step(model, moments, batch, RATE, step, KEPT, step)
                    .loss()
                    .getDouble();
        }
    }
}
