package io.graphkernel.runtime.generated;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.graphkernel.runtime.ClosedTensors;
import io.graphkernel.runtime.DType;
import io.graphkernel.runtime.Tensor;
import io.graphkernel.runtime.exception.DTypeMismatchException;
import io.graphkernel.runtime.exception.InvalidArgumentException;
import io.graphkernel.runtime.exception.ShapeMismatchException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@DisplayName("C4: leading dims whose number is not declared")
@ExtendWith(ClosedTensors.class)
class LeadingDimsTest {

    @Test
    void theirProductIsOneWithoutAny() {
        assertThat(LeadingDims.product("f", "x", Tensor.zeros(5), 1)).isEqualTo(1);
        assertThat(LeadingDims.product("f", "x", Tensor.zeros(), 0)).isEqualTo(1);
        assertThat(LeadingDims.product("f", "x", Tensor.zeros(2, 3, 4), 1)).isEqualTo(6);
        assertThat(LeadingDims.product("f", "x", Tensor.zeros(2, 3, 4), 3)).isEqualTo(1);
        assertThat(LeadingDims.product("f", "x", Tensor.zeros(1L << 40, 1L << 40, 0, 7), 1))
                .isZero();
    }

    @Test
    void theirProductFitsOrIsRefused() {
        assertThatThrownBy(() -> LeadingDims.product("f", "x", Tensor.zeros(1L << 40, 1L << 40, 0), 1))
                .isInstanceOf(ShapeMismatchException.class)
                .hasMessageContaining("[GK-6039]");
        assertThatThrownBy(() -> LeadingDims.product("f", "x", Tensor.zeros(5), 2))
                .isInstanceOf(ShapeMismatchException.class)
                .hasMessageContaining("[GK-6081] f: x is f32[5], which has rank 1, but must have rank 2 or more");
    }

    @Test
    void areComparedOneByOne() {
        Tensor x = Tensor.zeros(2, 3, 4);
        assertThatCode(() -> LeadingDims.same("f", "y", Tensor.zeros(2, 3), 0, "b...", "x", x, 1))
                .doesNotThrowAnyException();
        for (long[] dims : new long[][] {{3, 2}, {6}, {2, 3, 1}, {}}) {
            assertThatThrownBy(() -> LeadingDims.same("f", "y", Tensor.zeros(dims), 0, "b...", "x", x, 1))
                    .isInstanceOf(ShapeMismatchException.class)
                    .hasMessageContaining("[GK-6082] f: y is f32")
                    .hasMessageContaining("but b... is [2, 3]\nbecause: b... is fixed by x");
        }
    }

    @Test
    void resultsHaveThem() {
        Tensor x = Tensor.zeros(2, 3, 4);
        assertThat(LeadingDims.with(x, 1)).containsExactly(2, 3);
        assertThat(LeadingDims.with(x, 2, 7, 8)).containsExactly(2, 7, 8);
        LeadingDims.result("f", "out", Tensor.zeros(2, 3), DType.F32, x, 1);
        LeadingDims.result("f", "out", Tensor.zeros(2, 3, 9), DType.F32, x, 1, 9);
        LeadingDims.result("f", "out", Tensor.zeros(2, 3, 9, 8), DType.F32, x, 1, 9, 8);
        assertThatThrownBy(() -> LeadingDims.result("f", "out", Tensor.zeros(6), DType.F32, x, 1))
                .hasMessageContaining("[GK-6034] f: result out is f32[6] but must be [2, 3]");
        assertThatThrownBy(() -> LeadingDims.result("f", "out", Tensor.zeros(2, 3, 4), DType.F32, x, 1, 9))
                .hasMessageContaining("must be [2, 3, 9]");
        assertThatThrownBy(() -> LeadingDims.result("f", "out", Tensor.zeros(2, 3, 8, 9), DType.F32, x, 1, 9, 8))
                .hasMessageContaining("must be [2, 3, 9, 8]");
        assertThatThrownBy(() -> LeadingDims.result("f", "out", Tensor.zeros(DType.F16, 2, 3), DType.F32, x, 1))
                .isInstanceOf(DTypeMismatchException.class);
    }

    @Test
    @DisplayName("A1: read-only memory is no result")
    void resultsAreWritable() {
        ByteBuffer buffer = ByteBuffer.allocateDirect(24).asReadOnlyBuffer().order(ByteOrder.nativeOrder());
        Tensor x = Tensor.zeros(2, 3, 1);
        Tensor two = Tensor.wrap(buffer, DType.F32, 2, 3);
        Tensor three = Tensor.wrap(buffer, DType.F32, 2, 3, 1);
        Tensor four = Tensor.wrap(buffer, DType.F32, 2, 3, 1, 1);
        for (ThrowingCallable call : List.<ThrowingCallable>of(
                () -> LeadingDims.result("f", "out", two, DType.F32, x, 1),
                () -> LeadingDims.result("f", "out", three, DType.F32, x, 1, 1),
                () -> LeadingDims.result("f", "out", four, DType.F32, x, 1, 1, 1))) {
            assertThatThrownBy(call)
                    .isInstanceOf(InvalidArgumentException.class)
                    .hasMessageContaining("[GK-6072] f: out f32[2, 3");
        }
    }
}
