package io.graphkernel.conformance.accuracy;

import static org.assertj.core.api.Assertions.assertThat;

import io.graphkernel.conformance.random.KernelCompiler;
import io.graphkernel.runtime.Tensor;
import io.graphkernel.runtime.TensorScope;
import io.graphkernel.testing.TestTier;
import java.io.IOException;
import java.lang.reflect.Method;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * All elementwise ops on floats in f32 on the CPU, compared with the f64 kernel of the same op, which the conformance
 * cases compare with its definition. The error is at most that of the row.
 *
 * <p>Of ops of one operand, special values and every 8,191st bit pattern are evaluated, in the exhaustive tier each of
 * the 2³²; of several,
 * 2¹⁸ tuples of random bits and of adjacent magnitudes, in the exhaustive tier 10⁹. {@code -Daccuracy.stride} is in
 * between. The worst operands of each op are printed.
 */
@Tag("slow")
@Tag("sampled")
class ElementwiseAccuracyTest {

    private static final Path DIRECTORY = Path.of("target", "elementwise-accuracy");
    private static final int CHUNK = 1 << 16;
    private static final long STRIDE = Long.getLong("accuracy.stride", TestTier.select(8_191, 8_191, 1));
    private static final long TUPLES = TestTier.select(1 << 18, 1 << 18, 1_000_000_000);
    /** Allowance for the error of the f64 kernel, in units in the last place of f32. */
    private static final double SLACK = 0x1p-12;

    private static URLClassLoader loader;

    private static final float[] SPECIALS = {
        0,
        -0f,
        1,
        -1,
        Float.MIN_VALUE,
        -Float.MIN_VALUE,
        Float.MIN_NORMAL,
        -Float.MIN_NORMAL,
        Float.MAX_VALUE,
        -Float.MAX_VALUE,
        Float.POSITIVE_INFINITY,
        Float.NEGATIVE_INFINITY,
        Float.NaN
    };

    @BeforeAll
    static void compile() throws IOException {
        StringBuilder source = new StringBuilder("""
                package accuracy;

                import static io.graphkernel.runtime.Ops.*;
                import io.graphkernel.annotations.*;
                import io.graphkernel.runtime.*;

                public final class Elementwise {
                """);
        AccuracyBounds.all().forEach(bound -> source.append(bound.source()));
        assertThat(KernelCompiler.compile(
                        DIRECTORY, Map.of("Elementwise", source.append("}\n").toString()), "cpu", List.of()))
                .noneMatch(diagnostic -> diagnostic.getKind() == javax.tools.Diagnostic.Kind.ERROR);
        loader = new URLClassLoader(
                new URL[] {DIRECTORY.toUri().toURL()}, ElementwiseAccuracyTest.class.getClassLoader());
    }

    @AfterAll
    static void close() throws IOException {
        if (loader != null) {
            loader.close();
        }
    }

    private static Stream<AccuracyBound> unary() {
        return AccuracyBounds.all().stream().filter(bound -> bound.operands() == 1);
    }

    private static Stream<AccuracyBound> others() {
        return AccuracyBounds.all().stream().filter(bound -> bound.operands() > 1);
    }

    @ParameterizedTest
    @MethodSource("unary")
    void f32_overBitPatterns_isWithinItsBound(AccuracyBound bound) throws ReflectiveOperationException {
        long patterns = (1L << Integer.SIZE) / STRIDE;
        Worst worst = new Worst(bound);
        worst.include(SPECIALS);
        float[] x = new float[CHUNK];
        for (long first = 0; first < patterns; first += CHUNK) {
            for (int i = 0; i < CHUNK; i++) {
                x[i] = Float.intBitsToFloat((int) (Math.min(first + i, patterns) * STRIDE));
            }
            worst.include(x);
        }
        worst.requireBound();
    }

    @ParameterizedTest
    @MethodSource("others")
    void f32_overTuples_isWithinItsBound(AccuracyBound bound) throws ReflectiveOperationException {
        Worst worst = new Worst(bound);
        SplittableRandom random = new SplittableRandom(7);
        float[][] x = new float[bound.operands()][CHUNK];
        for (long first = 0; first < TUPLES; first += CHUNK) {
            for (int i = 0; i < CHUNK; i++) {
                x[0][i] = operand(random);
                for (int operand = 1; operand < x.length; operand++) {
                    x[operand][i] = operand(random, x[operand - 1][i]);
                }
            }
            worst.include(x);
        }
        worst.requireBound();
    }

    /** Returns a number of any bits, of a moderate or an adjacent magnitude, or a special one. */
    private static float operand(SplittableRandom random, float before) {
        return switch (random.nextInt(4)) {
            case 0 -> operand(random);
            case 1 -> (float) random.nextDouble(-24, 24);
            default -> before * (float) Math.scalb(random.nextDouble(-1, 1), random.nextInt(-12, 13));
        };
    }

    private static float operand(SplittableRandom random) {
        return random.nextInt(64) == 0
                ? SPECIALS[random.nextInt(SPECIALS.length)]
                : random.nextBoolean() ? Float.intBitsToFloat(random.nextInt()) : (float) random.nextDouble(-24, 24);
    }

    /** The operands of an op with the largest error. */
    private static final class Worst {

        private final AccuracyBound bound;
        private final Method narrow;
        private final Method wide;
        private double ulps = -1;
        private String operands = "";

        Worst(AccuracyBound bound) throws ReflectiveOperationException {
            this.bound = bound;
            Class<?> kernels = loader.loadClass("accuracy.ElementwiseKernels");
            Class<?>[] types =
                    Collections.nCopies(bound.operands(), Tensor.class).toArray(Class<?>[]::new);
            this.narrow = kernels.getMethod(bound.narrow(), types);
            this.wide = kernels.getMethod(bound.wide(), types);
        }

        void include(float[]... given) throws ReflectiveOperationException {
            try (TensorScope scope = TensorScope.open()) {
                Object[] tensors =
                        Stream.of(given).map(x -> Tensor.of(x, x.length)).toArray();
                float[] actual = ((Tensor) narrow.invoke(null, tensors)).toFloatArray();
                double[] expected = ((Tensor) wide.invoke(null, tensors)).toDoubleArray();
                double[] x = new double[given.length];
                for (int i = 0; i < actual.length; i++) {
                    for (int operand = 0; operand < x.length; operand++) {
                        x[operand] = given[operand][i];
                    }
                    double error = error(actual[i], expected[i], x);
                    if (error > ulps) {
                        ulps = error;
                        int at = i;
                        operands = Stream.of(given)
                                        .map(values -> Float.toString(values[at]))
                                        .toList() + ": " + actual[i] + ", not " + expected[i];
                    }
                }
            }
        }

        /** Returns the error in units in the last place of a magnitude. */
        private double error(float actual, double expected, double... x) {
            double magnitude = bound.scale().of(x, expected);
            if (magnitude == AccuracyBound.NONE) {
                return 0;
            }
            if (Double.isNaN(expected) || Float.isNaN(actual)) {
                return Double.isNaN(expected) && Float.isNaN(actual) ? 0 : Double.POSITIVE_INFINITY;
            }
            if (bound.isExact() && actual == 0 && expected == 0 && 1 / actual != 1 / expected) {
                return Double.POSITIVE_INFINITY;
            }
            double distance = Math.abs(bounded(actual) - bounded(expected));
            if (Double.isNaN(magnitude)) {
                return distance == 0 ? 0 : Double.POSITIVE_INFINITY;
            }
            return distance / Math.ulp((float) Math.min(magnitude, Float.MAX_VALUE));
        }

        /** Returns a number with the next power of 2 in place of those that f32 rounds to infinity. */
        private static double bounded(double value) {
            return Math.max(-0x1p128, Math.min(value, 0x1p128));
        }

        void requireBound() {
            System.out.printf(Locale.ROOT, "%s: %.3f ulp at %s%n", bound, ulps, operands);
            assertThat(ulps).as(operands).isLessThanOrEqualTo(bound.ulps() + SLACK);
        }
    }
}
