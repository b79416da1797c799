package io.graphkernel.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.graphkernel.runtime.exception.DTypeMismatchException;
import io.graphkernel.runtime.exception.GradientException;
import io.graphkernel.runtime.exception.InvalidArgumentException;
import io.graphkernel.runtime.exception.NullTensorException;
import io.graphkernel.runtime.exception.ShapeMismatchException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Scans and reductions in eager mode. */
class ScansTest {

    record Largest(float value, int position, boolean found) {}

    record Named(float sum, String name) {}

    private TensorScope scope;
    private Tensor x;

    @BeforeEach
    void open() {
        scope = TensorScope.open();
        x = Tensor.of(new float[] {1, 2, 3, 4, 5, 6}, 2, 3);
    }

    @AfterEach
    void close() {
        scope.close();
    }

    @Test
    void scan_returnsTheStateAtEachPosition() {
        assertThat(Scans.scan(x, 1, 10f, (s, v) -> s + v).toFloatArray()).containsExactly(11, 13, 16, 14, 19, 25);
        assertThat(Scans.scan(x, 0, 0f, (s, v) -> 2 * s + v).toFloatArray()).containsExactly(1, 2, 3, 6, 9, 12);
    }

    @Test
    void options_changeOrderAndPosition() {
        assertThat(Scans.scan(x, 1, 0f, (s, v) -> s + v, ScanOption.REVERSE).toFloatArray())
                .containsExactly(6, 5, 3, 15, 11, 6);
        assertThat(Scans.scan(x, -1, 0f, (s, v) -> s + v, ScanOption.EXCLUSIVE).toFloatArray())
                .containsExactly(0, 1, 3, 0, 4, 9);
        assertThat(Scans.scan(x, 1, 0f, (s, v) -> s + v, ScanOption.REVERSE, ScanOption.EXCLUSIVE)
                        .toFloatArray())
                .containsExactly(5, 3, 0, 11, 6, 0);
    }

    @Test
    void operands_broadcast() {
        Tensor rows = Tensor.of(new float[] {2, 3}, 2, 1);
        Tensor result = Scans.reduce(x, rows, 1, 0f, (s, v, w) -> s + v * w);

        assertThat(result.dimensions()).containsExactly(2);
        assertThat(result.toFloatArray()).containsExactly(12, 45);
    }

    @Test
    void everyType_isItsDtype() {
        assertThat(Scans.scanDouble(Tensor.of(new double[] {1, 2}, 2), 0, 0.5, (s, v) -> s * v)
                        .toDoubleArray())
                .containsExactly(0.5, 1);
        assertThat(Scans.scanInt(Tensor.of(new int[] {1, 2}, 2), 0, Integer.MAX_VALUE, (s, v) -> s + v)
                        .toIntArray())
                .containsExactly(Integer.MIN_VALUE, Integer.MIN_VALUE + 2);
        assertThat(Scans.reduceLong(Tensor.of(new long[] {1, 2}, 2), 0, 1L << 40, (s, v) -> s | v)
                        .toLongArray())
                .containsExactly((1L << 40) + 3);
        assertThat(Scans.reduceInt(Tensor.of(new int[0], 0), 0, 7, (s, v) -> s + v)
                        .toIntArray())
                .containsExactly(7);
    }

    @Test
    void record_hasAResultPerComponent() {
        Tensor position = Tensor.of(new int[] {0, 1, 2}, 3);
        Tensor[] largest = Scans.reduceRecord(
                x,
                position,
                1,
                new Largest(0, -1, false),
                (Largest s, Float v, Integer i) -> !s.found() || v > s.value() ? new Largest(v, i, true) : s);

        assertThat(largest).hasSize(3);
        assertThat(largest[0].toFloatArray()).containsExactly(3, 6);
        assertThat(largest[1].toIntArray()).containsExactly(2, 2);
        assertThat(largest[2].dtype()).isEqualTo(DType.BOOL);
    }

    @Test
    void misuse_namesTheParameter() {
        assertThatThrownBy(() -> Scans.scan(x, 2, 0f, (s, v) -> s + v))
                .isInstanceOf(InvalidArgumentException.class)
                .hasMessageContaining("[GK-6041]");
        assertThatThrownBy(() -> Scans.scanDouble(x, 0, 0, (s, v) -> s + v))
                .isInstanceOf(DTypeMismatchException.class)
                .hasMessageContaining("f64");
        assertThatThrownBy(() -> Scans.scan(x, Tensor.zeros(4), 0, 0f, (s, v, w) -> s + v + w))
                .isInstanceOf(ShapeMismatchException.class);
        assertThatThrownBy(() -> Scans.scan(x, 0, 0f, null))
                .isInstanceOf(NullTensorException.class)
                .hasMessageContaining("step");
        assertThatThrownBy(() -> Scans.scan(x, 0, 0f, (s, v) -> s, (ScanOption) null))
                .isInstanceOf(NullTensorException.class)
                .hasMessageContaining("options");
        assertThatThrownBy(() -> Scans.scanRecord(
                        x, 0, new Named(0, "a"), (Named s, Float v) -> new Named(s.sum() + v, s.name())))
                .isInstanceOf(DTypeMismatchException.class)
                .hasMessageContaining("String");
    }

    @Test
    void function_inALoss_isRejected() {
        assertThatThrownBy(() -> Gradients.gradient(() -> Ops.reduceSum(Scans.scan(x, 0, 0f, (s, v) -> s + v)), x))
                .isInstanceOf(GradientException.class)
                .hasMessageContaining("[GK-6420]");
    }
}
