package io.graphkernel.conformance.identity;

import static org.assertj.core.api.Assertions.assertThat;

import io.graphkernel.conformance.random.KernelCompiler;
import io.graphkernel.runtime.Device;
import io.graphkernel.runtime.Gradients;
import io.graphkernel.runtime.Ops;
import io.graphkernel.runtime.Tape;
import io.graphkernel.runtime.Tensor;
import io.graphkernel.runtime.TensorScope;
import io.graphkernel.runtime.ValueAndGradient;
import io.graphkernel.testing.TestTier;
import java.lang.reflect.Method;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import javax.tools.Diagnostic;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Ops in forms in which they change nothing: the result is a new tensor all the same, as plain Java and of a stub. */
@Tag("sampled")
class ResultIdentityTest {

    private static final Path CLASSES = Path.of(System.getProperty("conformance.directory", "target/conformance"))
            .resolve("identities");

    private static final int SIZE = 3;

    /** Stride of the tested expressions. */
    private static final int STRIDE = TestTier.select(5, 3, 1);

    /** Expressions of x of shape [3, 3] that have its elements. */
    private static final List<String> IDENTITIES = List.of(
            "addN(x)",
            "identityMath(x)",
            "cast(x, DType.F32)",
            "reshape(x, 3, 3)",
            "reshape(x, -1, 3)",
            "broadcastTo(x, 3, 3)",
            "broadcastLike(x, x)",
            "transpose(x, 0, 1)",
            "transpose(transpose(x))",
            "concat(0, x)",
            "concat(1, x)",
            "reshape(stack(0, x), 3, 3)",
            "tile(x, 1, 1)",
            "repeatInterleaveInt(x, 1, 0)",
            "pad(x, 0.0, new long[] {0, 0}, new long[] {0, 0})",
            "narrow(x, 0, 0, 3)",
            "slice(x, new long[] {0, 0}, new long[] {3, 3})",
            "stridedSlice(x, new long[] {0, 0}, new long[] {3, 3}, new long[] {1, 1})",
            "squeeze(x)",
            "squeeze(expandDims(x, 0), 0)",
            "flatten(x, 1)",
            "reduceSum(reshape(x, 3, 3, 1), 2)",
            "reduceSum(reshape(x, 1, 3, 3), 0)",
            "reduceMax(reshape(x, 3, 1, 3), 1)",
            "reduceMean(reshape(x, 3, 3, 1), 2)",
            "reshape(cumSum(reshape(x, 3, 3, 1), 2), 3, 3)",
            "maximum(x, x)",
            "add(x, 0)",
            "mul(x, 1)",
            "pow(x, 1)",
            "div(x, 1)",
            "select(equal(x, x), x, x)",
            "select(equal(x, x), x, 0)",
            "maskedFill(x, notEqual(x, x), 0)",
            "clampScalar(x, -1e30, 1e30)",
            "lerp(x, x, 0.5)",
            "dropoutGrad(x, onesLike(x), 1.0)",
            "leakyReLUExt(x, 1)",
            "tril(x, 3)",
            "roll(x, 0, 0)",
            "copySign(x, x)",
            "fmax(x, x)",
            "nanToNum(x, 0, 0, 0)",
            "threshold(x, -1, 0)",
            "triu(x, -3)",
            "reLU(x)",
            "abs(x)",
            "fusedMulAdd(x, 1, 0)");

    private static Class<?> plain;
    private static Class<?> kernels;

    static Stream<Integer> identities() {
        return IntStream.range(0, IDENTITIES.size())
                .filter(i -> i % STRIDE == 0)
                .boxed();
    }

    @BeforeAll
    static void compile() throws Exception {
        StringBuilder text = new StringBuilder("""
                import static io.graphkernel.runtime.Ops.*;

                import io.graphkernel.annotations.*;
                import io.graphkernel.runtime.*;

                public final class Identities {
                """);
        for (int i : identities().toList()) {
            text.append(
                    "    @GraphKernel(gradient = true)\n    public static Tensor f%d(@TensorType(\"f32[3, 3]\") Tensor x) { return %s; }\n"
                            .formatted(i, IDENTITIES.get(i)));
        }
        assertThat(KernelCompiler.compile(CLASSES, Map.of("Identities", text + "}\n"), "cpu,jvm"))
                .allMatch(diagnostic -> diagnostic.getKind() == Diagnostic.Kind.NOTE);
        ClassLoader loader = new URLClassLoader(new URL[] {CLASSES.toUri().toURL()}, Tensor.class.getClassLoader());
        plain = loader.loadClass("Identities");
        kernels = loader.loadClass("IdentitiesKernels");
    }

    @ParameterizedTest
    @MethodSource("identities")
    void resultOfAnIdentity_isANewTensor(int identity) throws Exception {
        for (Class<?> owner : List.of(plain, kernels)) {
            Method method = owner.getDeclaredMethod("f" + identity, Tensor.class);
            method.setAccessible(true);
            String name = owner.getSimpleName() + " " + IDENTITIES.get(identity);
            try (TensorScope outer = TensorScope.open()) {
                Tensor x = operand();
                Tensor y = (Tensor) method.invoke(null, x);
                assertThat(y).as(name).isNotSameAs(x);
                assertThat(y.toFloatArray()).as(name).containsExactly(elements());
                Ops.assign(x, Ops.zerosLike(x));
                assertThat(y.toFloatArray())
                        .as(name + " after a write into the operand")
                        .containsExactly(elements());
                Ops.assign(y, Ops.onesLike(y));
                assertThat(x.toFloatArray())
                        .as(name + " after a write into the result")
                        .containsOnly(0);
                y.close();
                assertThat(x.isClosed()).as(name).isFalse();
                try (TensorScope scope = TensorScope.open()) {
                    method.invoke(null, x);
                }
                assertThat(x.isClosed()).as(name + " in a scope").isFalse();
            }
        }
    }

    /** Each use of x counts once: of Σ y · (x as a constant) the gradient is x, not 2 x. */
    @ParameterizedTest
    @MethodSource("identities")
    void gradientThroughAnIdentity_isTheCotangent(int identity) throws Exception {
        for (Class<?> owner : List.of(plain, kernels)) {
            Method method = owner.getDeclaredMethod("f" + identity, Tensor.class);
            method.setAccessible(true);
            try (TensorScope outer = TensorScope.open()) {
                Tensor x = operand();
                Tensor constant = operand();
                try (Tape tape = Tape.open(x)) {
                    Tensor y = (Tensor) method.invoke(null, x);
                    Tensor gradient = tape.gradient(Ops.reduceSum(Ops.mul(y, constant)), x);
                    assertThat(gradient.toFloatArray())
                            .as(owner.getSimpleName() + " " + IDENTITIES.get(identity))
                            .containsExactly(elements());
                    assertThat(gradient).isNotSameAs(y).isNotSameAs(x).isNotSameAs(constant);
                }
            }
        }
    }

    @Test
    void lossThatIsTheParameter_isANewTensor() {
        Tensor x = Tensor.scalar(3);
        ValueAndGradient<Tensor> found = Gradients.valueAndGradient(() -> x, x);
        assertThat(found.value()).isNotSameAs(x);
        found.value().close();
        assertThat(x.getDouble()).isEqualTo(3);
        assertThat(found.gradient().getDouble()).isEqualTo(1);
    }

    private static Tensor operand() {
        return Tensor.of(elements(), SIZE, SIZE).to(Device.cpu());
    }

    private static float[] elements() {
        float[] elements = new float[SIZE * SIZE];
        for (int i = 0; i < elements.length; i++) {
            elements[i] = 1 + i;
        }
        return elements;
    }
}
