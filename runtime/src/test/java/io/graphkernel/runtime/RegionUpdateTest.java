package io.graphkernel.runtime;

import static io.graphkernel.runtime.Ops.assign;
import static io.graphkernel.runtime.Ops.narrow;
import static io.graphkernel.runtime.Ops.transpose;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.graphkernel.runtime.exception.InvalidArgumentException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * Assignments to slices of tensors. In a kernel that runs as plain Java they also write the tensors, like the compiled
 * kernel; elsewhere a slice is a tensor of its own.
 */
class RegionUpdateTest {

    private final TensorScope scope = TensorScope.open();
    private final Tensor x = Tensor.of(new float[] {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11}, 3, 4);

    @AfterEach
    void close() {
        scope.close();
    }

    @Test
    void slice_isWritten() {
        RegionMethods.columns(x, Tensor.of(new float[] {-1, -2, -3, -4, -5, -6}, 3, 2));
        assertThat(x.toFloatArray()).containsExactly(0, -1, -2, 3, 4, -3, -4, 7, 8, -5, -6, 11);
    }

    @Test
    void sliceOfTransposedSlice_isWritten() {
        assertThat(RegionMethods.corner(x).toFloatArray()).containsExactly(50, 50);
        assertThat(x.toFloatArray()).containsExactly(0, 1, 2, 3, 4, 5, 6, 50, 8, 9, 10, 50);
    }

    @Test
    void sliceTakenBefore_keepsItsElements() {
        assertThat(RegionMethods.rowBefore(x).toFloatArray()).containsExactly(0, 1, 2, 3);
        assertThat(narrow(x, 0, 0, 1).toFloatArray()).containsOnly(9);
    }

    @Test
    void reshape_isWritten() {
        RegionMethods.reshaped(x);
        assertThat(x.toFloatArray()).containsExactly(6, 6, 6, 6, 6, 6, 7, 7, 7, 7, 7, 7);
        Tensor row = Tensor.of(new float[] {1, 2}, 1, 2);
        RegionMethods.squeezed(row);
        assertThat(row.toFloatArray()).containsOnly(4);
    }

    @Test
    void sliceOfMethods_isWritten() {
        RegionMethods.caller(x);
        assertThat(x.toFloatArray()).containsExactly(0, 1, 2, 3, 3, 3, 3, 3, 8, 9, 10, 11);
    }

    @Test
    void sliceOutsideOfKernels_isTensorOfItsOwn() {
        Tensor transposed = transpose(x);
        assign(transposed, 1);
        assertThat(transposed.toFloatArray()).containsOnly(1);
        assertThat(x.toFloatArray()).startsWith(0, 1, 2, 3);
    }

    @Test
    void argument_isTensorOfItsOwn() {
        Tensor transposed = transpose(x);
        RegionMethods.columns(transposed, Tensor.of(new float[] {7, 7, 7, 7, 7, 7, 7, 7}, 4, 2));
        assertThat(transposed.toFloatArray()).containsExactly(0, 7, 7, 1, 7, 7, 2, 7, 7, 3, 7, 7);
        RegionMethods.all(transposed);
        assertThat(transposed.toFloatArray()).containsOnly(3);
        assertThat(x.toFloatArray()).startsWith(0, 1, 2, 3);
    }

    @Test
    void result_isTensorOfItsOwn() {
        Tensor row = RegionMethods.firstRow(x);
        RegionMethods.all(row);
        assertThat(row.toFloatArray()).containsOnly(3);
        assertThat(x.toFloatArray()).startsWith(0, 1, 2, 3);
    }

    @Test
    void sliceOfReadOnlyMemory_isRefused() {
        Tensor readOnly = readOnly();
        Tensor value = Tensor.of(new float[6], 3, 2);
        assertThatThrownBy(() -> RegionMethods.columns(readOnly, value))
                .isInstanceOf(InvalidArgumentException.class)
                .hasMessageContaining("GK-6072");
    }

    @Test
    void transposeOfReadOnlyMemory_isWritten() {
        Tensor weights = transpose(readOnly());
        RegionMethods.all(weights);
        assertThat(weights.toFloatArray()).containsOnly(3);
    }

    private static Tensor readOnly() {
        ByteBuffer direct = ByteBuffer.allocateDirect(48)
                .order(ByteOrder.nativeOrder())
                .asReadOnlyBuffer()
                .order(ByteOrder.nativeOrder());
        return Tensor.wrap(direct.asFloatBuffer(), 3, 4);
    }
}
