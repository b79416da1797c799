package io.graphkernel.runtime.internal.eager;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.graphkernel.runtime.DType;
import io.graphkernel.runtime.Tensor;
import io.graphkernel.runtime.TensorScope;
import io.graphkernel.runtime.exception.ClosedTensorException;
import io.graphkernel.runtime.exception.DTypeMismatchException;
import io.graphkernel.runtime.exception.InvalidArgumentException;
import io.graphkernel.runtime.exception.NullTensorException;
import io.graphkernel.runtime.exception.OverlapException;
import io.graphkernel.runtime.exception.ShapeMismatchException;
import io.graphkernel.runtime.generated.jvm.ScalarMath;
import org.bytedeco.javacpp.FloatPointer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class EagerTest {
    private final TensorScope scope = TensorScope.open();
    private final Tensor matrix = Tensor.of(new float[] {1, 2, 3, 4, 5, 6}, 2, 3);
    private final Tensor row = Tensor.of(new float[] {10, 20, 30}, 3);
    private final Tensor column = Tensor.of(new float[] {100, 200}, 2, 1);
    private final Tensor mask = Tensor.of(new boolean[] {true, false, true}, 3);

    @AfterEach
    void close() {
        scope.close();
    }

    @Test
    void elementwiseOps_broadcast() {
        assertThat(Eager.unary("neg", matrix, ScalarMath::neg).toFloatArray()).containsExactly(-1, -2, -3, -4, -5, -6);
        assertThat(Eager.binary("add", matrix, row, Double::sum).toFloatArray())
                .containsExactly(11, 22, 33, 14, 25, 36);
        Tensor outer = Eager.binary("sub", row, column, (x, y) -> x - y);
        assertThat(outer.dimensions()).containsExactly(2, 3);
        assertThat(outer.toFloatArray()).containsExactly(-90, -80, -70, -190, -180, -170);
        assertThat(Eager.binary("mul", Eager.scalar(2), row, (x, y) -> x * y).toFloatArray())
                .containsExactly(20, 40, 60);
    }

    @Test
    void comparisonsSelectsAndCasts_areRight() {
        assertThat(Eager.compare("greater", matrix, Eager.scalar(3), (x, y) -> x > y, (x, y) -> x > y)
                        .toBooleanArray())
                .containsExactly(false, false, false, true, true, true);
        assertThat(Eager.test("isNan", Eager.scalar(Double.NaN), ScalarMath::isNan)
                        .toBooleanArray())
                .containsExactly(true);
        assertThat(Eager.select(mask, matrix, column).toFloatArray()).containsExactly(1, 100, 3, 4, 200, 6);
        assertThat(Eager.logical("logicalAnd", mask, Eager.not(mask), (x, y) -> x & y)
                        .toBooleanArray())
                .containsOnly(false);
        assertThat(Eager.cast(mask, DType.F32).toFloatArray()).containsExactly(1, 0, 1);
        assertThat(Eager.cast(Tensor.of(new float[] {0, -0f, Float.NaN, 0.1f}, 4), DType.BOOL)
                        .toBooleanArray())
                .containsExactly(false, false, true, true);
        assertThat(Eager.cast(mask, DType.BOOL).toBooleanArray()).containsExactly(true, false, true);
        assertThat(Eager.cast(row, DType.F32).toFloatArray()).containsExactly(10, 20, 30);
    }

    @Test
    void reductions_areRight() {
        Tensor rows = Eager.reduce("reduceSum", matrix, new int[] {-1}, false, 0, Double::sum, 0, Long::sum);
        assertThat(rows.dimensions()).containsExactly(2);
        assertThat(rows.toFloatArray()).containsExactly(6, 15);
        Tensor columns = Eager.reduce(
                "reduceMax",
                matrix,
                new int[] {0},
                true,
                Float.NEGATIVE_INFINITY,
                Math::max,
                Long.MIN_VALUE,
                Math::max);
        assertThat(columns.dimensions()).containsExactly(1, 3);
        assertThat(columns.toFloatArray()).containsExactly(4, 5, 6);
        Tensor sum = Eager.reduce("reduceSum", matrix, new int[0], false, 0, Double::sum, 0, Long::sum);
        assertThat(sum.rank()).isZero();
        assertThat(sum.get()).isEqualTo(21);
        assertThat(Eager.reduce("reduceSum", Tensor.empty(0, 3), new int[] {0}, false, 0, Double::sum, 0, Long::sum)
                        .toFloatArray())
                .containsExactly(0, 0, 0);
        assertThat(Eager.elementCount(matrix, new int[] {-1}).get()).isEqualTo(3);
        assertThat(Eager.elementCount(matrix, new int[0]).get()).isEqualTo(6);
    }

    @Test
    void sum_isRoundedOnce() {
        Tensor x = Tensor.of(new float[] {0x1p24f, 1, 1, 1, 1}, 5);
        assertThat(Eager.reduce("reduceSum", x, new int[0], false, 0, Double::sum, 0, Long::sum)
                        .get())
                .isEqualTo(0x1p24f + 4);
    }

    @Test
    void assign_writesItsParameter() {
        Tensor parameter = Tensor.zeros(2, 3);
        assertThat(Eager.assign(parameter, matrix)).isSameAs(parameter);
        assertThat(parameter.get(1, 2)).isEqualTo(6);
        Eager.assign(parameter, row);
        assertThat(parameter.toFloatArray()).containsExactly(10, 20, 30, 10, 20, 30);
        Tensor flags = Tensor.zeros(DType.BOOL, 2, 3);
        Eager.assign(flags, mask);
        assertThat(flags.toBooleanArray()).containsExactly(true, false, true, true, false, true);
        assertThatThrownBy(() -> Eager.assign(row, matrix))
                .isInstanceOf(ShapeMismatchException.class)
                .hasMessageContaining("parameter is f32[3] but must be [2, 3]");
        FloatPointer memory = new FloatPointer(6);
        assertThatThrownBy(() -> Eager.assign(
                        Tensor.wrap(memory, DType.F32, 2, 3),
                        Tensor.wrap(new FloatPointer(memory).position(1), DType.F32, 3)))
                .isInstanceOf(OverlapException.class);
    }

    @Test
    void emptyTensors_areSupported() {
        Tensor none = Tensor.empty(0, 3);
        assertThat(Eager.binary("add", none, row, Double::sum).dimensions()).containsExactly(0, 3);
        assertThat(Eager.unary("abs", none, ScalarMath::abs).elementCount()).isZero();
    }

    @Test
    void mismatchedOperands_areRejected() {
        assertThatThrownBy(() -> Eager.unary("neg", null, ScalarMath::neg))
                .isInstanceOf(NullTensorException.class)
                .hasMessageContaining("neg: tensor x");
        assertThatThrownBy(() -> Eager.cast(null, DType.F32)).isInstanceOf(NullTensorException.class);
        assertThatThrownBy(() -> Eager.assign(null, row)).isInstanceOf(NullTensorException.class);
        assertThatThrownBy(() -> Eager.binary("add", mask, row, Double::sum))
                .isInstanceOf(DTypeMismatchException.class);
        assertThatThrownBy(() -> Eager.binary("add", matrix, Tensor.zeros(2), Double::sum))
                .isInstanceOf(ShapeMismatchException.class)
                .hasMessageContaining("add: x is [2, 3] and y is [2]");
        assertThatThrownBy(() -> Eager.reduce("reduceSum", matrix, new int[] {2}, false, 0, Double::sum, 0, Long::sum))
                .isInstanceOf(InvalidArgumentException.class)
                .hasMessageContaining("reduceSum: axis 2 of tensor f32[2, 3]");
        assertThatThrownBy(
                        () -> Eager.reduce("reduceSum", matrix, new int[] {1, -1}, false, 0, Double::sum, 0, Long::sum))
                .isInstanceOf(InvalidArgumentException.class)
                .hasMessageContaining("duplicate axis");
        Tensor closed = Tensor.scalar(1);
        closed.close();
        assertThatThrownBy(() -> Eager.binary("add", row, closed, Double::sum))
                .isInstanceOf(ClosedTensorException.class)
                .hasMessageContaining("tensor argument is closed: add: y");
    }

    @Test
    void hugeResults_areRejected() {
        Tensor wide = Tensor.empty(1, 1 << 16);
        Tensor tall = Tensor.empty(1 << 16, 1);
        assertThatThrownBy(() -> Eager.binary("add", wide, tall, Double::sum))
                .isInstanceOf(ShapeMismatchException.class)
                .hasMessageContaining("GK-6044");
    }
}
