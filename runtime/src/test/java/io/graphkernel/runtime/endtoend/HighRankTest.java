package io.graphkernel.runtime.endtoend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.graphkernel.runtime.Tensor;
import io.graphkernel.runtime.TensorScope;
import io.graphkernel.runtime.exception.ShapeMismatchException;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

class HighRankTest {

    private static Tensor ramp(long... dims) {
        int length = (int) Arrays.stream(dims).reduce(1, (a, b) -> a * b);
        float[] values = new float[length];
        for (int i = 0; i < length; i++) {
            values[i] = i * 0.5f - 3;
        }
        return Tensor.of(values, dims);
    }

    @Test
    void tensors_ofRankFive_areSupported() {
        try (TensorScope scope = TensorScope.open()) {
            Tensor x = ramp(2, 3, 2, 4, 3);
            Tensor y = ramp(2, 1, 3);
            assertThat(HighRankKernelsKernels.five(x, y).toFloatArray())
                    .containsExactly(HighRankKernels.five(x, y).toFloatArray());
            Tensor wrong = Tensor.empty(2, 3, 2, 3, 4);
            assertThatThrownBy(() -> HighRankKernelsKernels.five(x, y, wrong))
                    .isInstanceOf(ShapeMismatchException.class);
        }
    }

    @Test
    void tensors_ofRankEight_areSupported() {
        try (TensorScope scope = TensorScope.open()) {
            Tensor x = ramp(2, 2, 3, 1, 2, 2, 2, 5);
            Tensor y = ramp(2, 1, 1, 1, 2, 1, 5);
            assertThat(HighRankKernelsKernels.eight(x, y).toFloatArray())
                    .containsExactly(HighRankKernels.eight(x, y).toFloatArray());
        }
    }
}
