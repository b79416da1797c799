package io.graphkernel.examples.gpt;

import io.graphkernel.examples.gpt.Gpt2.Model;
import io.graphkernel.runtime.Communicator;
import io.graphkernel.runtime.Device;
import io.graphkernel.runtime.Parameters;
import io.graphkernel.runtime.TensorScope;
import io.graphkernel.runtime.exception.GraphKernelException;
import io.graphkernel.training.TrainingProgress;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * Trains GPT-2 on a text, from random weights, published ones or a checkpoint; prints samples. Checkpoints and the curve of the
 * loss are in a directory of the caller's choice. It trains on the default device, for which the kernels must have been compiled.
 */
public final class TrainGpt2 {

    static final String CHECKPOINT = "gpt2.safetensors";
    static final String CURVE = "loss.png";

    /** In a millisecond. */
    private static final double NANOSECONDS = 1e6;

    private static final int POSITIONS = 1024;
    private static final int SAMPLED_TOKENS = 32;
    private static final float TEMPERATURE = 0.8f;

    private final Path directory;
    private final Text text;
    private final Optional<Path> resumed;
    private final Optional<Path> weights;
    private final Recipe recipe;
    private final int width;
    private final int interval;
    private final String prompt;
    private final String ranks;
    private final boolean isSharded;

    private TrainGpt2(Path directory, Text text, Settings settings) {
        this.directory = directory;
        this.text = text;
        resumed = settings.file("resume");
        weights = settings.file("weights");
        width = settings.positive("width", 768);
        recipe = Recipe.of(settings);
        interval = settings.positive("every", 1000);
        prompt = settings.text("prompt").orElse("\n");
        ranks = settings.text("ranks").orElse("1");
        isSharded = settings.flag("sharded");
        settings.requireAllRead();
        if (width % Gpt2.HEAD_SIZE != 0) {
            throw new IllegalArgumentException("width=" + width + " is not a multiple of " + Gpt2.HEAD_SIZE);
        }
        if (prompt.isEmpty()) {
            throw new IllegalArgumentException("prompt= has nothing that a sample could go on from");
        }
    }

    /**
     * Trains; ends the process with status 1 and one line on the error stream where {@link #train(String...)} throws what its
     * user can fix.
     *
     * @param arguments as there
     */
    public static void main(String[] arguments) {
        try {
            train(arguments);
        } catch (IllegalArgumentException | GraphKernelException e) {
            end(e.getMessage());
        } catch (IOException e) {
            // Exceptions of file operations name the file, and their class the error.
            end(e.getClass().getSimpleName() + ": " + e.getMessage());
        }
    }

    private static void end(String reason) {
        System.err.println("GPT-2 was not trained: " + reason);
        System.exit(1);
    }

    /**
     * Trains.
     *
     * @param arguments a directory, the file of the text, then settings: {@code width}, a multiple of 64; {@code batch}, {@code
     *     parts} and {@code length} of a step; {@code steps}; {@code every} how many steps there is a checkpoint; {@code rate};
     *     {@code seed}; {@code ranks}, a number of threads, or {@code mpi} for the processes that mpirun has started; {@code
     *     sharded=true}, so that each rank has the moments of a part of the parameters; {@code prompt} of the sample; {@code weights}, a safetensors file of published weights; {@code resume},
     *     a checkpoint of a training with the same settings
     * @throws IOException if the text cannot be read, or the directory cannot be created
     * @throws IllegalArgumentException if a setting is wrong, or doesn't fit text, weights or checkpoint
     * @throws GraphKernelException if weights or checkpoint are rejected, or the device fails
     */
    static void train(String... arguments) throws IOException {
        if (arguments.length < 2) {
            throw new IllegalArgumentException("arguments: a directory, the file of a text, then settings name=value");
        }
        Path directory = Files.createDirectories(Path.of(arguments[0]));
        Settings settings = new Settings(Arrays.asList(arguments).subList(2, arguments.length));
        Text text = new Text(Files.readString(Path.of(arguments[1])));
        new TrainGpt2(directory, text, settings).train();
    }

    private void train() {
        if ("mpi".equals(ranks)) {
            try (Communicator rank = Communicator.mpi()) {
                train(RankGroups.of(rank, Compiled.TENSOR_RANKS));
            }
        } else {
            RankThreads.run(
                    new Settings(List.of("ranks=" + ranks)).positive("ranks", 1),
                    rank -> train(RankGroups.of(rank, Compiled.TENSOR_RANKS)));
        }
    }

    private void train(RankGroups groups) {
        try (TensorScope scope = TensorScope.open()) {
            Communicator tensor = groups.tensor();
            Model whole = weights.map(Weights::read)
                    .orElseGet(() -> Weights.random(recipe.seed()).model(Text.VOCABULARY, POSITIONS, width));
            Model shard = tensor.size() == 1 ? whole : new TensorParts(tensor.rank(), tensor.size()).of(whole);
            Device device = Device.defaultDevice();
            Model model = Parameters.map(
                    shard, (path, parameter) -> device.equals(parameter.device()) ? parameter : parameter.to(device));
            new Text(prompt).requireKnownTo(model);
            Trainer trainer = new Trainer(model, text, recipe, "f16".equals(Compiled.VALUES), groups, isSharded);
            resumed.ifPresent(
                    file -> trainer.resume(tensor.rank() == 0 ? file : file.resolveSibling(checkpoint(groups))));
            if (trainer.done() < recipe.steps()) {
                train(trainer, groups);
            }
            // With parts of matrices a sample would take all ranks.
            if (groups.isFirst() && tensor.size() == 1) {
                Sampler sampler = new Sampler(trainer.model(), recipe.seed(), TEMPERATURE);
                System.out.println("a sample: " + sampler.continuation(prompt, SAMPLED_TOKENS));
            }
        }
    }

    /** Of each part of the matrices. */
    private static String checkpoint(RankGroups groups) {
        int shard = groups.tensor().rank();
        return shard == 0 ? CHECKPOINT : "gpt2-part-" + shard + ".safetensors";
    }

    private void train(Trainer trainer, RankGroups groups) {
        int first = trainer.done();
        // The curve of the steps before a break is not written over.
        String curve = first == 0 ? CURVE : "loss-from-" + first + ".png";
        long[] nanoseconds = new long[recipe.steps() - first];
        try (TrainingProgress progress =
                groups.isFirst() ? TrainingProgress.resumed(first, recipe.steps(), recipe.tokens(), "tokens") : null) {
            while (trainer.done() < recipe.steps()) {
                long begin = System.nanoTime();
                float loss = trainer.step();
                nanoseconds[trainer.done() - first - 1] = System.nanoTime() - begin;
                if (progress != null) {
                    progress.step(loss);
                }
                if (trainer.done() % interval == 0 || trainer.done() == recipe.steps()) {
                    trainer.write(directory.resolve(checkpoint(groups)));
                }
            }
            if (progress != null) {
                progress.writeCurve(directory.resolve(curve));
            }
        }
        if (groups.isFirst()) {
            System.out.println(CHECKPOINT + " and " + curve + " are in " + directory);
            Arrays.sort(nanoseconds);
            System.out.printf(
                    Locale.ROOT, "%.1f ms a step, the median%n", nanoseconds[nanoseconds.length / 2] / NANOSECONDS);
        }
    }
}
