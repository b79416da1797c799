package io.graphkernel.runtime.generated.jvm;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigInteger;
import org.junit.jupiter.api.Test;

class IntegerMathTest {
    private static final int[] INTS = {0, 1, -1, 2, -2, 3, -3, 7, -7, 100, Integer.MAX_VALUE, Integer.MIN_VALUE};
    private static final long[] LONGS = {0, 1, -1, 2, -2, 5, -5, 1L << 40, Long.MAX_VALUE, Long.MIN_VALUE};

    @Test
    void integerMath_dividesIntsAsExactNumbers() {
        for (int x : INTS) {
            for (int y : INTS) {
                long quotient = y == 0 ? 0 : (long) x / y;
                long floor = y == 0 ? 0 : (long) Math.floor((double) x / y);
                assertThat(ScalarMath.div(x, y)).as("%s / %s", x, y).isEqualTo((int) quotient);
                assertThat(ScalarMath.floorDiv(x, y)).as("%s / %s", x, y).isEqualTo((int) floor);
                assertThat(ScalarMath.mod(x, y)).as("%s %% %s", x, y).isEqualTo(y == 0 ? 0 : (int) (x - quotient * y));
                assertThat(ScalarMath.floorMod(x, y))
                        .as("%s %% %s", x, y)
                        .isEqualTo(y == 0 ? 0 : (int) (x - floor * y));
            }
        }
    }

    @Test
    void integerMath_dividesLongsAsExactNumbers() {
        for (long x : LONGS) {
            for (long y : LONGS) {
                BigInteger a = BigInteger.valueOf(x);
                BigInteger b = BigInteger.valueOf(y);
                BigInteger quotient = y == 0 ? BigInteger.ZERO : a.divide(b);
                BigInteger remainder = y == 0 ? BigInteger.ZERO : a.remainder(b);
                boolean down = remainder.signum() * b.signum() < 0;
                assertThat(ScalarMath.div(x, y)).isEqualTo(quotient.longValue());
                assertThat(ScalarMath.mod(x, y)).isEqualTo(remainder.longValue());
                assertThat(ScalarMath.floorDiv(x, y))
                        .isEqualTo((down ? quotient.subtract(BigInteger.ONE) : quotient).longValue());
                assertThat(ScalarMath.floorMod(x, y)).isEqualTo((down ? remainder.add(b) : remainder).longValue());
            }
        }
    }

    @Test
    void integerMath_raisesToPowersWithWrapAround() {
        for (int x : INTS) {
            for (int y = 0; y < 70; y++) {
                BigInteger power = BigInteger.valueOf(x).pow(y);
                assertThat(ScalarMath.pow(x, y)).as("%s^%s", x, y).isEqualTo(power.intValue());
                assertThat(ScalarMath.pow((long) x, (long) y)).as("%s^%s", x, y).isEqualTo(power.longValue());
            }
        }
        assertThat(ScalarMath.pow(1, -3)).isEqualTo(1);
        assertThat(ScalarMath.pow(-1, -3)).isEqualTo(-1);
        assertThat(ScalarMath.pow(-1, -4)).isEqualTo(1);
        assertThat(ScalarMath.pow(2, -1)).isZero();
        assertThat(ScalarMath.pow(0, -1)).isZero();
        assertThat(ScalarMath.pow(-1L, Long.MIN_VALUE)).isEqualTo(1);
        assertThat(ScalarMath.pow(3L, Long.MAX_VALUE))
                .isEqualTo(BigInteger.valueOf(3)
                        .modPow(BigInteger.valueOf(Long.MAX_VALUE), BigInteger.TWO.pow(64))
                        .longValue());
    }

    @Test
    void integerMath_keepsTheSmallestNumber() {
        assertThat(ScalarMath.abs(Integer.MIN_VALUE)).isEqualTo(Integer.MIN_VALUE);
        assertThat(ScalarMath.neg(Long.MIN_VALUE)).isEqualTo(Long.MIN_VALUE);
        assertThat(ScalarMath.sign(Long.MIN_VALUE)).isEqualTo(-1);
        assertThat(ScalarMath.sign(0)).isZero();
        assertThat(ScalarMath.square(1 << 16)).isZero();
        assertThat(ScalarMath.cube(3L)).isEqualTo(27);
        assertThat(ScalarMath.maximum(-1, 2)).isEqualTo(2);
        assertThat(ScalarMath.minimum(-1L, 2L)).isEqualTo(-1);
    }

    @Test
    void integerMath_returnsTheRandomNumbersOfPhilox() {
        assertThat(ScalarMath.philoxUniform(5, 6, 7)).isEqualTo(Philox.uniform(5, 6, 7));
        assertThat(ScalarMath.philoxNormal(5, 6, 7)).isEqualTo(Philox.normal(5, 6, 7));
    }
}
