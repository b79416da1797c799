package io.graphkernel.generation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.graphkernel.runtime.DType;
import io.graphkernel.runtime.Device;
import io.graphkernel.runtime.Tensor;
import io.graphkernel.runtime.TensorScope;
import io.graphkernel.runtime.exception.GraphKernelException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class CachedModelTest {

    @Test
    void cache_isOpenBeyondTheScope_untilTheModelIsClosed() {
        List<Tensor> allocated = new ArrayList<>();
        Model model;
        try (TensorScope scope = TensorScope.open()) {
            model = new Model(allocated, 3, 2);
        }
        assertThat(allocated).hasSize(2).noneMatch(Tensor::isClosed);
        model.close();
        assertThat(allocated).allMatch(Tensor::isClosed);
    }

    @Test
    void failedAllocation_closesEarlierTensors() {
        List<Tensor> allocated = new ArrayList<>();
        assertThatThrownBy(() -> new Model(allocated, 3, 2, -1)).isInstanceOf(GraphKernelException.class);
        assertThat(allocated).hasSize(2).allMatch(Tensor::isClosed);
    }

    /** A model of caches with given numbers of heads. */
    private static final class Model extends CachedModel {

        Model(List<Tensor> allocated, long... heads) {
            super(Device.cpu(), 2, 5);
            for (long count : heads) {
                allocated.add(emptySlots(DType.F32, count, 4));
            }
        }

        @Override
        public int vocabulary() {
            return 1;
        }

        @Override
        protected Tensor forwardOnDevice(Tensor tokens, Tensor positions, int row) {
            return tokens;
        }
    }
}
