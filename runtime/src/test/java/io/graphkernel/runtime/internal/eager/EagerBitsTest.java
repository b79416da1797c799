package io.graphkernel.runtime.internal.eager;

import static io.graphkernel.runtime.Ops.bitCount;
import static io.graphkernel.runtime.Ops.bitcast;
import static io.graphkernel.runtime.Ops.bitwiseAnd;
import static io.graphkernel.runtime.Ops.bitwiseNot;
import static io.graphkernel.runtime.Ops.leftShift;
import static io.graphkernel.runtime.Ops.rightShift;
import static io.graphkernel.runtime.Ops.unsignedRightShift;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.graphkernel.runtime.ClosedTensors;
import io.graphkernel.runtime.DType;
import io.graphkernel.runtime.Ops;
import io.graphkernel.runtime.Tensor;
import io.graphkernel.runtime.exception.DTypeMismatchException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(ClosedTensors.class)
class EagerBitsTest {

    private static final int[] INTS = {0, 1, -1, 5, 0x1234_5678, Integer.MIN_VALUE, Integer.MAX_VALUE};

    @Test
    void shifts_ofInts_areThoseOfJava() {
        for (int distance : new int[] {0, 1, 7, 31, 32, 33, -1, Integer.MIN_VALUE}) {
            Tensor x = Tensor.of(INTS, INTS.length);
            int[] left = leftShift(x, distance).toIntArray();
            int[] right = rightShift(x, distance).toIntArray();
            int[] unsigned = unsignedRightShift(x, distance).toIntArray();
            for (int i = 0; i < INTS.length; i++) {
                assertThat(left[i]).isEqualTo(INTS[i] << distance);
                assertThat(right[i]).isEqualTo(INTS[i] >> distance);
                assertThat(unsigned[i]).isEqualTo(INTS[i] >>> distance);
            }
        }
    }

    @Test
    void shifts_ofBytes_takeTheDistanceModuloEight() {
        Tensor signed = Ops.cast(Tensor.of(new int[] {-128, -3, 1, 127}, 4), DType.I8);
        Tensor unsigned = Ops.cast(Tensor.of(new int[] {0, 3, 128, 255}, 4), DType.U8);

        assertThat(longs(rightShift(signed, 9))).containsExactly(-64, -2, 0, 63);
        assertThat(longs(rightShift(unsigned, 9))).containsExactly(0, 1, 64, 127);
        assertThat(longs(leftShift(unsigned, 8))).containsExactly(0, 3, 128, 255);
        assertThat(longs(leftShift(signed, 1))).containsExactly(0, -6, 2, -2);
        assertThat(longs(bitCount(signed))).containsExactly(1, 7, 1, 7);
        assertThat(longs(bitwiseNot(unsigned))).containsExactly(255, 252, 127, 0);
    }

    @Test
    void bitcast_ofAnyNan_keepsItsBits() {
        int[] bits = {0x7fc0_0001, 0xffc0_1234, 0x7f80_0000, 0x8000_0000, 1};
        Tensor numbers = bitcast(Tensor.of(bits, bits.length), DType.F32);

        assertThat(bitcast(numbers, DType.I32).toIntArray()).containsExactly(bits);
        assertThat(numbers.toFloatArray()[4]).isEqualTo(Float.MIN_VALUE);
    }

    @Test
    void bitcast_ofNarrowDtypes_keepsTheirBits() {
        Tensor signed = Ops.cast(Tensor.of(new int[] {-128, -1, 0, 1, 127}, 5), DType.I8);
        Tensor halves =
                Ops.cast(Tensor.of(new float[] {1, -2, 65504, 0x1p-24f, Float.NEGATIVE_INFINITY}, 5), DType.F16);

        assertThat(longs(bitcast(signed, DType.U8))).containsExactly(128, 255, 0, 1, 127);
        assertThat(longs(bitcast(signed, DType.BOOL))).containsExactly(1, 1, 0, 1, 1);
        assertThat(longs(bitcast(halves, DType.U16))).containsExactly(0x3c00, 0xc000, 0x7bff, 1, 0xfc00);
        assertThat(longs(bitcast(bitcast(halves, DType.BF16), DType.I16)))
                .containsExactly(0x3c00, 0xc000 - 0x10000, 0x7bff, 1, 0xfc00 - 0x10000);
    }

    @Test
    void otherDtypes_areRejected() {
        Tensor x = Tensor.of(new float[] {1, 2}, 2);
        Tensor bytes = Ops.cast(x, DType.U8);

        assertThatThrownBy(() -> bitwiseAnd(x, x))
                .isInstanceOf(DTypeMismatchException.class)
                .hasMessageContaining("bitwiseAnd does not support x, which is f32[2]")
                .hasMessageContaining("integers");
        assertThatThrownBy(() -> unsignedRightShift(bytes, 1))
                .isInstanceOf(DTypeMismatchException.class)
                .hasMessageContaining("it is defined for i32 and i64");
        assertThatThrownBy(() -> bitcast(x, DType.F64))
                .isInstanceOf(DTypeMismatchException.class)
                .hasMessageContaining("bitcast does not support dtype f64 for x, which is f32[2]")
                .hasMessageContaining("it is defined for dtypes of 4 bytes here");
    }

    private static long[] longs(Tensor integers) {
        return Ops.cast(integers, DType.I64).toLongArray();
    }
}
