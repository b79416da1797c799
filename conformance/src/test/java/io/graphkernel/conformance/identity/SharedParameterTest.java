package io.graphkernel.conformance.identity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.graphkernel.conformance.random.KernelCompiler;
import io.graphkernel.runtime.Tape;
import io.graphkernel.runtime.Tensor;
import io.graphkernel.runtime.exception.InvalidArgumentException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import javax.tools.Diagnostic;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** One tensor for two parameters of a kernel that takes a gradient by one of them is rejected; where none is taken, it is not. */
class SharedParameterTest {

    private static final Path DIRECTORY = Path.of(System.getProperty("conformance.directory", "target/conformance"))
            .resolve("shared-parameters");

    private static final String SOURCE = """
            import static io.graphkernel.runtime.Gradients.*;
            import static io.graphkernel.runtime.Ops.*;

            import io.graphkernel.annotations.*;
            import io.graphkernel.runtime.*;
            import java.util.List;

            public final class Shared {
                public record W(@TensorType("f32[n]") Tensor a, @TensorType("f32[n]") Tensor b) {}

                @GraphKernel
                public static Tensor partial(@TensorType("f32[n]") Tensor x, @TensorType("f32[n]") Tensor y) {
                    return gradient(() -> reduceSum(mul(x, y)), y);
                }

                @GraphKernel
                public static W tied(W w) {
                    return gradient(() -> reduceSum(mul(w.a(), square(w.b()))), w);
                }

                @GraphKernel
                public static Tensor listed(@Length(9) @TensorType("f32[n]") List<Tensor> w) {
                    return gradient(() -> {
                        Tensor sum = w.get(0);
                        for (int i = 1; i < 9; i++) {
                            sum = mul(sum, w.get(i));
                        }
                        return reduceSum(sum);
                    }, w.get(3));
                }

                @GraphKernel
                public static Tensor calling(@TensorType("f32[n]") Tensor p, @TensorType("f32[n]") Tensor q) {
                    return add(partial(p, q), 0);
                }

                @GraphKernel(gradient = true)
                public static Tensor nested(@TensorType("f32[n]") Tensor x, @TensorType("f32[n]") Tensor y) {
                    return gradient(() -> reduceSum(mul(square(x), square(y))), y);
                }

                @GraphKernel
                public static Tensor before(@TensorType("f32[n]") Tensor x, @TensorType("f32[n]") Tensor y) {
                    Tensor constant = square(x);
                    return gradient(() -> reduceSum(mul(constant, y)), y);
                }

                @GraphKernel
                public static Tensor two(
                        @TensorType("f32[n]") Tensor x, @TensorType("f32[n]") Tensor t, @TensorType("f32[n]") Tensor w) {
                    return gradient(() -> reduceSum(square(sub(mul(x, w), t))), w);
                }

                @GraphKernel(gradient = true)
                public static Tensor product(@TensorType("f32[n]") Tensor x, @TensorType("f32[n]") Tensor y) {
                    return mul(x, y);
                }
            }
            """;

    private static Class<?> unrolled;
    private static Class<?> interpreted;
    private static Class<?> plain;

    static Stream<Class<?>> stubs() {
        return Stream.of(unrolled, interpreted);
    }

    @BeforeAll
    static void compile() throws Exception {
        unrolled = compiled("unrolled", List.of());
        interpreted = compiled("interpreted", List.of("-Agraphkernel.inlineLaunchLimit=0"));
        plain = unrolled.getClassLoader().loadClass("Shared");
    }

    private static Class<?> compiled(String name, List<String> options) throws Exception {
        Path directory = DIRECTORY.resolve(name);
        assertThat(KernelCompiler.compile(directory, Map.of("Shared", SOURCE), "cpu,jvm", options))
                .allMatch(diagnostic -> diagnostic.getKind() == Diagnostic.Kind.NOTE);
        ClassLoader loader = new URLClassLoader(new URL[] {directory.toUri().toURL()}, Tensor.class.getClassLoader());
        return loader.loadClass("SharedKernels");
    }

    @ParameterizedTest
    @MethodSource("stubs")
    void oneTensorForTwoParametersOfALoss_isRejectedByName(Class<?> stub) throws Exception {
        Tensor x = operand();
        requireRejected("partial: y and x are the same tensor", stub, "partial", x, x);
        requireRejected("calling: q and p are the same tensor", stub, "calling", x, x);
        requireRejected("tied: w.a and w.b are the same tensor", stub, "tied", pair(stub, x));
        requireRejected("nested: y and x are the same tensor", stub, "nested", x, x);
        Tensor[] others = Stream.generate(SharedParameterTest::operand).limit(9).toArray(Tensor[]::new);
        others[7] = others[3];
        requireRejected("listed: w.3 and w.7 are the same tensor", stub, "listed", List.of(others));
    }

    @ParameterizedTest
    @MethodSource("stubs")
    void oneTensorOutsideOfTheLoss_isAllowed(Class<?> stub) throws Exception {
        Tensor x = operand();
        Tensor w = operand();
        for (Class<?> owner : List.of(stub, plain)) {
            assertThat(elements(call(owner, "before", x, x))).containsExactly(9, 25);
            assertThat(elements(call(owner, "two", x, x, w))).containsExactly(2 * (9 - 3) * 3, 2 * (25 - 5) * 5);
            assertThat(elements(call(owner, "partial", x, w))).containsExactly(3, 5);
        }
    }

    /** Named parameters of a record are the same both ways; the gradient of a tensor has all contributions of the loss. */
    @Test
    void tiedWeights_areRejectedAsPlainJavaToo() throws Exception {
        Tensor x = operand();
        requireRejected("gradient: parameter a and parameter b are the same tensor", plain, "tied", pair(unrolled, x));
        assertThat(elements(call(plain, "partial", x, x))).containsExactly(6, 10);
    }

    /** A stub with a gradient has one for each parameter; a tape adds up what the tensor has got. */
    @ParameterizedTest
    @MethodSource("stubs")
    void recordedStubOfOneTensor_hasTheSumOfBothGradients(Class<?> stub) throws Exception {
        Tensor x = operand();
        for (Class<?> owner : List.of(stub, plain)) {
            try (Tape tape = Tape.open(x)) {
                Tensor y = call(owner, "product", x, x);
                Tensor loss = io.graphkernel.runtime.Ops.reduceSum(y);
                assertThat(elements(tape.gradient(loss, x))).containsExactly(6, 10);
            }
        }
    }

    private static void requireRejected(String message, Class<?> owner, String method, Object... arguments) {
        assertThatThrownBy(() -> call(owner, method, arguments))
                .isInstanceOf(InvalidArgumentException.class)
                .hasMessageStartingWith("[GK-6077] same tensor is passed for two parameters: " + message);
    }

    private static Object pair(Class<?> owner, Tensor x) throws Exception {
        Class<?> type = owner.getClassLoader().loadClass("Shared$W");
        return type.getConstructor(Tensor.class, Tensor.class).newInstance(x, x);
    }

    private static Tensor operand() {
        return Tensor.of(new float[] {3, 5}, 2);
    }

    private static float[] elements(Tensor tensor) {
        return tensor.toFloatArray();
    }

    private static Tensor call(Class<?> owner, String name, Object... arguments) throws Exception {
        Method method = Stream.of(owner.getDeclaredMethods())
                .filter(found -> found.getName().equals(name) && found.getParameterCount() == arguments.length)
                .filter(found ->
                        found.getParameterCount() == 0 || found.getParameterTypes()[0].isInstance(arguments[0]))
                .findFirst()
                .orElseThrow();
        method.setAccessible(true);
        try {
            return method.invoke(null, arguments) instanceof Tensor tensor ? tensor : null;
        } catch (InvocationTargetException e) {
            if (e.getCause() instanceof RuntimeException failure) {
                throw failure;
            }
            throw e;
        }
    }
}
