package io.graphkernel.bridge.accuracy;

import static org.assertj.core.api.Assertions.assertThat;

import io.graphkernel.testing.TestTier;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.bytedeco.javacpp.DoublePointer;
import org.bytedeco.javacpp.FloatPointer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The functions of the C prelude, on every instruction set of this machine and for single values, as on a GPU.
 *
 * <p>Those of f64 are held against definitions in decimal arithmetic at some hundred numbers each, of all magnitudes and
 * where the methods change. Those of f32 are held against the f64 functions of the same name, which have other
 * coefficients: at most 4 units of f64 are 2⁻²⁷ units of f32. Every 4093rd bit pattern is evaluated, in the full tier every
 * 1021st, in the exhaustive tier each of the 2³², and the worst is printed. {@code -Daccuracy.stride} is in between.
 */
@Tag("sampled")
class MathAccuracyTest {

    private static final Integer ASKED_STRIDE =
            Integer.getInteger("accuracy.stride", TestTier.isExhaustive() ? Integer.valueOf(1) : null);
    private static final boolean LONG = ASKED_STRIDE != null;
    private static final int STRIDE = LONG ? ASKED_STRIDE : TestTier.isFast() ? 4093 : 1021;
    private static final long PATTERNS = (1L << 32) / STRIDE;
    private static final long PAIRS = LONG ? (1L << 28) / STRIDE : TestTier.isFast() ? 1L << 16 : 1L << 20;
    private static final int SAMPLES = LONG ? 20_000 : 300;
    private static final double F64_ULPS = 4;
    /** Number of floats of the widest vector. */
    private static final int MAX_LANES = 16;

    static Stream<ScalarFunction> unary() {
        return ScalarFunction.unary().stream();
    }

    static Stream<ScalarFunction> binary() {
        return ScalarFunction.binary().stream();
    }

    @ParameterizedTest
    @MethodSource("unary")
    void f32_overAllBitPatterns_isAccurate(ScalarFunction function) {
        check(
                function,
                Sweep.run(
                        MathKernels.ALL,
                        function,
                        PATTERNS,
                        (kernels, first, count, x, y) ->
                                kernels.run("bit_patterns", count, x, first * STRIDE, STRIDE)));
    }

    @ParameterizedTest
    @MethodSource("binary")
    void f32_overRandomPairs_isAccurate(ScalarFunction function) {
        for (int pass = 0; pass < 2; pass++) {
            int magnitudes = pass;
            check(
                    function,
                    Sweep.run(
                            MathKernels.ALL,
                            function,
                            PAIRS,
                            (kernels, first, count, x, y) -> kernels.run("pairs", count, x, y, first, magnitudes)));
        }
    }

    /** The difference of a result from an exact limit would be multiplied by an infinite cotangent in a gradient. */
    @ParameterizedTest
    @MethodSource("unary")
    void f32_isAtItsWholeLimitAtInfinity(ScalarFunction function) {
        float[] infinities = new float[MAX_LANES];
        for (int i = 0; i < MAX_LANES; i++) {
            infinities[i] = i % 2 == 0 ? Float.POSITIVE_INFINITY : Float.NEGATIVE_INFINITY;
        }
        float[] actual = new float[MAX_LANES];
        for (MathKernels kernels : MathKernels.ALL) {
            try (FloatPointer x = new FloatPointer(infinities);
                    FloatPointer target = new FloatPointer(MAX_LANES)) {
                kernels.run("f32_" + function, MAX_LANES, x.address(), target.address());
                target.get(actual);
            }
            for (int i = 0; i < 2; i++) {
                double limit = function.definition().applyAsDouble(infinities[i], 0);
                if (limit == Math.rint(limit)) {
                    assertThat(actual[i] == limit)
                            .as("%s of %s is %s on %s", function, infinities[i], actual[i], kernels)
                            .isTrue();
                }
            }
        }
    }

    private static void check(ScalarFunction function, List<Sweep.Worst> worst) {
        for (Sweep.Worst extremum : worst) {
            report("f32", function, extremum.toString());
            assertThat(extremum.ulps()).as("%s: %s", function, extremum).isLessThanOrEqualTo(function.ulps() + 0x1p-20);
        }
    }

    @ParameterizedTest
    @MethodSource({"unary", "binary"})
    void f64_againstDecimals_isAccurate(ScalarFunction function) {
        double[] x = samples(function, 1);
        double[] y = function.operands() == 1 ? new double[x.length] : samples(function, 2);
        double[] expected = IntStream.range(0, x.length)
                .mapToDouble(i -> function.definition().applyAsDouble(x[i], y[i]))
                .toArray();
        List<BigDecimal> exact = IntStream.range(0, x.length)
                .parallel()
                .mapToObj(i -> isLimit(x[i], y[i], expected[i])
                        ? null
                        : function.exact().at(new BigDecimal(x[i]), new BigDecimal(y[i])))
                .collect(ArrayList::new, ArrayList::add, ArrayList::addAll);
        for (MathKernels kernels : MathKernels.ALL) {
            double[] actual = compute(kernels, function, x, y);
            double worst = 0;
            int where = 0;
            for (int i = 0; i < actual.length; i++) {
                double ulps = exact.get(i) == null ? Ulps.of(actual[i], expected[i]) : Ulps.of(actual[i], exact.get(i));
                if (ulps > worst) {
                    worst = ulps;
                    where = i;
                }
            }
            String at = String.format(
                    Locale.ROOT, "%s %.3f ulp at %s %s: %s", kernels, worst, x[where], y[where], actual[where]);
            report("f64", function, at);
            assertThat(worst).as("%s: %s", function, at).isLessThanOrEqualTo(F64_ULPS);
        }
    }

    private static void report(String type, ScalarFunction function, String worst) {
        if (LONG) {
            System.out.println(type + " " + function + " " + worst);
        }
    }

    /** Returns true if the expected number itself is correct. */
    private static boolean isLimit(double x, double y, double expected) {
        return expected == 0 || !Double.isFinite(expected) || !Double.isFinite(x) || !Double.isFinite(y);
    }

    private static double[] compute(MathKernels kernels, ScalarFunction function, double[] x, double[] y) {
        double[] result = new double[x.length];
        try (DoublePointer first = new DoublePointer(x);
                DoublePointer second = new DoublePointer(y);
                DoublePointer target = new DoublePointer(result)) {
            if (function.operands() == 1) {
                kernels.run("f64_" + function, x.length, first.address(), target.address());
            } else {
                kernels.run("f64_" + function, x.length, first.address(), second.address(), target.address());
            }
            target.get(result);
        }
        return result;
    }

    private static double[] samples(ScalarFunction function, int operand) {
        return Samples.of(SAMPLES, function.operands() == 1, new SplittableRandom(operand));
    }
}
