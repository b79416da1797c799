package io.graphkernel.conformance.onnx;

import static io.graphkernel.conformance.onnx.ModelPrograms.random;
import static io.graphkernel.processor.onnx.ModelBytes.FLOAT;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.graphkernel.processor.onnx.ModelBytes;
import io.graphkernel.runtime.Tensor;
import io.graphkernel.runtime.TensorScope;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Gradients of recurrent models by their weights, against central differences. */
@Tag("slow")
class RecurrentTrainingTest {

    private static final Path DIRECTORY = Path.of(System.getProperty("conformance.directory", "target/conformance"))
            .resolve("recurrent-training");

    private static final int BOOL = 9;

    private static final int STEPS = 5;
    private static final int BATCH = 2;
    private static final int SIZE = 3;
    private static final long GATES = 4L * SIZE;

    /** Difference of a weight, large enough for losses of f32. */
    private static final float STEP = 1f / 64;

    private static ModelPrograms programs;

    /** Methods of one model: losses and gradients by names of weights. */
    private static String program(String model) {
        return """
                package demo;

                import static io.graphkernel.runtime.Gradients.valueAndGradient;
                import static io.graphkernel.runtime.Ops.*;

                import demo.%1$sKernels.Trainable;
                import io.graphkernel.annotations.*;
                import io.graphkernel.runtime.*;
                import java.util.Map;

                public final class %1$sProgram {
                    @GraphKernel
                    public static Tensor loss(Trainable weights, @TensorType("f32[t, b, 3]") Tensor x) {
                        return reduceSum(square(%1$sKernels.run(weights, x)));
                    }

                    public static float lossOf(Map<String, Tensor> byName, Tensor x) {
                        return %1$sProgramKernels.loss(Trainable.of(byName), x).get();
                    }

                    public static Map<String, Tensor> weights() {
                        return %1$sKernels.trainable().named();
                    }

                    public static Map<String, Tensor> gradients(Map<String, Tensor> byName, Tensor x) {
                        Trainable weights = Trainable.of(byName);
                        return valueAndGradient(() -> loss(weights, x), weights).gradient().named();
                    }
                }
                """.formatted(model);
    }

    @BeforeAll
    static void compile() throws IOException {
        Map<String, byte[]> models = Map.of("Lstm.onnx", lstm(), "Scanned.onnx", scanned(), "Looped.onnx", looped());
        Map<String, String> texts = new LinkedHashMap<>();
        for (String file : models.keySet()) {
            String name = file.replace(".onnx", "");
            texts.put(name + "Program", program(name));
            texts.put(name, ModelPrograms.declared(name, file, ", trainable = \"*\""));
        }
        programs = ModelPrograms.compile(DIRECTORY, models, texts);
    }

    @AfterAll
    static void close() throws IOException {
        programs.close();
    }

    private static byte[] lstm() {
        return ModelBytes.model(
                ModelBytes.message()
                        .node("LSTM x w r b -> y", ModelBytes.integer("hidden_size", SIZE))
                        .weight("w", new long[] {1, GATES, SIZE}, random(4 * SIZE * SIZE, 1))
                        .weight("r", new long[] {1, GATES, SIZE}, random(4 * SIZE * SIZE, 2))
                        .weight("b", new long[] {1, 2 * GATES}, random(8 * SIZE, 3))
                        .input("x", FLOAT, "t", "b", SIZE)
                        .output("y", FLOAT),
                14);
    }

    /** A tanh network whose step is the body of a scan, which reads weights of the graph around it. */
    private static byte[] scanned() {
        ModelBytes body = ModelBytes.message()
                .node("MatMul x_t w -> inner")
                .node("MatMul h r -> recurrent")
                .node("Add inner recurrent -> sum")
                .node("Tanh sum -> h_next")
                .node("Mul h_next scale -> out")
                .input("h", FLOAT, "b", SIZE)
                .input("x_t", FLOAT, "b", SIZE)
                .output("h_next", FLOAT)
                .output("out", FLOAT);
        return ModelBytes.model(
                ModelBytes.message()
                        .node("MatMul x w -> first")
                        .node("ReduceSum first time -> h0", ModelBytes.integer("keepdims", 0))
                        .node(
                                "Scan h0 x -> last y",
                                ModelBytes.graph("body", body),
                                ModelBytes.integer("num_scan_inputs", 1),
                                ModelBytes.integers("scan_input_directions", 1))
                        .numbers("time", 0)
                        .weight("w", new long[] {SIZE, SIZE}, random(SIZE * SIZE, 4))
                        .weight("r", new long[] {SIZE, SIZE}, random(SIZE * SIZE, 5))
                        .weight("scale", new long[] {SIZE}, random(SIZE, 6))
                        .input("x", FLOAT, "t", "b", SIZE)
                        .output("y", FLOAT),
                14);
    }

    /** The same in a loop that gathers the row of the iteration, and selects by the sign of its sum. */
    private static byte[] looped() {
        ModelBytes body = ModelBytes.message()
                .node("Gather x i -> x_t", ModelBytes.integer("axis", 0))
                .node("MatMul x_t w -> inner")
                .node("MatMul h r -> recurrent")
                .node("Add inner recurrent -> sum")
                .node("Tanh sum -> h_next")
                .node("ReduceSum x_t -> total", ModelBytes.integer("keepdims", 0))
                .node("Less total zero -> negative")
                .node(
                        "If negative -> out",
                        ModelBytes.graph(
                                "then_branch",
                                ModelBytes.message()
                                        .node("Mul h_next scale -> then")
                                        .output("then", FLOAT)),
                        ModelBytes.graph(
                                "else_branch",
                                ModelBytes.message()
                                        .node("Exp h_next -> otherwise")
                                        .output("otherwise", FLOAT)))
                .node("Identity keep -> keep_next")
                .input("i", ModelBytes.INT64)
                .input("keep", BOOL)
                .input("h", FLOAT, "b", SIZE)
                .output("keep_next", BOOL)
                .output("h_next", FLOAT)
                .output("out", FLOAT);
        return ModelBytes.model(
                ModelBytes.message()
                        .node("MatMul x w -> first")
                        .node("ReduceSum first time -> h0", ModelBytes.integer("keepdims", 0))
                        .node("Shape x -> shape")
                        .node("Gather shape begin -> steps")
                        .node("Loop steps  h0 -> last y", ModelBytes.graph("body", body))
                        .numbers("time", 0)
                        .message(5, ModelBytes.tensor("begin", ModelBytes.INT64, new byte[Long.BYTES]))
                        .message(5, ModelBytes.tensor("zero", FLOAT, new byte[Float.BYTES]))
                        .weight("w", new long[] {SIZE, SIZE}, random(SIZE * SIZE, 4))
                        .weight("r", new long[] {SIZE, SIZE}, random(SIZE * SIZE, 5))
                        .weight("scale", new long[] {SIZE}, random(SIZE, 6))
                        .input("x", FLOAT, "t", "b", SIZE)
                        .output("y", FLOAT),
                14);
    }

    @ParameterizedTest
    @ValueSource(strings = {"Lstm", "Scanned", "Looped"})
    void gradients_areCentralDifferences(String model) throws ReflectiveOperationException {
        Class<?> program = programs.type(model + "Program");
        var lossOf = program.getMethod("lossOf", Map.class, Tensor.class);
        try (TensorScope scope = TensorScope.open()) {
            Tensor x = Tensor.of(random(STEPS * BATCH * SIZE, 7), STEPS, BATCH, SIZE);
            @SuppressWarnings("unchecked")
            Map<String, Tensor> weights =
                    (Map<String, Tensor>) program.getMethod("weights").invoke(null);
            @SuppressWarnings("unchecked")
            Map<String, Tensor> gradients = (Map<String, Tensor>)
                    program.getMethod("gradients", Map.class, Tensor.class).invoke(null, weights, x);
            assertThat(gradients).containsOnlyKeys(weights.keySet());
            for (String name : weights.keySet()) {
                float[] values = weights.get(name).toFloatArray();
                float[] gradient = gradients.get(name).toFloatArray();
                for (int i = 0; i < values.length; i++) {
                    double difference = 0;
                    for (int sign : List.of(1, -1)) {
                        float[] moved = values.clone();
                        moved[i] += sign * STEP;
                        Map<String, Tensor> other = new LinkedHashMap<>(weights);
                        other.put(name, Tensor.of(moved, weights.get(name).dimensions()));
                        difference += sign * (float) lossOf.invoke(null, other, x);
                    }
                    assertThat((double) gradient[i])
                            .as(name + " " + i)
                            .isCloseTo(difference / (2 * STEP), within(2e-3));
                }
            }
        }
    }
}
