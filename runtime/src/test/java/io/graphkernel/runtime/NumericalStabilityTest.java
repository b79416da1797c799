package io.graphkernel.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The numbers of the findings; the walk of magnitudes of the conformance cases has all others, on all targets. */
class NumericalStabilityTest {

    private final TensorScope scope = TensorScope.open();

    @AfterEach
    void close() {
        scope.close();
    }

    private static Tensor of(double value) {
        return Tensor.of(new float[] {(float) value}, 1);
    }

    private static float number(Tensor tensor) {
        return tensor.toFloatArray()[0];
    }

    @ParameterizedTest
    @ValueSource(doubles = {1e13, 1e15, 1e20, 2.5e38, Float.MAX_VALUE, Double.POSITIVE_INFINITY})
    @DisplayName("G1: derivatives of activations end at 1 and 0, however large x is")
    void derivatives_endAtOneAndZero(double x) {
        Tensor one = of(1);
        assertThat(number(Ops.geLUGrad(one, of(x)))).isEqualTo(1);
        assertThat(number(Ops.geLUGrad(one, of(-x)))).isZero();
        assertThat(number(Ops.fastGeLUGrad(one, of(x)))).isEqualTo(1);
        assertThat(number(Ops.fastGeLUGrad(one, of(-x)))).isZero();
        assertThat(number(Ops.siLUGrad(one, of(x)))).isEqualTo(1);
        assertThat(number(Ops.siLUGrad(one, of(-x)))).isZero();
        assertThat(number(Ops.mishGrad(one, of(x)))).isEqualTo(1);
        assertThat(number(Ops.mishGrad(one, of(-x)))).isZero();
        assertThat(number(Ops.geLUErfGrad(one, of(x)))).isEqualTo(1);
        assertThat(number(Ops.geLUErfGrad(one, of(-x)))).isZero();
    }

    @Test
    @DisplayName("G1: no intermediate result overflows, vanishes or cancels where the result does not")
    void intermediateResults_stayInRange() {
        assertThat(number(Ops.rsqrtGrad(of(1e15), of(1e-20)))).isCloseTo(-5e24f, within(1e19f));
        assertThat(number(Ops.reciprocalGrad(of(1e20), of(1e-20)))).isCloseTo(-1e20f, within(1e14f));
        assertThat(number(Ops.lerp(of(-3e38), of(3e38), of(0.5)))).isZero();
        assertThat(number(Ops.smoothL1Loss(of(1e20), of(0), of(1e25), Reduction.NONE)))
                .isCloseTo(5e14f, within(1e8f));
        float nearOne = Math.nextDown(1f);
        assertThat(number(Ops.tanhGrad(of(nearOne), of(1)))).isEqualTo((1 - nearOne) * (1 + nearOne));
    }

    @ParameterizedTest
    @CsvSource({
        "1, 0.1, 9, 0.09999999",
        "-1, 0.1, -10, 1.4901161e-8",
        "0.3, 0.1, 3, 7.450581e-9",
        "-1e-30, 1e30, -1, 1e30",
        "7, -2, -4, -1"
    })
    @DisplayName("G2: the exact quotient is floored, so that it fits to the remainder")
    void floorDiv_floorsTheExactQuotient(float x, float y, float quotient, float rest) {
        assertThat(number(Ops.floorDiv(of(x), of(y)))).isEqualTo(quotient);
        assertThat(number(Ops.divMod(of(x), of(y), Rounding.FLOOR))).isEqualTo(quotient);
        assertThat(number(Ops.floorMod(of(x), of(y)))).isEqualTo(rest);
    }

    @Test
    @DisplayName("G2: the exact quotient is truncated")
    void div_truncatesTheExactQuotient() {
        assertThat(number(Ops.divMod(of(1), of(0.1f), Rounding.TRUNC))).isEqualTo(9);
        assertThat(number(Ops.divMod(of(-1), of(0.1f), Rounding.TRUNC))).isEqualTo(-9);
    }

    @ParameterizedTest
    @CsvSource({
        "3, -0.0, -Infinity",
        "-3, -0.0, Infinity",
        "-3, 0.0, -Infinity",
        "-0.0, 3, -0.0",
        "0.0, -3, -0.0",
        "-0.0, -3, 0.0",
        "-1, 3, -0.0",
        "-0.0, 0.0, NaN",
        "-1e-30, 1e30, -0.0"
    })
    @DisplayName("G2: a truncated quotient of zeros has the sign of the quotient")
    void div_truncates_withTheSignOfTheQuotient(float x, float y, Float quotient) {
        assertThat(number(Ops.divMod(of(x), of(y), Rounding.TRUNC))).isEqualTo(quotient);
        assertThat(number(Ops.trunc(Ops.div(of(x), of(y))))).isEqualTo(quotient);
    }

    @ParameterizedTest
    @CsvSource({"-20, 2.0611537e-9", "-12, 6.144194e-6", "-80, 1.8048514e-35", "3, 3.0485873"})
    @DisplayName("G3: the cross entropy of negative logits does not cancel")
    void crossEntropyOfLogits_doesNotCancel(float x, float loss) {
        assertThat(number(Ops.bceWithLogitsLoss(of(x), of(0), Reduction.NONE))).isCloseTo(loss, within(loss * 1e-6f));
        assertThat(number(Ops.sigmoidCrossEntropyWithLogits(of(x), of(0)))).isCloseTo(loss, within(loss * 1e-6f));
        float slope = number(Ops.sigmoidCrossEntropyWithLogitsGrad(of(-x), of(1), of(1)));
        assertThat(slope).isCloseTo(-number(Ops.sigmoid(of(x))), within(loss * 1e-6f));
    }
}
