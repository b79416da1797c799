package io.graphkernel.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.graphkernel.runtime.exception.InvalidArgumentException;
import io.graphkernel.runtime.exception.ShapeMismatchException;
import java.util.List;
import org.junit.jupiter.api.Test;

class RaggedBatchTest {

    @Test
    void layout_followsTheLengths() {
        int[][] ids = {{7, 8}, {}, {9}, {4, 5, 6}};
        try (RaggedBatch batch = RaggedBatch.of(ids);
                Tensor values = RaggedBatch.concatenate(ids)) {
            assertThat(batch.count()).isEqualTo(4);
            assertThat(batch.offsets().toIntArray()).containsExactly(0, 2, 2, 3, 6);
            assertThat(batch.segments().toIntArray()).containsExactly(0, 0, 2, 3, 3, 3);
            assertThat(batch.positions().toIntArray()).containsExactly(0, 1, 0, 0, 1, 2);
            assertThat(values.toIntArray()).containsExactly(7, 8, 9, 4, 5, 6);
            List<Tensor> sequences = batch.split(values);
            assertThat(sequences).extracting(Tensor::toIntArray).containsExactly(ids);
        }
    }

    @Test
    void batchWithoutElements_isEmpty() {
        try (RaggedBatch none = RaggedBatch.ofLengths();
                RaggedBatch empty = RaggedBatch.ofLengths(0)) {
            assertThat(none.count()).isZero();
            assertThat(none.offsets().toIntArray()).containsExactly(0);
            assertThat(empty.count()).isEqualTo(1);
            assertThat(empty.segments().dimension(0)).isZero();
        }
    }

    @Test
    void rows_areConcatenated() {
        try (Tensor rows = RaggedBatch.concatenate(2, new float[] {1, 2}, new float[0], new float[] {3, 4, 5, 6})) {
            assertThat(rows.dimensions()).containsExactly(3, 2);
            assertThat(rows.toFloatArray()).containsExactly(1, 2, 3, 4, 5, 6);
        }
    }

    @Test
    void invalidLengths_areRejected() {
        assertThatThrownBy(() -> RaggedBatch.ofLengths(1, -2))
                .isInstanceOf(InvalidArgumentException.class)
                .hasMessageContaining("[GK-6096]")
                .hasMessageContaining("sequence 1 has the length -2");
        assertThatThrownBy(() -> RaggedBatch.ofLengths(Integer.MAX_VALUE, 0, 1))
                .isInstanceOf(InvalidArgumentException.class)
                .hasMessageContaining("the first 3 sequences have 2147483648 elements");
        assertThatThrownBy(() -> RaggedBatch.concatenate(2, new float[] {1, 2}, new float[] {1}))
                .isInstanceOf(InvalidArgumentException.class)
                .hasMessageContaining("sequence 1 has 1 elements, and a row 2");
        try (RaggedBatch batch = RaggedBatch.ofLengths(3);
                Tensor values = Tensor.zeros(2, 4)) {
            assertThatThrownBy(() -> batch.split(values)).isInstanceOf(ShapeMismatchException.class);
        }
    }
}
