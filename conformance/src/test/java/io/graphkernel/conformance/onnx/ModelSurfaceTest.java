package io.graphkernel.conformance.onnx;

import static io.graphkernel.processor.onnx.ModelBytes.FLOAT;
import static io.graphkernel.processor.onnx.ModelBytes.INT64;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.graphkernel.conformance.random.KernelCompiler;
import io.graphkernel.processor.onnx.ModelBytes;
import io.graphkernel.runtime.Tensor;
import io.graphkernel.runtime.TensorScope;
import io.graphkernel.runtime.exception.InvalidArgumentException;
import io.graphkernel.runtime.exception.KernelLibraryException;
import io.graphkernel.testing.TestTier;
import io.graphkernel.training.Checkpoint;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Tests of the API of models: weights by name, records, kernels that call models, trained weights. */
class ModelSurfaceTest {

    private static final Path DIRECTORY = Path.of(System.getProperty("conformance.directory", "target/conformance"))
            .resolve("model-surface");
    private static final Path MODELS = DIRECTORY.resolve("models");
    private static final Path CLASSES = DIRECTORY.resolve("classes");
    private static final Path NATIVE = DIRECTORY.resolve("native");

    private static final int BOOL = 9;

    /** A table of 1.2 MB, in a file of its own: it is mapped. */
    private static final int ROWS = 80_000;

    private static final String MAX_SIZES = "kept:3;places:6;least:2;early:2;selected:5";

    private static final int INNER = 4;
    private static final int HIDDEN = 8;
    private static final int CLASSES_OF_NET = 3;

    private static final String PROGRAM = """
            package demo;

            import static io.graphkernel.runtime.Gradients.valueAndGradient;
            import static io.graphkernel.runtime.Ops.*;

            import demo.TunedKernels.Trainable;
            import io.graphkernel.annotations.*;
            import io.graphkernel.runtime.*;
            import io.graphkernel.training.AdamW;
            import java.util.Map;

            public final class Program {
                public record Moments(Trainable first, Trainable second) {}

                @GraphKernel
                public static Tensor doubled(@TensorType("f32[n, 4]") Tensor x) {
                    return mul(NetKernels.run(mul(x, 2)).logits(), 2);
                }

                @GraphKernel
                public static Tensor loss(
                        Trainable weights, @TensorType("f32[n, 4]") Tensor x, @TensorType("f32[n, 3]") Tensor y) {
                    return reduceMean(square(sub(TunedKernels.run(weights, x).logits(), y)));
                }

                @GraphKernel
                public static Tensor gradientStep(
                        Trainable weights,
                        Trainable gradients,
                        @TensorType("f32[n, 4]") Tensor x,
                        @TensorType("f32[n, 3]") Tensor y) {
                    var loss = valueAndGradient(() -> loss(weights, x, y), weights);
                    Parameters.forEach(gradients, loss.gradient(), (into, gradient) -> set(into, gradient));
                    return loss.value();
                }

                @GraphKernel
                static void set(@TensorType("f32[a...]") Tensor into, @TensorType("f32[a...]") Tensor value) {
                    assign(into, value);
                }

                @GraphKernel
                public static Tensor step(
                        Trainable weights,
                        Moments moments,
                        @TensorType("f32[n, 4]") Tensor x,
                        @TensorType("f32[n, 3]") Tensor y,
                        float rate,
                        int step) {
                    var loss = valueAndGradient(() -> loss(weights, x, y), weights);
                    Parameters.forEach(
                            weights, moments.first(), moments.second(), loss.gradient(),
                            (w, m, v, g) -> AdamW.update(w, m, v, g, rate, step, 0));
                    return loss.value();
                }

                public static Tensor logits(Tensor x) {
                    return NetKernels.run(x).logits();
                }

                public static Tensor hidden(Tensor x) {
                    return NetKernels.run(x).hidden_layer();
                }

                public static Tensor otherLogits(Tensor x) {
                    return OtherKernels.run(x).logits();
                }

                public static Tensor plain(Tensor x) {
                    return doubled(x);
                }

                public static Tensor compiled(Tensor x) {
                    return ProgramKernels.doubled(x);
                }

                public static Tensor rows(Tensor indices) {
                    return BigKernels.run(indices);
                }

                public static Map<String, Tensor> weights() {
                    return NetKernels.weights();
                }

                public static float lossOf(Map<String, Tensor> byName, Tensor x, Tensor y) {
                    return ProgramKernels.loss(Trainable.of(byName), x, y).get();
                }

                /** The gradients by name, by a kernel. */
                public static Map<String, Tensor> gradients(Tensor x, Tensor y) {
                    Trainable gradients = TunedKernels.trainable();
                    ProgramKernels.gradientStep(TunedKernels.trainable(), gradients, x, y);
                    return gradients.named();
                }

                /** The gradients by name, by the tape over stubs. */
                public static Map<String, Tensor> gradientsOfTape(Tensor x, Tensor y) {
                    Trainable weights = TunedKernels.trainable();
                    return valueAndGradient(() -> loss(weights, x, y), weights).gradient().named();
                }

                public static float[] train(Tensor x, Tensor y, int steps) {
                    Trainable weights = TunedKernels.trainable();
                    Moments moments = new Moments(
                            Parameters.map(weights, (path, w) -> Tensor.zeros(w.dimensions())),
                            Parameters.map(weights, (path, w) -> Tensor.zeros(w.dimensions())));
                    float[] losses = new float[steps];
                    for (int i = 0; i < steps; i++) {
                        losses[i] = ProgramKernels.step(weights, moments, x, y, 0.02f, i + 1).get();
                    }
                    return losses;
                }
            }
            """;

    private static URLClassLoader loader;
    private static Class<?> program;
    private static Map<String, float[]> weights;

    @BeforeAll
    static void compile() throws IOException, ReflectiveOperationException {
        Files.createDirectories(MODELS);
        Random random = new Random(5);
        weights = new LinkedHashMap<>();
        weights.put("up.weight", random(random, INNER * HIDDEN));
        weights.put("up.bias", random(random, HIDDEN));
        weights.put("down.weight", random(random, HIDDEN * CLASSES_OF_NET));
        weights.put("down.bias", random(random, CLASSES_OF_NET));
        Files.write(MODELS.resolve("net.onnx"), net());
        Files.write(MODELS.resolve("big.onnx"), big());
        Files.write(MODELS.resolve("paced.onnx"), paced());
        Files.write(MODELS.resolve("selecting.onnx"), selecting());
        Files.write(MODELS.resolve("bounded.onnx"), bounded());
        Files.write(MODELS.resolve("products.onnx"), products());
        try (TensorScope scope = TensorScope.open()) {
            Map<String, Tensor> other = Map.of("down.bias", Tensor.of(new float[] {1, 2, 3}, CLASSES_OF_NET));
            Checkpoint.write(MODELS.resolve("other.safetensors"), other, Map.of());
        }
        Map<String, String> texts = Map.of(
                "Net", model("Net", "\"net.onnx\""),
                "Tuned", model("Tuned", "value = \"net.onnx\", trainable = {\"down.*\", \"up.bias\"}"),
                "Other", model("Other", "value = \"net.onnx\", weights = \"other.safetensors\""),
                "Big", model("Big", "\"big.onnx\""),
                "Paced", model("Paced", "value = \"paced.onnx\", inputValues = \"rate:4;shape:2,2;factors:0.5,3\""),
                "Selecting", model("Selecting", "value = \"selecting.onnx\", maxSizes = \"kept:3;values:4\""),
                "Bounded", model("Bounded", "value = \"bounded.onnx\", maxSizes = \"" + MAX_SIZES + "\""),
                "Products", model("Products", "\"products.onnx\""),
                "Program", PROGRAM);
        assertThat(KernelCompiler.compile(CLASSES, texts, "cpu", List.of("-sourcepath", MODELS.toString())))
                .filteredOn(diagnostic -> diagnostic.getKind() == javax.tools.Diagnostic.Kind.ERROR)
                .isEmpty();
        loader = new URLClassLoader(new URL[] {CLASSES.toUri().toURL()}, ModelSurfaceTest.class.getClassLoader());
        program = loader.loadClass("demo.Program");
    }

    @AfterAll
    static void close() throws IOException {
        if (loader != null) {
            loader.close();
        }
    }

    private static String model(String name, String annotation) {
        return """
                package demo;

                import io.graphkernel.annotations.OnnxModel;

                @OnnxModel(%s)
                public interface %s {}
                """.formatted(annotation, name);
    }

    private static float[] random(Random random, int count) {
        float[] values = new float[count];
        for (int i = 0; i < count; i++) {
            values[i] = random.nextFloat() - 0.5f;
        }
        return values;
    }

    private static byte[] net() {
        return ModelBytes.model(
                ModelBytes.message()
                        .node("MatMul input up.weight -> product")
                        .node("Add product up.bias -> sum")
                        .node("Tanh sum -> hidden/layer")
                        .node("MatMul hidden/layer down.weight -> second")
                        .node("Add second down.bias -> logits")
                        .weight("up.weight", new long[] {INNER, HIDDEN}, weights.get("up.weight"))
                        .weight("up.bias", new long[] {HIDDEN}, weights.get("up.bias"))
                        .weight("down.weight", new long[] {HIDDEN, CLASSES_OF_NET}, weights.get("down.weight"))
                        .weight("down.bias", new long[] {CLASSES_OF_NET}, weights.get("down.bias"))
                        .input("input", FLOAT, "n", INNER)
                        .output("logits", FLOAT)
                        .output("hidden/layer", FLOAT),
                13);
    }

    private static byte[] big() throws IOException {
        ByteBuffer table = ByteBuffer.allocate(ROWS * INNER * Float.BYTES).order(ByteOrder.LITTLE_ENDIAN);
        for (int i = 0; i < ROWS * INNER; i++) {
            table.putFloat(i);
        }
        Files.write(MODELS.resolve("big.data"), table.array());
        return ModelBytes.model(
                ModelBytes.message()
                        .node("Gather table rows -> out")
                        .external("table", "big.data", 0, table.capacity(), ROWS, INNER)
                        .input("rows", INT64, "n")
                        .output("out", FLOAT),
                13);
    }

    /** Its rate, a shape and factors are inputs whose values the annotation says. */
    private static byte[] paced() {
        return ModelBytes.model(
                ModelBytes.message()
                        .node("Cast rate -> real", ModelBytes.integer("to", FLOAT))
                        .node("Mul x real -> faster")
                        .node("Reshape faster shape -> square")
                        .node("Mul square factors -> out")
                        .input("x", FLOAT, 4)
                        .input("rate", INT64)
                        .input("shape", INT64, "axes")
                        .input("factors", FLOAT, 2)
                        .output("out", FLOAT),
                13);
    }

    /** Rows for which a mask is true, and the different elements of another tensor. */
    private static byte[] selecting() {
        return ModelBytes.model(
                ModelBytes.message()
                        .node("Compress x keep -> kept", ModelBytes.integer("axis", 0))
                        .node("Mul kept kept -> out")
                        .node("Unique y -> values firsts groups sizes", ModelBytes.integer("sorted", 0))
                        .input("x", FLOAT, "n", 2)
                        .input("keep", BOOL, "n")
                        .input("y", INT64, "m")
                        .output("out", FLOAT)
                        .output("values", INT64)
                        .output("firsts", INT64, 4)
                        .output("groups", INT64)
                        .output("sizes", INT64, 4),
                11);
    }

    @Test
    void maxSizes_ofTheAnnotation_areFilledWithZeros() throws ReflectiveOperationException {
        try (TensorScope scope = TensorScope.open()) {
            Tensor x = Tensor.of(new float[] {1, 2, 3, 4, 5, 6, 7, 8}, 4, 2);
            Tensor keep = Tensor.of(new boolean[] {false, true, false, true}, 4);
            Tensor y = Tensor.of(new long[] {7, 3, 7, 9, 3, 7}, 6);
            Object results = run("Selecting", x, keep, y);
            assertThat(result(results, "out").toFloatArray()).containsExactly(9, 16, 49, 64, 0, 0);
            assertThat(result(results, "kept_count").toLongArray()).containsExactly(2);
            assertThat(result(results, "values").toLongArray()).containsExactly(7, 3, 9, 0);
            assertThat(result(results, "values_count").toLongArray()).containsExactly(3);
            assertThat(result(results, "firsts").toLongArray()).containsExactly(0, 1, 3, 0);
            assertThat(result(results, "groups").toLongArray()).containsExactly(0, 1, 0, 2, 1, 0);
            assertThat(result(results, "sizes").toLongArray()).containsExactly(3, 2, 1, 0);
        }
    }

    /** Selections whose maximum sizes are smaller or larger than the numbers of elements. */
    private static byte[] bounded() {
        return ModelBytes.model(
                ModelBytes.message()
                        .node("Compress x keep -> kept", ModelBytes.integer("axis", 0))
                        .node("NonZero x -> places")
                        .node("Unique x -> least unused groups sizes")
                        .node("Unique x -> early", ModelBytes.integer("sorted", 0))
                        .node("NonMaxSuppression boxes scores maxBoxes ratio minScore -> selected")
                        .numbers("maxBoxes", 10)
                        .weight("ratio", new long[] {1}, 0.5f)
                        .weight("minScore", new long[] {1}, 0.1f)
                        .input("x", FLOAT, "n")
                        .input("keep", BOOL, "n")
                        .input("boxes", FLOAT, 1, "m", 4)
                        .input("scores", FLOAT, 1, 1, "m")
                        .output("kept", FLOAT)
                        .output("places", INT64)
                        .output("least", FLOAT)
                        .output("sizes", INT64)
                        .output("early", FLOAT)
                        .output("selected", INT64),
                11);
    }

    private static Object run(String model, Tensor... arguments) throws ReflectiveOperationException {
        Class<?>[] types = Stream.of(arguments).map(argument -> Tensor.class).toArray(Class<?>[]::new);
        return loader.loadClass("demo." + model + "Kernels")
                .getMethod("run", types)
                .invoke(null, (Object[]) arguments);
    }

    /** The first box has the coordinates of the second, and its score is NaN. */
    private static Object bounded(float[] x, boolean... keep) throws ReflectiveOperationException {
        return run(
                "Bounded",
                Tensor.of(x, x.length),
                Tensor.of(keep, keep.length),
                Tensor.of(new float[] {0, 0, 1, 1, 0, 0, 1, 1, 0, 2, 1, 3}, 1, 3, 4),
                Tensor.of(new float[] {Float.NaN, 0.9f, 0.5f}, 1, 1, 3));
    }

    @Test
    void maxSizes_largerThanTheElements_areFilledWithZeros() throws ReflectiveOperationException {
        try (TensorScope scope = TensorScope.open()) {
            Object results = bounded(new float[] {0, 5}, true, true);
            assertThat(result(results, "kept").toFloatArray()).containsExactly(0, 5, 0);
            assertThat(result(results, "kept_count").toLongArray()).containsExactly(2);
            assertThat(result(results, "places").dimensions()).containsExactly(1, 6);
            assertThat(result(results, "places").toLongArray()).containsExactly(1, 0, 0, 0, 0, 0);
            assertThat(result(results, "places_count").toLongArray()).containsExactly(1);
            assertThat(result(results, "selected").dimensions()).containsExactly(5, 3);
            assertThat(result(results, "selected").toLongArray())
                    .containsExactly(0, 0, 1, 0, 0, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0);
            assertThat(result(results, "selected_count").toLongArray()).containsExactly(2);
            Object one = bounded(new float[] {7}, true);
            assertThat(result(one, "least").toFloatArray()).containsExactly(7, 0);
            assertThat(result(one, "sizes").toLongArray()).containsExactly(1, 0);
            assertThat(result(one, "early").toFloatArray()).containsExactly(7, 0);
            Object none = bounded(new float[0]);
            assertThat(result(none, "kept").toFloatArray()).containsExactly(0, 0, 0);
            assertThat(result(none, "places").toLongArray()).containsExactly(0, 0, 0, 0, 0, 0);
            assertThat(result(none, "sizes").toLongArray()).containsExactly(0, 0);
            assertThat(result(none, "early_count").toLongArray()).containsExactly(0);
        }
    }

    @Test
    void maxSizes_smallerThanTheSelection_keepTheFirst() throws ReflectiveOperationException {
        try (TensorScope scope = TensorScope.open()) {
            Object results = bounded(new float[] {9, 1, 2, 9, 3, 4, 5}, true, false, true, true, false, true, true);
            assertThat(result(results, "kept").toFloatArray()).containsExactly(9, 2, 9);
            assertThat(result(results, "kept_count").toLongArray()).containsExactly(5);
            assertThat(result(results, "places").toLongArray()).containsExactly(0, 1, 2, 3, 4, 5);
            assertThat(result(results, "least").toFloatArray()).containsExactly(1, 2);
            assertThat(result(results, "sizes").toLongArray()).containsExactly(1, 1);
            assertThat(result(results, "early").toFloatArray()).containsExactly(9, 1);
            assertThat(result(results, "early_count").toLongArray()).containsExactly(6);
        }
    }

    private static byte[] products() {
        return ModelBytes.model(
                ModelBytes.message()
                        .node("MatMul a b -> out")
                        .input("a", INT64, 1, 2, 1, 2, 1, 1, 1, 2)
                        .input("b", INT64, 1, 2, 1, 2, 1, 1, 2, 2)
                        .output("out", INT64),
                13);
    }

    @Test
    void matmulOfIntegers_hasEightAxes() throws ReflectiveOperationException {
        try (TensorScope scope = TensorScope.open()) {
            Tensor a = Tensor.of(new long[] {1, 2, 3, 4, 5, 6, 7, 8}, 1, 2, 1, 2, 1, 1, 1, 2);
            Tensor b = Tensor.of(new long[] {1, 0, 0, 1, 2, 0, 0, 2, 0, 1, 1, 0, 1, 1, 1, -1}, 1, 2, 1, 2, 1, 1, 2, 2);
            Tensor out = (Tensor) run("Products", a, b);
            assertThat(out.dimensions()).containsExactly(1, 2, 1, 2, 1, 1, 1, 2);
            assertThat(out.toLongArray()).containsExactly(1, 2, 6, 8, 6, 5, 15, -1);
        }
    }

    private static Tensor result(Object results, String name) throws ReflectiveOperationException {
        return (Tensor) results.getClass().getMethod(name).invoke(results);
    }

    @Test
    void inputValues_ofTheAnnotation_areNoParameters() throws ReflectiveOperationException {
        try (TensorScope scope = TensorScope.open()) {
            Tensor out = (Tensor) loader.loadClass("demo.PacedKernels")
                    .getMethod("run", Tensor.class)
                    .invoke(null, Tensor.of(new float[] {1, 2, 3, 4}, 4));
            assertThat(out.dimensions()).containsExactly(2, 2);
            assertThat(out.toFloatArray()).containsExactly(2, 24, 6, 48);
        }
    }

    private static Object call(String method, Object... arguments) throws ReflectiveOperationException {
        return Stream.of(program.getMethods())
                .filter(candidate ->
                        candidate.getName().equals(method) && candidate.getParameterCount() == arguments.length)
                .findFirst()
                .orElseThrow()
                .invoke(null, arguments);
    }

    private static float[] logits(float[] x, Map<String, float[]> by) {
        double[] hidden = new double[HIDDEN];
        for (int i = 0; i < HIDDEN; i++) {
            hidden[i] = by.get("up.bias")[i];
            for (int j = 0; j < INNER; j++) {
                hidden[i] += x[j] * by.get("up.weight")[j * HIDDEN + i];
            }
            hidden[i] = Math.tanh(hidden[i]);
        }
        float[] logits = new float[CLASSES_OF_NET];
        for (int i = 0; i < CLASSES_OF_NET; i++) {
            double sum = by.get("down.bias")[i];
            for (int j = 0; j < HIDDEN; j++) {
                sum += hidden[j] * by.get("down.weight")[j * CLASSES_OF_NET + i];
            }
            logits[i] = (float) sum;
        }
        return logits;
    }

    private static void requireClose(float[] actual, float[] expected) {
        assertThat(actual).hasSameSizeAs(expected);
        for (int i = 0; i < expected.length; i++) {
            assertThat(actual[i]).as("element " + i).isCloseTo(expected[i], within(1e-5f));
        }
    }

    @Test
    void results_haveNames() throws ReflectiveOperationException {
        float[] x = {0.5f, -1, 2, 0.25f};
        try (TensorScope scope = TensorScope.open()) {
            Tensor input = Tensor.of(x, 1, INNER);
            requireClose(((Tensor) call("logits", input)).toFloatArray(), logits(x, weights));
            assertThat(((Tensor) call("hidden", input)).dimensions()).containsExactly(1, HIDDEN);
        }
        assertThat(loader.loadClass("demo.NetKernels$Results").getRecordComponents())
                .extracting(java.lang.reflect.RecordComponent::getName)
                .containsExactly("logits", "hidden_layer");
    }

    @Test
    void kernel_callsAModel() throws ReflectiveOperationException {
        float[] x = {0.5f, -1, 2, 0.25f};
        float[] twice = {1, -2, 4, 0.5f};
        float[] expected = logits(twice, weights);
        for (int i = 0; i < expected.length; i++) {
            expected[i] *= 2;
        }
        try (TensorScope scope = TensorScope.open()) {
            Tensor input = Tensor.of(x, 1, INNER);
            requireClose(((Tensor) call("compiled", input)).toFloatArray(), expected);
            requireClose(((Tensor) call("plain", input)).toFloatArray(), expected);
        }
    }

    @Test
    @SuppressWarnings("unchecked")
    void weights_haveTheNamesOfTheModel() throws IOException, ReflectiveOperationException {
        try (TensorScope scope = TensorScope.open()) {
            Map<String, Tensor> byName = (Map<String, Tensor>) call("weights");
            assertThat(byName.keySet()).containsExactlyElementsOf(weights.keySet());
            byName.forEach((name, tensor) -> assertThat(tensor.toFloatArray()).isEqualTo(weights.get(name)));
            Path file = DIRECTORY.resolve("exported.safetensors");
            Checkpoint.write(file, byName, Map.of());
            try (Checkpoint exported = Checkpoint.open(file)) {
                assertThat(exported.tensor("up.weight").toFloatArray()).isEqualTo(weights.get("up.weight"));
            }
        }
    }

    @Test
    void weights_areReplaced() throws ReflectiveOperationException {
        float[] x = {0.5f, -1, 2, 0.25f};
        Map<String, float[]> other = new LinkedHashMap<>(weights);
        other.put("down.bias", new float[] {1, 2, 3});
        try (TensorScope scope = TensorScope.open()) {
            requireClose(((Tensor) call("otherLogits", Tensor.of(x, 1, INNER))).toFloatArray(), logits(x, other));
        }
    }

    @Test
    @SuppressWarnings("unchecked")
    void gradients_areThoseOfCentralDifferences() throws ReflectiveOperationException {
        try (TensorScope scope = TensorScope.open()) {
            Tensor x = Tensor.of(random(new Random(1), 2 * INNER), 2, INNER);
            Tensor y = Tensor.of(random(new Random(2), 2 * CLASSES_OF_NET), 2, CLASSES_OF_NET);
            for (String how : List.of("gradients", "gradientsOfTape")) {
                Map<String, Tensor> gradients = (Map<String, Tensor>) call(how, x, y);
                assertThat(gradients.keySet()).containsExactly("up.bias", "down.weight", "down.bias");
                for (String name : gradients.keySet()) {
                    float[] gradient = gradients.get(name).toFloatArray();
                    for (int i = 0; i < gradient.length; i += 5) {
                        double difference = (lossWith(name, i, 0.01f, x, y) - lossWith(name, i, -0.01f, x, y)) / 0.02;
                        assertThat((double) gradient[i])
                                .as("%s, %s %d", how, name, i)
                                .isCloseTo(difference, within(2e-3));
                    }
                }
            }
        }
    }

    @SuppressWarnings("unchecked")
    private static double lossWith(String name, int element, float step, Tensor x, Tensor y)
            throws ReflectiveOperationException {
        Map<String, Tensor> byName = (Map<String, Tensor>) call("weights");
        float[] values = byName.get(name).toFloatArray();
        values[element] += step;
        byName.put(name, Tensor.of(values, byName.get(name).dimensions()));
        return (Float) call("lossOf", byName, x, y);
    }

    @Test
    void model_isTrained() throws ReflectiveOperationException {
        try (TensorScope scope = TensorScope.open()) {
            Tensor x = Tensor.of(random(new Random(3), 16 * INNER), 16, INNER);
            Tensor y = Tensor.of(random(new Random(4), 16 * CLASSES_OF_NET), 16, CLASSES_OF_NET);
            float[] losses = (float[]) call("train", x, y, 100);
            assertThat(losses[99]).isLessThan(losses[0] / 2);
        }
    }

    @Test
    void missingWeight_isNamed() {
        assertThatThrownBy(() -> call("lossOf", Map.of(), null, null))
                .isInstanceOf(InvocationTargetException.class)
                .cause()
                .isInstanceOf(InvalidArgumentException.class)
                .hasMessageContaining("[GK-6480] weight not found: 'up.bias' among 0 weights");
    }

    /** The second time nothing is read but what is used: the file there is known by its name. */
    @Test
    void largeWeights_areMapped() throws IOException, ReflectiveOperationException {
        String before = System.getProperty("graphkernel.native.dir");
        System.setProperty("graphkernel.native.dir", NATIVE.toAbsolutePath().toString());
        try {
            for (int time = 0; time < 2; time++) {
                rows(CLASSES);
                try (Stream<Path> files = Files.walk(NATIVE)) {
                    assertThat(files.filter(file -> file.endsWith("constants.gkc")))
                            .hasSize(1)
                            .allSatisfy(file -> assertThat(Files.size(file)).isGreaterThan(1 << 20));
                }
            }
            // One that was cut off, as by a disk that was full, is written again.
            try (Stream<Path> files = Files.walk(NATIVE)) {
                Path placed = files.filter(file -> file.endsWith("constants.gkc"))
                        .findFirst()
                        .orElseThrow();
                Files.delete(placed);
                Files.write(placed, new byte[100]);
            }
            rows(CLASSES);
            Path copy = DIRECTORY.resolve("damaged/demo");
            Files.createDirectories(copy);
            copy(CLASSES.resolve("demo"), copy);
            copy(
                    CLASSES.resolve("META-INF/graphkernel/demo.Big"),
                    DIRECTORY.resolve("damaged/META-INF/graphkernel/demo.Big"));
            byte[] file = Files.readAllBytes(copy.resolve("Big.gkc"));
            file[file.length - 1] ^= 1;
            Files.write(copy.resolve("Big.gkc"), file);
            // Existing files are verified.
            rows(DIRECTORY.resolve("damaged"));
            System.setProperty(
                    "graphkernel.native.dir",
                    DIRECTORY.resolve("native2").toAbsolutePath().toString());
            assertThatThrownBy(() -> rows(DIRECTORY.resolve("damaged")))
                    .cause()
                    .isInstanceOf(KernelLibraryException.class)
                    .hasMessageContaining("GK-6341");
        } finally {
            if (before == null) {
                System.clearProperty("graphkernel.native.dir");
            } else {
                System.setProperty("graphkernel.native.dir", before);
            }
        }
    }

    /** A cache is trusted as far as it is checked: whatever became of it, results are right and it heals. */
    @Test
    @Tag("sampled")
    void cachedWeights_withFlippedBits_areUnpackedAgain() throws IOException, ReflectiveOperationException {
        Path natives = DIRECTORY.resolve("native3").toAbsolutePath();
        String before = System.getProperty("graphkernel.native.dir");
        System.setProperty("graphkernel.native.dir", natives.toString());
        Random random = new Random(Long.getLong("damage.seed", 1));
        try {
            rows(CLASSES);
            Path placed = placed(natives);
            byte[] content = Files.readAllBytes(placed);
            for (int i = 0; i < (TestTier.select(5, 20, 1000)); i++) {
                for (Path file : List.of(placed, placed.resolveSibling("constants.gkc.crc32c"))) {
                    byte[] flipped = Files.readAllBytes(file);
                    flipped[random.nextInt(flipped.length)] ^= (byte) (1 << random.nextInt(8));
                    replace(file, flipped);
                    if (i == 0) {
                        System.setProperty("graphkernel.constants.check", "full");
                    }
                    rows(CLASSES);
                    System.clearProperty("graphkernel.constants.check");
                    rows(CLASSES);
                    assertThat(Files.readAllBytes(placed)).isEqualTo(content);
                }
            }
            Files.delete(placed.resolveSibling("constants.gkc.crc32c"));
            content[content.length / 2] ^= 1;
            replace(placed, content);
            System.setProperty("graphkernel.constants.check", "none");
            rows(CLASSES);
            content[content.length / 2] ^= 1;
            assertThat(Files.readAllBytes(placed)).isEqualTo(content);
            content[content.length / 2] ^= 1;
            replace(placed, content);
            rows(CLASSES);
            assertThat(Files.readAllBytes(placed)).isEqualTo(content);
            System.setProperty("graphkernel.constants.check", "some");
            assertThatThrownBy(() -> rows(CLASSES))
                    .cause()
                    .isInstanceOf(KernelLibraryException.class)
                    .hasMessageContainingAll("GK-6061", "graphkernel.constants.check", "[fast, full, none]");
        } finally {
            System.clearProperty("graphkernel.constants.check");
            if (before == null) {
                System.clearProperty("graphkernel.native.dir");
            } else {
                System.setProperty("graphkernel.native.dir", before);
            }
        }
    }

    private static Path placed(Path natives) throws IOException {
        try (Stream<Path> files = Files.walk(natives)) {
            return files.filter(file -> file.endsWith("constants.gkc"))
                    .findFirst()
                    .orElseThrow();
        }
    }

    /** Another file: what is mapped must not change. */
    private static void replace(Path file, byte[] content) throws IOException {
        Files.delete(file);
        Files.write(file, content);
    }

    /** The table at the start of the file in the jar has the positions of tensors, and is not the verified one. */
    @Test
    @Tag("sampled")
    void weightsInTheJar_withFlippedBitsInTheTable_areReadByTheVerifiedOne()
            throws IOException, ReflectiveOperationException {
        Path copy = DIRECTORY.resolve("damagedTable");
        copy(CLASSES.resolve("demo"), copy.resolve("demo"));
        copy(CLASSES.resolve("META-INF/graphkernel/demo.Big"), copy.resolve("META-INF/graphkernel/demo.Big"));
        Path file = copy.resolve("demo/Big.gkc");
        byte[] content = Files.readAllBytes(file);
        rows(CLASSES);
        Random random = new Random(Long.getLong("damage.seed", 1));
        for (int i = 0; i < (TestTier.select(10, 40, 1000)); i++) {
            byte[] flipped = content.clone();
            flipped[random.nextInt(192)] ^= (byte) (1 << random.nextInt(8));
            Files.write(file, flipped);
            try {
                rows(copy);
            } catch (InvocationTargetException e) {
                assertThat(e.getCause()).isInstanceOf(KernelLibraryException.class);
            }
        }
    }

    private static void copy(Path from, Path to) throws IOException {
        try (Stream<Path> files = Files.walk(from)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                Path target = to.resolve(from.relativize(file).toString());
                Files.createDirectories(target.getParent());
                Files.copy(file, target, java.nio.file.StandardCopyOption.REPLACE_EXISTING);
            }
        }
    }

    private static void rows(Path classes) throws IOException, ReflectiveOperationException {
        try (URLClassLoader own = new URLClassLoader(
                        new URL[] {classes.toUri().toURL()}, ModelSurfaceTest.class.getClassLoader());
                TensorScope scope = TensorScope.open()) {
            Tensor rows = (Tensor) own.loadClass("demo.BigKernels")
                    .getMethod("run", Tensor.class)
                    .invoke(null, Tensor.of(new long[] {0, ROWS - 1}, 2));
            int last = (ROWS - 1) * INNER;
            assertThat(rows.toFloatArray()).containsExactly(0, 1, 2, 3, last, last + 1, last + 2, last + 3);
        }
    }

    @Test
    void stub_documentsTensors() throws IOException {
        String stub = Files.readString(CLASSES.resolve("demo/NetKernels.java"));
        assertThat(stub)
                .contains(
                        "Runs the model <code>net.onnx</code>.",
                        "<li><code>input</code>, <code>f32[n, 4]</code>",
                        "in the model <code>hidden/layer</code>",
                        String.format(Locale.ROOT, "@ModelKernel(\"%s\")", "Net"));
    }
}
