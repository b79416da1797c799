package io.graphkernel.conformance.element;

import io.graphkernel.runtime.DType;
import io.graphkernel.runtime.Device;
import io.graphkernel.runtime.KernelThreads;
import io.graphkernel.runtime.Ops;
import io.graphkernel.runtime.RaggedBatch;
import io.graphkernel.runtime.Tensor;
import io.graphkernel.runtime.TensorScope;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;

/** The process that compares attention over sequences of different lengths with the definition in float64. */
final class RaggedScoresProgram {

    private static final int HEADS = 6;
    private static final int GROUPS = 2;
    private static final int SIZE = 16;
    private static final double SCALE = 0.25;
    private static final double TOLERANCE = 3e-5;

    private static final boolean IS_CPU = Device.defaultDevice().equals(Device.cpu());
    /** Lengths of the sequences: empty ones, one element, less and more than a block of queries and a tile of keys. */
    private static final int[][] LENGTHS = {{3, 0, 70, 1, 150, 16, 200}, {5}, {0, 2, 64, 65, 0}};

    private final Class<?> plain = Class.forName("element.RaggedScores");
    private final Class<?> kernels = Class.forName("element.RaggedScoresKernels");
    private final SplittableRandom random = new SplittableRandom(43);
    private final List<String> wrong = new ArrayList<>();

    private RaggedScoresProgram() throws ClassNotFoundException {}

    public static void main(String[] arguments) throws ReflectiveOperationException {
        RaggedScoresProgram program = new RaggedScoresProgram();
        for (int[] lengths : Arrays.asList(LENGTHS).subList(IS_CPU ? 0 : 1, LENGTHS.length)) {
            try (TensorScope scope = TensorScope.open()) {
                program.check(lengths);
            }
        }
        if (!program.wrong.isEmpty()) {
            throw new IllegalStateException(String.join("\n", program.wrong));
        }
    }

    private void check(int[] lengths) throws ReflectiveOperationException {
        int total = Arrays.stream(lengths).sum();
        RaggedBatch batch = batch(lengths);
        Tensor q = random(HEADS, total);
        Tensor k = random(GROUPS, total);
        Tensor v = random(GROUPS, total);
        Tensor w = random(HEADS, total);
        for (String name : List.of("plain", "causal", "capped")) {
            double[][] expected = reference(name, batch).compute(elements(q), elements(k), elements(v), elements(w));
            Tensor result = call(kernels, name, q, k, v, batch);
            compare(name, expected[0], result);
            compare(name + " in eager mode", expected[0], call(plain, name, q, k, v, batch));
            Tensor[] gradients = (Tensor[]) method(kernels, name + "Gradient").invoke(null, q, k, v, batch, w);
            for (int i = 0; i < gradients.length; i++) {
                compare("gradient " + i + " of " + name, expected[i + 1], gradients[i]);
            }
            compareThreads(name, result, q, k, v, batch);
            compareAlone(name, result, lengths, q, k, v);
        }
        Tensor k16 = Ops.cast(k, DType.F16);
        Tensor v16 = Ops.cast(v, DType.F16);
        double[][] expected = reference("plain", batch).compute(elements(q), elements(k16), elements(v16), elements(w));
        compare("stored", expected[0], call(kernels, "stored", q, k16, v16, batch));
    }

    private void compareThreads(String name, Tensor result, Object... arguments) throws ReflectiveOperationException {
        int threads = KernelThreads.count();
        KernelThreads.setCount(threads == 1 ? 2 : 1);
        compareBits(name + " on another number of threads", result, call(kernels, name, arguments));
        KernelThreads.setCount(threads);
    }

    /** Checks that a sequence has the same bits alone and among others; blocks of GPUs join sequences. */
    private void compareAlone(String name, Tensor result, int[] lengths, Tensor q, Tensor k, Tensor v)
            throws ReflectiveOperationException {
        int first = 0;
        for (int length : lengths) {
            if (length > 0 && IS_CPU) {
                Tensor alone = call(
                        kernels,
                        name,
                        rows(q, first, length),
                        rows(k, first, length),
                        rows(v, first, length),
                        batch(length));
                compareBits("a sequence of " + length + " of " + name, rows(result, first, length), alone);
            }
            first += length;
        }
    }

    private static Tensor rows(Tensor x, int first, int length) {
        return Ops.identityMath(Ops.narrow(x, 2, first, length));
    }

    private static RaggedBatch batch(int... lengths) {
        RaggedBatch host = RaggedBatch.ofLengths(lengths);
        Device device = Device.defaultDevice();
        return new RaggedBatch(
                host.offsets().to(device),
                host.segments().to(device),
                host.positions().to(device));
    }

    private static AttentionReference reference(String name, RaggedBatch batch) {
        int[] segments = batch.segments().to(Device.cpu()).toIntArray();
        boolean isCausal = name.equals("causal");
        boolean isCapped = name.equals("capped");
        return new AttentionReference(
                1,
                HEADS,
                GROUPS,
                SIZE,
                SCALE,
                s -> isCapped ? 2 * Math.tanh(s / 2) : s,
                s -> isCapped ? 1 - Math.pow(Math.tanh(s / 2), 2) : 1,
                (i, j) -> segments[i] == segments[j] && (j <= i || !isCausal) ? 0 : Double.NEGATIVE_INFINITY);
    }

    private Tensor random(int heads, int rows) {
        float[] elements = new float[heads * rows * SIZE];
        for (int i = 0; i < elements.length; i++) {
            elements[i] = (float) (random.nextDouble() * 2 - 1);
        }
        return Tensor.of(elements, 1, heads, rows, SIZE).to(Device.defaultDevice());
    }

    private static double[] elements(Tensor x) {
        float[] floats = Ops.cast(x, DType.F32).to(Device.cpu()).toFloatArray();
        double[] elements = new double[floats.length];
        Arrays.setAll(elements, i -> floats[i]);
        return elements;
    }

    private static Tensor call(Class<?> owner, String name, Object... arguments) throws ReflectiveOperationException {
        return (Tensor) method(owner, name).invoke(null, arguments);
    }

    private static Method method(Class<?> owner, String name) {
        return Arrays.stream(owner.getMethods())
                .filter(method -> method.getName().equals(name) && method.getParameterTypes()[0] == Tensor.class)
                .min((x, y) -> Integer.compare(x.getParameterCount(), y.getParameterCount()))
                .orElseThrow();
    }

    private void compare(String name, double[] expected, Tensor actual) {
        double[] elements = elements(actual);
        for (int i = 0; i < expected.length; i++) {
            if (!(Math.abs(elements[i] - expected[i]) <= TOLERANCE * Math.max(1, Math.abs(expected[i])))) {
                wrong.add(name + " of " + Arrays.toString(actual.dimensions()) + ": element " + i + " is " + elements[i]
                        + ", not " + expected[i]);
                return;
            }
        }
    }

    private void compareBits(String name, Tensor expected, Tensor actual) {
        if (!Arrays.equals(elements(expected), elements(actual))) {
            wrong.add(name + " differs");
        }
    }
}
