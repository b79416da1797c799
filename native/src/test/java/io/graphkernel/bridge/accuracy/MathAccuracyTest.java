package io.graphkernel.bridge.accuracy;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.bytedeco.javacpp.DoublePointer;
import org.bytedeco.javacpp.FloatPointer;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The functions of the C prelude, on every instruction set of this machine and for single values, as on a GPU.
 *
 * <p>Those of f64 are held against definitions in decimal arithmetic at some hundred numbers each, of all magnitudes and
 * where the methods change. Those of f32 are held against the f64 functions of the same name, which have other
 * coefficients: at most 4 units of f64 are 2⁻²⁷ units of f32. Every 1021st bit pattern is looked at; with
 * {@code -Pexhaustive} each of the 2³², and the worst is printed. {@code -Daccuracy.stride} is in between.
 */
class MathAccuracyTest {

    private static final Integer ASKED_STRIDE = Integer.getInteger("accuracy.stride");
    private static final boolean LONG = ASKED_STRIDE != null;
    private static final int STRIDE = LONG ? ASKED_STRIDE : 1021;
    private static final long PATTERNS = (1L << 32) / STRIDE;
    private static final long PAIRS = LONG ? (1L << 28) / STRIDE : 1L << 20;
    private static final int SAMPLES = LONG ? 20_000 : 300;
    private static final double F64_ULPS = 4;
    /** The floats of the widest vector. */
    private static final int MOST_LANES = 16;

    static Stream<ScalarFunction> unary() {
        return ScalarFunction.unary().stream();
    }

    static Stream<ScalarFunction> binary() {
        return ScalarFunction.binary().stream();
    }

    @ParameterizedTest
    @MethodSource("unary")
    void f32OverAllBitPatterns(ScalarFunction function) {
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
    void f32OverRandomPairs(ScalarFunction function) {
        for (int all = 0; all < 2; all++) {
            int magnitudes = all;
            check(
                    function,
                    Sweep.run(
                            MathKernels.ALL,
                            function,
                            PAIRS,
                            (kernels, first, count, x, y) -> kernels.run("pairs", count, x, y, first, magnitudes)));
        }
    }

    /** What a result lacks to a whole limit would be multiplied by an infinite cotangent in a gradient. */
    @ParameterizedTest
    @MethodSource("unary")
    void f32IsAtItsWholeLimitAtInfinity(ScalarFunction function) {
        float[] infinities = new float[MOST_LANES];
        for (int i = 0; i < MOST_LANES; i++) {
            infinities[i] = i % 2 == 0 ? Float.POSITIVE_INFINITY : Float.NEGATIVE_INFINITY;
        }
        float[] actual = new float[MOST_LANES];
        for (MathKernels kernels : MathKernels.ALL) {
            try (FloatPointer x = new FloatPointer(infinities);
                    FloatPointer target = new FloatPointer(MOST_LANES)) {
                kernels.run("f32_" + function, MOST_LANES, x.address(), target.address());
                target.get(actual);
            }
            for (int i = 0; i < 2; i++) {
                double limit = function.limits().applyAsDouble(infinities[i], 0);
                if (limit == Math.rint(limit)) {
                    assertThat(actual[i] == limit)
                            .as("%s of %s is %s on %s", function, infinities[i], actual[i], kernels)
                            .isTrue();
                }
            }
        }
    }

    private static void check(ScalarFunction function, List<Sweep.Worst> worst) {
        for (Sweep.Worst each : worst) {
            report("f32", function, each.toString());
            assertThat(each.ulps()).as("%s: %s", function, each).isLessThanOrEqualTo(function.ulps() + 0x1p-20);
        }
    }

    @ParameterizedTest
    @MethodSource({"unary", "binary"})
    void f64AgainstDecimals(ScalarFunction function) {
        double[] x = samples(function, 1);
        double[] y = function.operands() == 1 ? new double[x.length] : samples(function, 2);
        double[] expected = IntStream.range(0, x.length)
                .mapToDouble(i -> function.limits().applyAsDouble(x[i], y[i]))
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

    /** Where the expected number itself is right. */
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
