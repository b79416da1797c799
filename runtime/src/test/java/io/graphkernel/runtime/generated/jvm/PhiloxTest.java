package io.graphkernel.runtime.generated.jvm;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class PhiloxTest {

    private static final int COUNT = 1 << 16;
    /** Its middle is where the lower half of the counter overflows. */
    private static final long FIRST = (1L << 32) - COUNT / 2;

    private static final long SEED = 0x123456789abcdefL;
    private static final long SEED2 = -42;

    /** The vectors that the authors published, two words in each number. */
    @Test
    void blocks_areThoseOfThePublication() {
        assertThat(Philox.block(0, 0, 0)).containsExactly(0xe169c58d6627e8d5L, 0x9b00dbd8bc57ac4cL);
        assertThat(Philox.block(-1, -1, -1)).containsExactly(0x41c83b0e408f276dL, 0x6d5451fda20bc7c6L);
        assertThat(Philox.block(0x85a308d3243f6a88L, 0x299f31d0a4093822L, 0x0370734413198a2eL))
                .containsExactly(0x94fdccebd16cfe09L, 0x24126ea15001e420L);
    }

    /** The native kernels are tested for the same numbers. */
    @Test
    void uniformNumbers_areThoseOfTheKernels() {
        assertThat(Stream.of(0, COUNT / 2, COUNT - 1).map(i -> Philox.uniform(FIRST + i, SEED, SEED2)))
                .containsExactly(0.69087934f, 0.85419744f, 0.18480182f);
    }

    @Test
    void uniformNumbers_fillTheInterval() {
        double sum = 0;
        for (int i = 0; i < COUNT; i++) {
            float number = Philox.uniform(FIRST + i, SEED, SEED2);
            assertThat(number).isGreaterThanOrEqualTo(0).isLessThan(1);
            sum += number;
        }
        assertThat(sum / COUNT).isBetween(0.495, 0.505);
    }

    @Test
    void normalNumbers_haveTheMomentsOfTheDistribution() {
        double[] moments = new double[5];
        for (int i = 0; i < COUNT; i++) {
            double number = Philox.normal(FIRST + i, SEED, SEED2);
            for (int power = 1; power < moments.length; power++) {
                moments[power] += Math.pow(number, power) / COUNT;
            }
        }
        assertThat(moments[1]).isBetween(-0.015, 0.015);
        assertThat(moments[2]).isBetween(0.98, 1.02);
        assertThat(moments[3]).isBetween(-0.05, 0.05);
        assertThat(moments[4]).isBetween(2.9, 3.1);
    }
}
