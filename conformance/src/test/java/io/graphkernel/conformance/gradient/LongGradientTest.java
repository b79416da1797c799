package io.graphkernel.conformance.gradient;

import static org.assertj.core.api.Assertions.assertThat;

import io.graphkernel.conformance.random.Device;
import io.graphkernel.conformance.random.KernelCompiler;
import io.graphkernel.runtime.Tensor;
import io.graphkernel.runtime.TensorScope;
import io.graphkernel.testing.ExhaustiveOnly;
import java.io.IOException;
import java.lang.reflect.Method;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Properties;
import javax.tools.Diagnostic;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A loss that, with its gradient, has nearly as many ops as a kernel may have, against central differences. */
@ExhaustiveOnly
class LongGradientTest {

    private static final int ROWS = 3;
    private static final int COLUMNS = 8;
    /** A kernel may have 20,000. */
    private static final int MIN_OPS = 18_000;

    private static final double STEP = 1e-5;
    private static final Offset<Double> TOLERANCE = Offset.offset(1e-7);

    private static final String SOURCE = """
            import static io.graphkernel.runtime.Ops.*;

            import io.graphkernel.annotations.*;
            import io.graphkernel.runtime.*;

            public final class Deep {
                @GraphKernel
                public static Tensor loss(@TensorType("f64[n, 8]") Tensor x, @TensorType("f64[8, 8]") Tensor w) {
                    Tensor y = x;
                    for (int i = 850; i > 0; i = i - 1) {
                        y = add(y, mul(tanh(matMul(y, w)), 0.001));
                        y = add(y, mul(tanh(matMul(y, w)), 0.001));
                    }
                    return reduceSum(mul(y, y));
                }

                @GraphKernel
                public static Tensor gradient(
                        @TensorType("f64[n, 8]") Tensor x, @TensorType("f64[8, 8]") Tensor w) {
                    return Gradients.gradient(() -> loss(x, w), x);
                }
            }
            """;

    @TempDir
    private Path directory;

    @Test
    void longGradient_isRight() throws IOException, ReflectiveOperationException {
        assertThat(KernelCompiler.compile(directory, Map.of("Deep", SOURCE), "cpu,jvm"))
                .noneMatch(diagnostic -> diagnostic.getKind() == Diagnostic.Kind.ERROR);
        assertThat(ops()).isGreaterThan(MIN_OPS);
        double[] x = new double[ROWS * COLUMNS];
        for (int i = 0; i < x.length; i++) {
            x[i] = (i * 7 % 11 - 5) / 5.0;
        }
        for (String target : new String[] {"cpu", "jvm"}) {
            try (Device device = Device.of(target);
                    TensorScope scope = TensorScope.open();
                    URLClassLoader loader =
                            new URLClassLoader(new URL[] {directory.toUri().toURL()})) {
                Class<?> stub = loader.loadClass("DeepKernels");
                double[] gradient = call(stub.getMethod("gradient", Tensor.class, Tensor.class), x);
                Method loss = stub.getMethod("loss", Tensor.class, Tensor.class);
                for (int i = 0; i < x.length; i++) {
                    double slope = (moved(loss, x, i, STEP) - moved(loss, x, i, -STEP)) / (2 * STEP);
                    assertThat(gradient[i]).as("%s, element %d", target, i).isCloseTo(slope, TOLERANCE);
                }
            }
        }
    }

    private int ops() throws IOException {
        Properties manifest = new Properties();
        try (var in = Files.newInputStream(directory.resolve("META-INF/graphkernel/Deep/manifest.properties"))) {
            manifest.load(in);
        }
        return Integer.parseInt(manifest.getProperty("method.gradient.ops"));
    }

    private static double moved(Method loss, double[] x, int index, double step) throws ReflectiveOperationException {
        double[] moved = x.clone();
        moved[index] += step;
        return call(loss, moved)[0];
    }

    private static double[] call(Method method, double[] x) throws ReflectiveOperationException {
        double[] w = new double[COLUMNS * COLUMNS];
        for (int i = 0; i < w.length; i++) {
            w[i] = (i * 5 % 13 - 6) / 20.0;
        }
        Object result = method.invoke(null, Tensor.of(x, ROWS, COLUMNS), Tensor.of(w, COLUMNS, COLUMNS));
        return ((Tensor) result).toDoubleArray();
    }
}
