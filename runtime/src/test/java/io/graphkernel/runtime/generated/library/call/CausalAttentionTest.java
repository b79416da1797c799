package io.graphkernel.runtime.generated.library.call;

import static org.assertj.core.api.Assertions.assertThat;

import io.graphkernel.runtime.DType;
import io.graphkernel.runtime.Device;
import io.graphkernel.runtime.Ops;
import io.graphkernel.runtime.Tensor;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Attention under a causal mask of infinities, of all rows at once and of few. The rows exceed a tile of keys. */
class CausalAttentionTest {

    private static final int ROWS = 300;
    private static final double SCALE = 0.3;

    private final Random random = new Random(11);

    private Tensor tensor(DType dtype) {
        return RawTensor.random(random, dtype, 1, 2, ROWS, 20).to(Device.defaultDevice());
    }

    private static Tensor rows(Tensor x, long first, long count) {
        return Ops.narrow(x, 2, first, count);
    }

    private static Tensor causal(DType dtype) {
        float[] mask = new float[ROWS * ROWS];
        for (int i = 0; i < mask.length; i++) {
            mask[i] = i / ROWS < i % ROWS ? Float.NEGATIVE_INFINITY : 0;
        }
        return Ops.cast(Tensor.of(mask, ROWS, ROWS).to(Device.defaultDevice()), dtype);
    }

    private static double[] elements(Tensor x) {
        return Ops.cast(x, DType.F64).to(Device.cpu()).toDoubleArray();
    }

    @ParameterizedTest
    @EnumSource(names = {"F32", "F64", "F16", "BF16"})
    void row_hasTheBitsOfItsPrefix(DType dtype) {
        Tensor query = tensor(dtype);
        Tensor key = tensor(dtype);
        Tensor value = tensor(dtype);
        Tensor attended = Ops.promptFlashAttention(query, key, value, causal(dtype), SCALE);

        for (int row : new int[] {0, 1, 17, 143, 144, 145, 287, 299}) {
            Tensor alone = Ops.promptFlashAttention(
                    rows(query, row, 1), rows(key, 0, row + 1), rows(value, 0, row + 1), SCALE);
            assertThat(elements(alone)).as("row %d", row).isEqualTo(elements(rows(attended, row, 1)));
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"F32", "F64", "F16", "BF16"})
    void fewRows_haveTheBitsOfAllRows(DType dtype) {
        Tensor query = tensor(dtype);
        Tensor key = tensor(dtype);
        Tensor value = tensor(dtype);
        Tensor mask = causal(dtype);
        Tensor attended = Ops.promptFlashAttention(query, key, value, mask, SCALE);

        for (int count : new int[] {1, 2, 3, 4, 5, 7, 16, 17}) {
            Tensor few = Ops.promptFlashAttention(
                    rows(query, 100, count), key, value, Ops.narrow(mask, 0, 100, count), SCALE);
            assertThat(elements(few)).as("%d rows", count).isEqualTo(elements(rows(attended, 100, count)));
        }
    }

    /** Weights of masked keys are 0, and so are their adjoints. */
    @Test
    void gradient_ofMaskedKeys_isThatWithoutThem() {
        Tensor query = tensor(DType.F64);
        Tensor key = tensor(DType.F64);
        Tensor value = tensor(DType.F64);
        Tensor dy = tensor(DType.F64);
        int kept = 140;
        float[] addends = new float[ROWS];
        for (int i = kept; i < ROWS; i++) {
            addends[i] = Float.NEGATIVE_INFINITY;
        }
        Tensor mask = Ops.cast(Tensor.of(addends, 1, ROWS).to(Device.defaultDevice()), DType.F64);
        Tensor masked = Ops.promptFlashAttentionGrad(query, key, value, dy, mask, SCALE);
        Tensor prefix = Ops.promptFlashAttentionGrad(query, rows(key, 0, kept), rows(value, 0, kept), dy, SCALE);

        assertThat(elements(rows(masked, 0, ROWS + kept))).isEqualTo(elements(rows(prefix, 0, ROWS + kept)));
        assertThat(elements(rows(masked, ROWS + kept, ROWS - kept))).containsOnly(0);
        assertThat(elements(rows(masked, 2L * ROWS, kept))).isEqualTo(elements(rows(prefix, ROWS + kept, kept)));
        assertThat(elements(rows(masked, 2L * ROWS + kept, ROWS - kept))).containsOnly(0);
    }
}
