package io.graphkernel.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class HalfTest {

    @Test
    void half_readsEveryF16() {
        for (int bits = 0; bits < 1 << 16; bits++) {
            assertThat(Half.fromF16((short) bits)).as("%x", bits).isEqualTo(Float.valueOf((float) value(bits, 10, 15)));
        }
    }

    @Test
    void half_readsEveryBf16() {
        for (int bits = 0; bits < 1 << 16; bits++) {
            assertThat(Half.fromBf16((short) bits)).as("%x", bits).isEqualTo(Float.valueOf((float)
                    value(bits, 7, 127)));
        }
    }

    /** The value by the definition of IEEE 754. */
    private static double value(int bits, int fraction, int bias) {
        int exponent = (bits & 0x7fff) >> fraction;
        double significand = (bits & (1 << fraction) - 1) / (double) (1 << fraction);
        double magnitude;
        if (exponent == 2 * bias + 1) {
            magnitude = significand == 0 ? Double.POSITIVE_INFINITY : Double.NaN;
        } else if (exponent == 0) {
            magnitude = significand * Math.pow(2, 1 - bias);
        } else {
            magnitude = (1 + significand) * Math.pow(2, exponent - bias);
        }
        return bits >> 15 == 0 ? magnitude : -magnitude;
    }

    @Test
    void half_returnsEveryValueItsBits() {
        for (int bits = 0; bits < 1 << 16; bits++) {
            float f16 = Half.fromF16((short) bits);
            if (!Float.isNaN(f16)) {
                assertThat(Half.toF16(f16)).as("%x", bits).isEqualTo((short) bits);
                assertThat(Half.toF16((double) f16)).as("%x", bits).isEqualTo((short) bits);
            }
            float bf16 = Half.fromBf16((short) bits);
            if (!Float.isNaN(bf16)) {
                assertThat(Half.toBf16(bf16)).as("%x", bits).isEqualTo((short) bits);
                assertThat(Half.toBf16((double) bf16)).as("%x", bits).isEqualTo((short) bits);
            }
        }
    }

    @Test
    void half_roundsF16ToNearestEven() {
        for (int low = 0; low < 0x7bff; low++) {
            double middle = ((double) Half.fromF16((short) low) + Half.fromF16((short) (low + 1))) / 2;
            short even = (short) (low + (low & 1));
            assertThat(Half.toF16(middle)).as("%x", low).isEqualTo(even);
            assertThat(Half.toF16((float) middle)).as("%x", low).isEqualTo(even);
            assertThat(Half.toF16(-middle)).as("%x", low).isEqualTo((short) (even | 0x8000));
            assertThat(Half.toF16((float) -middle)).as("%x", low).isEqualTo((short) (even | 0x8000));
            assertThat(Half.toF16(Math.nextUp(middle))).as("%x", low).isEqualTo((short) (low + 1));
            assertThat(Half.toF16(Math.nextUp((float) middle))).as("%x", low).isEqualTo((short) (low + 1));
            assertThat(Half.toF16(Math.nextDown(middle))).as("%x", low).isEqualTo((short) low);
            assertThat(Half.toF16(Math.nextDown((float) middle))).as("%x", low).isEqualTo((short) low);
        }
    }

    @Test
    void half_roundsBf16ToNearestEven() {
        for (int low = 0; low < 0x7f7f; low++) {
            double middle = ((double) Half.fromBf16((short) low) + Half.fromBf16((short) (low + 1))) / 2;
            short even = (short) (low + (low & 1));
            assertThat(Half.toBf16(middle)).as("%x", low).isEqualTo(even);
            assertThat(Half.toBf16((float) middle)).as("%x", low).isEqualTo(even);
            assertThat(Half.toBf16(-middle)).as("%x", low).isEqualTo((short) (even | 0x8000));
            assertThat(Half.toBf16(Math.nextUp(middle))).as("%x", low).isEqualTo((short) (low + 1));
            assertThat(Half.toBf16(Math.nextUp((float) middle))).as("%x", low).isEqualTo((short) (low + 1));
            assertThat(Half.toBf16(Math.nextDown(middle))).as("%x", low).isEqualTo((short) low);
            assertThat(Half.toBf16(Math.nextDown((float) middle))).as("%x", low).isEqualTo((short) low);
        }
    }

    @Test
    void half_roundsLargeNumbersToInfinity() {
        assertThat(Half.toF16(65519.99f)).isEqualTo((short) 0x7bff);
        assertThat(Half.toF16(65520f)).isEqualTo((short) 0x7c00);
        assertThat(Half.toF16(65520.0)).isEqualTo((short) 0x7c00);
        assertThat(Half.toF16(Math.nextDown(65520.0))).isEqualTo((short) 0x7bff);
        assertThat(Half.toF16(-Double.MAX_VALUE)).isEqualTo((short) 0xfc00);
        assertThat(Half.toF16(Float.NEGATIVE_INFINITY)).isEqualTo((short) 0xfc00);
        assertThat(Half.toBf16(Float.MAX_VALUE)).isEqualTo((short) 0x7f80);
        assertThat(Half.toBf16(0x1.ffp127)).isEqualTo((short) 0x7f80);
        assertThat(Half.toBf16(Math.nextDown(0x1.ffp127))).isEqualTo((short) 0x7f7f);
        assertThat(Half.toBf16(Double.NEGATIVE_INFINITY)).isEqualTo((short) 0xff80);
    }

    @Test
    void half_keepsNanAndTheSignOfZero() {
        for (float nan : new float[] {Float.NaN, Float.intBitsToFloat(0x7f800001), Float.intBitsToFloat(0xffc00000)}) {
            assertThat(Half.fromF16(Half.toF16(nan))).isNaN();
            assertThat(Half.fromBf16(Half.toBf16(nan))).isNaN();
            assertThat(Half.fromF16(Half.toF16((double) nan))).isNaN();
            assertThat(Half.fromBf16(Half.toBf16((double) nan))).isNaN();
        }
        assertThat(Half.toF16(-0.0)).isEqualTo((short) 0x8000);
        assertThat(Half.toF16(-0f)).isEqualTo((short) 0x8000);
        assertThat(Half.toBf16(-1e-300)).isEqualTo((short) 0x8000);
        assertThat(Half.toF16(1e-30f)).isZero();
    }

    @Test
    void half_roundsADoubleOnce() {
        // By way of float this is a tie, which goes down to the even neighbour.
        assertThat(Half.toF16(1 + 0x1p-11 + 0x1p-40)).isEqualTo((short) 0x3c01);
        assertThat(Half.toBf16(1 + 0x1p-8 + 0x1p-40)).isEqualTo((short) 0x3f81);
    }

    @Test
    void half_roundsAnIntegerOnce() {
        long tie = (1L << 62) + (1L << 54);
        assertThat(Half.toBf16(tie)).isEqualTo(Half.toBf16(0x1p62));
        assertThat(Half.toBf16(tie + 1)).isEqualTo(Half.toBf16(0x1.02p62));
        assertThat(Half.toBf16(-tie - 1)).isEqualTo(Half.toBf16(-0x1.02p62));
        assertThat(Half.toBf16(-tie + 1)).isEqualTo(Half.toBf16(-0x1p62));
        assertThat(Half.toBf16(Long.MIN_VALUE)).isEqualTo(Half.toBf16(-0x1p63));
        assertThat(Half.toF16(2049)).isEqualTo(Half.toF16(2048.0));
        assertThat(Half.toF16(Long.MAX_VALUE)).isEqualTo((short) 0x7c00);
    }
}
