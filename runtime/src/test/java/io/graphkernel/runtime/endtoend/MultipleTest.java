package io.graphkernel.runtime.endtoend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.graphkernel.runtime.ClosedTensors;
import io.graphkernel.runtime.Tensor;
import io.graphkernel.runtime.exception.ShapeMismatchException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** A dim has a size where a multiple of it has one, and what is not a multiple is rejected. */
@ExtendWith(ClosedTensors.class)
class MultipleTest {

    private static final float[] ROWS = {1, 2, 3, 4, 5, 6, 7, 8, 10, 20, 30, 40, 50, 60, 70, 80};
    private static final float[] SCALE = {1, 0.5f};

    @Test
    void tensors_giveTheSize() {
        Tensor sums = MultipleKernelsKernels.sumsOfFour(Tensor.of(ROWS, 2, 8), Tensor.of(SCALE, 2));

        assertThat(sums.dimensions()).containsExactly(2, 2);
        assertThat(sums.toFloatArray()).containsExactly(10, 26, 50, 130);
    }

    @Test
    void arrays_giveTheSize() {
        float[] sums = new float[4];

        MultipleKernelsKernels.sumsOfFour(ROWS, SCALE, sums);

        assertThat(sums).containsExactly(10, 26, 50, 130);
    }

    @Test
    void kernelThatIsCalled_acceptsItsOwnMultiple() {
        Tensor x = Tensor.of(ROWS, 2, 8);

        assertThat(MultipleKernelsKernels.sumsOfBoth(x, x, Tensor.of(SCALE, 2)).toFloatArray())
                .containsExactly(20, 52, 100, 260);
    }

    @Test
    void otherSizes_areRejected() {
        assertThatThrownBy(() -> MultipleKernelsKernels.sumsOfFour(Tensor.zeros(2, 10), Tensor.of(SCALE, 2)))
                .isInstanceOf(ShapeMismatchException.class)
                .hasMessage("""
                        [GK-6052] dim is not a multiple of the declared factor: sumsOfFour: x is f32[2, 10], so its dim 1 is 10, which is not a multiple of 4
                        because: this dim is declared as 4*h
                        fix: pass a tensor whose dim 1 is a multiple of 4""");
        assertThatThrownBy(() -> MultipleKernelsKernels.sumsOfFour(new float[20], SCALE, new float[4]))
                .isInstanceOf(ShapeMismatchException.class)
                .hasMessageContainingAll("sumsOfFour", "x", "20");
    }

    @Test
    void multipleOfWhatIsKnown_isNamedWithWhatFixedIt() {
        Tensor y = Tensor.zeros(2, 16);
        assertThatThrownBy(() -> MultipleKernelsKernels.sumsOfBoth(Tensor.zeros(2, 8), y, Tensor.of(SCALE, 2)))
                .isInstanceOf(ShapeMismatchException.class)
                .hasMessage("""
                        [GK-6031] dim size mismatch: sumsOfBoth: y is f32[2, 16], so its dim 1 is 16, but 8*k is 8
                        because: 8*k is bound by x
                        fix: change dim 1 of y to 8, or pass another size of 8*k in x""");
    }
}
