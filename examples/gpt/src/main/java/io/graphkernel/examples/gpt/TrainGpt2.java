package io.graphkernel.examples.gpt;

import io.graphkernel.examples.gpt.Gpt2.Model;
import io.graphkernel.runtime.Device;
import io.graphkernel.runtime.Parameters;
import io.graphkernel.runtime.TensorScope;
import io.graphkernel.training.Progress;
import io.graphkernel.training.Schedule;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;
import java.util.Random;

/**
 * Trains GPT-2 on a text, from random weights, published ones or a checkpoint; prints samples. Checkpoints and the curve of the
 * loss are in a directory of the caller's choice. It trains on the default device, for which the kernels must have been compiled.
 */
public final class TrainGpt2 {

    static final String CHECKPOINT = "gpt2.safetensors";
    static final String CURVE = "loss.png";

    private static final int POSITIONS = 1024;
    private static final int SAMPLED_TOKENS = 32;
    private static final double TEMPERATURE = 0.8;

    private final Path directory;
    private final Text text;
    private final Optional<Path> resumed;
    private final Optional<Path> weights;
    private final Trainer.Batches batches;
    private final int width;
    private final int steps;
    private final int kept;
    private final float rate;
    private final String prompt;

    private TrainGpt2(Path directory, Text text, Settings settings) {
        this.directory = directory;
        this.text = text;
        resumed = settings.file("resume");
        weights = settings.file("weights");
        width = settings.integer("width", 768);
        batches = new Trainer.Batches(
                settings.integer("batch", 4),
                settings.integer("parts", 1),
                settings.integer("length", 64),
                settings.integer("seed", 1));
        steps = settings.integer("steps", 40);
        kept = settings.integer("every", 1000);
        rate = settings.number("rate", 6e-4f);
        prompt = settings.text("prompt").orElse("\n");
        settings.requireAllRead();
    }

    /**
     * Trains.
     *
     * @param arguments a directory, the file of the text, then settings: {@code width}, a multiple of 64; {@code batch}, {@code
     *     parts} and {@code length} of a step; {@code steps}; {@code every} how many steps there is a checkpoint; {@code rate};
     *     {@code seed}; {@code prompt} of the samples; {@code weights}, a safetensors file of published weights; {@code resume},
     *     a checkpoint
     * @throws IOException if the text can't be read
     */
    public static void main(String[] arguments) throws IOException {
        Settings settings = new Settings(Arrays.asList(arguments).subList(2, arguments.length));
        Text text = new Text(Files.readString(Path.of(arguments[1])));
        new TrainGpt2(Path.of(arguments[0]), text, settings).train();
    }

    private void train() {
        try (TensorScope scope = TensorScope.open()) {
            Model made = weights.map(Weights::read)
                    .orElseGet(() -> Weights.random(batches.seed()).model(Text.VOCABULARY, POSITIONS, width));
            Device device = Device.defaultDevice();
            Model model =
                    Parameters.map(made, (path, tensor) -> device.equals(tensor.device()) ? tensor : tensor.to(device));
            Trainer trainer = new Trainer(model, text, batches, rates());
            resumed.ifPresent(trainer::resume);
            try (Progress progress = Progress.resumed(trainer.done(), steps, batches.tokens(), "tokens")) {
                while (trainer.done() < steps) {
                    progress.step(trainer.step());
                    if (trainer.done() % kept == 0 || trainer.done() == steps) {
                        trainer.write(directory.resolve(CHECKPOINT));
                    }
                }
                progress.writeCurve(directory.resolve(CURVE));
            }
            Sampler sampler = new Sampler(model, new Random(batches.seed()), TEMPERATURE);
            System.out.println(sampler.continuation(prompt, SAMPLED_TOKENS));
        }
    }

    /** Up in a twentieth of the steps, then down to a tenth of the rate. */
    private Schedule rates() {
        int warmup = Math.max(1, steps / 20);
        return Schedule.cosine(rate, rate / 10, Math.max(1, steps - warmup)).afterWarmup(warmup);
    }
}
