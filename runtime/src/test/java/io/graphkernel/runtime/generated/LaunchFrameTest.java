package io.graphkernel.runtime.generated;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.graphkernel.runtime.DType;
import io.graphkernel.runtime.Device;
import io.graphkernel.runtime.Tensor;
import io.graphkernel.runtime.TensorScope;
import io.graphkernel.runtime.exception.ShapeMismatchException;
import io.graphkernel.runtime.internal.eager.Eager;
import org.junit.jupiter.api.Test;

class LaunchFrameTest {

    @Test
    void launchFrame_holdsScalarsOfEveryType() {
        LaunchFrame frame = LaunchFrame.current();
        frame.scalar(0, -1f);
        frame.scalar(1, -1.0);
        frame.scalar(2, -1);
        frame.scalar(3, Long.MIN_VALUE);
        frame.scalar(4, (byte) -2);
        assertThat(frame.slot(0)).isEqualTo(0xbf80_0000L);
        assertThat(frame.slot(1)).isEqualTo(0xbff0_0000_0000_0000L);
        assertThat(frame.slot(2)).isEqualTo(-1);
        assertThat(frame.slot(3)).isEqualTo(Long.MIN_VALUE);
        assertThat(frame.slot(4)).isEqualTo(-2);
    }

    @Test
    void launchFrame_pointsIntoATensor() {
        LaunchFrame frame = LaunchFrame.current(Device.cpu());
        try (Tensor tensor = Tensor.zeros(DType.F64, 3, 4)) {
            frame.input(0, tensor, 5);
            assertThat(frame.slot(0)).isEqualTo(tensor.address() + 5 * Double.BYTES);
        }
    }

    @Test
    void launchFrame_rejectsOperandsOfMoreAxesThanItsSlotsHold() {
        try (TensorScope scope = TensorScope.open()) {
            Tensor deep = Eager.reshape(Tensor.scalar(1), 1, 1, 1, 1, 1, 1, 1, 1, 1);
            assertThatThrownBy(() -> LaunchFrame.current().operand(0, deep))
                    .isInstanceOf(ShapeMismatchException.class)
                    .hasMessageContaining("GK-6038");
            scope.keep(deep).close();
        }
    }
}
