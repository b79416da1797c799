package io.graphkernel.runtime.endtoend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.graphkernel.runtime.Tensor;
import io.graphkernel.runtime.TensorScope;
import io.graphkernel.runtime.exception.ShapeMismatchException;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("A5: sizes that a call computes do not wrap around")
@Timeout(60)
@Tag("process")
class LargeSizesTest {

    private TensorScope scope;

    @BeforeEach
    void open() {
        scope = TensorScope.open();
    }

    @AfterEach
    void close() {
        scope.close();
    }

    private static void tooLarge(ThrowingCallable call, String... fragments) {
        assertThatThrownBy(call).isInstanceOf(ShapeMismatchException.class).satisfies(e -> {
            assertThat(e).hasMessageContaining("[GK-6126]");
            for (String fragment : fragments) {
                assertThat(e).hasMessageContaining(fragment);
            }
        });
    }

    @Test
    void largeSizes_ofValuesBetweenKernels_areRight() {
        long n = 1L << 32;
        tooLarge(
                () -> LargeKernelsKernels.product(Tensor.empty(n, 0), Tensor.empty(0, n)),
                "product: m*n is too large",
                "m = 4294967296, n = 4294967296");
        for (long m : new long[] {n + 1, (1L << 61) + 1, Long.MAX_VALUE}) {
            tooLarge(() -> LargeKernelsKernels.product(Tensor.empty(m, 0), Tensor.empty(0, m)));
            tooLarge(() -> LargeKernelsKernels.product(Tensor.empty(m, 0), Tensor.empty(0, m), Tensor.empty()));
        }
        assertThat(LargeKernelsKernels.product(Tensor.empty(n, 0), Tensor.empty(0, 0))
                        .get())
                .isZero();
        assertThat(LargeKernelsKernels.product(Tensor.empty(3, 0), Tensor.empty(0, 4))
                        .get())
                .isZero();
    }

    @ParameterizedTest
    @ValueSource(longs = {1L << 53, 1L << 61, (1L << 61) + 1, Long.MAX_VALUE})
    void largeSizes_ofAsManyElementsAsOneDimSays_isRight(long n) {
        tooLarge(() -> LargeKernelsKernels.rows(Tensor.empty(n, 0)), "rows: n is too large", "n = " + n);
    }

    @ParameterizedTest
    @ValueSource(longs = {1L << 31, (1L << 32) + 1, (1L << 61) + 1})
    void reducedAxes_areListed(long n) {
        tooLarge(
                () -> LargeKernelsKernels.domain(Tensor.empty(n, 0), Tensor.empty(n, 0)),
                "size is too large: domain: ");
    }

    @Test
    void largeSizes_ofAxesOfResults_isRight() {
        long half = 1L << 62;
        tooLarge(
                () -> LargeKernelsKernels.joined(Tensor.empty(half, 0), Tensor.empty(half, 0)),
                "joined: m + n is too large");
        Tensor joined = LargeKernelsKernels.joined(Tensor.empty(half, 0), Tensor.empty(half - 2, 0));
        assertThat(joined.dimensions()).containsExactly(2 * half - 2, 0);
        tooLarge(() -> LargeKernelsKernels.flattened(Tensor.empty(1L << 32, 1L << 32, 0)), "flattened: a*b");
        tooLarge(() -> LargeKernelsKernels.flattened(Tensor.empty(1L << 32, 1L << 32, 0), Tensor.empty(0, 1L << 32)));
        assertThat(LargeKernelsKernels.flattened(Tensor.empty(1L << 31, 1L << 31, 0))
                        .dimensions())
                .containsExactly(1L << 62, 0);
    }

    @Test
    void nothing_isDividedByZero() {
        for (long n : new long[] {0, 6}) {
            assertThatThrownBy(() -> LargeKernelsKernels.divided(Tensor.full(1, n), Tensor.empty(0)))
                    .isInstanceOf(ShapeMismatchException.class)
                    .hasMessageContaining(
                            "[GK-6049] size constraint is violated: divided (LargeKernels.java:46): reshape: the product of the other dims is 0 but must be at least 1")
                    .hasMessageContaining("because: the kernel needs m >= 1")
                    .hasMessageContaining("fix: pass numbers, or tensors of such dims, for which m >= 1");
        }
        assertThat(LargeKernelsKernels.divided(Tensor.full(1, 6), Tensor.empty(2))
                        .dimensions())
                .containsExactly(2, 3);
    }

    @Test
    void largeSizes_ofArraysWhoseDimsTheCallerGives_isRight() {
        float[] one = new float[1];
        assertThatThrownBy(() ->
                        FullKernelsKernels.summary(new float[16], 4, (1L << 62) + 1, one, one.clone(), one.clone()))
                .isInstanceOf(ShapeMismatchException.class);
    }

    /** On the host as native code; as Java in a process of its own. */
    @Test
    void rowsWithoutElements_areReducedAtOnce() {
        rowsWithoutElements();
    }

    @Test
    void rowsWithoutElements_areReducedAtOnceInJava() throws Exception {
        ChildProcess.run(LargeSizesTest.class, List.of("-Dgraphkernel.device=jvm"));
    }

    public static void main(String[] arguments) {
        try (TensorScope scope = TensorScope.open()) {
            rowsWithoutElements();
        }
    }

    private static void rowsWithoutElements() {
        for (long many : new long[] {1L << 40, (1L << 61) + 1}) {
            Tensor y = Tensor.empty(many, 0);
            assertThat(LargeKernelsKernels.rowsOfTwoAxes(Tensor.empty(2, 1, 0), y)
                            .toFloatArray())
                    .containsExactly(0, 0);
            assertThat(LargeKernelsKernels.columnsOfTwoAxes(Tensor.empty(2, 1, 0), y)
                            .elementCount())
                    .isZero();
            assertThat(LargeKernelsKernels.everything(Tensor.empty(2, 1, 0), y).get())
                    .isZero();
            assertThat(LargeKernelsKernels.everything(Tensor.empty(many, 1, 0), y)
                            .get())
                    .isZero();
            assertThat(LargeKernelsKernels.everything(Tensor.empty(many, 1, 0), Tensor.empty(0, 0))
                            .get())
                    .isZero();
        }
    }
}
