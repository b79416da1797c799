package io.graphkernel.runtime;

import static io.graphkernel.runtime.FlexAttention.attention;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.graphkernel.runtime.exception.DTypeMismatchException;
import io.graphkernel.runtime.exception.GraphKernelException;
import io.graphkernel.runtime.exception.NullTensorException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Attention by score functions in eager mode, in every form that javac accepts without a cast. */
class FlexAttentionTest {

    private TensorScope scope;
    /** Two heads with two queries each. */
    private Tensor query;
    /** One head with two keys. */
    private Tensor key;

    private Tensor value;
    private Tensor further;

    @BeforeEach
    void open() {
        scope = TensorScope.open();
        query = Tensor.of(new float[] {1, 2, 3, 4}, 1, 2, 2, 1);
        key = Tensor.of(new float[] {0, 1}, 1, 1, 2, 1);
        value = Tensor.of(new float[] {0, 1}, 1, 1, 2, 1);
        further = Tensor.of(new float[] {0, 10}, 2, 1, 1);
    }

    @AfterEach
    void close() {
        scope.close();
    }

    static float sum(float score, int batch, int head, int query, int key, float x) {
        return score + x * key;
    }

    /** Checks the weights of the second key, of which a sigmoid of the difference of scores is the result. */
    private static void expect(Tensor actual, double... differences) {
        float[] elements = actual.toFloatArray();
        assertThat(actual.dimensions()).containsExactly(1, 2, 2, 1);
        for (int i = 0; i < differences.length; i++) {
            assertThat((double) elements[i]).isEqualTo(1 / (1 + Math.exp(-differences[i])), within(1e-6));
        }
    }

    @Test
    void overloads_areChosenWithoutACast() {
        expect(attention(query, key, value), 1, 2, 3, 4);
        expect(attention(query, key, value, 0.5), 0.5, 1, 1.5, 2);
        expect(attention(query, key, value, (s, b, h, i, j) -> s + j), 2, 3, 4, 5);
        expect(attention(query, key, value, 2, (s, b, h, i, j) -> s + i * j), 2, 5, 6, 9);
        expect(attention(query, key, value, further, (s, b, h, i, j, x) -> s + x * j), 1, 2, 13, 14);
        expect(attention(query, key, value, 2.0, further, FlexAttentionTest::sum), 2, 4, 16, 18);
        expect(attention(query, key, value, further, further, (s, b, h, i, j, x, y) -> s - x * j + y * j), 1, 2, 3, 4);
        expect(attention(query, key, value, 1, key, further, (s, b, h, i, j, x, y) -> x * h), 0, 0, 0, 0);
    }

    @Test
    void query_thatSeesNoKey_hasNoResult() {
        Tensor actual = attention(
                query,
                key,
                value,
                (s, b, h, i, j) -> i == 0 ? Float.NEGATIVE_INFINITY : j > 0 ? Float.NEGATIVE_INFINITY : s);

        assertThat(actual.toFloatArray()).containsExactly(Float.NaN, 0, Float.NaN, 0);
    }

    @Test
    void sixteenBitQueries_haveFloatScores() {
        Tensor half = Ops.cast(query, DType.F16);
        Tensor keys = Ops.cast(key, DType.F16);

        Tensor actual = attention(half, keys, keys, (s, b, h, i, j) -> s);

        assertThat(actual.dtype()).isEqualTo(DType.F16);
        assertThat((double) actual.get(0, 0, 0, 0)).isEqualTo(1 / (1 + Math.exp(-1)), within(1e-3));
    }

    @Test
    void wrongArguments_areRejected() {
        Tensor wide = Ops.cast(query, DType.F64);
        assertThatThrownBy(() -> attention(wide, wide, wide, (s, b, h, i, j) -> s))
                .isInstanceOf(DTypeMismatchException.class)
                .hasMessageContaining("attention")
                .hasMessageContaining("f32, f16 and bf16");
        assertThatThrownBy(() -> attention(query, null, value)).isInstanceOf(NullTensorException.class);
        assertThatThrownBy(() -> attention(query, key, value, (ElementFunctions.ScoreFunction) null))
                .isInstanceOf(NullTensorException.class)
                .hasMessageContaining("score");
        Tensor three = Tensor.of(new float[3], 1, 3, 1, 1);
        assertThatThrownBy(() -> attention(three, query, query)).isInstanceOf(GraphKernelException.class);
        assertThatThrownBy(() -> attention(further, key, value)).isInstanceOf(GraphKernelException.class);
    }
}
