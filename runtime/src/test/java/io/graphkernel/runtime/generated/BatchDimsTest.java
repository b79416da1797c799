package io.graphkernel.runtime.generated;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.graphkernel.runtime.ClosedTensors;
import io.graphkernel.runtime.DType;
import io.graphkernel.runtime.Tensor;
import io.graphkernel.runtime.exception.InvalidArgumentException;
import io.graphkernel.runtime.exception.ShapeMismatchException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@DisplayName("C4: batch dims whose number is not declared")
@ExtendWith(ClosedTensors.class)
class BatchDimsTest {

    @Test
    void theirProduct_isOneWithoutAny() {
        assertThat(BatchDims.product("f", "x", Tensor.zeros(5), 1)).isEqualTo(1);
        assertThat(BatchDims.product("f", "x", Tensor.zeros(), 0)).isEqualTo(1);
        assertThat(BatchDims.product("f", "x", Tensor.zeros(2, 3, 4), 1)).isEqualTo(6);
        assertThat(BatchDims.product("f", "x", Tensor.zeros(2, 3, 4), 3)).isEqualTo(1);
        assertThat(BatchDims.product("f", "x", Tensor.zeros(1L << 40, 1L << 40, 0, 7), 1))
                .isZero();
    }

    @Test
    void theirProduct_fitsOrIsRejected() {
        assertThatThrownBy(() -> BatchDims.product("f", "x", Tensor.zeros(1L << 40, 1L << 40, 0), 1))
                .isInstanceOf(ShapeMismatchException.class)
                .hasMessageContaining("[GK-6039]");
        assertThatThrownBy(() -> BatchDims.product("f", "x", Tensor.zeros(5), 2))
                .isInstanceOf(ShapeMismatchException.class)
                .hasMessageContaining(
                        "[GK-6081] tensor has too few axes: f: x is f32[5], which has rank 1, but must have rank 2 or more");
    }

    @Test
    void batchDims_areComparedOneByOne() {
        Tensor x = Tensor.zeros(2, 3, 4);
        assertThatCode(() -> BatchDims.same("f", "y", Tensor.zeros(2, 3), 0, "b...", "x", x, 1))
                .doesNotThrowAnyException();
        for (long[] dims : new long[][] {{3, 2}, {6}, {2, 3, 1}, {}}) {
            assertThatThrownBy(() -> BatchDims.same("f", "y", Tensor.zeros(dims), 0, "b...", "x", x, 1))
                    .isInstanceOf(ShapeMismatchException.class)
                    .hasMessageContaining("[GK-6082] batch dims differ: f: y is f32")
                    .hasMessageContaining("but b... is [2, 3]\nbecause: b... is bound by x");
        }
    }

    @Test
    void results_haveThem() {
        Tensor x = Tensor.zeros(2, 3, 4);
        assertThat(BatchDims.with(x, 1)).containsExactly(2, 3);
        assertThat(BatchDims.with(x, 2, 7, 8)).containsExactly(2, 7, 8);
        assertThat(BatchDims.lead(Tensor.zeros(2, 3), x, 1, 0)).isTrue();
        assertThat(BatchDims.lead(Tensor.zeros(2, 3, 9), x, 1, 1)).isTrue();
        assertThat(BatchDims.lead(Tensor.zeros(2, 3, 9, 8), x, 1, 2)).isTrue();
        assertThat(BatchDims.lead(Tensor.zeros(6), x, 1, 0)).isFalse();
        assertThat(BatchDims.lead(Tensor.zeros(2, 4, 9), x, 1, 1)).isFalse();
        assertThat(BatchDims.lead(Tensor.zeros(2, 3, 9), x, 1, 0)).isFalse();
    }

    @Test
    @DisplayName("A1: read-only memory is not a result")
    void results_areWritable() {
        ByteBuffer buffer = ByteBuffer.allocateDirect(24).asReadOnlyBuffer().order(ByteOrder.nativeOrder());
        Tensor readOnly = Tensor.wrap(buffer, DType.F32, 2, 3);
        assertThatThrownBy(() -> ResultChecks.resultTensor("f", "out", readOnly, DType.F32))
                .isInstanceOf(InvalidArgumentException.class)
                .hasMessageContaining("[GK-6072] tensor is read-only: f: out f32[2, 3");
    }
}
