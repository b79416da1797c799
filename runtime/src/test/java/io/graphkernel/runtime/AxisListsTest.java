package io.graphkernel.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.graphkernel.runtime.exception.InvalidArgumentException;
import io.graphkernel.runtime.exception.NullTensorException;
import org.junit.jupiter.api.Test;

/** Ops with several lists of axes or of integers for them. */
class AxisListsTest {

    private static final Tensor MATRIX = Tensor.of(new int[] {1, 2, 3, 4, 5, 6}, 2, 3);

    @Test
    void roll_ofSeveralAxes_movesAlongEach() {
        assertThat(Ops.roll(MATRIX, new int[] {1, -1}, Ops.axes(0, 1)).toIntArray())
                .containsExactly(5, 6, 4, 2, 3, 1);
        assertThat(Ops.roll(MATRIX, 1, -1).toIntArray()).containsExactly(3, 1, 2, 6, 4, 5);
    }

    @Test
    void roll_ofARepeatedAxis_addsItsShifts() {
        assertThat(Ops.roll(MATRIX, new int[] {2, 2}, Ops.axes(1, -1)).toIntArray())
                .containsExactly(3, 1, 2, 6, 4, 5);
    }

    @Test
    void roll_withoutAxes_isACopy() {
        assertThat(Ops.roll(MATRIX, new int[] {}, new int[] {})).isNotSameAs(MATRIX);
    }

    @Test
    void roll_ofInvalidAxes_namesThem() {
        assertThatThrownBy(() -> Ops.roll(MATRIX, new int[] {1}, Ops.axes(2)))
                .isInstanceOf(InvalidArgumentException.class)
                .hasMessageContaining("roll: axis 2");
        assertThatThrownBy(() -> Ops.roll(MATRIX, new int[] {1, 2}, Ops.axes(0)))
                .isInstanceOf(InvalidArgumentException.class)
                .hasMessageContaining("roll: the number of axes cannot be 1")
                .hasMessageContaining("it needs as many as shift, 2");
        assertThatThrownBy(() -> Ops.roll(MATRIX, null, Ops.axes(0)))
                .isInstanceOf(NullTensorException.class)
                .hasMessageContaining("shift");
    }

    @Test
    void tensorDot_ofLists_pairsTheirAxes() {
        Tensor x = Tensor.of(new float[] {1, 2, 3, 4, 5, 6, 7, 8}, 2, 2, 2);
        Tensor y = Tensor.of(new float[] {1, 10, 100, 1000}, 2, 2);

        assertThat(Ops.tensorDot(x, y, Ops.axes(1, 2), Ops.axes(0, 1)).toFloatArray())
                .containsExactly(4321, 8765);
        assertThat(Ops.tensorDot(x, y, Ops.axes(2, 1), Ops.axes(0, 1)).toFloatArray())
                .containsExactly(4231, 8675);
        assertThat(Ops.tensorDot(x, y, 0, -1).toFloatArray()).containsExactly(51, 5100, 62, 6200, 73, 7300, 84, 8400);
        assertThat(Ops.tensorDot(x, y, new int[] {}, new int[] {}).dimensions()).containsExactly(2, 2, 2, 2, 2);
    }

    @Test
    void tensorDot_ofInvalidAxes_namesThem() {
        Tensor x = Tensor.of(new float[6], 2, 3);
        Tensor y = Tensor.of(new float[6], 3, 2);

        assertThatThrownBy(() -> Ops.tensorDot(x, y, Ops.axes(2), Ops.axes(0)))
                .isInstanceOf(InvalidArgumentException.class)
                .hasMessageContaining("tensorDot: axis 2");
        assertThatThrownBy(() -> Ops.tensorDot(x, y, Ops.axes(1), Ops.axes(2)))
                .isInstanceOf(InvalidArgumentException.class)
                .hasMessageContaining("tensorDot: yAxes cannot be [2]")
                .hasMessageContaining("it needs different axes of y, which has 2");
        assertThatThrownBy(() -> Ops.tensorDot(x, y, Ops.axes(0, 1), Ops.axes(1)))
                .isInstanceOf(InvalidArgumentException.class)
                .hasMessageContaining("it needs as many as xAxes, 2");
        assertThatThrownBy(() -> Ops.tensorDot(x, y, 0, 0))
                .isInstanceOf(InvalidArgumentException.class)
                .hasMessageContaining("tensorDot: y cannot be f32[3, 2]")
                .hasMessageContaining("it needs the size of axis 0 of x at axis 0");
    }
}
