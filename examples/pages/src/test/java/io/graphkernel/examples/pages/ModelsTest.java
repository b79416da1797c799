package io.graphkernel.examples.pages;

import static org.assertj.core.api.Assertions.assertThat;

import io.graphkernel.runtime.Tensor;
import io.graphkernel.runtime.TensorScope;
import io.graphkernel.training.Checkpoint;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The models of docs/onnx.md. */
class ModelsTest {

    private static final int COUNT = 48;

    private final float[] measures = new float[COUNT * 4];
    private final int[] labels = new int[COUNT];

    @BeforeEach
    void draw() {
        Random random = new Random(11);
        for (int i = 0; i < COUNT; i++) {
            labels[i] = i % 3;
            for (int j = 0; j < 4; j++) {
                measures[4 * i + j] = random.nextFloat() - 0.5f + (j == labels[i] ? 2 : 0);
            }
        }
    }

    @Test
    void loss_whereAdaptersAreTrained_falls(@TempDir Path directory) {
        try (TensorScope scope = TensorScope.open()) {
            Tensor x = Tensor.of(measures, COUNT, 4);
            float[] losses = Models.adapt(x, Tensor.of(labels, COUNT), 150, directory);
            assertThat(losses[149]).isLessThan(losses[0] / 3);
            Tensor adapted = Models.adapted(x, directory);
            Tensor best = io.graphkernel.runtime.Ops.argMaxWithValue(adapted, 1).index();
            assertThat(best.toLongArray())
                    .isEqualTo(Arrays.stream(labels).asLongStream().toArray());
        }
    }

    @Test
    void loss_whereTheHeadIsTrained_falls(@TempDir Path directory) {
        Path file = directory.resolve("head.safetensors");
        try (TensorScope scope = TensorScope.open()) {
            float[] losses = Models.train(Tensor.of(measures, COUNT, 4), Tensor.of(labels, COUNT), 150, file);
            assertThat(losses[149]).isLessThan(losses[0] / 3);
            try (Checkpoint checkpoint = Checkpoint.open(file)) {
                assertThat(checkpoint.names()).containsExactlyInAnyOrder("head.weight", "head.bias");
            }
            Path path = directory.resolve("all.safetensors");
            Models.write(path);
            try (Checkpoint checkpoint = Checkpoint.open(path)) {
                assertThat(checkpoint.names()).hasSize(4);
            }
            Tensor sums = io.graphkernel.runtime.Ops.reduceSum(
                    ModelsKernels.probabilities(Tensor.of(measures, COUNT, 4)), -1);
            for (float sum : sums.toFloatArray()) {
                assertThat(sum).isBetween(0.9999f, 1.0001f);
            }
        }
    }
}
