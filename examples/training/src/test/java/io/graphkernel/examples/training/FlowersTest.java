package io.graphkernel.examples.training;

import static org.assertj.core.api.Assertions.assertThat;

import io.graphkernel.examples.training.Classifiers.Linear;
import io.graphkernel.examples.training.Classifiers.Mlp;
import io.graphkernel.runtime.Parameters;
import io.graphkernel.runtime.Tensor;
import io.graphkernel.runtime.TensorScope;
import io.graphkernel.training.Checkpoint;
import io.graphkernel.training.GradientCheck;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FlowersTest {

    @TempDir
    private Path directory;

    private TensorScope scope;
    private Samples known;
    private Samples unknown;

    @BeforeEach
    void open() throws IOException {
        scope = TensorScope.open();
        known = Samples.irises(true);
        unknown = Samples.irises(false);
    }

    @AfterEach
    void close() {
        scope.close();
    }

    @Test
    void bothModels_tellFlowersApart() {
        Linear linear = Flowers.linear();
        Mlp mlp = Flowers.mlp();
        for (int step = 0; step < Flowers.STEPS; step++) {
            float rate = Flowers.rates().rate(step);
            ClassifiersKernels.step(known.x(), known.y(), linear, rate).close();
            ClassifiersKernels.mlpStep(known.x(), known.y(), mlp, rate).close();
        }
        assertThat(known.y().elementCount()).isEqualTo(120);
        assertThat(unknown.accuracy(ClassifiersKernels.logits(unknown.x(), linear)))
                .isGreaterThan(0.85);
        assertThat(unknown.accuracy(ClassifiersKernels.mlpLogits(unknown.x(), mlp)))
                .isGreaterThan(0.85);
    }

    @Test
    void resumedTraining_isTheBitwiseSame() {
        Mlp whole = Flowers.mlp();
        steps(whole, 0, 40);
        Mlp first = Flowers.mlp();
        steps(first, 0, 20);
        Path file = directory.resolve("half.safetensors");
        Checkpoint.write(file, first, Map.of("steps", "20"));
        Mlp second = Parameters.map(first, (path, weight) -> Tensor.zeros(weight.dimensions()));
        try (Checkpoint checkpoint = Checkpoint.open(file)) {
            checkpoint.copyTo(second);
            steps(second, Integer.parseInt(checkpoint.metadata().get("steps")), 40);
        }
        Map<String, Tensor> resumed = Parameters.of(second);
        Parameters.of(whole)
                .forEach((path, weight) ->
                        assertThat(resumed.get(path).toFloatArray()).as(path).isEqualTo(weight.toFloatArray()));
    }

    @Test
    void gradients_agreeWithDifferences() {
        Mlp mlp = Flowers.mlp();
        GradientCheck.check(() -> Classifiers.mlpLoss(unknown.x(), unknown.y(), mlp), mlp);
    }

    @Test
    void example_writesCurvesAndCheckpoints() throws IOException {
        Flowers.main(new String[] {directory.toString()});
        assertThat(Files.size(directory.resolve("MLP.png"))).isPositive();
        try (Checkpoint checkpoint = Checkpoint.open(directory.resolve("logistic regression.safetensors"))) {
            assertThat(checkpoint.names()).containsExactly("bias", "weight");
        }
    }

    private void steps(Mlp model, int begin, int end) {
        for (int step = begin; step < end; step++) {
            ClassifiersKernels.mlpStep(
                            known.x(), known.y(), model, Flowers.rates().rate(step))
                    .close();
        }
    }
}
