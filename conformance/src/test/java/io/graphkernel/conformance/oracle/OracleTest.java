package io.graphkernel.conformance.oracle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.graphkernel.bridge.accuracy.Reference;
import io.graphkernel.runtime.DType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The oracle itself, at values that are known from elsewhere. */
class OracleTest {

    private static final Precision F32 = Precision.of(DType.F32);

    @ParameterizedTest
    @EnumSource(names = {"F16", "BF16"})
    void everyPattern_survivesDecodingAndEncoding(Format format) {
        for (int bits = 0; bits < 1 << 16; bits++) {
            double value = format.decode(bits);
            if (!Double.isNaN(value)) {
                assertThat(format.encode(value)).isEqualTo(bits);
                assertThat(format.round(value)).isEqualTo(value);
            }
        }
    }

    @Test
    void formats_roundHalfToEvenAndOverflow() {
        assertThat(Format.F16.encode(1)).isEqualTo(0x3c00);
        assertThat(Format.F16.round(2049)).isEqualTo(2048);
        assertThat(Format.F16.round(2051)).isEqualTo(2052);
        assertThat(Format.F16.round(65519)).isEqualTo(65504);
        assertThat(Format.F16.round(65520)).isEqualTo(Double.POSITIVE_INFINITY);
        assertThat(Format.BF16.encode(-1.5)).isEqualTo(0xbfc0);
        assertThat(Format.F32.round(16777217)).isEqualTo(16777216);
        assertThat(Format.F32.encode(Math.PI)).isEqualTo(Float.floatToRawIntBits((float) Math.PI));
    }

    /** The vectors that the authors of Philox publish. */
    @Test
    void counter_returnsThePublishedWords() {
        assertThat(Counter.words(new int[4], new int[2]))
                .containsExactly(0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8);
        assertThat(Counter.words(new int[] {-1, -1, -1, -1}, new int[] {-1, -1}))
                .containsExactly(0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd);
    }

    /** Abramowitz and Stegun, tables 7.1 and 4.14. */
    @Test
    void functions_haveTheirTabulatedValues() {
        assertThat(Reference.erf(0.5)).isCloseTo(0.5204998778130465, within(1e-15));
        assertThat(Reference.erf(2)).isCloseTo(0.9953222650189527, within(1e-15));
        assertThat(Reference.erfc(2)).isCloseTo(0.004677734981047266, within(1e-17));
        assertThat(Reference.erfc(5)).isCloseTo(1.5374597944280349e-12, within(1e-26));
        assertThat(Reference.asinh(1)).isCloseTo(0.881373587019543, within(1e-15));
        assertThat(Reference.acosh(2)).isCloseTo(1.3169578969248166, within(1e-15));
    }

    @Test
    void errors_growWithTheCondition() {
        Real third = Real.exact(1, F32).over(Real.exact(3, F32));
        assertThat(third.error()).isEqualTo(0x1p-26, within(1e-20));
        Real cancelled = third.minus(Real.exact(third.value(), F32));
        assertThat(cancelled.error()).isGreaterThanOrEqualTo(0x1p-26);
        assertThat(third.accepts((float) (1.0 / 3), 1, true)).isTrue();
        assertThat(third.accepts(Math.nextUp((float) (1.0 / 3)), 1, true)).isFalse();
    }

    @Test
    void integers_wrapSaturateAndDivideByZero() {
        IntegerScalar smallest = new IntegerScalar(DType.I8, -128);
        assertThat(smallest.negated().value()).isEqualTo(-128);
        assertThat(smallest.over(new IntegerScalar(DType.I8, -1)).value()).isEqualTo(-128);
        assertThat(smallest.over(new IntegerScalar(DType.I8, 0)).value()).isZero();
        assertThat(new IntegerScalar(DType.U8, 3)
                        .minus(new IntegerScalar(DType.U8, 5))
                        .value())
                .isEqualTo(254);
        assertThat(IntegerScalar.saturate(DType.U8, -7).value()).isZero();
        assertThat(new IntegerScalar(DType.I32, -7)
                        .floorOver(new IntegerScalar(DType.I32, 2))
                        .value())
                .isEqualTo(-4);
        assertThat(new IntegerScalar(DType.I64, 3)
                        .power(new IntegerScalar(DType.I64, 40))
                        .value())
                .isEqualTo(-6289078614652622815L);
    }

    @Test
    void conversions_roundOnce() {
        NdArray large = NdArray.scalar(DType.I64, new IntegerScalar(DType.I64, (1L << 60) + (1L << 52) + 1));
        double rounded = Conversion.cast(large, DType.BF16, Precision.of(DType.BF16))
                .at()
                .asDouble();
        assertThat(rounded).isEqualTo(0x1.02p60);
        NdArray nan = NdArray.scalar(DType.F32, Real.exact(Double.NaN, F32));
        assertThat(Conversion.cast(nan, DType.I32, null).at()).isEqualTo(new IntegerScalar(DType.I32, 0));
    }
}
