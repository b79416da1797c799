package io.graphkernel.runtime.endtoend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.graphkernel.runtime.ClosedTensors;
import io.graphkernel.runtime.DType;
import io.graphkernel.runtime.Tensor;
import io.graphkernel.runtime.exception.ClosedTensorException;
import io.graphkernel.runtime.exception.DTypeMismatchException;
import io.graphkernel.runtime.exception.InvalidArgumentException;
import io.graphkernel.runtime.exception.NullTensorException;
import io.graphkernel.runtime.exception.ShapeMismatchException;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.bytedeco.javacpp.FloatPointer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Wrong arguments of stubs over tensors: a typed exception that names the parameter, and nothing written. */
@ExtendWith(ClosedTensors.class)
class MisuseTest {

    private Tensor x;
    private Tensor row;
    private Tensor out;

    @BeforeEach
    void open() {
        x = Tensor.full(1, 3, 4);
        row = Tensor.full(1, 4);
        out = Tensor.full(7, 3, 4);
    }

    @AfterEach
    void nothingIsWritten() {
        assertThat(out.isClosed() ? new float[] {7} : out.toFloatArray()).containsOnly(7);
    }

    @Test
    void null_isNamed() {
        assertThatThrownBy(() -> RowKernelsKernels.layerNorm((Tensor) null, row, row, 1, out))
                .isInstanceOf(NullTensorException.class)
                .hasMessageContainingAll("[GK-6001]", "layerNorm", "tensor x");
        assertThatThrownBy(() -> RowKernelsKernels.layerNorm(x, row, null, 1))
                .isInstanceOf(NullTensorException.class)
                .hasMessageContainingAll("[GK-6001]", "layerNorm", "tensor beta");
        assertThatThrownBy(() -> RowKernelsKernels.layerNorm(x, row, row, 1, (Tensor) null))
                .isInstanceOf(NullTensorException.class)
                .hasMessageContainingAll("[GK-6001]", "layerNorm", "tensor out");
        assertThatThrownBy(() -> UnrankedKernelsKernels.binary(x, null, out))
                .isInstanceOf(NullTensorException.class)
                .hasMessageContainingAll("[GK-6001]", "binary", "tensor y");
        assertThatThrownBy(() -> UnrankedKernelsKernels.binary(x, x, (Tensor) null))
                .isInstanceOf(NullTensorException.class)
                .hasMessageContainingAll("[GK-6001]", "binary", "tensor out");
    }

    @Test
    void closedTensors_areNamed() {
        Tensor closed = Tensor.full(1, 4);
        closed.close();
        assertThatThrownBy(() -> RowKernelsKernels.layerNorm(x, closed, row, 1, out))
                .isInstanceOf(ClosedTensorException.class)
                .hasMessageContainingAll("[GK-6002]", "layerNorm", "gamma");
        assertThatThrownBy(() -> UnrankedKernelsKernels.binary(closed, x, out))
                .isInstanceOf(ClosedTensorException.class)
                .hasMessageContainingAll("[GK-6002]", "binary", "x");
        out.close();
        assertThatThrownBy(() -> RowKernelsKernels.softmax(x, out))
                .isInstanceOf(ClosedTensorException.class)
                .hasMessageContainingAll("[GK-6002]", "softmax", "out");
        FloatPointer pointer = new FloatPointer(12);
        Tensor wrapped = Tensor.wrap(pointer, DType.F32, 3, 4);
        pointer.deallocate();
        assertThatThrownBy(() -> RowKernelsKernels.softmax(wrapped, x)).isInstanceOf(ClosedTensorException.class);
    }

    @Test
    @DisplayName("A1: read-only memory is an input, and rejected by name where a stub writes")
    void readOnlyTensors_areNamed() {
        ByteBuffer buffer = ByteBuffer.allocateDirect(48).order(ByteOrder.nativeOrder());
        Tensor input = Tensor.wrap(buffer.asReadOnlyBuffer().order(ByteOrder.nativeOrder()), DType.F32, 3, 4);
        assertThat(RowKernelsKernels.softmax(input).get(0, 0)).isEqualTo(0.25f);
        assertThatThrownBy(() -> RowKernelsKernels.softmax(x, input))
                .isInstanceOf(InvalidArgumentException.class)
                .hasMessageContaining("[GK-6072] tensor is read-only: softmax: out f32[3, 4]");
        assertThatThrownBy(() -> UnrankedKernelsKernels.binary(x, x, input.reshape(3, 4)))
                .isInstanceOf(InvalidArgumentException.class)
                .hasMessageContaining("binary: out");
        assertThatThrownBy(() -> UpdateKernelsKernels.accumulate(input, x))
                .isInstanceOf(InvalidArgumentException.class)
                .hasMessageContaining("[GK-6072] tensor is read-only: accumulate: total f32[3, 4]");
    }

    @Test
    @DisplayName("A1: read-only memory is rejected by name as each result of each kind of method")
    void readOnlyResultsOfEachKind_areNamed() {
        ByteBuffer buffer = ByteBuffer.allocateDirect(48);
        Tensor matrix = Tensor.wrap(buffer.asReadOnlyBuffer().order(ByteOrder.nativeOrder()), DType.F32, 3, 4);
        Tensor column = matrix.reshape(-1).slice(0, 3);
        Tensor sums = Tensor.full(7, 3);
        refusesToWrite("doubled", "out f32[3, 4]", () -> LeadingKernelsKernels.doubled(x, matrix));
        refusesToWrite("withSums", "rows f32[3, 4]", () -> LeadingKernelsKernels.withSums(x, matrix, sums));
        refusesToWrite("withSums", "sums f32[3]", () -> LeadingKernelsKernels.withSums(x, out, column));
        refusesToWrite("both", "joint f32[3, 4]", () -> UnrankedKernelsKernels.both(x, x, matrix, out));
        refusesToWrite("both", "first f32[3, 4]", () -> UnrankedKernelsKernels.both(x, x, out, matrix));
        refusesToWrite(
                "addLayerNorm", "sum f32[3, 4]", () -> RowKernelsKernels.addLayerNorm(x, x, row, row, 1, out, matrix));
        assertThat(sums.toFloatArray()).containsOnly(7);
    }

    private static void refusesToWrite(String method, String result, ThrowingCallable call) {
        assertThatThrownBy(call)
                .isInstanceOf(InvalidArgumentException.class)
                .hasMessageContaining("[GK-6072] tensor is read-only: " + method + ": " + result);
    }

    @Test
    void otherDtypes_areNamed() {
        Tensor bool = Tensor.zeros(DType.BOOL, 3, 4);
        assertThatThrownBy(() -> RowKernelsKernels.softmax(bool, out))
                .isInstanceOf(DTypeMismatchException.class)
                .hasMessageContainingAll("[GK-6010]", "softmax", "x", "bool[3, 4]", "f32");
        assertThatThrownBy(() -> RowKernelsKernels.softmax(x, bool))
                .isInstanceOf(DTypeMismatchException.class)
                .hasMessageContainingAll("[GK-6010]", "softmax", "out", "bool", "f32", "results follow from them");
        assertThatThrownBy(() -> ElementwiseKernelsKernels.predicate(x, row, out))
                .isInstanceOf(DTypeMismatchException.class)
                .hasMessageContainingAll("predicate", "out", "bool");
        assertThatThrownBy(() -> UnrankedKernelsKernels.binary(x, bool, out))
                .isInstanceOf(DTypeMismatchException.class)
                .hasMessageContainingAll("binary", "y", "bool");
        assertThatThrownBy(() -> UnrankedKernelsKernels.binary(x, Tensor.empty(DType.F64, 4), out))
                .isInstanceOf(DTypeMismatchException.class)
                .hasMessageContainingAll("binary", "y", "f64");
    }

    @Test
    void otherShapes_areNamed() {
        assertThatThrownBy(() -> RowKernelsKernels.softmax(row, out))
                .isInstanceOf(ShapeMismatchException.class)
                .hasMessageContainingAll("[GK-6030]", "softmax", "x", "f32[4]", "2");
        assertThatThrownBy(() -> RowKernelsKernels.layerNorm(x, row, Tensor.zeros(5), 1, out))
                .isInstanceOf(ShapeMismatchException.class)
                .hasMessageContainingAll("[GK-6031]", "layerNorm", "beta", "f32[5]", "d is 4", "x")
                .hasMessageEndingWith("fix: change dim 0 of beta to 4, or pass another size of d in x");
        assertThatThrownBy(() -> ElementwiseKernelsKernels.columnVector(x, Tensor.zeros(3, 2), out))
                .isInstanceOf(ShapeMismatchException.class)
                .hasMessageContainingAll("[GK-6032]", "columnVector", "scale", "f32[3, 2]", "1");
        assertThatThrownBy(() -> ElementwiseKernelsKernels.fixed(x, Tensor.zeros(3), out))
                .isInstanceOf(ShapeMismatchException.class)
                .hasMessageContainingAll("[GK-6032]", "fixed", "x", "3");
        assertThatThrownBy(() -> UnrankedKernelsKernels.binary(x, Tensor.zeros(3), out))
                .isInstanceOf(ShapeMismatchException.class)
                .hasMessageContainingAll("[GK-6033]", "binary", "x", "[3, 4]", "y", "[3]");
    }

    @Test
    void resultsOfOtherShapes_areNamed() {
        assertThatThrownBy(() -> RowKernelsKernels.softmax(x, row))
                .isInstanceOf(ShapeMismatchException.class)
                .hasMessageContainingAll("[GK-6034]", "softmax", "out", "f32[4]", "[3, 4]")
                .hasMessageEndingWith(
                        "make the result with Tensor.empty(DType.F32, 3, 4), or call the overload that makes it");
        assertThatThrownBy(() -> RowKernelsKernels.softmax(x, Tensor.empty(4, 3)))
                .isInstanceOf(ShapeMismatchException.class)
                .hasMessageContainingAll("[GK-6034]", "softmax", "out", "[4, 3]", "[3, 4]");
        assertThatThrownBy(() -> FullKernelsKernels.sumOfSquares(x, Tensor.empty(1)))
                .isInstanceOf(ShapeMismatchException.class)
                .hasMessageContainingAll("[GK-6034]", "sumOfSquares", "out", "Tensor.empty(DType.F32),");
        assertThatThrownBy(() -> UnrankedKernelsKernels.binary(x, row, Tensor.empty(1, 3, 4)))
                .isInstanceOf(ShapeMismatchException.class)
                .hasMessageContainingAll("[GK-6034]", "binary", "out", "[1, 3, 4]", "[3, 4]");
        Tensor rank4 = Tensor.zeros(1, 2, 3, 4);
        assertThatThrownBy(() -> RowKernelsKernels.lastTwoOfFour(
                        rank4, Tensor.zeros(1, 1, 3, 1), Tensor.zeros(1, 2), Tensor.zeros(2, 1)))
                .isInstanceOf(ShapeMismatchException.class)
                .hasMessageContainingAll("[GK-6034]", "lastTwoOfFour", "out", "[2, 1]", "[1, 2]");
    }

    @Test
    void matmulsWithMoreThanAnIntOfElements_areRight() {
        int n = 66_000;
        int d = 33_000;
        assertThat((long) n * d).isGreaterThan(Integer.MAX_VALUE);
        Tensor column = Tensor.full(0.5f, n, 1);
        Tensor ones = Tensor.full(1, d);
        assertThat(UnrankedKernelsKernels.rowSumsOfProduct(column, ones).toFloatArray())
                .hasSize(n)
                .containsOnly(d / 2f);
        assertThat(UnrankedKernelsKernels.columnSumsOfProduct(column, ones).toFloatArray())
                .hasSize(d)
                .containsOnly(n / 2f);
    }

    @Test
    @Tag("slow")
    void tensorsWithMoreThanAnIntOfElements_areRight() {
        long free = ManagementFactory.getPlatformMXBean(com.sun.management.OperatingSystemMXBean.class)
                .getFreeMemorySize();
        assumeTrue(free > 6L << 30, "a tensor of 2 GiB needs 6 GiB of free memory, there are " + free);
        long count = (1L << 31) + 4099;
        try (Tensor mask = Tensor.zeros(DType.BOOL, count)) {
            assertThat(UnrankedKernelsKernels.count(mask).get()).isZero();
            UnrankedKernelsKernels.flip(mask, mask);
            assertThat(mask.get(count - 1)).isEqualTo(1);
            assertThat(mask.get(count - 4100)).isEqualTo(1);
            assertThat(UnrankedKernelsKernels.count(mask).get()).isEqualTo((float) count);
        }
    }
}
