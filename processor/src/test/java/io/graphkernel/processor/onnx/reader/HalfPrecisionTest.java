package io.graphkernel.processor.onnx.reader;

import static org.assertj.core.api.Assertions.assertThat;

import io.graphkernel.graph.DataType;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests of conversions of 16-bit floats. */
class HalfPrecisionTest {

    private static double value(int bits, DataType half) {
        return half == DataType.F16 ? HalfPrecision.f16((short) bits) : HalfPrecision.bf16((short) bits);
    }

    /** Numbers between two halves are rounded to the nearest one, and those in the middle to the even one. */
    @ParameterizedTest
    @CsvSource({"F16, 31744", "BF16, 32640"})
    void numbers_areRoundedToNearest(DataType half, int infinity) {
        for (int bits = 0; bits < infinity; bits++) {
            double low = value(bits, half);
            // The distance to infinity is that to the next power of two.
            double high = bits + 1 < infinity ? value(bits + 1, half) : 2 * low - value(bits - 1, half);
            double middle = (low + high) / 2;
            assertThat(HalfPrecision.bits(low, half)).isEqualTo((short) bits);
            assertThat(HalfPrecision.bits(-low, half)).isEqualTo((short) (bits | Short.MIN_VALUE));
            assertThat(HalfPrecision.bits(middle, half)).isEqualTo((short) (bits % 2 == 0 ? bits : bits + 1));
            float exact = (float) middle;
            assertThat(HalfPrecision.bits(Math.nextDown(exact), half)).isEqualTo((short) bits);
            assertThat(HalfPrecision.bits(Math.nextUp(exact), half)).isEqualTo((short) (bits + 1));
            assertThat(HalfPrecision.rounded(low, half)).isEqualTo(low);
        }
        assertThat(HalfPrecision.bits(Double.POSITIVE_INFINITY, half)).isEqualTo((short) infinity);
        assertThat(HalfPrecision.rounded(Double.NEGATIVE_INFINITY, half)).isEqualTo(Double.NEGATIVE_INFINITY);
        assertThat(HalfPrecision.rounded(Double.NaN, half)).isNaN();
    }
}
