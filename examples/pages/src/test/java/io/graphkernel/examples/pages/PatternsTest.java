package io.graphkernel.examples.pages;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.offset;

import io.graphkernel.runtime.Tensor;
import org.junit.jupiter.api.Test;

/** The kernels of docs/kernel-language.md that update tensors in place, sort and scatter. */
class PatternsTest {

    @Test
    void rowOfACache_asTheResult_isWrittenInPlace() {
        try (Tensor cache = Tensor.zeros(3, 2);
                Tensor w = Tensor.of(new float[] {2, 3}, 2);
                Tensor x = Tensor.of(new float[] {1, 10}, 1, 2)) {
            Patterns.append(x, w, cache, 1);
            assertThat(cache.toFloatArray()).containsExactly(0, 0, 2, 30, 0, 0);
        }
    }

    @Test
    void rows_storedAtAPosition_leaveTheOthers() {
        try (Tensor cache = Tensor.zeros(4, 2);
                Tensor plain = Tensor.zeros(4, 2);
                Tensor rows = Tensor.of(new float[] {1, 2, 3, 4}, 2, 2)) {
            PatternsKernels.store(cache, rows, 1);
            Patterns.store(plain, rows, 1);
            assertThat(cache.toFloatArray()).containsExactly(0, 0, 1, 2, 3, 4, 0, 0);
            assertThat(plain.toFloatArray()).containsExactly(cache.toFloatArray());
        }
    }

    @Test
    void rows_atEqualPlaces_areAdded() {
        try (Tensor rows = Tensor.of(new float[] {1, 2, 3, 4, 5, 6}, 3, 2);
                Tensor indices = Tensor.of(new int[] {1, 0, 1}, 3);
                Tensor x = Tensor.of(new float[] {10, 20, 30, 40}, 2, 2);
                Tensor sum = PatternsKernels.scatterAdd(rows, indices, x)) {
            assertThat(sum.toFloatArray()).containsExactly(13, 24, 36, 48);
        }
    }

    @Test
    void elements_alongRows_areTaken() {
        try (Tensor x = Tensor.of(new float[] {1, 2, 3, 4, 5, 6}, 2, 3);
                Tensor columns = Tensor.of(new long[] {2, 0, 1, 1}, 2, 2);
                Tensor taken = PatternsKernels.takeAlongRows(x, columns)) {
            assertThat(taken.dimensions()).containsExactly(2, 2);
            assertThat(taken.toFloatArray()).containsExactly(3, 1, 5, 5);
        }
    }

    @Test
    void frequencies_fromTheLimitOn_areRemoved() {
        float[] wave = new float[1024];
        float[] low = new float[1024];
        for (int i = 0; i < wave.length; i++) {
            low[i] = (float) Math.cos(2 * Math.PI * 3 * i / 1024);
            wave[i] = low[i] + (float) Math.cos(2 * Math.PI * 200 * i / 1024);
        }
        try (Tensor signal = Tensor.of(wave, 1, 1024);
                Tensor passed = PatternsKernels.lowPass(signal)) {
            assertThat(passed.toFloatArray()).containsExactly(low, offset(1e-5f));
        }
    }

    @Test
    void logits_belowTheLargest_haveNoProbability() {
        try (Tensor logits = Tensor.of(new float[] {3, 1, 9, 0, 5, 4, 8, 2, 7, 6}, 1, 10);
                Tensor probabilities = PatternsKernels.likely(logits)) {
            float[] actual = probabilities.toFloatArray();
            for (int i = 0; i < actual.length; i++) {
                assertThat(actual[i] > 0).isEqualTo(i != 1 && i != 3);
            }
        }
    }
}
