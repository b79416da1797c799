package io.graphkernel.conformance.row;

import io.graphkernel.runtime.DType;
import io.graphkernel.runtime.Device;
import io.graphkernel.runtime.KernelThreads;
import io.graphkernel.runtime.Ops;
import io.graphkernel.runtime.Tensor;
import io.graphkernel.runtime.TensorScope;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

/** The process that compares products of dequantized weights with float64, and with those of other numbers of rows. */
final class DequantizedProductProgram {

    private static final int GROUP = 32;
    private static final int COLUMNS = 133;
    private static final int GROUPS = 5;
    private static final int TERMS = GROUP * GROUPS;
    private static final int MAX_ROWS = 23;
    private static final double TOLERANCE = 1e-5;

    private final float[] rows = floats(1, MAX_ROWS * TERMS);
    private final byte[] weights = new byte[COLUMNS * TERMS];
    private final byte[] zeros = new byte[COLUMNS * GROUPS];
    private final float[] scales = floats(2, COLUMNS * GROUPS);
    private final Map<String, float[]> results = new LinkedHashMap<>();
    /** Elements of the products in float64. */
    private final Map<String, double[]> sums = new LinkedHashMap<>();

    private DequantizedProductProgram() {
        new SplittableRandom(3).nextBytes(weights);
        new SplittableRandom(4).nextBytes(zeros);
    }

    public static void main(String[] arguments) throws ReflectiveOperationException {
        DequantizedProductProgram program = new DequantizedProductProgram();
        int maxThreads = Device.defaultDevice().isHost() ? 3 : 1;
        for (int count : new int[] {MAX_ROWS, 1, 2, 3, 4, 5, 16}) {
            for (int threads = 1; threads <= maxThreads; threads++) {
                KernelThreads.setCount(threads);
                for (String method : new String[] {
                    "outputs", "groups", "groupsOfColumns", "halfScales", "zeroPoints", "nibbles", "gated"
                }) {
                    program.check(method, count, threads, COLUMNS, true);
                }
                program.check("rowGradient", count, threads, TERMS, true);
                program.check("scaleGradient", count, threads, GROUPS, false);
            }
        }
        System.exit(0);
    }

    private static float[] floats(long seed, int count) {
        float[] values = new float[count];
        SplittableRandom random = new SplittableRandom(seed);
        for (int i = 0; i < count; i++) {
            // Values of 11 bits, which f16 represents.
            values[i] = (random.nextInt(2001) - 1000) / 1024f;
        }
        return values;
    }

    private void check(String method, int count, int threads, int width, boolean isInvariant)
            throws ReflectiveOperationException {
        float[] result = run(method, count);
        float[] first = isInvariant ? results.computeIfAbsent(method, name -> result) : result;
        double magnitude = method.equals("gated") ? 1e6 : method.endsWith("Gradient") ? 1e4 : 1e3;
        for (int i = 0; i < result.length; i++) {
            double expected = expected(method, count, i / width, i % width);
            boolean isClose = Math.abs(result[i] - expected) <= TOLERANCE * (magnitude + Math.abs(expected));
            if (!isClose || Float.compare(result[i], first[i]) != 0) {
                throw new IllegalStateException(method + " of " + count + " rows on " + threads + " threads: element "
                        + i + " is " + result[i] + " instead of " + expected + ", with more rows " + first[i]);
            }
        }
    }

    private float[] run(String name, int count) throws ReflectiveOperationException {
        try (TensorScope scope = TensorScope.open()) {
            Tensor x = Tensor.of(Arrays.copyOf(rows, count * TERMS), count, TERMS);
            Tensor weight = Tensor.of(weights, COLUMNS, GROUPS, GROUP);
            Tensor scale = Tensor.of(scales, COLUMNS, GROUPS, 1);
            if (name.equals("groupsOfColumns")) {
                weight = Ops.transpose(weight, 1, 2, 0);
                scale = Ops.transpose(scale, 1, 2, 0);
            } else if (name.equals("nibbles")) {
                weight = packed();
            } else if (name.equals("halfScales")) {
                scale = Ops.cast(scale, DType.F16);
            }
            Tensor[] operands = name.equals("zeroPoints")
                    ? new Tensor[] {x, weight, scale, Tensor.of(zeros, COLUMNS, GROUPS, 1)}
                    : new Tensor[] {x, weight, scale};
            Object[] arguments = Arrays.stream(operands)
                    .map(tensor -> tensor.to(Device.defaultDevice()))
                    .toArray();
            Class<?>[] types = new Class<?>[arguments.length];
            Arrays.fill(types, Tensor.class);
            Method method = Class.forName("row.DequantizedProductsKernels").getMethod(name, types);
            return ((Tensor) method.invoke(null, arguments)).to(Device.cpu()).toFloatArray();
        } catch (InvocationTargetException e) {
            throw new IllegalStateException(name, e.getCause());
        }
    }

    /** Returns the lower four bits of each weight, in pairs. */
    private Tensor packed() {
        byte[] pairs = new byte[COLUMNS * GROUPS * GROUP / 2];
        for (int i = 0; i < pairs.length; i++) {
            int first = i / (GROUP / 2) * GROUP + i % (GROUP / 2);
            pairs[i] = (byte) (weights[first] & 15 | (weights[first + GROUP / 2] & 15) << 4);
        }
        return Tensor.of(DType.U8, pairs, COLUMNS, GROUPS, GROUP / 2);
    }

    private double expected(String method, int count, int index, int position) {
        return switch (method) {
            case "rowGradient" -> rowGradient(index, position);
            case "scaleGradient" -> scaleGradient(count, index, position);
            case "gated" -> {
                double sum = sum("groups", index, position);
                yield sum * sigmoid(sum) * sum("plain", index, position);
            }
            default -> sum(method, index, position);
        };
    }

    /** Returns an element of a product, which is computed once for all numbers of rows and threads. */
    private double sum(String method, int row, int column) {
        return sums.computeIfAbsent(method, this::sumsOf)[row * COLUMNS + column];
    }

    private double[] sumsOf(String method) {
        return IntStream.range(0, MAX_ROWS * COLUMNS)
                .mapToDouble(i -> dot(method, i / COLUMNS, i % COLUMNS))
                .toArray();
    }

    private double dot(String method, int row, int column) {
        double sum = 0;
        for (int term = 0; term < TERMS; term++) {
            int group = column * GROUPS + term / GROUP;
            double zero = method.equals("zeroPoints") ? zeros[group] : 0;
            double scale = method.equals("plain") ? 1 : scales[method.equals("outputs") ? column * GROUPS : group];
            byte weight = weights[column * TERMS + term];
            int code = method.equals("nibbles") ? (weight & 15) - 8 : weight;
            sum += rows[row * TERMS + term] * (code - zero) * scale;
        }
        return sum;
    }

    private double rowGradient(int row, int term) {
        double sum = 0;
        for (int column = 0; column < COLUMNS; column++) {
            double weight = weights[column * TERMS + term] * (double) scales[column * GROUPS + term / GROUP];
            sum += derivative(sum("groups", row, column)) * weight;
        }
        return sum;
    }

    private double scaleGradient(int count, int column, int group) {
        double sum = 0;
        for (int row = 0; row < count; row++) {
            double product = 0;
            for (int term = group * GROUP; term < (group + 1) * GROUP; term++) {
                product += (double) rows[row * TERMS + term] * weights[column * TERMS + term];
            }
            sum += derivative(sum("groups", row, column)) * product;
        }
        return sum;
    }

    private static double sigmoid(double x) {
        return 1 / (1 + Math.exp(-x));
    }

    /** Returns the derivative of SiLU. */
    private static double derivative(double x) {
        return sigmoid(x) * (1 + x * (1 - sigmoid(x)));
    }
}
