package io.graphkernel.examples.gpt;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.graphkernel.examples.gpt.Gpt2.Model;
import io.graphkernel.runtime.KernelThreads;
import io.graphkernel.runtime.Parameters;
import io.graphkernel.runtime.Tensor;
import io.graphkernel.runtime.TensorScope;
import io.graphkernel.testing.ExhaustiveOnly;
import io.graphkernel.training.Checkpoint;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TrainerTest {

    private static final int VOCABULARY = 97;
    private static final int POSITIONS = 64;
    private static final int STEPS = 6;

    /** The largest power of two in f32: a loss of 2 or more times it is infinite. */
    private static final float MAX_POWER = 0x1p127f;

    @TempDir
    private Path directory;

    private final TensorScope scope = TensorScope.open();

    @AfterEach
    void close() {
        scope.close();
    }

    private static Model model(long seed, int heads) {
        return Weights.random(seed).model(VOCABULARY, POSITIONS, (long) heads * Gpt2.HEAD_SIZE);
    }

    private static Text text() {
        return new Text(new Random(3).ints(1000, 0, VOCABULARY).toArray());
    }

    private static void requireSameBits(Model actual, Model expected) {
        Map<String, Tensor> others = Parameters.of(actual);
        Parameters.of(expected)
                .forEach((path, tensor) ->
                        assertThat(others.get(path).toFloatArray()).as(path).isEqualTo(tensor.toFloatArray()));
    }

    @Test
    void resumedTraining_isTheBitwiseSame() {
        Path checkpoint = directory.resolve("checkpoint.safetensors");
        Recipe recipe = new Recipe(2, 2, 8, STEPS, 1e-3f, 1);
        Model whole = model(1, 1);
        Trainer trainer = new Trainer(whole, text(), recipe);
        while (trainer.done() < STEPS) {
            trainer.step();
            if (trainer.done() == STEPS / 2) {
                trainer.write(checkpoint);
            }
        }
        Model resumed = model(2, 1);
        Trainer second = new Trainer(resumed, text(), recipe);
        second.resume(checkpoint);
        assertThat(second.done()).isEqualTo(STEPS / 2);
        while (second.done() < STEPS) {
            second.step();
        }
        requireSameBits(resumed, whole);
    }

    @Test
    void training_continuesWithItsOwnSettingsAlone() {
        Path checkpoint = directory.resolve("checkpoint.safetensors");
        new Trainer(model(1, 1), text(), new Recipe(2, 1, 8, STEPS, 1e-3f, 1)).write(checkpoint);

        assertRefused(checkpoint, text(), new Recipe(4, 1, 8, STEPS, 1e-3f, 1), "batch is 4 and was 2");
        assertRefused(checkpoint, text(), new Recipe(2, 2, 8, STEPS, 1e-3f, 1), "parts is 2 and was 1");
        assertRefused(checkpoint, text(), new Recipe(2, 1, 9, STEPS, 1e-3f, 1), "length is 9 and was 8");
        assertRefused(checkpoint, text(), new Recipe(2, 1, 8, 7, 1e-3f, 1), "steps is 7 and was 6");
        assertRefused(checkpoint, text(), new Recipe(2, 1, 8, STEPS, 2e-3f, 1), "rate is 0.002 and was 0.001");
        assertRefused(checkpoint, text(), new Recipe(2, 1, 8, STEPS, 1e-3f, 2), "seed is 2 and was 1");
        Text other = new Text(new int[1000]);
        assertRefused(checkpoint, other, new Recipe(2, 1, 8, STEPS, 1e-3f, 1), "text is 1000 tokens");
    }

    private static void assertRefused(Path checkpoint, Text text, Recipe recipe, String words) {
        Trainer trainer = new Trainer(model(1, 1), text, recipe);
        assertThatThrownBy(() -> trainer.resume(checkpoint)).hasMessageContaining(words);
    }

    @Test
    void modelTextAndRecipe_fitTogether() {
        Model model = model(1, 1);

        assertThatThrownBy(() -> new Trainer(model, text(), new Recipe(1, 1, POSITIONS + 1, 1, 1e-3f, 1)))
                .hasMessageContaining("length=65 is more than the model's positions, 64");
        assertThatThrownBy(() -> new Trainer(model, new Text(1, 2, 3), new Recipe(1, 1, 3, 1, 1e-3f, 1)))
                .hasMessageContaining("a text of 3 tokens is too short for length=3");
        assertThatThrownBy(() -> new Trainer(model, new Text(1, VOCABULARY, 3), new Recipe(1, 1, 2, 1, 1e-3f, 1)))
                .hasMessageContaining("token 97 of the text is none of the model's 97 tokens");
    }

    @Test
    void anyNumberOfThreads_returnsTheSameBits() {
        int before = KernelThreads.count();
        try {
            Model expected = trainedOn(1);
            requireSameBits(trainedOn(2), expected);
            requireSameBits(trainedOn(7), expected);
        } finally {
            KernelThreads.setCount(before);
        }
    }

    private static Model trainedOn(int threads) {
        KernelThreads.setCount(threads);
        Model model = model(1, 2);
        Trainer trainer = new Trainer(model, text(), new Recipe(8, 1, 64, STEPS, 1e-3f, 1));
        trainer.step();
        trainer.step();
        return model;
    }

    /** Powers of two round nothing: only where numbers are too small or too large is a scaled step another one. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void scaledLoss_trainsAsAnotherOne(int count) {
        assumeTrue("f32".equals(Compiled.VALUES), "in 16 bits small gradients lose digits if they are not scaled");
        Recipe recipe = new Recipe(2, count, 8, STEPS, 1e-3f, 1);
        Trainer plain = new Trainer(model(1, 1), text(), recipe, false);
        Trainer scaled = new Trainer(model(1, 1), text(), recipe, true);
        for (int step = 0; step < STEPS; step++) {
            float loss = plain.step();
            assertThat(scaled.step()).isCloseTo(loss, within(1e-6f * loss));
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void stepWhoseGradientsOverflow_updatesNothing(int count) {
        Path checkpoint = directory.resolve("checkpoint.safetensors");
        Path overflowing = directory.resolve("overflowing.safetensors");
        Recipe recipe = new Recipe(2, count, 8, STEPS, 1e-3f, 1);
        Model model = model(1, 1);
        Trainer trainer = new Trainer(model, text(), recipe, true);
        trainer.step();
        trainer.write(checkpoint);
        try (Checkpoint file = Checkpoint.open(checkpoint)) {
            Map<String, Tensor> tensors = new LinkedHashMap<>();
            file.names().forEach(name -> tensors.put(name, file.tensor(name)));
            tensors.put("scale.factor", Tensor.scalar(MAX_POWER));
            Checkpoint.write(overflowing, tensors, file.metadata());
        }
        Model resumed = model(2, 1);
        Trainer second = new Trainer(resumed, text(), recipe, true);
        second.resume(overflowing);

        second.step();

        requireSameBits(resumed, model);
        second.write(checkpoint);
        try (Checkpoint file = Checkpoint.open(checkpoint)) {
            assertThat(file.tensor("scale.factor").get()).isEqualTo(MAX_POWER / 2);
            assertThat(file.metadata()).containsEntry("step", "2").containsEntry("updates", "1");
        }
    }

    @Test
    void trainer_readsWeightsUnderTheirPublishedNames() {
        Path file = directory.resolve("published.safetensors");
        Map<String, Tensor> tensors = new LinkedHashMap<>();
        Weights named = (name, dims) -> {
            Tensor tensor = Weights.random(name.hashCode()).tensor(name, dims);
            tensors.put("transformer." + name, tensor);
            return tensor;
        };
        Model model = named.model(VOCABULARY, POSITIONS, Gpt2.HEAD_SIZE);
        tensors.put("transformer.h.0.attn.bias", Tensor.zeros(1, 1, 4, 4));
        Checkpoint.write(file, tensors, Map.of());
        requireSameBits(Weights.read(file), model);

        tensors.put("transformer.h." + Compiled.LAYERS + ".ln_1.weight", Tensor.zeros(Gpt2.HEAD_SIZE));
        Checkpoint.write(file, tensors, Map.of());
        assertThatThrownBy(() -> Weights.read(file)).hasMessageContaining("more layers");
    }

    @Test
    void program_trainsAndContinuesFromItsCheckpoints() throws IOException {
        Path text = directory.resolve("text.txt");
        Files.writeString(text, "The cat sat on the mat, and the mat was flat. ".repeat(20));
        Path output = directory.resolve("created");
        String[] whole = {output.toString(), text.toString(), "width=64", "batch=2", "length=8", "steps=2", "prompt=The"
        };
        TrainGpt2.train(whole);
        Path checkpoint = output.resolve(TrainGpt2.CHECKPOINT);
        byte[] trained = Files.readAllBytes(checkpoint);
        assertThat(output.resolve(TrainGpt2.CURVE)).isNotEmptyFile();

        Files.delete(output.resolve(TrainGpt2.CURVE));
        TrainGpt2.train(with(whole, "resume=" + checkpoint));
        assertThat(output.resolve(TrainGpt2.CURVE)).doesNotExist();
        assertThat(checkpoint).hasBinaryContent(trained);
    }

    @Test
    void program_rejectsWhatItCannotTrainBy() throws IOException {
        Path text = directory.resolve("text.txt");
        Files.writeString(text, "The cat sat on the mat.");
        assertThatThrownBy(() -> TrainGpt2.train(directory.toString())).hasMessageContaining("the file of a text");
        assertRefused(text, "widht=64", "widht");
        assertRefused(text, "width=100", "width=100 is not a multiple of 64");
        assertRefused(text, "every=0", "every=0 must be 1 or more");
        assertRefused(text, "prompt=", "prompt= has nothing");
    }

    @Test
    void processOfTheProgram_endsWithOneLine() throws IOException, InterruptedException {
        Path said = directory.resolve("said.txt");
        Path java = Path.of(System.getProperty("java.home"), "bin", "java");
        ProcessBuilder builder = new ProcessBuilder(
                        java.toString(), TrainGpt2.class.getName(), directory.toString(), "no such text.txt")
                .redirectErrorStream(true)
                .redirectOutput(said.toFile());
        builder.environment().put("CLASSPATH", System.getProperty("java.class.path"));
        Process process = builder.start();
        assertThat(process.waitFor()).isEqualTo(1);
        assertThat(said).hasContent("GPT-2 was not trained: NoSuchFileException: no such text.txt");
    }

    private void assertRefused(Path text, String setting, String words) {
        assertThatThrownBy(() -> TrainGpt2.train(directory.toString(), text.toString(), setting))
                .hasMessageContaining(words);
    }

    private static String[] with(String[] arguments, String further) {
        String[] extended = Arrays.copyOf(arguments, arguments.length + 1);
        extended[arguments.length] = further;
        return extended;
    }

    /** A text of which each token depends on the one before it: no model's loss is less than the entropy of its source. */
    @Test
    @ExhaustiveOnly
    void trainer_learnsAMarkovSourceUpToItsEntropy() {
        MarkovSource source = new MarkovSource(16, 5);
        Model model = Weights.random(1).model(16, POSITIONS, Gpt2.HEAD_SIZE);
        int steps = 600;
        Trainer trainer = new Trainer(model, new Text(source.tokens(400_000)), new Recipe(16, 1, 64, steps, 3e-3f, 1));
        double loss = 0;
        int last = 50;
        for (int step = 0; step < steps; step++) {
            float value = trainer.step();
            loss += step < steps - last ? 0 : value / last;
        }
        assertThat(loss / source.entropy()).isBetween(0.98, 1.02);
    }
}
