package io.graphkernel.examples.gpt;

import io.graphkernel.examples.gpt.Gpt2.Model;
import io.graphkernel.runtime.Device;
import io.graphkernel.runtime.Parameters;
import io.graphkernel.runtime.Tensor;
import io.graphkernel.runtime.TensorScope;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.stream.Collectors;

/**
 * Training steps that another implementation can repeat: the initial weights and the batches are in files. Each step prints a
 * line with tabs between {@code STEP}, loss and milliseconds.
 */
public final class StepRecorder {
    static final String WEIGHTS = "weights.safetensors";
    /** A line per step: the learning rate, the tokens of the inputs, and those of the targets, separated by tabs. */
    static final String BATCHES = "batches.txt";

    private static final double NANOSECONDS_PER_MILLISECOND = 1e6;
    private static final int POSITIONS = 1024;

    private StepRecorder() {}

    /**
     * Trains.
     *
     * @param arguments a directory for the files, the file of a text, then settings: {@code width}, {@code batch},
     *     {@code length}, {@code steps}, {@code rate} and {@code seed}
     */
    public static void main(String[] arguments) throws IOException {
        Path directory = Files.createDirectories(Path.of(arguments[0]));
        Text text = new Text(Files.readString(Path.of(arguments[1])));
        Settings settings = new Settings(Arrays.asList(arguments).subList(2, arguments.length));
        int width = settings.positive("width", 768);
        Recipe recipe = Recipe.of(settings);
        settings.requireAllRead();
        Device device = Device.defaultDevice();
        try (TensorScope scope = TensorScope.open()) {
            Model host = Weights.random(recipe.seed()).model(Text.VOCABULARY, POSITIONS, width);
            Model model = Parameters.map(
                    host, (path, parameter) -> device.equals(parameter.device()) ? parameter : parameter.to(device));
            Trainer trainer = new Trainer(model, text, recipe);
            trainer.write(directory.resolve(WEIGHTS));
            writeBatches(directory.resolve(BATCHES), text, recipe);
            for (int step = 0; step < recipe.steps(); step++) {
                long start = System.nanoTime();
                float loss = trainer.step();
                double milliseconds = (System.nanoTime() - start) / NANOSECONDS_PER_MILLISECOND;
                System.out.printf(Locale.ROOT, "STEP\t%.6f\t%.3f%n", loss, milliseconds);
            }
        }
    }

    private static void writeBatches(Path file, Text text, Recipe recipe) throws IOException {
        try (BufferedWriter out = Files.newBufferedWriter(file);
                TensorScope scope = TensorScope.open()) {
            for (int step = 0; step < recipe.steps(); step++) {
                // The seed of a step is that of the trainer, whose steps count from 1.
                Text.Batch batch = text.batch(
                        new SplittableRandom(recipe.seed() + step + 1), recipe.batch(), recipe.length(), Device.cpu());
                List<String> cells = List.of(
                        Float.toString(recipe.rates().rate(step)), tokens(batch.tokens()), tokens(batch.targets()));
                out.write(String.join("\t", cells));
                out.newLine();
            }
        }
    }

    private static String tokens(Tensor tensor) {
        return Arrays.stream(tensor.toIntArray()).mapToObj(Integer::toString).collect(Collectors.joining(" "));
    }
}
