package io.graphkernel.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.graphkernel.conformance.random.KernelCompiler;
import io.graphkernel.graph.ConstantData;
import io.graphkernel.runtime.Ops;
import io.graphkernel.runtime.Tensor;
import io.graphkernel.runtime.TensorScope;
import io.graphkernel.runtime.exception.ShapeMismatchException;
import java.io.IOException;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Plans that come from no Java method, but from graphs, as models do. */
class GraphListTest {

    private static final int LAYERS = 60;
    private static final int ROWS = 3;
    private static final int COLUMNS = 8;
    private static final Path CLASSES = KernelClasses.target().resolve("graphs");

    /** Names of tensors are those of a model, which need not be names in Java. */
    private static final String BOTH = """
            graph both(%x: f32[n, 8], %fc1.weight: f32[8, 8], float scale) {
              %scale = Scalar() {expression="scale"} : f32[]
              %0 = MatMul(%x, %fc1.weight) {transpose_a=false, transpose_b=false} : f32[n, 8]
              %1 = Mul(%0, %scale) : f32[n, 8]
              %2 = Softmax(%1) {axis=-1} : f32[n, 8]
              return scaled=%1, shares=%2
            }
            """;

    private static URLClassLoader loader;
    private static Class<?> kernels;

    @BeforeAll
    static void compile() throws IOException, ClassNotFoundException {
        Files.createDirectories(CLASSES);
        Path file = CLASSES.resolve("Net.gk");
        Files.writeString(file, BOTH + layers() + weights(file));
        assertThat(KernelCompiler.compile(
                        new GraphTextProcessor(),
                        CLASSES,
                        Map.of("Model", "public final class Model {}"),
                        "cpu,jvm",
                        List.of("-A" + GraphTextProcessor.FILES + "=" + file)))
                .noneMatch(diagnostic -> diagnostic.getKind() == javax.tools.Diagnostic.Kind.ERROR);
        loader = new URLClassLoader(new URL[] {url()});
        kernels = loader.loadClass(GraphTextProcessor.PACKAGE + ".NetKernels");
    }

    private static URL url() throws MalformedURLException {
        return CLASSES.toUri().toURL();
    }

    @AfterAll
    static void close() throws IOException {
        loader.close();
    }

    /** Returns enough layers for an interpreted plan. */
    private static String layers() {
        StringBuilder text = new StringBuilder("graph layers(%x: f32[n, 8], %w: f32[8, 8]) {\n");
        String value = "x";
        for (int i = 0; i < LAYERS; i++) {
            text.append("  %").append(2 * i).append(" = MatMul(%").append(value);
            text.append(", %w) {transpose_a=false, transpose_b=false} : f32[n, 8]\n");
            text.append("  %")
                    .append(2 * i + 1)
                    .append(" = Softmax(%")
                    .append(2 * i)
                    .append(") {axis=-1} : f32[n, 8]\n");
            value = Integer.toString(2 * i + 1);
        }
        return text.append("  return out=%").append(value).append("\n}\n").toString();
    }

    /** Returns the same number of layers, each with its own weights in files. */
    private static String weights(Path graphs) throws IOException {
        StringBuilder text = new StringBuilder("graph weights(%x: f32[n, 8]) {\n");
        String value = "x";
        for (int i = 0; i < LAYERS; i++) {
            ByteBuffer bytes =
                    ByteBuffer.allocate(COLUMNS * COLUMNS * Float.BYTES).order(ByteOrder.LITTLE_ENDIAN);
            for (float element : weights(i)) {
                bytes.putFloat(element);
            }
            String hash = ConstantData.of(bytes.array()).sha256();
            Files.write(graphs.resolveSibling(hash), bytes.array());
            text.append(String.format("  %%fc%d.weight = TensorConstant() {sha256=\"%s\"} : f32[8, 8]\n", i, hash));
            text.append("  %")
                    .append(2 * i)
                    .append(" = MatMul(%")
                    .append(value)
                    .append(", %fc")
                    .append(i);
            text.append(".weight) {transpose_a=false, transpose_b=false} : f32[n, 8]\n");
            value = Integer.toString(2 * i + 1);
            text.append("  %")
                    .append(value)
                    .append(" = Softmax(%")
                    .append(2 * i)
                    .append(") {axis=-1} : f32[n, 8]\n");
        }
        return text.append("  return out=%").append(value).append("\n}\n").toString();
    }

    private static float[] weights(int layer) {
        float[] elements = new float[COLUMNS * COLUMNS];
        for (int i = 0; i < elements.length; i++) {
            elements[i] = (i * 31 + layer * 17) % 23 / 4f - 2;
        }
        return elements;
    }

    private static Tensor tensor(long... dims) {
        float[] elements = new float[(int) (dims[0] * dims[1])];
        for (int i = 0; i < elements.length; i++) {
            elements[i] = (i * 37 % 19 - 9) / 7f;
        }
        return Tensor.of(elements, dims);
    }

    @Test
    void results_areAnArray() throws ReflectiveOperationException {
        try (TensorScope scope = TensorScope.open()) {
            Tensor x = tensor(ROWS, COLUMNS);
            Tensor w = tensor(COLUMNS, COLUMNS);
            Tensor[] results = (Tensor[]) kernels.getMethod("both", Tensor.class, Tensor.class, float.class)
                    .invoke(null, x, w, 0.5f);
            Tensor scaled = Ops.mul(Ops.matMul(x, w), 0.5);
            assertThat(results).hasSize(2);
            requireClose(results[0], scaled);
            requireClose(results[1], Ops.softmax(scaled, -1));
        }
    }

    @Test
    void plan_ofManyLaunches_isInterpreted() throws ReflectiveOperationException, IOException {
        assertThat(Files.readString(CLASSES.resolve("report/model.Net/layers/plan.txt")))
                .startsWith("plan layers: interpreted, " + 2 * LAYERS + " launches\n");
        try (TensorScope scope = TensorScope.open()) {
            Tensor x = tensor(ROWS, COLUMNS);
            Tensor w = tensor(COLUMNS, COLUMNS);
            Tensor result = (Tensor)
                    kernels.getMethod("layers", Tensor.class, Tensor.class).invoke(null, x, w);
            Tensor expected = x;
            for (int i = 0; i < LAYERS; i++) {
                expected = Ops.softmax(Ops.matMul(expected, w), -1);
            }
            requireClose(result, expected);
        }
    }

    @Test
    void weights_areConstantTensors() throws ReflectiveOperationException, IOException {
        assertThat(Files.readString(CLASSES.resolve("report/model.Net/weights/plan.txt")))
                .startsWith("plan weights: interpreted, " + 2 * LAYERS + " launches\n");
        try (TensorScope scope = TensorScope.open()) {
            Tensor x = tensor(ROWS, COLUMNS);
            Tensor result = (Tensor) kernels.getMethod("weights", Tensor.class).invoke(null, x);
            Tensor expected = x;
            for (int i = 0; i < LAYERS; i++) {
                expected = Ops.softmax(Ops.matMul(expected, Tensor.of(weights(i), COLUMNS, COLUMNS)), -1);
            }
            requireClose(result, expected);
        }
    }

    @Test
    void messages_haveGraphNames() {
        try (TensorScope scope = TensorScope.open()) {
            assertThatThrownBy(() -> kernels.getMethod("both", Tensor.class, Tensor.class, float.class)
                            .invoke(null, tensor(ROWS, COLUMNS), tensor(COLUMNS, 1), 1f))
                    .cause()
                    .isInstanceOf(ShapeMismatchException.class)
                    .hasMessageContaining("fc1.weight");
        }
    }

    private static void requireClose(Tensor actual, Tensor expected) {
        float[] wanted = expected.toFloatArray();
        float[] given = actual.toFloatArray();
        assertThat(given).hasSameSizeAs(wanted);
        for (int i = 0; i < wanted.length; i++) {
            assertThat(given[i]).as("element %s", i).isCloseTo(wanted[i], within(1e-5f));
        }
    }
}
