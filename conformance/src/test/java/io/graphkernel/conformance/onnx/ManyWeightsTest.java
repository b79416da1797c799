package io.graphkernel.conformance.onnx;

import static io.graphkernel.conformance.onnx.ModelPrograms.declared;
import static io.graphkernel.conformance.onnx.ModelPrograms.random;
import static io.graphkernel.processor.onnx.ModelBytes.FLOAT;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.graphkernel.processor.onnx.ModelBytes;
import io.graphkernel.runtime.Tensor;
import io.graphkernel.runtime.TensorScope;
import io.graphkernel.training.Checkpoint;
import io.graphkernel.training.LoraFile;
import java.io.IOException;
import java.lang.reflect.RecordComponent;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Tests of models with more trainable weights and adapters than a Java constructor has parameters: y is the sum of
 * tanh(x · W + b) over all layers, and the loss that of y².
 */
@Tag("slow")
class ManyWeightsTest {

    private static final Path DIRECTORY = Path.of(System.getProperty("conformance.directory", "target/conformance"))
            .resolve("many-weights");

    /** Layers of a model with gradient calls in plain Java. */
    private static final int LAYERS = 130;

    private static final int MANY_LAYERS = 505;
    private static final int ADAPTED_LAYERS = 130;
    static final int ROWS = 5;
    static final int INNER = 4;
    static final int OUTER = 3;
    private static final double SCALE = 0.5;

    private static final String PROGRAM = """
            package demo;

            import static io.graphkernel.runtime.Gradients.valueAndGradient;
            import static io.graphkernel.runtime.Ops.*;

            import demo.%1$sKernels.%2$s;
            import io.graphkernel.annotations.*;
            import io.graphkernel.runtime.*;
            import io.graphkernel.training.AdamW;
            import java.util.Map;

            public final class %1$sProgram {
                public record Moments(%2$s first, %2$s second) {}

                @GraphKernel
                public static Tensor loss(%2$s weights, @TensorType("f32[n, 4]") Tensor x) {
                    return reduceSum(square(%1$sKernels.run(weights, x)));
                }

                @GraphKernel
                public static Tensor step(
                        %2$s weights, Moments moments, @TensorType("f32[n, 4]") Tensor x, int step) {
                    var loss = valueAndGradient(() -> loss(weights, x), weights);
                    %5$s
                    return loss.value();
                }

                @GraphKernel
                static void momentum(
                        @TensorType("f32[a...]") Tensor weight,
                        @TensorType("f32[a...]") Tensor mean,
                        @TensorType("f32[a...]") Tensor gradient) {
                    Tensor next = add(mul(mean, 0.9), gradient);
                    assign(mean, next);
                    assign(weight, sub(weight, mul(next, 1e-4)));
                }

                public static %2$s initial() {
                    return %1$sKernels.%3$s;
                }

                public static Map<String, Tensor> train(%2$s weights, Tensor x, int steps) {
                    Moments moments = new Moments(
                            Parameters.map(weights, (path, w) -> Tensor.zeros(w.dimensions())),
                            Parameters.map(weights, (path, w) -> Tensor.zeros(w.dimensions())));
                    for (int i = 0; i < steps; i++) {
                        %1$sProgramKernels.step(weights, moments, x, i + 1);
                    }
                    return weights.named();
                }

                public static Tensor lossOf(Map<String, Tensor> weights, Tensor x) {
                    return %1$sProgramKernels.loss(%2$s.of(weights), x);
                }

                /** Returns the gradients by the calls of the model's stub. */
                public static Map<String, Tensor> gradientsOfTape(%2$s weights, Tensor x) {
                    return valueAndGradient(() -> loss(weights, x), weights).gradient().named();
                }
                %4$s
            }
            """;

    private static final String ADAM = """
            Parameters.forEach(
                            weights, moments.first(), moments.second(), loss.gradient(),
                            (w, m, v, g) -> AdamW.update(w, m, v, g, 0.01f, step, 0));
            """;

    /** Update of few ops, since those of all weights are in one kernel. */
    private static final String MOMENTUM = """
            Parameters.forEach(weights, moments.first(), loss.gradient(), (w, m, g) -> momentum(w, m, g));
            """;

    private static final String MERGED = """

                public static Map<String, Double> scales() {
                    return Adapters.scales();
                }

                public static Map<String, Tensor> merged(Map<String, Tensor> adapters) {
                    return AdaptedKernels.merged(Adapters.of(adapters));
                }
            """;

    private static ModelPrograms programs;

    private final TensorScope scope = TensorScope.open();
    private final Tensor x = Tensor.of(random(ROWS * INNER, 7), ROWS, INNER);

    @TempDir
    private Path directory;

    @BeforeAll
    static void compile() throws IOException {
        Map<String, byte[]> models = Map.of(
                "trained.onnx", model(LAYERS), "large.onnx", model(MANY_LAYERS), "adapted.onnx", model(ADAPTED_LAYERS));
        String adapters = ", adapters = @LowRank(weights = \"*.weight\", rank = 1, scale = 0.5)";
        Map<String, String> texts = new LinkedHashMap<>();
        texts.put("Trained", declared("Trained", "trained.onnx", ", trainable = \"*\""));
        texts.put("Large", declared("Large", "large.onnx", ", trainable = \"*\""));
        texts.put("Adapted", declared("Adapted", "adapted.onnx", adapters));
        texts.put("TrainedProgram", PROGRAM.formatted("Trained", "Trainable", "trainable()", "", ADAM));
        texts.put("LargeProgram", PROGRAM.formatted("Large", "Trainable", "trainable()", "", MOMENTUM));
        texts.put("AdaptedProgram", PROGRAM.formatted("Adapted", "Adapters", "adapters(3)", MERGED, ADAM));
        programs = ModelPrograms.compile(DIRECTORY, models, texts);
    }

    @AfterAll
    static void closePrograms() throws IOException {
        programs.close();
    }

    @AfterEach
    void close() {
        scope.close();
    }

    private static byte[] model(int layers) {
        ModelBytes graph = ModelBytes.message();
        String sum = "";
        for (int layer = 0; layer < layers; layer++) {
            graph.node("MatMul x layer.%1$d.weight -> product%1$d".formatted(layer))
                    .node("Add product%1$d layer.%1$d.bias -> sum%1$d".formatted(layer))
                    .node("Tanh sum%1$d -> tanh%1$d".formatted(layer));
            if (layer > 0) {
                graph.node(
                        "Add %1$s tanh%2$d -> %3$s".formatted(sum, layer, layer == layers - 1 ? "y" : "total" + layer));
            }
            sum = layer == 0 ? "tanh0" : "total" + layer;
        }
        for (int layer = 0; layer < layers; layer++) {
            graph.weight("layer." + layer + ".weight", new long[] {INNER, OUTER}, random(INNER * OUTER, layer))
                    .weight("layer." + layer + ".bias", new long[] {OUTER}, random(OUTER, ~layer));
        }
        return ModelBytes.model(graph.input("x", FLOAT, "n", INNER).output("y", FLOAT), 17);
    }

    private static <T> T call(String program, String name, Object... arguments) {
        return programs.call(program + "Program", name, arguments);
    }

    private static void requireEqual(Map<String, Tensor> actual, Map<String, double[]> expected, double tolerance) {
        assertThat(actual.keySet()).containsExactlyInAnyOrderElementsOf(expected.keySet());
        expected.forEach((name, values) -> {
            float[] floats = actual.get(name).toFloatArray();
            for (int i = 0; i < values.length; i++) {
                assertThat((double) floats[i]).as(name + " " + i).isCloseTo(values[i], within(tolerance));
            }
        });
    }

    @ParameterizedTest
    @CsvSource({"Trained, 130", "Large, 505"})
    void trainedWeights_areThoseOfDoublePrecision(String program, int layers) {
        Object weights = call(program, "initial");
        ManyWeightsOracle oracle = new ManyWeightsOracle(named(weights), x);
        for (int step = 1; step <= 2; step++) {
            oracle.differentiate(layers);
            if (layers == LAYERS) {
                oracle.step(step);
            } else {
                oracle.stepWithMomentum();
            }
        }
        Map<String, Tensor> trained = call(program, "train", weights, x, 2);
        requireEqual(trained, oracle.weights(), 1e-4);
        Path file = directory.resolve("weights.safetensors");
        Checkpoint.write(file, trained, Map.of());
        Map<String, Tensor> read = new LinkedHashMap<>();
        try (Checkpoint checkpoint = Checkpoint.open(file)) {
            trained.keySet().forEach(name -> read.put(name, checkpoint.tensor(name)));
            assertThat(checkpoint.names()).hasSize(2 * layers);
        }
        Tensor loss = call(program, "lossOf", trained, x);
        Tensor again = call(program, "lossOf", read, x);
        assertThat(again.get()).isEqualTo(loss.get());
    }

    @SuppressWarnings("unchecked")
    private static Map<String, Tensor> named(Object weights) {
        try {
            return (Map<String, Tensor>) weights.getClass().getMethod("named").invoke(weights);
        } catch (ReflectiveOperationException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void gradientsInPlainJava_areThoseOfDoublePrecision() {
        Object weights = call("Trained", "initial");
        ManyWeightsOracle oracle = new ManyWeightsOracle(named(weights), x);
        oracle.differentiate(LAYERS);
        requireEqual(call("Trained", "gradientsOfTape", weights, x), oracle.gradients(), 2e-3);
    }

    @Test
    void records_haveAComponentPerLayer() throws ReflectiveOperationException {
        Object weights = call("Trained", "initial");
        assertThat(weights.getClass().getRecordComponents())
                .hasSize(LAYERS)
                .extracting(RecordComponent::getName)
                .startsWith("layer_0", "layer_1")
                .endsWith("layer_129");
        Object layer = weights.getClass().getMethod("layer_7").invoke(weights);
        assertThat(layer.getClass().getSimpleName()).isEqualTo("Layer_7");
        Tensor bias = (Tensor) layer.getClass().getMethod("bias").invoke(layer);
        assertThat(bias.toFloatArray()).isEqualTo(random(OUTER, ~7));
        assertThat(named(layer)).containsOnlyKeys("layer.7.weight", "layer.7.bias");
        Class<?> large = programs.type("LargeKernels$Trainable");
        assertThat(large.getRecordComponents())
                .extracting(RecordComponent::getName)
                .containsExactly("part0", "part1");
    }

    @Test
    void adapters_areTrained_writtenAndRead() throws IOException {
        Object adapters = call("Adapted", "initial");
        Map<String, Tensor> initial = named(adapters);
        assertThat(initial).hasSize(2 * ADAPTED_LAYERS);
        float[] frozen = initial.get("layer.9.lora_A.weight").toFloatArray();
        Tensor before = call("Adapted", "lossOf", initial, x);
        double loss = before.get();
        Map<String, Tensor> trained = call("Adapted", "train", adapters, x, 3);
        Tensor after = call("Adapted", "lossOf", trained, x);
        assertThat((double) after.get()).isLessThan(loss);
        assertThat(trained.get("layer.9.lora_A.weight").toFloatArray()).isNotEqualTo(frozen);
        Map<String, Double> scales = call("Adapted", "scales");
        assertThat(scales).hasSize(ADAPTED_LAYERS).containsEntry("layer.9", SCALE);
        LoraFile.of(trained, scales).write(directory, "adapted");
        Map<String, Tensor> read = LoraFile.read(directory).named(scales);
        Tensor again = call("Adapted", "lossOf", read, x);
        assertThat(again.get()).isEqualTo(after.get());
    }

    @Test
    void mergedWeights_areSums() {
        Map<String, Tensor> adapters = new LinkedHashMap<>();
        named(call("Adapted", "initial"))
                .forEach((name, matrix) -> adapters.put(
                        name, Tensor.of(random((int) matrix.elementCount(), name.hashCode()), matrix.dimensions())));
        Map<String, Tensor> merged = call("Adapted", "merged", adapters);
        assertThat(merged).hasSize(ADAPTED_LAYERS);
        for (int layer = 0; layer < ADAPTED_LAYERS; layer++) {
            float[] weight = random(INNER * OUTER, layer);
            Tensor a = adapters.get("layer." + layer + ".lora_A.weight");
            Tensor b = adapters.get("layer." + layer + ".lora_B.weight");
            Tensor sum = merged.get("layer." + layer + ".weight");
            for (int i = 0; i < INNER; i++) {
                for (int o = 0; o < OUTER; o++) {
                    double expected = weight[i * OUTER + o] + SCALE * a.get(0, i) * b.get(o, 0);
                    assertThat((double) sum.get(i, o)).isCloseTo(expected, within(1e-6));
                }
            }
        }
    }
}
