package io.graphkernel.processor.pass;

import io.graphkernel.graph.DataType;
import io.graphkernel.graph.Dim;
import io.graphkernel.graph.Graph;
import io.graphkernel.graph.Node;
import io.graphkernel.processor.schedule.IeeeArithmetic;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;

/** Elements of the tensor parameters of a graph, in the representation of {@link IeeeArithmetic}. */
public final class RandomValues {

    /** Special values of some dtype, rounded to it; integral for integers. */
    private static final double[] SPECIAL = {
        Double.NaN,
        Double.POSITIVE_INFINITY,
        Double.NEGATIVE_INFINITY,
        0.0,
        -0.0,
        1,
        -1,
        2,
        -2,
        0.5,
        -3,
        127,
        -128,
        255,
        65504,
        1e30,
        -1e30,
        3e38,
        1e-38,
        1e-45,
        -1e-45,
        6e-8,
        1e300,
        -1e-300,
        Double.MIN_VALUE,
        1e10,
        -7.25,
        2147483647.0,
        -2147483648.0,
        9e18,
        -9.3e18
    };

    private RandomValues() {}

    /** Chooses an element of a dtype. */
    @FunctionalInterface
    private interface ElementSampler {
        long next(Random random, DataType dtype);
    }

    /** Returns NaN, infinities, signed zeros, the largest and the smallest values, and any others. */
    public static Map<String, long[]> special(Graph graph, Map<String, Dim> sizes, long seed) {
        return of(graph, sizes, seed, RandomValues::special);
    }

    /** Returns -1, 0 and 1, and large ones: sums are 0 now and then, and depend on their order. */
    public static Map<String, long[]> signs(Graph graph, Map<String, Dim> sizes, long seed) {
        return of(graph, sizes, seed, RandomValues::sign);
    }

    /** Returns values from 0.5 to 2; integers from 1 to 3. */
    public static Map<String, long[]> ordinary(Graph graph, Map<String, Dim> sizes, long seed) {
        return of(graph, sizes, seed, RandomValues::ordinary);
    }

    private static Map<String, long[]> of(Graph graph, Map<String, Dim> sizes, long seed, ElementSampler choice) {
        Random random = new Random(seed);
        Map<String, long[]> values = new HashMap<>();
        for (Node parameter : graph.tensorParameters()) {
            long count = 1;
            for (Dim dim : parameter.shape().dims()) {
                count *= ((Dim.Constant) dim.substitute(sizes)).size();
            }
            long[] own = new long[(int) count];
            for (int i = 0; i < own.length; i++) {
                own[i] =
                        parameter.dtype() == DataType.BOOL ? random.nextInt(2) : choice.next(random, parameter.dtype());
            }
            values.put(parameter.label(), own);
        }
        return values;
    }

    private static long special(Random random, DataType dtype) {
        int choice = random.nextInt(SPECIAL.length * 2);
        if (!dtype.isFloating()) {
            return dtype.narrowed(choice < SPECIAL.length ? (long) SPECIAL[choice] : random.nextLong());
        }
        double value = choice < SPECIAL.length ? SPECIAL[choice] : random.nextGaussian() * 10;
        return IeeeArithmetic.element(value, dtype);
    }

    /** Returns values whose sums are 0 now and then, or large and small at once. */
    private static long sign(Random random, DataType dtype) {
        int sign = random.nextInt(3) - 1;
        return dtype.isFloating()
                ? IeeeArithmetic.element(random.nextInt(4) == 0 ? sign * 1e7 : sign, dtype)
                : dtype.narrowed(sign);
    }

    private static long ordinary(Random random, DataType dtype) {
        return dtype.isFloating()
                ? IeeeArithmetic.element(0.5 + 1.5 * random.nextDouble(), dtype)
                : 1 + random.nextInt(3);
    }
}
