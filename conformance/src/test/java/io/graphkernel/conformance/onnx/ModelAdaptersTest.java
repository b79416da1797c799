package io.graphkernel.conformance.onnx;

import static io.graphkernel.conformance.onnx.ModelPrograms.declared;
import static io.graphkernel.conformance.onnx.ModelPrograms.random;
import static io.graphkernel.processor.onnx.ModelBytes.FLOAT;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.graphkernel.processor.onnx.ModelBytes;
import io.graphkernel.runtime.Ops;
import io.graphkernel.runtime.Tensor;
import io.graphkernel.runtime.TensorScope;
import io.graphkernel.runtime.exception.InvalidArgumentException;
import io.graphkernel.training.LoraFile;
import java.io.IOException;
import java.lang.reflect.Method;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests of low-rank adapters of models: results, gradients, training, merged weights and files. */
@Tag("slow")
class ModelAdaptersTest {

    private static final Path DIRECTORY = Path.of(System.getProperty("conformance.directory", "target/conformance"))
            .resolve("model-adapters");

    private static final int INT8 = 3;
    private static final int INNER = 4;
    private static final int HIDDEN = 6;
    private static final int CLASSES = 3;
    private static final int ROWS = 5;
    private static final double SCALE = 0.5;
    private static final float STEP = 1f / 64;

    private static final String PROGRAM = """
            package demo;

            import static io.graphkernel.runtime.Gradients.valueAndGradient;
            import static io.graphkernel.runtime.Ops.*;

            import demo.%1$sKernels.Adapters;
            import io.graphkernel.annotations.*;
            import io.graphkernel.runtime.*;
            import io.graphkernel.training.AdamW;
            import java.util.Map;

            public final class %1$sProgram {
                public record Moments(Adapters first, Adapters second) {}

                @GraphKernel
                public static Tensor loss(Adapters adapters, @TensorType("f32[n, 4]") Tensor x) {
                    return reduceSum(square(%1$sKernels.run(adapters, x)));
                }

                @GraphKernel
                public static Tensor step(
                        Adapters adapters, Moments moments, @TensorType("f32[n, 4]") Tensor x, int step) {
                    var loss = valueAndGradient(() -> loss(adapters, x), adapters);
                    Parameters.forEach(
                            adapters, moments.first(), moments.second(), loss.gradient(),
                            (w, m, v, g) -> AdamW.update(w, m, v, g, 0.05f, step, 0));
                    return loss.value();
                }

                public static Map<String, Double> scales() {
                    return Adapters.scales();
                }

                public static Tensor run(Map<String, Tensor> adapters, Tensor x) {
                    return %1$sKernels.run(Adapters.of(adapters), x);
                }

                public static Map<String, Tensor> initial(long seed) {
                    return %1$sKernels.adapters(seed).named();
                }

                public static Tensor lossOf(Map<String, Tensor> adapters, Tensor x) {
                    return %1$sProgramKernels.loss(Adapters.of(adapters), x);
                }

                public static Map<String, Tensor> gradients(Map<String, Tensor> byName, Tensor x) {
                    Adapters adapters = Adapters.of(byName);
                    return valueAndGradient(() -> loss(adapters, x), adapters).gradient().named();
                }

                public static float[] train(Map<String, Tensor> byName, Tensor x, int steps) {
                    Adapters adapters = Adapters.of(byName);
                    Moments moments = new Moments(
                            Parameters.map(adapters, (path, w) -> Tensor.zeros(w.dimensions())),
                            Parameters.map(adapters, (path, w) -> Tensor.zeros(w.dimensions())));
                    float[] losses = new float[steps];
                    for (int i = 0; i < steps; i++) {
                        losses[i] = %1$sProgramKernels.step(adapters, moments, x, i + 1).get();
                    }
                    return losses;
                }
            }
            """;

    private static final String FULL = """
            package demo;

            import static io.graphkernel.runtime.Gradients.valueAndGradient;
            import static io.graphkernel.runtime.Ops.*;

            import demo.FullKernels.Trainable;
            import io.graphkernel.annotations.*;
            import io.graphkernel.runtime.*;
            import java.util.LinkedHashMap;
            import java.util.Map;

            public final class FullProgram {
                @GraphKernel
                public static Tensor loss(Trainable weights, @TensorType("f32[n, 4]") Tensor x) {
                    return reduceSum(square(FullKernels.run(weights, x)));
                }

                /** Returns the weights of the model, of which some are replaced by merged ones. */
                public static Map<String, Tensor> merged(Map<String, Tensor> adapters) {
                    Map<String, Tensor> weights = new LinkedHashMap<>(FullKernels.trainable().named());
                    weights.putAll(NetKernels.merged(NetKernels.Adapters.of(adapters)));
                    return weights;
                }

                public static Tensor run(Map<String, Tensor> weights, Tensor x) {
                    return FullKernels.run(Trainable.of(weights), x);
                }

                public static Map<String, Tensor> gradients(Map<String, Tensor> byName, Tensor x) {
                    Trainable weights = Trainable.of(byName);
                    return valueAndGradient(() -> loss(weights, x), weights).gradient().named();
                }

                public static Map<String, Tensor> weights() {
                    return NetKernels.weights();
                }
            }
            """;

    private static ModelPrograms programs;

    private final TensorScope scope = TensorScope.open();
    private final Tensor x = Tensor.of(random(ROWS * INNER, 7), ROWS, INNER);

    @TempDir
    private Path directory;

    @BeforeAll
    static void compile() throws IOException {
        String adapters = ", adapters = @LowRank(weights = \"*.weight\", rank = 2, scale = " + SCALE + ")";
        Map<String, String> texts = new LinkedHashMap<>();
        texts.put("Net", declared("Net", "net.onnx", adapters));
        texts.put("Quantized", declared("Quantized", "quantized.onnx", adapters));
        texts.put("Full", declared("Full", "net.onnx", ", trainable = \"*\""));
        texts.put("Both", declared("Both", "net.onnx", ", trainable = \"*.bias\"" + adapters));
        texts.put("NetProgram", PROGRAM.formatted("Net"));
        texts.put("QuantizedProgram", PROGRAM.formatted("Quantized"));
        texts.put("FullProgram", FULL);
        Map<String, byte[]> models = Map.of("net.onnx", net(), "quantized.onnx", quantized());
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

    /** Two layers, one with its weight as the exporters of linear layers store it. */
    private static byte[] net() {
        return ModelBytes.model(
                ModelBytes.message()
                        .node("MatMul x up.weight -> product")
                        .node("Add product up.bias -> sum")
                        .node("Tanh sum -> hidden")
                        .node("Gemm hidden down.weight down.bias -> y", ModelBytes.integer("transB", 1))
                        .weight("up.weight", new long[] {INNER, HIDDEN}, random(INNER * HIDDEN, 1))
                        .weight("up.bias", new long[] {HIDDEN}, random(HIDDEN, 2))
                        .weight("down.weight", new long[] {CLASSES, HIDDEN}, random(CLASSES * HIDDEN, 3))
                        .weight("down.bias", new long[] {CLASSES}, random(CLASSES, 4))
                        .input("x", FLOAT, "n", INNER)
                        .output("y", FLOAT),
                17);
    }

    private static byte[] quantized() {
        byte[] up = new byte[INNER * HIDDEN];
        byte[] down = new byte[HIDDEN * CLASSES];
        new Random(1).nextBytes(up);
        new Random(2).nextBytes(down);
        return ModelBytes.model(
                ModelBytes.message()
                        .node("DequantizeLinear up.weight scale -> up")
                        .node("MatMul x up -> product")
                        .node("Tanh product -> hidden")
                        .node("DequantizeLinear down.weight scale -> down")
                        .node("MatMul hidden down -> y")
                        .message(5, ModelBytes.tensor("up.weight", INT8, up, INNER, HIDDEN))
                        .message(5, ModelBytes.tensor("down.weight", INT8, down, HIDDEN, CLASSES))
                        .weight("scale", new long[0], 1f / 128)
                        .input("x", FLOAT, "n", INNER)
                        .output("y", FLOAT),
                17);
    }

    private static <T> T call(String program, String name, Object... arguments) {
        return programs.call(program + "Program", name, arguments);
    }

    /** Returns adapters that change the results. */
    private static Map<String, Tensor> adapters(String program) {
        Map<String, Tensor> adapters = call(program, "initial", 3L);
        Map<String, Tensor> changed = new LinkedHashMap<>();
        adapters.forEach((name, matrix) -> changed.put(
                name, Tensor.of(random((int) matrix.elementCount(), name.hashCode()), matrix.dimensions())));
        return changed;
    }

    @Test
    void newAdapters_areReproducible_andChangeNothing() {
        Map<String, Tensor> initial = call("Net", "initial", 3L);
        Map<String, Tensor> again = call("Net", "initial", 3L);
        Map<String, Tensor> other = call("Net", "initial", 4L);
        assertThat(initial.keySet())
                .containsExactly("up.lora_A.weight", "up.lora_B.weight", "down.lora_A.weight", "down.lora_B.weight");
        assertThat(initial.get("up.lora_B.weight").toFloatArray())
                .hasSize(HIDDEN * 2)
                .containsOnly(0);
        float[] up = initial.get("up.lora_A.weight").toFloatArray();
        assertThat(up)
                .hasSize(2 * INNER)
                .doesNotContain(0)
                .isEqualTo(again.get("up.lora_A.weight").toFloatArray());
        assertThat(other.get("up.lora_A.weight").toFloatArray()).isNotEqualTo(up);
        Tensor y = call("Net", "run", initial, x);
        Tensor frozen = call("Full", "run", call("Full", "weights"), x);
        assertThat(y.toFloatArray()).containsExactly(frozen.toFloatArray(), within(1e-6f));
    }

    @Test
    void result_isThatOfMergedWeights() {
        Map<String, Tensor> adapters = adapters("Net");
        Map<String, Tensor> merged = call("Full", "merged", adapters);
        Map<String, Tensor> weights = call("Full", "weights");
        requireMerged(merged, weights, adapters, "up", INNER, HIDDEN, false);
        requireMerged(merged, weights, adapters, "down", HIDDEN, CLASSES, true);
        assertThat(merged.get("up.bias").toFloatArray())
                .isEqualTo(weights.get("up.bias").toFloatArray());
        Tensor y = call("Net", "run", adapters, x);
        Tensor expected = call("Full", "run", merged, x);
        assertThat(y.toFloatArray()).containsExactly(expected.toFloatArray(), within(1e-5f));
    }

    private static void requireMerged(
            Map<String, Tensor> merged,
            Map<String, Tensor> weights,
            Map<String, Tensor> adapters,
            String module,
            int inputs,
            int outputs,
            boolean isTransposed) {
        Tensor a = adapters.get(module + ".lora_A.weight");
        Tensor b = adapters.get(module + ".lora_B.weight");
        for (int i = 0; i < inputs; i++) {
            for (int o = 0; o < outputs; o++) {
                long[] at = isTransposed ? new long[] {o, i} : new long[] {i, o};
                double expected = weights.get(module + ".weight").get(at);
                for (int r = 0; r < 2; r++) {
                    expected += SCALE * a.get(r, i) * b.get(o, r);
                }
                assertThat((double) merged.get(module + ".weight").get(at)).isCloseTo(expected, within(1e-6));
            }
        }
    }

    @Test
    void gradients_areThoseOfTheFullWeights() {
        Map<String, Tensor> adapters = adapters("Net");
        Map<String, Tensor> gradients = call("Net", "gradients", adapters, x);
        Map<String, Tensor> full = call("Full", "gradients", call("Full", "merged", adapters), x);
        assertThat(gradients).containsOnlyKeys(adapters.keySet());
        // W is B · A, or its transpose: dA is Bᵀ · dW, and dB is dW · Aᵀ.
        for (String module : List.of("up", "down")) {
            Tensor change = full.get(module + ".weight");
            Tensor columns = module.equals("up") ? Ops.transpose(change, 1, 0) : change;
            Tensor a = adapters.get(module + ".lora_A.weight");
            Tensor b = adapters.get(module + ".lora_B.weight");
            assertThat(gradients.get(module + ".lora_A.weight").toFloatArray())
                    .containsExactly(
                            Ops.mul(Ops.matMul(b, columns, true, false), SCALE).toFloatArray(), within(1e-4f));
            assertThat(gradients.get(module + ".lora_B.weight").toFloatArray())
                    .containsExactly(
                            Ops.mul(Ops.matMul(columns, a, false, true), SCALE).toFloatArray(), within(1e-4f));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"Net", "Quantized"})
    void gradients_areCentralDifferences(String program) {
        Map<String, Tensor> adapters = adapters(program);
        Map<String, Tensor> gradients = call(program, "gradients", adapters, x);
        for (String name : adapters.keySet()) {
            float[] values = adapters.get(name).toFloatArray();
            float[] gradient = gradients.get(name).toFloatArray();
            for (int i = 0; i < values.length; i++) {
                double difference = 0;
                for (int sign : List.of(1, -1)) {
                    float[] moved = values.clone();
                    moved[i] += sign * STEP;
                    Map<String, Tensor> other = new LinkedHashMap<>(adapters);
                    other.put(name, Tensor.of(moved, adapters.get(name).dimensions()));
                    Tensor loss = call(program, "lossOf", other, x);
                    difference += sign * (double) loss.get();
                }
                assertThat((double) gradient[i]).as(name + " " + i).isCloseTo(difference / (2 * STEP), within(5e-3));
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"Net", "Quantized"})
    void training_changesTheAdaptersAlone(String program) {
        float[] losses = call(program, "train", call(program, "initial", 3L), x, 40);
        assertThat(losses[39]).isLessThan(0.5f * losses[0]);
    }

    @Test
    void files_haveTheLayoutOfPeft() {
        Map<String, Tensor> adapters = adapters("Net");
        Map<String, Double> scales = call("Net", "scales");
        assertThat(scales).isEqualTo(Map.of("up", SCALE, "down", SCALE));
        LoraFile.of(adapters, scales).write(directory, "net");
        LoraFile file = LoraFile.read(directory);
        assertThat(file.rank()).isEqualTo(2);
        assertThat(file.scale()).isEqualTo((float) SCALE);
        Tensor y = call("Net", "run", adapters, x);
        Tensor read = call("Net", "run", file.named(scales), x);
        assertThat(read.toFloatArray()).isEqualTo(y.toFloatArray());
        Tensor rescaled = call("Net", "run", new LoraFile(file.adapters(), 2, 4 * SCALE).named(scales), x);
        Map<String, Tensor> doubled = new LinkedHashMap<>(adapters);
        doubled.replaceAll((name, matrix) -> name.contains("_B") ? Ops.mul(matrix, 2) : matrix);
        Tensor expected = call("Net", "run", doubled, x);
        assertThat(rescaled.toFloatArray()).containsExactly(expected.toFloatArray(), within(1e-6f));
    }

    @Test
    void adaptersOfOtherModules_areRejected() {
        Map<String, Tensor> more = adapters("Net");
        more.put("head.lora_A.weight", more.get("up.lora_A.weight"));
        more.put("head.lora_B.weight", more.get("up.lora_B.weight"));
        assertThatThrownBy(() -> call("Net", "run", more, x))
                .rootCause()
                .isInstanceOf(InvalidArgumentException.class)
                .hasMessageContaining("GK-6527")
                .hasMessageContaining("head.lora_A.weight, head.lora_B.weight");
    }

    @Test
    void quantizedWeights_haveNoMergedOnes() {
        assertThat(programs.type("QuantizedKernels").getMethods())
                .extracting(Method::getName)
                .contains("adapters", "weights")
                .doesNotContain("merged");
    }

    @Test
    void trainableWeights_mayBeBesideAdapters() {
        Class<?> stub = programs.type("BothKernels");
        assertThat(Stream.of(stub.getMethods())
                        .filter(method -> method.getName().equals("run")))
                .anySatisfy(method -> assertThat(method.getParameterTypes())
                        .extracting(Class::getSimpleName)
                        .containsExactly("Adapters", "Trainable", "Tensor"));
    }
}
