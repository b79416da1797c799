package io.graphkernel.runtime.endtoend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.graphkernel.runtime.CompletionListener;
import io.graphkernel.runtime.Device;
import io.graphkernel.runtime.Tensor;
import io.graphkernel.runtime.TestDevices;
import io.graphkernel.runtime.exception.InvalidArgumentException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests of listeners, notified of tensors while a method still computes others. */
class CompletionTest {
    private static final int LENGTH = 5;

    private final Tensor x = Tensor.full(2, LENGTH);
    private final Tensor early = Tensor.zeros(LENGTH);
    private final Tensor late = Tensor.zeros(LENGTH);
    private final Tensor result = Tensor.zeros(LENGTH);

    @Test
    void tensor_isHeardOfWhenItIsComplete() {
        List<Tensor> heard = new ArrayList<>();
        CompletionListener listener = tensor -> {
            if (heard.isEmpty()) {
                assertThat(early.get(LENGTH - 1)).isEqualTo(-2);
                assertThat(late.get(0)).isZero();
            }
            heard.add(tensor);
        };
        try (CompletionListener.Binding bound = listener.bind()) {
            InterpretedPlanKernelsKernels.assigned(x, early, late, result);
        }
        assertThat(heard).hasSize(3).containsExactlyInAnyOrder(early, late, result);
        assertThat(heard.get(0)).isSameAs(early);
        InterpretedPlanKernelsKernels.assigned(x, early, late, result);
        assertThat(heard).hasSize(3);
    }

    @Test
    void exceptionOfAListener_endsTheCallAndTheThreadContinues() {
        CompletionListener listener = tensor -> {
            throw new IllegalStateException("enough");
        };
        try (CompletionListener.Binding bound = listener.bind()) {
            assertThatThrownBy(() -> InterpretedPlanKernelsKernels.assigned(x, early, late, result))
                    .hasMessage("enough");
        }
        InterpretedPlanKernelsKernels.assigned(x, early, late, result);
        assertThat(late.get(0)).isEqualTo(2 + InterpretedPlanKernels.LAUNCHES);
    }

    static Stream<Device> devices() {
        return TestDevices.all();
    }

    /** There a launch is not done when the call of it returns. */
    @ParameterizedTest
    @MethodSource("devices")
    void nothing_isHeardOfTensorsElsewhere(Device device) {
        List<Tensor> heard = new ArrayList<>();
        CompletionListener listener = heard::add;
        Tensor there = late.to(device);
        try (CompletionListener.Binding bound = listener.bind()) {
            InterpretedPlanKernelsKernels.assigned(x.to(device), early.to(device), there, result.to(device));
        }
        assertThat(heard).isEmpty();
        assertThat(there.to(Device.cpu()).get(0)).isEqualTo(2 + InterpretedPlanKernels.LAUNCHES);
    }

    @Test
    void listeners_areUnboundInTheOppositeOrder() {
        CompletionListener listener = tensor -> {};
        try (CompletionListener.Binding outer = listener.bind()) {
            CompletionListener.Binding inner = ((CompletionListener) tensor -> {}).bind();
            assertThatThrownBy(outer::close)
                    .isInstanceOf(InvalidArgumentException.class)
                    .hasMessageContaining("[GK-6354]");
            inner.close();
            inner.close();
            assertThat(CompletionListener.bound()).isSameAs(listener);
        }
        assertThat(CompletionListener.bound()).isNull();
    }
}
