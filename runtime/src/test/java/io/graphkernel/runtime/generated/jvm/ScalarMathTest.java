package io.graphkernel.runtime.generated.jvm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import org.junit.jupiter.api.Test;

class ScalarMathTest {
    private static final float INFINITY = Float.POSITIVE_INFINITY;
    private static final MathContext PRECISE = new MathContext(200, RoundingMode.HALF_EVEN);
    private static final BigDecimal ROOT_PI = new BigDecimal(
            "1.7724538509055160272981674833411451827975494561223871282138077898529112845910321813749506567");

    @Test
    void scalarMath_dividesAsDocumented() {
        assertThat(ScalarMath.floorDiv(-7f, 2)).isEqualTo(-4);
        assertThat(ScalarMath.floorMod(-7f, 2)).isEqualTo(1);
        assertThat(ScalarMath.floorMod(7f, -2)).isEqualTo(-1);
        assertThat(ScalarMath.floorMod(-1, INFINITY)).isEqualTo(INFINITY);
        assertThat(ScalarMath.floorMod(1f, 0)).isNaN();
        assertThat(Float.floatToRawIntBits(ScalarMath.floorMod(4f, -2))).isEqualTo(Float.floatToRawIntBits(-0f));
        assertThat(ScalarMath.mod(-7f, 2)).isEqualTo(-1);
    }

    @Test
    void scalarMath_roundsAsDocumented() {
        assertThat(ScalarMath.round(2.5f)).isEqualTo(2);
        assertThat(ScalarMath.round(-3.5f)).isEqualTo(-4);
        assertThat(ScalarMath.trunc(-2.7f)).isEqualTo(-2);
        assertThat(ScalarMath.trunc(2.7f)).isEqualTo(2);
        assertThat(ScalarMath.floor(-2.1f)).isEqualTo(-3);
        assertThat(ScalarMath.ceil(-2.9f)).isEqualTo(-2);
    }

    @Test
    void scalarMath_propagatesNan() {
        assertThat(ScalarMath.maximum(Float.NaN, 1)).isNaN();
        assertThat(ScalarMath.minimum(1, Float.NaN)).isNaN();
        assertThat(ScalarMath.sign(Float.NaN)).isNaN();
        assertThat(ScalarMath.sign(-3f)).isEqualTo(-1);
        assertThat(ScalarMath.erf(Float.NaN)).isNaN();
        assertThat(ScalarMath.erfc(Float.NaN)).isNaN();
    }

    @Test
    void scalarMath_raisesToPowersAsCDoes() {
        assertThat(ScalarMath.pow(1, Float.NaN)).isEqualTo(1);
        assertThat(ScalarMath.pow(Float.NaN, 0)).isEqualTo(1);
        assertThat(ScalarMath.pow(-1, INFINITY)).isEqualTo(1);
        assertThat(ScalarMath.pow(-2f, 3)).isEqualTo(-8);
        assertThat(ScalarMath.pow(-8, 1 / 3f)).isNaN();
    }

    @Test
    void scalarMath_keepsInverseHyperbolicsPrecise() {
        assertThat(ScalarMath.asinh(1e-20f)).isEqualTo(1e-20f);
        assertThat((float) ScalarMath.asinh(-1e30f)).isEqualTo((float) -Math.log(2e30));
        assertThat(ScalarMath.asinh(-INFINITY)).isEqualTo(-INFINITY);
        assertThat(ScalarMath.acosh(1)).isZero();
        assertThat(ScalarMath.acosh(0.5f)).isNaN();
        assertThat(ScalarMath.acosh(Float.MAX_VALUE)).isCloseTo(89.415985, within(1e-5));
        assertThat(ScalarMath.atanh(-1)).isEqualTo(-INFINITY);
        assertThat(ScalarMath.atanh(1e-20f)).isEqualTo(1e-20f);
        assertThat(ScalarMath.atanh(2)).isNaN();
    }

    @Test
    void scalarMath_keepsDoublesPrecise() {
        assertThat(ScalarMath.asinh(1e300)).isCloseTo(Math.log(2e150) + Math.log(1e150), within(1e-12));
        assertThat(ScalarMath.asinh(0x1p28)).isCloseTo(ScalarMath.asinh(Math.nextUp(0x1p28)), within(1e-14));
        assertThat(ScalarMath.acosh(1e300)).isEqualTo(ScalarMath.asinh(1e300));
        assertThat(ScalarMath.acosh(0x1p28)).isCloseTo(ScalarMath.acosh(Math.nextUp(0x1p28)), within(1e-14));
        assertThat(ScalarMath.asinh(1e-300)).isEqualTo(1e-300);
        assertThat(ScalarMath.floorMod(-1e-20, 3)).isEqualTo(3);
        assertThat(ScalarMath.round(0.5)).isZero();
        assertThat(ScalarMath.trunc(-1e300)).isEqualTo(-1e300);
        assertThat(ScalarMath.pow(1.0, Double.NaN)).isEqualTo(1);
        assertThat(ScalarMath.isFinite(1e300)).isTrue();
        assertThat(ScalarMath.isInf(1e300)).isFalse();
        assertThat(ScalarMath.sign(-0.0)).isZero();
    }

    @Test
    void scalarMath_hasLogarithmsAndPowersOfTwoAndTen() {
        for (int exponent = Double.MIN_EXPONENT - 52; exponent <= Double.MAX_EXPONENT; exponent++) {
            assertThat(ScalarMath.log2(Math.scalb(1.0, exponent))).isEqualTo(exponent);
            assertThat(ScalarMath.exp2((double) exponent)).isEqualTo(Math.scalb(1.0, exponent));
        }
        assertThat(ScalarMath.log2(Double.MAX_VALUE)).isEqualTo(1024);
        assertThat(ScalarMath.log2(1 + 0x1p-40)).isCloseTo(0x1p-40 / Math.log(2), within(0x1p-80));
        assertThat(ScalarMath.log2(0.75)).isCloseTo(Math.log(0.75) / Math.log(2), within(1e-16));
        assertThat(ScalarMath.log2(0.0)).isEqualTo(Double.NEGATIVE_INFINITY);
        assertThat(ScalarMath.log2(-1.0)).isNaN();
        assertThat(ScalarMath.log2(INFINITY)).isEqualTo(INFINITY);
        assertThat(ScalarMath.log2(8f)).isEqualTo(3);
        assertThat(ScalarMath.log10(1000f)).isEqualTo(3);
        assertThat((float) ScalarMath.exp2(0.5f)).isEqualTo((float) Math.sqrt(2));
    }

    @Test
    void scalarMath_hasReciprocalRoots() {
        assertThat(ScalarMath.rsqrt(4)).isEqualTo(0.5f);
        assertThat(ScalarMath.rsqrt(0)).isEqualTo(INFINITY);
        assertThat(ScalarMath.sigmoid(-INFINITY)).isZero();
        assertThat(ScalarMath.sigmoid(0)).isEqualTo(0.5f);
        assertThat(ScalarMath.log1p(-1)).isEqualTo(-INFINITY);
    }

    @Test
    void scalarMath_computesTheErrorFunctionPrecisely() {
        for (double x = 0x1p-30; x < 13; x = x < 0.01 ? x * 7 : x * 1.09 + 0.003) {
            BigDecimal erf = preciseErf(x);
            assertThat(relativeError(ErrorFunction.erf(x), erf))
                    .as("erf(%s)", x)
                    .isLessThan(1e-15);
            assertThat(relativeError(ErrorFunction.erf(-x), erf.negate()))
                    .as("erf(-%s)", x)
                    .isLessThan(1e-15);
            BigDecimal erfc = BigDecimal.ONE.subtract(erf);
            assertThat(relativeError(ErrorFunction.erfc(x), erfc))
                    .as("erfc(%s)", x)
                    .isLessThan(1e-15);
            assertThat(relativeError(ErrorFunction.erfc(-x), BigDecimal.ONE.add(erf)))
                    .as("erfc(-%s)", x)
                    .isLessThan(1e-15);
        }
        assertThat(relativeError(ErrorFunction.erfc(20), new BigDecimal("5.39586561160790092893e-176")))
                .isLessThan(1e-15);
        assertThat(relativeError(ErrorFunction.erfc(26.5), new BigDecimal("2.21090766426373427593e-307")))
                .isLessThan(1e-15);
        assertThat(ErrorFunction.erf(Double.POSITIVE_INFINITY)).isEqualTo(1);
        assertThat(ErrorFunction.erf(-0.0)).isEqualTo(-0.0);
        assertThat(ErrorFunction.erfc(Double.NEGATIVE_INFINITY)).isEqualTo(2);
        assertThat(ErrorFunction.erfc(Double.POSITIVE_INFINITY)).isZero();
        assertThat(ErrorFunction.erfc(0)).isEqualTo(1);
    }

    private static double relativeError(double actual, BigDecimal expected) {
        return new BigDecimal(actual)
                .subtract(expected)
                .divide(expected, new MathContext(20))
                .abs()
                .doubleValue();
    }

    /** 2/√π Σ (-1)ⁿ x²ⁿ⁺¹ / (n! (2n+1)), with digits enough for all that cancels. */
    private static BigDecimal preciseErf(double x) {
        BigDecimal argument = new BigDecimal(x);
        BigDecimal square = argument.multiply(argument, PRECISE);
        BigDecimal power = argument;
        BigDecimal sum = argument;
        BigDecimal smallest = new BigDecimal("1e-100");
        for (int n = 1; power.abs().compareTo(smallest) > 0; n++) {
            power = power.multiply(square, PRECISE).divide(BigDecimal.valueOf(-n), PRECISE);
            sum = sum.add(power.divide(BigDecimal.valueOf(2L * n + 1), PRECISE), PRECISE);
        }
        return sum.multiply(BigDecimal.valueOf(2)).divide(ROOT_PI, PRECISE);
    }
}
