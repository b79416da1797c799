package io.graphkernel.runtime.generated.library.call;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.graphkernel.runtime.DType;
import io.graphkernel.runtime.Tensor;
import io.graphkernel.runtime.exception.DTypeMismatchException;
import io.graphkernel.runtime.exception.NullTensorException;
import io.graphkernel.runtime.exception.ShapeMismatchException;
import org.junit.jupiter.api.Test;

class EagerLibraryTest {
    @Test
    void eagerLibrary_multipliesMatrices() {
        Tensor a = Tensor.of(new float[] {1, 2, 3, 4, 5, 6}, 2, 3);
        Tensor b = Tensor.of(new float[] {1, 0, 2, 1, 0, 3}, 3, 2);
        Tensor result = EagerLibrary.matMul(a, b, false, false);
        assertThat(result.dimensions()).containsExactly(2, 2);
        assertThat(result.toFloatArray()).containsExactly(5, 11, 14, 23);
        assertThat(EagerLibrary.matMul(a, a, false, true).toFloatArray()).containsExactly(14, 32, 32, 77);
        assertThat(EagerLibrary.matMul(a, a, true, false).toFloatArray())
                .containsExactly(17, 22, 27, 22, 29, 36, 27, 36, 45);
    }

    @Test
    void sums_areRoundedOnce() {
        Tensor a = Tensor.of(new float[] {1, 0x1p-24f, 0x1p-24f}, 1, 3);
        Tensor b = Tensor.full(1, 3, 1);
        assertThat(EagerLibrary.matMul(a, b, false, false).toFloatArray()).containsExactly(1 + 0x1p-23f);
    }

    @Test
    void batches_broadcast() {
        Tensor a = Tensor.of(new float[] {1, 2, 3, 4}, 2, 1, 1, 2);
        Tensor b = Tensor.of(new float[] {1, 1, 2, 2, 3, 3}, 3, 2, 1);
        Tensor result = EagerLibrary.batchMatMul(a, b, false, false);
        assertThat(result.dimensions()).containsExactly(2, 3, 1, 1);
        assertThat(result.toFloatArray()).containsExactly(3, 6, 9, 7, 14, 21);
    }

    @Test
    void eagerLibrary_convolves() {
        Tensor x = Tensor.of(new float[] {1, 2, 3, 4, 5, 6, 7, 8, 9}, 1, 1, 3, 3);
        Tensor weight = Tensor.of(new float[] {1, 0, 0, 1}, 1, 1, 2, 2);
        long[] ones = {1, 1};
        Tensor result = EagerLibrary.conv2D(x, weight, ones, new long[4], ones, 1);
        assertThat(result.dimensions()).containsExactly(1, 1, 2, 2);
        assertThat(result.toFloatArray()).containsExactly(6, 8, 12, 14);
    }

    @Test
    void operands_areChecked() {
        Tensor x = Tensor.zeros(2, 2);
        assertThatThrownBy(() -> EagerLibrary.matMul(x, null, false, false))
                .isInstanceOf(NullTensorException.class)
                .hasMessageContaining("matMul: tensor b");
        assertThatThrownBy(() -> EagerLibrary.matMul(x, Tensor.zeros(DType.F64, 2, 2), false, false))
                .isInstanceOf(DTypeMismatchException.class)
                .hasMessageContaining("matMul: b is f64[2, 2] but a is f32[2, 2]");
        assertThatThrownBy(() -> EagerLibrary.matMul(x, Tensor.zeros(2), false, false))
                .isInstanceOf(ShapeMismatchException.class)
                .hasMessageContaining("matMul: b [2] has rank 1");
        Tensor flags = Tensor.zeros(DType.BOOL, 2, 2);
        assertThatThrownBy(() -> EagerLibrary.matMul(flags, flags, false, false))
                .isInstanceOf(DTypeMismatchException.class)
                .hasMessageContaining("matMul does not support a, which is bool[2, 2]");
    }
}
