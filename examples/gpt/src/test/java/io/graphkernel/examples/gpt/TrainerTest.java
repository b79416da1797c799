package io.graphkernel.examples.gpt;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.graphkernel.examples.gpt.Gpt2.Model;
import io.graphkernel.runtime.KernelThreads;
import io.graphkernel.runtime.Parameters;
import io.graphkernel.runtime.Tensor;
import io.graphkernel.runtime.TensorScope;
import io.graphkernel.training.Checkpoint;
import io.graphkernel.training.Schedule;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

class TrainerTest {

    private static final int VOCABULARY = 97;
    private static final int POSITIONS = 64;
    private static final Schedule RATES = Schedule.cosine(1e-3f, 1e-4f, 6).afterWarmup(2);

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
    void aResumedTrainingIsTheSameBitForBit() {
        Path checkpoint = directory.resolve("checkpoint.safetensors");
        Trainer.Batches batches = new Trainer.Batches(2, 2, 8, 1);
        Model whole = model(1, 1);
        Trainer trainer = new Trainer(whole, text(), batches, RATES);
        while (trainer.done() < 6) {
            trainer.step();
            if (trainer.done() == 3) {
                trainer.write(checkpoint);
            }
        }
        Model resumed = model(2, 1);
        Trainer second = new Trainer(resumed, text(), batches, RATES);
        second.resume(checkpoint);
        assertThat(second.done()).isEqualTo(3);
        while (second.done() < 6) {
            second.step();
        }
        requireSameBits(resumed, whole);
    }

    @Test
    void anyNumberOfThreadsGivesTheSameBits() {
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
        Trainer trainer = new Trainer(model, text(), new Trainer.Batches(8, 1, 64, 1), RATES);
        trainer.step();
        trainer.step();
        return model;
    }

    @Test
    void readsWeightsUnderTheirPublishedNames() {
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

        tensors.put("transformer.h." + Gpt2.LAYERS + ".ln_1.weight", Tensor.zeros(Gpt2.HEAD_SIZE));
        Checkpoint.write(file, tensors, Map.of());
        assertThatThrownBy(() -> Weights.read(file)).hasMessageContaining("more layers");
    }

    @Test
    void theProgramWritesCheckpointsThatItResumes() throws IOException {
        Path text = directory.resolve("text.txt");
        Files.writeString(text, "The cat sat on the mat, and the mat was flat. ".repeat(20));
        TrainGpt2.main(new String[] {
            directory.toString(), text.toString(), "width=64", "batch=2", "length=8", "steps=2", "prompt=The"
        });
        Path checkpoint = directory.resolve(TrainGpt2.CHECKPOINT);
        TrainGpt2.main(new String[] {
            directory.toString(), text.toString(), "width=64", "batch=2", "length=8", "steps=3", "resume=" + checkpoint
        });
        try (Checkpoint file = Checkpoint.open(checkpoint)) {
            assertThat(file.metadata()).containsEntry("step", "3");
        }
        assertThat(directory.resolve(TrainGpt2.CURVE)).isNotEmptyFile();
        assertThatThrownBy(() -> TrainGpt2.main(new String[] {directory.toString(), text.toString(), "widht=64"}))
                .hasMessageContaining("widht");
    }

    /** A text of which each token depends on the one before it: no model's loss is less than the entropy of its source. */
    @Test
    @EnabledIfSystemProperty(named = "gpt.exhaustive", matches = "true", disabledReason = "it takes minutes")
    void learnsAMarkovSourceUpToItsEntropy() {
        MarkovSource source = new MarkovSource(16, 5);
        Model model = Weights.random(1).model(16, POSITIONS, Gpt2.HEAD_SIZE);
        int steps = 600;
        Schedule rates = Schedule.cosine(3e-3f, 1e-4f, steps - 50).afterWarmup(50);
        Trainer trainer =
                new Trainer(model, new Text(source.tokens(400_000)), new Trainer.Batches(16, 1, 64, 1), rates);
        double loss = 0;
        int last = 50;
        for (int step = 0; step < steps; step++) {
            float each = trainer.step();
            loss += step < steps - last ? 0 : each / last;
        }
        assertThat(loss / source.entropy()).isBetween(0.98, 1.02);
    }
}
