package io.graphkernel.runtime.internal.eager;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.graphkernel.runtime.DType;
import io.graphkernel.runtime.Tensor;
import io.graphkernel.runtime.TensorScope;
import io.graphkernel.runtime.exception.DTypeMismatchException;
import io.graphkernel.runtime.exception.IndexRangeException;
import io.graphkernel.runtime.exception.InvalidArgumentException;
import io.graphkernel.runtime.exception.NullTensorException;
import io.graphkernel.runtime.exception.ShapeMismatchException;
import io.graphkernel.runtime.generated.library.call.EagerLibrary;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class EagerJoiningTest {
    private final TensorScope scope = TensorScope.open();

    @AfterEach
    void close() {
        scope.close();
    }

    @ParameterizedTest
    @EnumSource(DType.class)
    void eagerJoining_concatenatesAlongAnyAxis(DType dtype) {
        Tensor a = Tensor.full(dtype, 1, 2, 1, 2);
        Tensor b = Tensor.zeros(dtype, 2, 2, 2);
        Tensor none = Tensor.empty(dtype, 2, 0, 2);
        Tensor middle = Eager.concat(1, a, none, b);
        assertThat(middle.dimensions()).containsExactly(2, 3, 2);
        assertThat(Eager.cast(middle, DType.I32).toIntArray()).containsExactly(1, 1, 0, 0, 0, 0, 1, 1, 0, 0, 0, 0);
        Tensor first = Eager.concat(0, a, a);
        assertThat(first.dimensions()).containsExactly(4, 1, 2);
        Tensor last = Eager.concat(-1, a, Tensor.zeros(dtype, 2, 1, 1));
        assertThat(Eager.cast(last, DType.I32).toIntArray()).containsExactly(1, 1, 0, 1, 1, 0);
        assertThat(Eager.concat(0, a).dimensions()).containsExactly(2, 1, 2);
        assertThat(Eager.concat(1, none, none).dimensions()).containsExactly(2, 0, 2);
    }

    @Test
    void mismatchedConcatenation_isRejected() {
        Tensor x = Tensor.zeros(2, 3);
        assertThatThrownBy(() -> Eager.concat(0, x, Tensor.zeros(2, 4)))
                .isInstanceOf(ShapeMismatchException.class)
                .hasMessageContaining("concat: x[1] is f32[2, 4] but x[0] is f32[2, 3]");
        assertThatThrownBy(() -> Eager.concat(0, x, Tensor.zeros(3))).isInstanceOf(ShapeMismatchException.class);
        assertThatThrownBy(() -> Eager.concat(0, x, Tensor.zeros(DType.I32, 2, 3)))
                .isInstanceOf(DTypeMismatchException.class)
                .hasMessageContaining("x[1] is i32[2, 3] but x[0] is f32[2, 3]");
        assertThatThrownBy(() -> Eager.concat(2, x)).isInstanceOf(InvalidArgumentException.class);
        assertThatThrownBy(() -> Eager.concat(0)).isInstanceOf(NullTensorException.class);
        assertThatThrownBy(() -> Eager.concat(0, x, null))
                .isInstanceOf(NullTensorException.class)
                .hasMessageContaining("x[1]");
        assertThatThrownBy(() -> Eager.concat(0, Tensor.scalar(1)))
                .hasMessageContaining("GK-6041")
                .hasMessageEndingWith("fix: pass a tensor with axes, for example by expandDims");
    }

    @Test
    void gather_selectsSlices() {
        Tensor x = Tensor.of(new int[] {0, 1, 2, 10, 11, 12}, 2, 3);
        Tensor indices = Tensor.of(new long[] {2, -1, 0, 1, -3, -2}, 2, 3);
        Tensor columns = Eager.gather(x, indices, 1);
        assertThat(columns.dimensions()).containsExactly(2, 2, 3);
        assertThat(columns.toIntArray()).containsExactly(2, 2, 0, 1, 0, 1, 12, 12, 10, 11, 10, 11);
        Tensor rows = Eager.gather(x, Tensor.of(new int[] {1, -2}, 2), 0);
        assertThat(rows.toIntArray()).containsExactly(10, 11, 12, 0, 1, 2);
        Tensor one = Eager.gather(x, Tensor.scalar(DType.I64, 1), -1);
        assertThat(one.dimensions()).containsExactly(2);
        assertThat(one.toIntArray()).containsExactly(1, 11);
        assertThat(Eager.gather(x, Tensor.empty(DType.I32, 0), 0).dimensions()).containsExactly(0, 3);
        Tensor nothing = Tensor.empty(DType.F16, 0, 2);
        assertThatThrownBy(() -> Eager.gather(nothing, Tensor.of(new long[] {0}, 1), 0))
                .isInstanceOf(IndexRangeException.class)
                .hasMessageContaining("fix: pass no indices for an empty axis");
        for (long outside : new long[] {Long.MIN_VALUE, -3, 2, Long.MAX_VALUE}) {
            assertThatThrownBy(() -> Eager.gather(x, Tensor.of(new long[] {0, outside}, 2), 0))
                    .isInstanceOf(IndexRangeException.class)
                    .hasMessageContaining("gather: indices[1] is " + outside);
        }
        assertThatThrownBy(() -> Eager.gather(x, Tensor.zeros(1), 0))
                .isInstanceOf(DTypeMismatchException.class)
                .hasMessageContaining("gather does not support indices, which is f32[1]");
        assertThatThrownBy(() -> Eager.gather(x, indices, 2)).isInstanceOf(InvalidArgumentException.class);
        assertThatThrownBy(() -> Eager.gather(x, null, 0)).hasMessageContaining("indices");
    }

    @Test
    void gatherGrad_sumsSlicesPerPosition() {
        Tensor dy = Tensor.of(new float[] {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12}, 2, 3, 2);
        Tensor indices = Tensor.of(new long[] {2, 0, -1}, 3);
        Tensor sums = EagerLibrary.gatherGrad(dy, indices, 3);
        assertThat(sums.dimensions()).containsExactly(2, 3, 2);
        assertThat(sums.toFloatArray()).containsExactly(3, 4, 0, 0, 6, 8, 9, 10, 0, 0, 18, 20);
        Tensor outside = Tensor.of(new long[] {Long.MIN_VALUE, 3, Long.MAX_VALUE}, 3);
        assertThat(EagerLibrary.gatherGrad(dy, outside, 3).toFloatArray()).containsOnly(0);
        // In bf16, 256 and 1 more are 256; the sum is rounded once.
        Tensor narrow = Eager.cast(Tensor.of(new float[] {256, 1, 1}, 1, 3, 1), DType.BF16);
        Tensor sum = EagerLibrary.gatherGrad(narrow, Tensor.zeros(DType.I32, 3), 1);
        assertThat(sum.dtype()).isEqualTo(DType.BF16);
        assertThat(Eager.cast(sum, DType.F32).toFloatArray()).containsExactly(258);
        // Each position with each index would be 2³² elements.
        Tensor large = EagerLibrary.gatherGrad(
                Tensor.full(DType.F32, 1, 1, 1 << 12, 1), Tensor.zeros(DType.I64, 1 << 12), 1 << 20);
        assertThat(large.toFloatArray()).startsWith(1 << 12, 0).hasSize(1 << 20);
        assertThatThrownBy(() -> EagerLibrary.gatherGrad(dy, Tensor.zeros(DType.I64, 2), 3))
                .isInstanceOf(ShapeMismatchException.class)
                .hasMessageContaining("gatherGrad: indices cannot be i64[2]")
                .hasMessageContaining("dy is [a, n, b] and indices are [n], but dy is f32[2, 3, 2]");
        assertThatThrownBy(() -> EagerLibrary.gatherGrad(dy, indices, -1))
                .isInstanceOf(InvalidArgumentException.class)
                .hasMessageContaining("gatherGrad: size cannot be -1")
                .hasMessageEndingWith("fix: pass 0 or more");
    }

    @Test
    void range_numbersElements() {
        assertThat(Eager.index(DType.I64, 0, 2, 3).toLongArray()).containsExactly(0, 0, 0, 1, 1, 1);
        assertThat(Eager.index(DType.I32, -1, 2, 3).toIntArray()).containsExactly(0, 1, 2, 0, 1, 2);
        assertThat(Eager.index(DType.F32, 1, 2, 2, 2).toFloatArray()).containsExactly(0, 0, 1, 1, 0, 0, 1, 1);
        assertThat(Eager.index(DType.I64, 0, 0, 3).elementCount()).isZero();
        assertThatThrownBy(() -> Eager.index(DType.BOOL, 0, 2))
                .isInstanceOf(DTypeMismatchException.class)
                .hasMessageContaining("index: dtype cannot be bool")
                .hasMessageEndingWith("fix: pass a dtype of numbers, such as DType.I32");
        assertThat(Eager.rowMajorIndex(DType.I64, 2, 3).toLongArray()).containsExactly(0, 1, 2, 3, 4, 5);
        assertThat(Eager.rowMajorIndex(DType.I64).getLong()).isZero();
        assertThatThrownBy(() -> Eager.index(DType.I64, 2, 2, 3)).isInstanceOf(InvalidArgumentException.class);
        assertThatThrownBy(() -> Eager.index(DType.I64, 0)).isInstanceOf(InvalidArgumentException.class);
        assertThatThrownBy(() -> Eager.index(DType.BOOL, 0, 2)).isInstanceOf(DTypeMismatchException.class);
        assertThatThrownBy(() -> Eager.index(DType.I64, 0, -2)).isInstanceOf(ShapeMismatchException.class);
    }
}
