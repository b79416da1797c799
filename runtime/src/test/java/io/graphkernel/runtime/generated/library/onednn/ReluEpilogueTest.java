package io.graphkernel.runtime.generated.library.onednn;

import static org.assertj.core.api.Assertions.assertThat;

import io.graphkernel.runtime.DType;
import io.graphkernel.runtime.Half;
import io.graphkernel.runtime.Tensor;
import io.graphkernel.runtime.generated.jvm.Memory;
import java.lang.ref.Reference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ReluEpilogueTest {

    private static final int PATTERNS = 1 << 16;

    @ParameterizedTest
    @EnumSource(
            value = DType.class,
            names = {"F16", "BF16"})
    void reluEpilogue_ofEveryPatternOf16Bits_isRight(DType dtype) {
        Tensor tensor = Tensor.zeros(PATTERNS / 2);
        for (int bits = 0; bits < PATTERNS; bits++) {
            Memory.putShort(tensor.address() + 2L * bits, (short) bits);
        }
        ReluEpilogue.apply(dtype, tensor.address(), 1, PATTERNS, PATTERNS);
        for (int bits = 0; bits < PATTERNS; bits++) {
            float value = dtype == DType.F16 ? Half.fromF16((short) bits) : Float.intBitsToFloat(bits << 16);
            int expected = value < 0 ? 0 : bits;
            assertThat(Memory.getShort(tensor.address() + 2L * bits) & 0xffff).isEqualTo(expected);
        }
        Reference.reachabilityFence(tensor);
    }

    @Test
    void reluEpilogue_ofRowsOfAMatrix_isRight() {
        float[] values = {-1, Float.NaN, -0f, 5, -1, Float.NEGATIVE_INFINITY, -Float.MIN_VALUE, 2, -7, -3, -4, -5};
        Tensor tensor = Tensor.of(values, 3, 4);
        ReluEpilogue.apply(DType.F32, tensor.address(), 2, 3, 4);
        assertThat(tensor.toFloatArray()).containsExactly(0, Float.NaN, -0f, 5, 0, 0, 0, 2, -7, -3, -4, -5);
    }
}
