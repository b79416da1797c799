package io.graphkernel.examples.gpt;

import io.graphkernel.examples.gpt.Gpt2.Model;
import io.graphkernel.examples.gpt.Gpt2Training.Moments;
import io.graphkernel.runtime.Tensor;
import io.graphkernel.runtime.TensorScope;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.Random;
import java.util.stream.Collectors;

/** Trains GPT-2 on a text and prints samples. */
public final class TrainGpt2 {

    private static final int POSITIONS = 1024;
    private static final int SAMPLED_TOKENS = 32;
    private static final double TEMPERATURE = 0.8;

    private final int width;
    private final int batch;
    private final int parts;
    private final int length;
    private final int steps;
    private final int reported;
    private final float rate;
    private final long seed;

    private TrainGpt2(Map<String, String> settings) {
        width = Integer.parseInt(settings.getOrDefault("width", "768"));
        batch = Integer.parseInt(settings.getOrDefault("batch", "4"));
        parts = Integer.parseInt(settings.getOrDefault("parts", "1"));
        length = Integer.parseInt(settings.getOrDefault("length", "64"));
        steps = Integer.parseInt(settings.getOrDefault("steps", "40"));
        reported = Integer.parseInt(settings.getOrDefault("reported", "10"));
        rate = Float.parseFloat(settings.getOrDefault("rate", "6e-4"));
        seed = Long.parseLong(settings.getOrDefault("seed", "1"));
    }

    /**
     * Trains.
     *
     * @param arguments the file of the text, then settings such as {@code width=128 steps=200}
     * @throws IOException if the text can't be read
     */
    public static void main(String[] arguments) throws IOException {
        Map<String, String> settings = Arrays.stream(arguments)
                .skip(1)
                .map(argument -> argument.split("=", 2))
                .collect(Collectors.toMap(setting -> setting[0], setting -> setting[1]));
        new TrainGpt2(settings).train(new Text(Files.readString(Path.of(arguments[0]))));
    }

    private void train(Text text) {
        System.out.printf("%d tokens of text, %d of a step%n", text.length(), parts * batch * length);
        try (TensorScope scope = TensorScope.open()) {
            Model model = new RandomWeights(seed).model(Text.VOCABULARY, POSITIONS, width);
            Moments moments = new Moments(zeros(), zeros());
            Model sums = parts == 1 ? null : zeros();
            Random random = new Random(seed);
            long begin = System.nanoTime();
            for (int step = 1; step <= steps; step++) {
                double loss = sums == null
                        ? whole(model, moments, text, random, step)
                        : inParts(model, moments, sums, text, random, step);
                if (step % reported == 0) {
                    double seconds = (System.nanoTime() - begin) / 1e9;
                    System.out.printf(
                            "step %d of %d: loss %.4f, %.0f tokens/s, %.0f s left%n",
                            step,
                            steps,
                            loss,
                            (double) step * parts * batch * length / seconds,
                            seconds / step * (steps - step));
                }
            }
            System.out.println(new Sampler(model, random, TEMPERATURE).continuation("\n", SAMPLED_TOKENS));
        }
    }

    private double whole(Model model, Moments moments, Text text, Random random, int step) {
        try (TensorScope scope = TensorScope.open()) {
            Text.Batch next = text.batch(random, batch, length);
            return Gpt2TrainingKernels.trainStep(model, moments, next.tokens(), next.targets(), rate, step, seed + step)
                    .loss()
                    .getDouble();
        }
    }

    /** The same step, from the gradients of several smaller batches, which need less memory. */
    private double inParts(Model model, Moments moments, Model sums, Text text, Random random, int step) {
        double loss = 0;
        try (TensorScope scope = TensorScope.open()) {
            for (int part = 0; part < parts; part++) {
                Text.Batch next = text.batch(random, batch, length);
                long partSeed = seed + (long) step * parts + part;
                Tensor share =
                        Gpt2TrainingKernels.gradients(model, sums, next.tokens(), next.targets(), 1f / parts, partSeed);
                loss += share.getDouble();
            }
            Gpt2TrainingKernels.update(model, moments, sums, rate, step);
        }
        return loss;
    }

    private Model zeros() {
        Weights zeros = (name, dims) -> Tensor.zeros(dims);
        return zeros.model(Text.VOCABULARY, POSITIONS, width);
    }
}
