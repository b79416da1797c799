package io.graphkernel.runtime.generated.size;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigInteger;
import java.util.Random;
import org.junit.jupiter.api.Test;

class SizesTest {
    private static final BigInteger LARGEST = BigInteger.valueOf(Long.MAX_VALUE - 1);

    @Test
    void factorOfZero_createsZero() {
        assertThat(Sizes.product(1L << 40, 1L << 40, 0)).isZero();
        assertThat(Sizes.product(0, 1L << 40, 1L << 40)).isZero();
        assertThat(Sizes.product(1L << 40, 1L << 40, 1)).isEqualTo(Sizes.TOO_LARGE);
        assertThat(Sizes.product()).isEqualTo(1);
    }

    @Test
    void sizeDerivedFromATooLargeSize_isTooLarge() {
        long large = Sizes.TOO_LARGE;
        assertThat(Sizes.sum(large, 1)).isEqualTo(large);
        assertThat(Sizes.sum(1, -5, large)).isEqualTo(large);
        assertThat(Sizes.difference(large, 5)).isEqualTo(large);
        assertThat(Sizes.difference(5, large)).isEqualTo(large);
        assertThat(Sizes.floorDiv(large, 5)).isEqualTo(large);
        assertThat(Sizes.max(large, 5)).isEqualTo(large);
        assertThat(Sizes.min(large, 5)).isEqualTo(5);
        assertThat(Sizes.floorDiv(-7, 2)).isEqualTo(-4);
    }

    @Test
    void sizes_agreesWithUnlimitedArithmetic() {
        Random random = new Random(1);
        for (int i = 0; i < 20_000; i++) {
            long a = random.nextLong() >>> random.nextInt(1, 64);
            long b = random.nextLong() >>> random.nextInt(1, 64);
            BigInteger product = BigInteger.valueOf(a).multiply(BigInteger.valueOf(b));
            BigInteger sum = BigInteger.valueOf(a).add(BigInteger.valueOf(b));
            assertThat(Sizes.product(a, b)).isEqualTo(fitting(product));
            assertThat(Sizes.sum(a, b)).isEqualTo(fitting(sum));
        }
    }

    private static long fitting(BigInteger size) {
        return size.compareTo(LARGEST) <= 0 ? size.longValue() : Sizes.TOO_LARGE;
    }
}
