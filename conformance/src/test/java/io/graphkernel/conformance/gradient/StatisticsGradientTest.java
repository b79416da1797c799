package io.graphkernel.conformance.gradient;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.graphkernel.conformance.random.KernelCompiler;
import io.graphkernel.runtime.Gradients;
import io.graphkernel.runtime.Ops;
import io.graphkernel.runtime.Tape;
import io.graphkernel.runtime.Tensor;
import io.graphkernel.runtime.exception.GradientException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import javax.tools.Diagnostic;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Tests of a training step with running statistics: their update is a side effect that happens once and does not affect
 * gradients.
 */
class StatisticsGradientTest {

    private static final Path DIRECTORY = Path.of(System.getProperty("conformance.directory", "target/conformance"))
            .resolve("statistics-gradient");

    private static final String SOURCE = """
            import static io.graphkernel.runtime.Gradients.*;
            import static io.graphkernel.runtime.Ops.*;

            import io.graphkernel.annotations.*;
            import io.graphkernel.runtime.*;

            public final class Norms {
                public record Normed(
                        @TensorType("f64[n, 3]") Tensor y,
                        @TensorType("f64[3]") Tensor mean,
                        @TensorType("f64[3]") Tensor variance) {}

                public record Parameters(
                        @TensorType("f64[n, 3]") Tensor x,
                        @TensorType("f64[3]") Tensor scale,
                        @TensorType("f64[3]") Tensor bias) {}

                @GraphKernel(gradient = true)
                public static Normed norm(
                        Parameters p,
                        @TensorType("f64[3]") @NoGradient Tensor running,
                        @TensorType("f64[3]") @NoGradient Tensor spread) {
                    var result = batchNormTrain(p.x(), p.scale(), p.bias(), running, spread, 0.25f, 0.125f);
                    return new Normed(result.y(), result.batchMean(), result.batchVariance());
                }

                @GraphKernel
                public static Tensor loss(
                        Parameters p,
                        @TensorType("f64[n, 3]") Tensor w,
                        @TensorType("f64[3]") Tensor running,
                        @TensorType("f64[3]") Tensor spread) {
                    var result = batchNormTrain(p.x(), p.scale(), p.bias(), running, spread, 0.25f, 0.125f);
                    Tensor statistics = add(mul(result.batchMean(), 3), square(result.batchVariance()));
                    return add(reduceSum(mul(square(result.y()), w)), reduceSum(statistics));
                }

                @GraphKernel
                public static Parameters step(
                        Parameters p,
                        @TensorType("f64[n, 3]") Tensor w,
                        @TensorType("f64[3]") Tensor running,
                        @TensorType("f64[3]") Tensor spread) {
                    return gradient(() -> loss(p, w, running, spread), p);
                }

                /** The updated mean is a constant of the loss. */
                @GraphKernel
                public static Parameters shifted(
                        Parameters p,
                        @TensorType("f64[n, 3]") Tensor w,
                        @TensorType("f64[3]") Tensor running,
                        @TensorType("f64[3]") Tensor spread) {
                    return gradient(() -> add(loss(p, w, running, spread), reduceSum(running)), p);
                }
            }
            """;

    private static final int ROWS = 5;
    private static final int CHANNELS = 3;
    private static final double EPSILON = 0.125;
    private static final double MOMENTUM = 0.25;

    private static Class<?> unrolled;
    private static Class<?> interpreted;
    private static Class<?> plain;

    private final double[] x = values(ROWS * CHANNELS, 1);
    private final double[] scale = values(CHANNELS, 2);
    private final double[] bias = values(CHANNELS, 3);
    private final double[] weights = values(ROWS * CHANNELS, 4);
    private final Tensor running = Tensor.of(new double[] {1, -1, 0.5}, CHANNELS);
    private final Tensor spread = Tensor.of(new double[] {1, 2, 0.5}, CHANNELS);

    static Stream<Class<?>> owners() {
        return Stream.of(unrolled, interpreted, plain);
    }

    @BeforeAll
    static void compile() throws Exception {
        unrolled = compiled("unrolled", List.of());
        interpreted = compiled("interpreted", List.of("-Agraphkernel.inlineLaunchLimit=0"));
        plain = unrolled.getClassLoader().loadClass("Norms");
    }

    private static Class<?> compiled(String name, List<String> options) throws Exception {
        Path directory = DIRECTORY.resolve(name);
        assertThat(KernelCompiler.compile(directory, Map.of("Norms", SOURCE), "cpu,jvm", options))
                .allMatch(diagnostic -> diagnostic.getKind() == Diagnostic.Kind.NOTE);
        ClassLoader loader = new URLClassLoader(new URL[] {directory.toUri().toURL()}, Tensor.class.getClassLoader());
        return loader.loadClass("NormsKernels");
    }

    @ParameterizedTest
    @MethodSource("owners")
    void gradientInsideAKernel_isThatOfTheBatch(Class<?> owner) throws Exception {
        for (String method : List.of("step", "shifted")) {
            double[] before = running.toDoubleArray();
            double[] spreadBefore = spread.toDoubleArray();
            Object gradients = call(owner, method, parameters(owner), weights(), running, spread);
            requireGradients(tensors(gradients));
            requireUpdatedOnce(before, spreadBefore);
        }
    }

    @ParameterizedTest
    @MethodSource("owners")
    void gradientOnATape_isThatOfTheBatchAtEachCall(Class<?> owner) throws Exception {
        Record parameters = (Record) parameters(owner);
        try (Tape tape = Tape.open(parameters)) {
            for (int call = 0; call < 2; call++) {
                double[] before = running.toDoubleArray();
                double[] spreadBefore = spread.toDoubleArray();
                Tensor loss = loss(tensors(call(owner, "norm", parameters, running, spread)));
                requireUpdatedOnce(before, spreadBefore);
                requireGradients(tensors(tape.gradient(loss, parameters)));
                requireUpdated(1, before, spreadBefore);
            }
        }
    }

    @ParameterizedTest
    @MethodSource("owners")
    void gradientOfAnEagerLoss_isThatOfTheBatch(Class<?> owner) throws Exception {
        Record parameters = (Record) parameters(owner);
        double[] before = running.toDoubleArray();
        double[] spreadBefore = spread.toDoubleArray();
        Object gradients = Gradients.gradient(
                () -> {
                    try {
                        return loss(tensors(call(owner, "norm", parameters, running, spread)));
                    } catch (Exception e) {
                        throw new IllegalStateException(e);
                    }
                },
                parameters);
        requireGradients(tensors(gradients));
        requireUpdatedOnce(before, spreadBefore);
    }

    @Test
    void statisticsThatALossIsDifferentiatedBy_areRejected() {
        Tensor operand = Tensor.of(x, ROWS, CHANNELS);
        Tensor ones = Tensor.of(scale, CHANNELS);
        assertThatThrownBy(() -> Gradients.gradient(
                        () -> Ops.reduceSum(Ops.batchNormTrain(operand, ones, ones, running, spread)
                                .y()),
                        running))
                .isInstanceOf(GradientException.class)
                .hasMessageStartingWith("[GK-6331] in-place update inside a loss: batchNormTrain");
        assertThat(running.toDoubleArray()).containsExactly(1, -1, 0.5);
    }

    private void requireUpdatedOnce(double[] before, double[] spreadBefore) {
        requireUpdated(1, before, spreadBefore);
    }

    private void requireUpdated(int times, double[] before, double[] spreadBefore) {
        for (int c = 0; c < CHANNELS; c++) {
            double mean = mean(x, c);
            double unbiased = variance(x, c) * ROWS / (ROWS - 1);
            double kept = Math.pow(1 - MOMENTUM, times);
            assertThat(running.toDoubleArray()[c]).isCloseTo(kept * before[c] + (1 - kept) * mean, within(1e-12));
            assertThat(spread.toDoubleArray()[c])
                    .isCloseTo(kept * spreadBefore[c] + (1 - kept) * unbiased, within(1e-12));
        }
    }

    /** Central differences of the definition. */
    private void requireGradients(List<Tensor> gradients) {
        List<double[]> operands = List.of(x, scale, bias);
        for (int operand = 0; operand < operands.size(); operand++) {
            double[] values = operands.get(operand);
            double[] gradient = gradients.get(operand).toDoubleArray();
            for (int i = 0; i < values.length; i++) {
                double value = values[i];
                double step = 1e-5;
                values[i] = value + step;
                double above = definition();
                values[i] = value - step;
                double below = definition();
                values[i] = value;
                assertThat(gradient[i])
                        .as("gradient by element %d of operand %d", i, operand)
                        .isCloseTo((above - below) / (2 * step), within(1e-7));
            }
        }
    }

    private double definition() {
        double loss = 0;
        for (int c = 0; c < CHANNELS; c++) {
            double mean = mean(x, c);
            double variance = variance(x, c);
            loss += 3 * mean + variance * variance;
            for (int row = 0; row < ROWS; row++) {
                int i = row * CHANNELS + c;
                double y = (x[i] - mean) / Math.sqrt(variance + EPSILON) * scale[c] + bias[c];
                loss += y * y * weights[i];
            }
        }
        return loss;
    }

    private static double mean(double[] values, int channel) {
        double sum = 0;
        for (int row = 0; row < ROWS; row++) {
            sum += values[row * CHANNELS + channel];
        }
        return sum / ROWS;
    }

    private static double variance(double[] values, int channel) {
        double sum = 0;
        for (int row = 0; row < ROWS; row++) {
            double distance = values[row * CHANNELS + channel] - mean(values, channel);
            sum += distance * distance;
        }
        return sum / ROWS;
    }

    private Tensor loss(List<Tensor> normed) {
        Tensor statistics = Ops.add(Ops.mul(normed.get(1), 3), Ops.square(normed.get(2)));
        return Ops.add(Ops.reduceSum(Ops.mul(Ops.square(normed.get(0)), weights())), Ops.reduceSum(statistics));
    }

    private Tensor weights() {
        return Tensor.of(weights, ROWS, CHANNELS);
    }

    private Object parameters(Class<?> owner) throws Exception {
        return owner.getClassLoader()
                .loadClass("Norms$Parameters")
                .getConstructor(Tensor.class, Tensor.class, Tensor.class)
                .newInstance(Tensor.of(x, ROWS, CHANNELS), Tensor.of(scale, CHANNELS), Tensor.of(bias, CHANNELS));
    }

    private static double[] values(int count, int start) {
        double[] values = new double[count];
        for (int i = 0; i < count; i++) {
            values[i] = Math.sin(start + 1.7 * i) + 0.1 * start;
        }
        return values;
    }

    private static List<Tensor> tensors(Object result) throws ReflectiveOperationException {
        List<Tensor> tensors = new ArrayList<>();
        for (var component : result.getClass().getRecordComponents()) {
            tensors.add((Tensor) component.getAccessor().invoke(result));
        }
        return tensors;
    }

    private static Object call(Class<?> owner, String name, Object... arguments) throws Exception {
        Method method = Stream.of(owner.getDeclaredMethods())
                .filter(found -> found.getName().equals(name) && found.getParameterCount() == arguments.length)
                .findFirst()
                .orElseThrow();
        try {
            return method.invoke(null, arguments);
        } catch (InvocationTargetException e) {
            if (e.getCause() instanceof RuntimeException failure) {
                throw failure;
            }
            throw e;
        }
    }
}
