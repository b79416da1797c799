package io.graphkernel.examples.bert;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.graphkernel.examples.bert.Bert.Batch;
import io.graphkernel.examples.bert.Bert.Model;
import io.graphkernel.examples.bert.BertTraining.Moments;
import io.graphkernel.examples.bert.BertTraining.Step;
import io.graphkernel.runtime.KernelThreads;
import io.graphkernel.runtime.Parameters;
import io.graphkernel.runtime.Tensor;
import io.graphkernel.runtime.TensorScope;
import io.graphkernel.training.Checkpoint;
import io.graphkernel.training.Initializer;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import org.bytedeco.javacpp.Loader;
import org.bytedeco.javacpp.PointerScope;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Tests of the compiled step at every level against PyTorch's: a few narrow layers, and BERT-base in
 * the exhaustive tier.
 */
@Tag("slow")
@Tag("peer")
@Tag("sampled")
class BertTest {

    private static final int HEADS = Integer.getInteger("bert.heads");
    private static final int VOCABULARY = Integer.getInteger("bert.vocabulary");
    private static final int WIDTH = HEADS * Bert.HEAD_SIZE;
    private static final int POSITIONS = 32;
    private static final int TEXTS = 3;
    private static final int LENGTH = 17;
    private static final int STEPS = 10;
    private static final float RATE = 3e-4f;
    private static final double RELATIVE = 1e-4;

    /**
     * Tolerance of gradients of queries and keys. Random layers make all tokens alike, and these gradients differences
     * of nearly equal numbers, imprecise in f32. The formulas are right: {@link #bert_returnsEveryGradientOfPyTorchInF64}.
     */
    private static final double RELATIVE_OF_SCORES = Layers.COUNT < 12 ? RELATIVE : 2e-3;

    private static final double RELATIVE_IN_F64 = 1e-12;

    private final TensorScope scope = TensorScope.open();
    private final PointerScope scopeOfPyTorch = new PointerScope();
    private final Map<String, Tensor> tensors = new LinkedHashMap<>();
    private final Model model = named(BertTest.random(), tensors);
    private final Batch batch = new RandomTexts(7, VOCABULARY).batch(TEXTS, LENGTH);

    @AfterEach
    void close() {
        scopeOfPyTorch.close();
        scope.close();
    }

    @Test
    void bert_returnsTheLogitsOfPyTorch() {
        TorchBert other = torch();

        double[] logits = BertKernels.logits(model, batch).toDoubleArray();

        assertThat(distance(logits, TorchBert.elements(other.logits(sameBatch()))))
                .isLessThan(RELATIVE);
    }

    /** After the first step, the first moments are the gradients times one number: (1 - β1) · the share that clipping leaves. */
    @Test
    void bert_returnsTheLossAndEveryGradientOfPyTorchAtEveryLevel() {
        TorchBert peer = torch();
        TorchBert.Batch same = sameBatch();
        double loss = TorchBert.elements(peer.loss(same))[0];
        Map<String, double[]> expected = peer.gradients(same);
        double norm = Math.sqrt(expected.values().stream()
                .mapToDouble(gradient -> squares(gradient))
                .sum());
        double share = 0.1 * Math.min(1, BertTraining.MAX_NORM / norm);
        for (OptLevel level : OptLevel.values()) {
            try (TensorScope ofLevel = TensorScope.open()) {
                Map<String, Tensor> first = new LinkedHashMap<>();
                Moments moments = new Moments(named((name, dims) -> Tensor.zeros(dims), first), zeros());

                Step step = level.step(model, moments, batch, 0, 1, 1, 0);

                assertThat(step.loss().getDouble()).as("%s", level).isCloseTo(loss, within(RELATIVE * loss));
                assertThat(step.norm().getDouble()).as("%s", level).isCloseTo(norm, within(RELATIVE * norm));
                assertThat(first.keySet()).isEqualTo(expected.keySet());
                first.forEach((name, moment) -> assertThat(distance(name, moment, share, expected))
                        .as("%s, %s", level, name)
                        .isLessThan(name.matches(".*(query|key).*") ? RELATIVE_OF_SCORES : RELATIVE));
            }
        }
    }

    /** With f64 in the place of f32 all gradients are PyTorch's, those of queries and keys among them: the formulas are the same. */
    @Test
    void bert_returnsEveryGradientOfPyTorchInF64(@TempDir Path directory) throws Exception {
        Map<String, double[]> expected = torch().gradients(sameBatch());

        Map<String, double[]> gradients = Float64Gradients.of(directory, tensors, batch, VOCABULARY, POSITIONS, WIDTH);

        assertThat(gradients.keySet()).isEqualTo(expected.keySet());
        gradients.forEach((name, gradient) ->
                assertThat(distance(name, gradient, expected)).as(name).isLessThan(RELATIVE_IN_F64));
    }

    /** Between the gradient in a moment and PyTorch's. */
    private static double distance(String name, Tensor moment, double share, Map<String, double[]> expected) {
        double[] gradient = moment.toDoubleArray();
        for (int i = 0; i < gradient.length; i++) {
            gradient[i] /= share;
        }
        return distance(name, gradient, expected);
    }

    private static double distance(String name, double[] gradient, Map<String, double[]> expected) {
        if (name.endsWith("key.bias")) {
            // A softmax does not depend on what all its scores have in common: the gradient is zero but for rounding.
            return Math.sqrt(squares(gradient) / squares(expected.get(name.replace("key", "query"))));
        }
        return distance(gradient, expected.get(name));
    }

    @Test
    void bert_trainsLikePyTorch() {
        TorchBert other = torch();
        TorchBert.Batch same = sameBatch();
        Moments moments = new Moments(zeros(), zeros());
        double first = 0;
        double last = 0;
        for (int step = 1; step <= STEPS; step++) {
            last = OptLevel.TWO
                    .step(model, moments, batch, RATE, step, 1, 0)
                    .loss()
                    .getDouble();
            first = step == 1 ? last : first;
            double expected = other.step(same, RATE);
            assertThat(last).as("loss of step %d", step).isCloseTo(expected, within(RELATIVE * expected));
        }
        assertThat(last).isLessThan(first);
    }

    /** The same elements are dropped. */
    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "ZERO")
    void bert_trainsWithDropoutAtEveryLevelAsWithoutFusion(OptLevel level) {
        Model copy = copy();
        Moments moments = new Moments(zeros(), zeros());
        Moments others = new Moments(zeros(), zeros());
        for (int step = 1; step <= 3; step++) {
            double expected = OptLevel.ZERO
                    .step(model, moments, batch, RATE, step, TimeBert.KEPT, step)
                    .loss()
                    .getDouble();
            Step fused = level.step(copy, others, batch, RATE, step, TimeBert.KEPT, step);
            assertThat(fused.loss().getDouble()).isCloseTo(expected, within(RELATIVE * expected));
        }
        double without = level.step(copy, others, batch, 0, 4, 1, 4).loss().getDouble();
        double dropped =
                level.step(copy, others, batch, 0, 4, TimeBert.KEPT, 4).loss().getDouble();
        assertThat(dropped).isNotCloseTo(without, within(RELATIVE));
    }

    @Test
    void bert_trainsToTheSameBitsWithAnyNumberOfThreads() {
        int before = KernelThreads.count();
        try {
            Map<String, float[]> expected = trained(1);
            for (int threads : new int[] {2, 7}) {
                Map<String, float[]> actual = trained(threads);
                expected.forEach((path, elements) -> assertThat(Arrays.mismatch(actual.get(path), elements))
                        .as("%s with %d threads", path, threads)
                        .isEqualTo(-1));
            }
        } finally {
            KernelThreads.setCount(before);
        }
    }

    /** The parameters after two steps. */
    private Map<String, float[]> trained(int threads) {
        KernelThreads.setCount(threads);
        try (TensorScope ofThreads = TensorScope.open()) {
            Batch large = new RandomTexts(7, VOCABULARY).batch(8, POSITIONS);
            Model copy = copy();
            Moments moments = new Moments(zeros(), zeros());
            for (int step = 1; step <= 2; step++) {
                BertTrainingKernels.trainStep(copy, moments, large, RATE, step, TimeBert.KEPT, step);
            }
            Map<String, float[]> elements = new LinkedHashMap<>();
            Parameters.of(copy).forEach((path, tensor) -> elements.put(path, tensor.toFloatArray()));
            return elements;
        }
    }

    private Model copy() {
        return Parameters.map(model, (path, tensor) -> Tensor.of(tensor.toFloatArray(), tensor.dimensions()));
    }

    /** The first published weights call the parameters of norms gamma and beta, and have a pooler. */
    @Test
    void bert_trainsPublishedWeights(@TempDir Path directory) {
        Path file = directory.resolve("model.safetensors");
        Map<String, Tensor> published = new LinkedHashMap<>();
        tensors.forEach((name, tensor) -> published.put(
                name.replace("LayerNorm.weight", "LayerNorm.gamma").replace("LayerNorm.bias", "LayerNorm.beta"),
                tensor));
        published.put("bert.pooler.dense.bias", Tensor.zeros(WIDTH));
        Checkpoint.write(file, published, Map.of());
        Model read = Weights.read(file);
        float[] logits = BertKernels.logits(read, batch).toFloatArray();
        assertThat(logits).isEqualTo(BertKernels.logits(model, batch).toFloatArray());
        BertTrainingKernels.trainStep(read, new Moments(zeros(), zeros()), batch, RATE, 1, 1, 0);
        assertThat(BertKernels.logits(read, batch).toFloatArray()).isNotEqualTo(logits);
    }

    private TorchBert torch() {
        assumeTrue(
                Loader.getPlatform().equals("linux-x86_64"),
                "PyTorch's libraries are among the dependencies on linux-x86_64 alone");
        return new TorchBert(tensors);
    }

    private TorchBert.Batch sameBatch() {
        return TorchBert.Batch.of(batch);
    }

    private static Model zeros() {
        return ((Weights) (name, dims) -> Tensor.zeros(dims)).model(VOCABULARY, POSITIONS, WIDTH);
    }

    private static Model named(Weights weights, Map<String, Tensor> tensors) {
        Weights kept = (name, dims) -> {
            Tensor tensor = weights.tensor(name, dims);
            tensors.put(name, tensor);
            return tensor;
        };
        return kept.model(VOCABULARY, POSITIONS, WIDTH);
    }

    /** Biases and norms, too. */
    private static Weights random() {
        Initializer initializer = new Initializer(5);
        return (name, dims) -> name.endsWith("LayerNorm.weight")
                ? initializer.uniform(0.8, 1.2, dims)
                : initializer.normal(2 * Weights.DEVIATION, dims);
    }

    /** Relative, in the L2 norm. */
    private static double distance(double[] actual, double[] expected) {
        assertThat(actual).hasSameSizeAs(expected);
        double[] difference = new double[actual.length];
        for (int i = 0; i < actual.length; i++) {
            difference[i] = actual[i] - expected[i];
        }
        return Math.sqrt(squares(difference) / squares(expected));
    }

    private static double squares(double[] elements) {
        double sum = 0;
        for (double element : elements) {
            sum += element * element;
        }
        return sum;
    }
}
