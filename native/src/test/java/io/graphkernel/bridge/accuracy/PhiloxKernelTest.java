package io.graphkernel.bridge.accuracy;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.bytedeco.javacpp.DoublePointer;
import org.bytedeco.javacpp.FloatPointer;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The random numbers of the C prelude, on every instruction set; the runtime's {@code PhiloxTest} expects the same. */
class PhiloxKernelTest {

    private static final int COUNT = 1 << 16;
    private static final long FIRST = (1L << 32) - COUNT / 2;
    private static final long SEED = 0x123456789abcdefL;
    private static final long SEED2 = -42;

    static List<MathKernels> instructionSets() {
        return MathKernels.ALL;
    }

    /** The published test vectors of the authors. */
    @ParameterizedTest
    @MethodSource("instructionSets")
    void blocks_areThoseOfThePublication(MathKernels kernels) {
        assertThat(block(kernels, 0, 0, 0)).containsExactly(0x6627e8d5L, 0xe169c58dL, 0xbc57ac4cL, 0x9b00dbd8L);
        assertThat(block(kernels, -1, -1, -1)).containsExactly(0x408f276dL, 0x41c83b0eL, 0xa20bc7c6L, 0x6d5451fdL);
        assertThat(block(kernels, 0x85a308d3243f6a88L, 0x299f31d0a4093822L, 0x0370734413198a2eL))
                .containsExactly(0xd16cfe09L, 0x94fdccebL, 0x5001e420L, 0x24126ea1L);
    }

    @ParameterizedTest
    @MethodSource("instructionSets")
    void uniformNumbers_areTheFirstWords(MathKernels kernels) {
        double[] words = words(kernels, FIRST, SEED, SEED2, COUNT);
        float[] uniform = numbers(kernels, "philox_uniform");
        for (int i = 0; i < COUNT; i++) {
            assertThat(uniform[i])
                    .isEqualTo(((long) words[4 * i] >>> 8) * 0x1p-24f)
                    .isLessThan(1);
        }
        assertThat(Stream.of(0, COUNT / 2, COUNT - 1).map(i -> uniform[i]))
                .containsExactly(0.69087934f, 0.85419744f, 0.18480182f);
    }

    @ParameterizedTest
    @MethodSource("instructionSets")
    void normalNumbers_areThoseOfBoxAndMuller(MathKernels kernels) {
        double[] words = words(kernels, FIRST, SEED, SEED2, COUNT);
        float[] normal = numbers(kernels, "philox_normal");
        double sum = 0;
        double squares = 0;
        for (int i = 0; i < COUNT; i++) {
            float uniform = (int) ((long) words[4 * i] >>> 1) * 0x1p-31f + 0x1p-32f;
            int second = (int) (long) words[4 * i + 1];
            double angle = ((second >>> 30) + (second << 2) * 0x1p-32) * (Math.PI / 2);
            double expected = Math.sqrt(-2 * Math.log(uniform)) * Math.cos(angle);
            assertThat(Math.abs(normal[i] - expected)).isLessThanOrEqualTo(4 * Math.ulp((float) expected));
            sum += normal[i];
            squares += (double) normal[i] * normal[i];
        }
        assertThat(sum / COUNT).isBetween(-0.015, 0.015);
        assertThat(squares / COUNT).isBetween(0.98, 1.02);
    }

    private static long[] block(MathKernels kernels, long index, long seed, long seed2) {
        // The first lanes count up from the index; 16 are a whole vector on every instruction set.
        double[] words = words(kernels, index, seed, seed2, 16);
        return LongStream.range(0, 4).map(i -> (long) words[(int) i]).toArray();
    }

    private static double[] words(MathKernels kernels, long first, long seed, long seed2, int count) {
        double[] words = new double[4 * count];
        try (DoublePointer target = new DoublePointer(words.length)) {
            kernels.run("philox_words", count, target.address(), first, seed, seed2);
            target.get(words);
        }
        return words;
    }

    private static float[] numbers(MathKernels kernels, String kernel) {
        float[] numbers = new float[COUNT];
        try (FloatPointer target = new FloatPointer(COUNT)) {
            kernels.run(kernel, COUNT, target.address(), FIRST, SEED, SEED2);
            target.get(numbers);
        }
        return numbers;
    }
}
