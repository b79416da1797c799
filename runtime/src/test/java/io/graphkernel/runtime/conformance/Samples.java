package io.graphkernel.runtime.conformance;

import io.graphkernel.runtime.DType;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Operands: values of all magnitudes, and shapes that leave vector tails. The same in every run. */
final class Samples {

    /** A prime, so that all mantissas occur: 65 thousand floats out of 2³². */
    private static final int STRIDE = 65519;

    private static final int PAIRS = 20_000;

    private static final float[] SPECIAL = {
        0f,
        -0f,
        Float.MIN_VALUE,
        -Float.MIN_VALUE,
        1e-40f,
        -1e-40f,
        Float.MIN_NORMAL,
        -Float.MIN_NORMAL,
        1e-20f,
        -1e-20f,
        0.25f,
        -0.25f,
        0.5f,
        -0.5f,
        Math.nextDown(1f),
        1f,
        Math.nextUp(1f),
        -1f,
        Math.nextUp(-1f),
        1.5f,
        -1.5f,
        2f,
        -2f,
        2.5f,
        -2.5f,
        3f,
        -3f,
        7f,
        -7f,
        10f,
        -10f,
        88.5f,
        -88.5f,
        104f,
        -104f,
        8388607.5f,
        -8388607.5f,
        16777216f,
        -16777217f,
        1e20f,
        -1e20f,
        Float.MAX_VALUE,
        -Float.MAX_VALUE,
        Float.POSITIVE_INFINITY,
        Float.NEGATIVE_INFINITY,
        Float.NaN
    };

    private Samples() {}

    /** One vector: every stride-th bit pattern, and the special values. */
    static List<NdArray> dense() {
        int count = (int) ((1L << 32) / STRIDE);
        float[] values = new float[count + SPECIAL.length];
        for (int i = 0; i < count; i++) {
            values[i] = Float.intBitsToFloat(i * STRIDE);
        }
        System.arraycopy(SPECIAL, 0, values, count, SPECIAL.length);
        return List.of(NdArray.vector(values));
    }

    /**
     * Vectors of one length: every tuple of special values (pairs, for three operands with one rotating), tuples of all
     * magnitudes, of common magnitudes, and such that x to the power y is within range.
     */
    static List<NdArray> tuples(int arity) {
        List<float[]> tuples = new ArrayList<>();
        for (int i = 0; i < SPECIAL.length; i++) {
            for (int j = 0; j < SPECIAL.length; j++) {
                tuples.add(new float[] {SPECIAL[i], SPECIAL[j], SPECIAL[(i + 5 * j + 1) % SPECIAL.length]});
            }
        }
        SplittableRandom random = new SplittableRandom(1);
        for (int i = 0; i < PAIRS; i++) {
            tuples.add(new float[] {anyMagnitude(random), anyMagnitude(random), anyMagnitude(random)});
            tuples.add(new float[] {common(random), common(random), common(random)});
            float base = (float) Math.exp(random.nextDouble(-80, 80));
            float exponent = (float) (random.nextDouble(-104, 89) / Math.log(base));
            tuples.add(new float[] {base, exponent, common(random)});
        }
        return IntStream.range(0, arity)
                .mapToObj(operand -> {
                    float[] values = new float[tuples.size()];
                    for (int i = 0; i < values.length; i++) {
                        values[i] = tuples.get(i)[operand];
                    }
                    return NdArray.vector(values);
                })
                .toList();
    }

    /** Operand shapes for a kernel that takes any: equal ones, tails of vectors, empty ones, and broadcasts. */
    static List<List<int[]>> shapes(int arity) {
        List<List<int[]>> shapes = new ArrayList<>();
        IntStream.rangeClosed(0, 67).forEach(length -> shapes.add(same(arity, length)));
        shapes.add(same(arity));
        shapes.add(same(arity, 3, 0));
        shapes.add(same(arity, 5, 7));
        shapes.add(same(arity, 2, 3, 4));
        shapes.add(same(arity, 1000));
        if (arity > 1) {
            int[][][] pairs = {
                {{4, 7}, {7}},
                {{4, 7}, {4, 1}},
                {{4, 7}, {}},
                {{4, 1}, {7}},
                {{4, 1}, {1, 7}},
                {{4, 33}, {1}},
                {{33, 17}, {17}},
                {{33, 17}, {33, 1}},
                {{2, 1, 5}, {3, 1}},
                {{2, 3, 5}, {3, 5}},
                {{2, 3, 5}, {2, 1, 5}},
                {{2, 3, 5}, {2, 3, 1}},
                {{2, 3, 5}, {2, 1, 1}},
                {{0, 4}, {4}},
                {{4, 0}, {4, 1}},
                {{1}, {0}},
                {{1, 1}, {3}}
            };
            for (int[][] pair : pairs) {
                shapes.add(operands(arity, pair[0], pair[1]));
                shapes.add(operands(arity, pair[1], pair[0]));
            }
        }
        return shapes;
    }

    /** Operand shapes for declared dims: numbers stay, n and d take several sizes. */
    static List<List<int[]>> shapes(List<String> declared) {
        return sizes().stream()
                .map(size ->
                        declared.stream().map(dims -> substitute(dims, size)).toList())
                .toList();
    }

    /** Pairs n, d: small ones with vector tails, empty ones, and one that is worth several threads. */
    static List<int[]> sizes() {
        List<int[]> sizes = new ArrayList<>();
        for (int n : new int[] {0, 1, 2, 5, 33}) {
            for (int d : new int[] {0, 1, 3, 8, 16, 17, 67, 130}) {
                sizes.add(new int[] {n, d});
            }
        }
        sizes.add(new int[] {259, 515});
        return sizes;
    }

    /** Common values, with a special one here and there. */
    static NdArray filled(DType dtype, long seed, int... dims) {
        SplittableRandom random = new SplittableRandom(seed);
        NdArray array = NdArray.zeros(dims);
        for (int i = 0; i < array.data().length; i++) {
            boolean special = random.nextInt(16) == 0;
            double number = special ? SPECIAL[random.nextInt(SPECIAL.length)] : common(random);
            array.data()[i] = dtype == DType.BOOL ? random.nextInt(2) : number;
        }
        return array;
    }

    /** Finite values within two bounds. */
    static NdArray within(double low, double high, long seed, int... dims) {
        SplittableRandom random = new SplittableRandom(seed);
        NdArray array = NdArray.zeros(dims);
        for (int i = 0; i < array.data().length; i++) {
            array.data()[i] = (float) random.nextDouble(low, high);
        }
        return array;
    }

    private static float anyMagnitude(SplittableRandom random) {
        return Float.intBitsToFloat(random.nextInt());
    }

    private static float common(SplittableRandom random) {
        return (float) random.nextDouble(-12, 12);
    }

    private static int[] substitute(String dims, int[] size) {
        return Stream.of(dims.split(" "))
                .filter(dim -> !dim.isEmpty())
                .mapToInt(dim -> dim.equals("n") ? size[0] : dim.equals("d") ? size[1] : Integer.parseInt(dim))
                .toArray();
    }

    private static List<int[]> same(int arity, int... dims) {
        return Stream.generate(() -> dims).limit(arity).toList();
    }

    private static List<int[]> operands(int arity, int[] first, int[] second) {
        return IntStream.range(0, arity)
                .mapToObj(i -> i % 2 == 0 ? first : second)
                .toList();
    }
}
