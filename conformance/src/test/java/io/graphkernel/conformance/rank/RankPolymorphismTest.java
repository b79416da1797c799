package io.graphkernel.conformance.rank;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.graphkernel.conformance.TargetProcess;
import io.graphkernel.conformance.random.KernelCompiler;
import io.graphkernel.runtime.DType;
import io.graphkernel.runtime.Tensor;
import io.graphkernel.runtime.TensorScope;
import io.graphkernel.runtime.exception.ClosedTensorException;
import io.graphkernel.runtime.exception.DTypeMismatchException;
import io.graphkernel.runtime.exception.NullTensorException;
import io.graphkernel.runtime.exception.OverlapException;
import io.graphkernel.runtime.exception.ShapeMismatchException;
import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import javax.tools.Diagnostic;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@DisplayName("C4: one method is a kernel for any number of batch dims")
@Tag("slow")
@Tag("process")
@Tag("sampled")
class RankPolymorphismTest {

    private static final int ALL = 1;
    /** A driver of OpenCL builds each kernel slowly. */
    private static final int OPENCL_PART = 10;

    @TempDir
    private static Path directory;

    @BeforeAll
    static void compile() throws IOException {
        try (InputStream text = RankPolymorphismTest.class.getResourceAsStream(RankCase.FIXED + ".java")) {
            String source = new String(text.readAllBytes(), StandardCharsets.UTF_8);
            String bodies =
                    RandomBodies.of(RankProgram.SEED, RankProgram.BODIES).text();
            Map<String, String> texts = Map.of(RankCase.FIXED, source, RandomBodies.CLASS, bodies);
            assertThat(KernelCompiler.compile(directory, texts, "cpu,cuda,jvm,opencl"))
                    .as(bodies)
                    .filteredOn(diagnostic -> diagnostic.getKind() == Diagnostic.Kind.ERROR)
                    .isEmpty();
        }
    }

    @Test
    void kernels_atEveryRank_matchTheirMethods() throws IOException {
        assertThat(RankProgram.check(directory, ALL)).isEmpty();
    }

    @Test
    void kernels_onTheJvm_matchTheirMethods() throws IOException, InterruptedException {
        program(ALL).onJvm();
    }

    @Test
    void kernels_onOpenCl_matchTheirMethods() throws IOException, InterruptedException {
        program(OPENCL_PART).onOpenCl();
    }

    @Test
    void kernels_onEmulatedCuda_matchTheirMethods() throws IOException, InterruptedException {
        program(ALL).onEmulatedCuda();
    }

    private static TargetProcess program(int shard) {
        return new TargetProcess(directory, RankProgram.class, directory.toString(), String.valueOf(shard));
    }

    @Test
    void differentBatchDims_areRejectedByName() throws Exception {
        assertThatThrownBy(() -> call("swiGlu", new long[] {2, 3, 5}, new long[] {3, 2, 5}))
                .isInstanceOf(ShapeMismatchException.class)
                .hasMessageContaining("[GK-6082] batch dims differ: swiGlu: up is f32[3, 2, 5], so its batch dims are")
                .hasMessageContaining("its batch dims are [3, 2], but b... is [2, 3]")
                .hasMessageContaining("b... is bound by gate");
        assertThatThrownBy(() -> call("swiGlu", new long[] {6, 5}, new long[] {2, 3, 5}))
                .hasMessageContaining("[GK-6082]");
        assertThatThrownBy(() -> call("swiGlu", new long[] {2, 3, 5}, new long[] {2, 3, 4}))
                .hasMessageContaining(
                        "[GK-6031] dim size mismatch: swiGlu: up is f32[2, 3, 4], so its dim 2 is 4, but d is 5");
    }

    @Test
    void tensors_ofTooFewAxes_areRejected() {
        assertThatThrownBy(() -> call("rowSoftmax", new long[] {}))
                .isInstanceOf(ShapeMismatchException.class)
                .hasMessageContaining(
                        "[GK-6081] tensor has too few axes: rowSoftmax: x is f32[], which has rank 0, but must have rank 1 or more");
        assertThatThrownBy(() -> call("triangle", new long[] {4})).hasMessageContaining("[GK-6081]");
    }

    @Test
    void results_ofOtherDims_areRejected() {
        assertThatThrownBy(() -> call("rowSoftmax", new long[] {2, 3, 5}, new long[] {6, 5}))
                .hasMessageContaining(
                        "[GK-6034] result has the wrong shape: rowSoftmax: out is f32[6, 5] but must be [2, 3, 5]");
        assertThatThrownBy(() -> call("rowSoftmax", new long[] {2, 3, 5}, new long[] {2, 3, 1}))
                .hasMessageContaining("[GK-6034]");
        assertThatThrownBy(() -> call("best", new long[] {5}, new long[] {1})).hasMessageContaining("[GK-60");
    }

    /** Equal shapes run other kernels, with the same checks. */
    @Test
    void undeclaredShapes_ofEqualDims_areChecked() {
        long[] dims = {2, 3};
        assertThatThrownBy(() -> call("undeclaredPair", dims, dims, dims, dims, new long[] {3, 2}))
                .hasMessageContaining(
                        "[GK-6034] result has the wrong shape: undeclaredPair: dy is f32[3, 2] but must be [2, 3]");
        assertThatThrownBy(() -> call("undeclaredPair", dims, dims, dims, new long[] {6}, dims))
                .hasMessageContaining("undeclaredPair: dx is f32[6] but must be [2, 3]");
        assertThatThrownBy(() -> call("undeclaredPair", dims, new long[] {2, 1}, dims, new long[] {6}, dims))
                .hasMessageContaining("undeclaredPair: dx is f32[6] but must be [2, 3]");
        assertThatThrownBy(() -> call("undeclaredPair", new Tensor[] {Tensor.zeros(2), null, Tensor.zeros(2)}))
                .isInstanceOf(NullTensorException.class)
                .hasMessageContaining("[GK-6001] argument is null: undeclaredPair: tensor y\n");
        Tensor closed = Tensor.zeros(2);
        closed.close();
        assertThatThrownBy(() -> call("undeclaredPair", new Tensor[] {closed, Tensor.zeros(2), closed}))
                .isInstanceOf(ClosedTensorException.class)
                .hasMessageContaining("x");
        Tensor integers = Tensor.zeros(DType.I32, 2);
        assertThatThrownBy(() -> call("undeclaredPair", new Tensor[] {Tensor.zeros(2), Tensor.zeros(2), integers}))
                .isInstanceOf(DTypeMismatchException.class)
                .hasMessageContaining("tensor dz");
        Tensor once = Tensor.zeros(2);
        assertThatThrownBy(() -> call("undeclaredPair", new Tensor[] {once, once, once, once, once}))
                .isInstanceOf(OverlapException.class)
                .hasMessageContaining("dy");
    }

    @Test
    void undeclaredArrays_ofEqualLengths_matchTensors() throws Exception {
        URL[] path = {directory.toUri().toURL()};
        try (URLClassLoader classes = new URLClassLoader(path, RankPolymorphismTest.class.getClassLoader())) {
            Class<?> stub = Class.forName("RankKernelsKernels", true, classes);
            Class<?> type = float[].class;
            Method arrays = stub.getMethod("undeclaredPair", type, type, type, type, type);
            for (int length : new int[] {1, 7, 300_000}) {
                float[] x = new float[length];
                Arrays.fill(x, 2);
                float[] y = new float[length];
                Arrays.fill(y, 3);
                float[] dx = new float[length];
                float[] dy = new float[length];
                // The gradient may replace the cotangent.
                Arrays.fill(dy, 5);
                arrays.invoke(null, x, y, dy, dx, dy);
                assertThat(dx).containsOnly(5 * (8 * 4 - 3) * 2);
                assertThat(dy).containsOnly(-5 * 8 * 4);
            }
            assertThatThrownBy(() ->
                            arrays.invoke(null, new float[4], new float[2], new float[4], new float[4], new float[4]))
                    .hasCauseInstanceOf(ShapeMismatchException.class);
        }
    }

    /** Dots count as one axis there; small arrays are pinned, large ones copied. */
    @Test
    void arrays_haveAllBatchElements() throws Exception {
        URL[] path = {directory.toUri().toURL()};
        try (URLClassLoader classes = new URLClassLoader(path, RankPolymorphismTest.class.getClassLoader());
                TensorScope scope = TensorScope.open()) {
            Method stub = Class.forName("RankKernelsKernels", true, classes)
                    .getMethod("rms", float[].class, float[].class, float[].class);
            Method plain = Class.forName("RankKernels", true, classes).getMethod("rms", Tensor.class, Tensor.class);
            for (int rows : new int[] {0, 6, 60_000}) {
                float[] x = new float[5 * rows];
                for (int i = 0; i < x.length; i++) {
                    x[i] = i % 7 - 3;
                }
                float[] gamma = {1, 2, 3, 4, 5};
                float[] out = new float[x.length];
                stub.invoke(null, x, gamma, out);
                Tensor expected = (Tensor) plain.invoke(null, Tensor.of(x, rows, 5), Tensor.of(gamma, 5));
                float[] right = expected.toFloatArray();
                double furthest = IntStream.range(0, out.length)
                        .mapToDouble(i -> Math.abs(out[i] - right[i]))
                        .max()
                        .orElse(0);
                assertThat(right).hasSameSizeAs(out);
                assertThat(furthest).isLessThan(1e-4);
            }
            assertThatThrownBy(() -> stub.invoke(null, new float[7], new float[5], new float[7]))
                    .cause()
                    .hasMessageContaining(
                            "[GK-6036] array length is not a multiple of the other dims: rms: x has length 7, which is not divisible by");
        }
    }

    /** More leading elements than a number counts, together with no elements at all. */
    @Test
    void sizes_thatOverflow_areRejected() {
        long huge = 1L << 40;
        assertThatThrownBy(() -> call("rowSoftmax", new long[] {huge, huge, 0})).hasMessageContaining("[GK-6039]");
    }

    private static void call(String method, long[]... dims) throws Throwable {
        try (TensorScope scope = TensorScope.open()) {
            call(method, Stream.of(dims).map(Tensor::zeros).toArray(Tensor[]::new));
        }
    }

    private static void call(String method, Tensor[] tensors) throws Throwable {
        URL[] path = {directory.toUri().toURL()};
        try (URLClassLoader classes = new URLClassLoader(path, RankPolymorphismTest.class.getClassLoader());
                TensorScope scope = TensorScope.open()) {
            Class<?>[] types = Stream.of(tensors).map(tensor -> Tensor.class).toArray(Class<?>[]::new);
            Method stub = Class.forName("RankKernelsKernels", true, classes).getMethod(method, types);
            stub.invoke(null, (Object[]) tensors);
        } catch (InvocationTargetException e) {
            throw e.getCause();
        }
    }
}
