package io.graphkernel.conformance.random;

import static org.assertj.core.api.Assertions.assertThat;

import io.graphkernel.conformance.CaseCalls;
import io.graphkernel.conformance.OpenClDevice;
import io.graphkernel.conformance.Tensors;
import io.graphkernel.conformance.oracle.Scalar;
import io.graphkernel.runtime.DType;
import io.graphkernel.runtime.Tensor;
import io.graphkernel.runtime.TensorScope;
import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.Method;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Stream;
import javax.tools.Diagnostic;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The methods in which random graphs found differences. */
class FoundKernelsTest {

    private static final String NAME = "FoundKernels";
    private static final String OPENCL = "opencl";
    private static final Optional<io.graphkernel.runtime.Device> OPENCL_DEVICE = OpenClDevice.find();
    private static final Offset<Double> TOLERANCE = Offset.offset(1e-6);

    /** A kernel and its operands. */
    private record Call(String name, Supplier<Tensor[]> arguments) {

        @Override
        public String toString() {
            return name;
        }
    }

    @TempDir
    private static Path directory;

    @BeforeAll
    static void compile() throws IOException {
        try (InputStream text = FoundKernelsTest.class.getResourceAsStream(NAME + ".java")) {
            String source = new String(text.readAllBytes(), StandardCharsets.UTF_8);
            assertThat(KernelCompiler.compile(directory, NAME, source))
                    .filteredOn(diagnostic -> diagnostic.getKind() == Diagnostic.Kind.ERROR)
                    .isEmpty();
        }
    }

    static Stream<Call> kernels() {
        return Stream.of(
                new Call("regionsOfOneColumn", () -> tensors(Tensor.of(numbers(12), 4, 3))),
                new Call(
                        "gatherInLanes",
                        () -> tensors(
                                Tensor.of(new int[] {0, -1, -1, 0, 0, 0, -1, -1, 0, 0, -1, 0}, 4, 3),
                                Tensor.of(numbers(3), 1, 3))),
                new Call(
                        "maximumOfQuotients",
                        () -> tensors(
                                Tensor.of(DType.F16, new float[] {1.1f, 2.3f, 2.3f, -0.7f, 0.3f}, 5),
                                Tensor.scalar(DType.F16, 0.37))),
                new Call("triangleOfMaxima", () -> tensors(Tensor.of(numbers(6), 2, 1, 3))),
                new Call(
                        "gatherByMaxima",
                        () -> tensors(Tensor.of(new int[] {0, 1, -2, 3, -1, -7}, 2, 3), Tensor.of(numbers(4), 4))),
                new Call(
                        "sumsOfGathered",
                        () -> tensors(Tensor.of(new long[] {0, 1, 2}, 3), Tensor.of(new int[] {5, 6, 7}, 3))),
                new Call("paddedIntegers", () -> tensors(Tensor.of(new int[] {5, 6}, 2))),
                new Call(
                        "sumsInARegionOfOneColumn",
                        () -> tensors(Tensor.of(numbers(8), 4, 2), Tensor.of(numbers(4), 4, 1))),
                new Call("sumsBackwardsInRegions", () -> tensors(Tensor.of(numbers(12), 4, 3, 1))),
                new Call("columnsOfAStoredTranspose", () -> tensors(Tensor.of(numbers(24), 3, 8))),
                new Call("onesOfHalf", () -> tensors(Tensor.of(DType.BF16, numbers(4), 4))),
                new Call("gradientOfASliceOfNothing", () -> tensors(Tensor.zeros(DType.F32, 0, 2))),
                new Call("gradientOfEveryOtherElement", () -> tensors(Tensor.of(new double[] {1, 2, 3, 4, 5}, 5))),
                new Call("gradientThroughEqualOps", () -> tensors(Tensor.of(numbers(4), 4))));
    }

    private static Tensor[] tensors(Tensor... tensors) {
        return tensors;
    }

    private static float[] numbers(int count) {
        float[] numbers = new float[count];
        for (int i = 0; i < count; i++) {
            numbers[i] = (i * 7 % 5 - 2) * 0.75f;
        }
        return numbers;
    }

    @ParameterizedTest
    @MethodSource("kernels")
    void everyTarget_agreesWithPlainJava(Call kernel) throws ReflectiveOperationException {
        double[] expected = call(kernel, "", "cpu");

        assertThat(call(kernel, "Kernels", "cpu")).containsExactly(expected, TOLERANCE);
        assertThat(call(kernel, "Kernels", "jvm")).containsExactly(expected, TOLERANCE);
        if (OPENCL_DEVICE.isPresent()) {
            assertThat(call(kernel, "Kernels", OPENCL)).containsExactly(expected, TOLERANCE);
        }
    }

    private static double[] call(Call kernel, String suffix, String device) throws ReflectiveOperationException {
        try (Device chosen = Device.of(device.equals(OPENCL) ? "cpu" : device);
                TensorScope scope = TensorScope.open();
                URLClassLoader loader = loader()) {
            Tensor[] arguments = kernel.arguments().get();
            if (device.equals(OPENCL)) {
                Arrays.setAll(arguments, i -> arguments[i].to(OPENCL_DEVICE.orElseThrow()));
            }
            Class<?>[] types = new Class<?>[arguments.length];
            Arrays.fill(types, Tensor.class);
            Method method = loader.loadClass(NAME + suffix).getMethod(kernel.name(), types);
            return Tensors.results(method.invoke(null, (Object[]) arguments)).stream()
                    .map(CaseCalls::array)
                    .flatMap(result -> Stream.of(result.elements()))
                    .mapToDouble(Scalar::asDouble)
                    .toArray();
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    private static URLClassLoader loader() throws IOException {
        return new URLClassLoader(new URL[] {directory.toUri().toURL()}, FoundKernelsTest.class.getClassLoader());
    }
}
