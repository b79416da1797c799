package io.graphkernel.runtime;

import static io.graphkernel.runtime.Ops.add;
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

/** Assignments to slices of tensors, which also write the tensors. */
class RegionUpdateTest {

    private final TensorScope scope = TensorScope.open();
    private final Tensor x = Tensor.of(new float[] {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11}, 3, 4);

    @AfterEach
    void close() {
        scope.close();
    }

    @Test
    void slice_isWritten() {
        assign(narrow(x, 1, 1, 2), Tensor.of(new float[] {-1, -2, -3, -4, -5, -6}, 3, 2));
        assertThat(x.toFloatArray()).containsExactly(0, -1, -2, 3, 4, -3, -4, 7, 8, -5, -6, 11);
    }

    @Test
    void sliceOfTransposedSlice_isWritten() {
        Tensor column = narrow(transpose(narrow(x, 0, 1, 2)), 0, 3, 1);
        assign(column, 50);
        assertThat(column.toFloatArray()).containsExactly(50, 50);
        assertThat(x.toFloatArray()).containsExactly(0, 1, 2, 3, 4, 5, 6, 50, 8, 9, 10, 50);
    }

    @Test
    void sliceTakenBefore_keepsItsElements() {
        Tensor before = narrow(x, 0, 0, 1);
        assign(narrow(x, 0, 0, 1), 9);
        assertThat(before.toFloatArray()).containsExactly(0, 1, 2, 3);
        assertThat(narrow(x, 0, 0, 1).toFloatArray()).containsOnly(9);
    }

    @Test
    void sliceOfAnotherResult_writesItAlone() {
        Tensor sum = add(x, 1);
        assign(narrow(sum, 0, 0, 1), 0);
        assertThat(sum.toFloatArray()).startsWith(0, 0, 0, 0, 5);
        assertThat(x.toFloatArray()).startsWith(0, 1, 2, 3);
    }

    @Test
    void sliceOfClosedTensor_isWrittenAlone() {
        Tensor slice = narrow(x, 0, 0, 1);
        x.close();
        assign(slice, 3);
        assertThat(slice.toFloatArray()).containsOnly(3);
    }

    @Test
    void sliceOfReadOnlyMemory_isRefused() {
        ByteBuffer direct = ByteBuffer.allocateDirect(16)
                .order(ByteOrder.nativeOrder())
                .asReadOnlyBuffer()
                .order(ByteOrder.nativeOrder());
        Tensor readOnly = Tensor.wrap(direct.asFloatBuffer(), 2, 2);
        Tensor slice = narrow(readOnly, 0, 0, 1);
        assertThatThrownBy(() -> assign(slice, 3))
                .isInstanceOf(InvalidArgumentException.class)
                .hasMessageContaining("GK-6072");
    }
}
