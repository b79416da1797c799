package io.graphkernel.conformance.element;

import io.graphkernel.runtime.DType;
import io.graphkernel.runtime.Device;
import io.graphkernel.runtime.Ops;
import io.graphkernel.runtime.Tensor;
import io.graphkernel.runtime.TensorScope;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;

/** The process that compares attention over stored keys and values with the definition in float64. */
final class StoredKeysProgram {

    private static final int BATCHES = 2;
    private static final int HEADS = 6;
    private static final int GROUPS = 2;
    private static final double SCALE = 0.25;
    private static final double TOLERANCE = 3e-5;
    /** Adjoints of keys are rounded to bf16. */
    private static final double BF16_TOLERANCE = 1e-2;

    private static final int VOCABULARY = 30;
    private static final int STEPS = 24;

    private static final boolean IS_CPU = Device.defaultDevice().equals(Device.cpu());
    /** Numbers of queries, keys and columns: one row, few, several tiles, more than a chunk of keys. */
    private static final int[][] SIZES = {{3, 150, 16}, {40, 160, 10}, {1, 1, 16}, {1, 150, 32}, {2, 1300, 16}};

    private final Class<?> kernels = Class.forName("element.StoredKeysKernels");
    private final SplittableRandom random = new SplittableRandom(39);
    private final List<String> wrong = new ArrayList<>();

    private StoredKeysProgram() throws ClassNotFoundException {}

    public static void main(String[] arguments) throws ReflectiveOperationException {
        StoredKeysProgram program = new StoredKeysProgram();
        for (int[] sizes : Arrays.asList(SIZES).subList(0, IS_CPU ? SIZES.length : 2)) {
            try (TensorScope scope = TensorScope.open()) {
                program.checkFloats(sizes[0], sizes[1], sizes[2]);
                program.checkIntegers(sizes[0], sizes[1], sizes[2]);
                program.checkGradients(sizes[0], sizes[1], sizes[2]);
            }
        }
        try (TensorScope scope = TensorScope.open()) {
            program.checkDecoding();
        }
        if (!program.wrong.isEmpty()) {
            throw new IllegalStateException(String.join("\n", program.wrong));
        }
    }

    private void checkFloats(int queries, int keys, int size) throws ReflectiveOperationException {
        Tensor q = random(BATCHES, HEADS, queries, size);
        Tensor k = stored(DType.F16, HEADS, keys, size);
        Tensor v = stored(DType.F16, HEADS, keys, size);
        compare("plain16", expected(HEADS, size, false, q, k, v), call("plain16", q, k, v), TOLERANCE);
        Tensor bk = stored(DType.BF16, GROUPS, keys, size);
        Tensor bv = stored(DType.BF16, GROUPS, keys, size);
        Tensor capped = call("capped16", q, bk, bv);
        compare("capped16", expected(GROUPS, size, true, q, bk, bv), capped, TOLERANCE);
        compareBits("capped16", call("capped32", q, wide(bk), wide(bv)), capped);
        Tensor ck = stored(DType.F16, GROUPS, keys, size);
        Tensor cv = stored(DType.F16, GROUPS, keys, size);
        Tensor second = Ops.narrow(q, 0, 1, 1);
        compare(
                "cached16",
                expected(GROUPS, size, true, second, Ops.narrow(ck, 0, 1, 1), Ops.narrow(cv, 0, 1, 1)),
                call("cached16", Ops.identityMath(second), ck, cv, 1),
                TOLERANCE);
    }

    private void checkIntegers(int queries, int keys, int size) throws ReflectiveOperationException {
        Tensor q = random(BATCHES, HEADS, queries, size);
        Tensor k = bytes(GROUPS, keys, size);
        Tensor v = bytes(GROUPS, keys, size);
        Tensor ofKeys = Ops.mul(random(BATCHES, GROUPS, keys, 1), 0.01);
        Tensor ofValues = Ops.mul(random(BATCHES, GROUPS, keys, 1), 0.01);
        Tensor scaledKeys = Ops.mul(wide(k), ofKeys);
        Tensor scaledValues = Ops.mul(wide(v), ofValues);
        Tensor scaled = call("scaled8", q, k, v, ofKeys, ofValues);
        compare("scaled8", expected(GROUPS, size, true, q, scaledKeys, scaledValues), scaled, TOLERANCE);
        compareBits("scaled8", call("capped32", q, scaledKeys, scaledValues), scaled);
        Tensor hk = bytes(HEADS, keys, size);
        Tensor hv = bytes(HEADS, keys, size);
        Tensor ofHeadKeys = Ops.mul(random(BATCHES, HEADS, keys, 1), 0.01);
        Tensor ofHeadValues = Ops.mul(random(BATCHES, HEADS, keys, 1), 0.01);
        compare(
                "scaledHeads8",
                expected(HEADS, size, true, q, Ops.mul(wide(hk), ofHeadKeys), Ops.mul(wide(hv), ofHeadValues)),
                call("scaledHeads8", q, hk, hv, ofHeadKeys, ofHeadValues),
                TOLERANCE);
        Tensor perHead = Ops.mul(random(1, HEADS, 1, 1), 0.01);
        Tensor heads = Ops.reshape(perHead, HEADS, 1, 1);
        float[] mask = new float[queries * keys];
        for (int i = 0; i < mask.length; i++) {
            mask[i] = i % keys > i / keys + keys - queries ? Float.NEGATIVE_INFINITY : i % 3;
        }
        Tensor masked = call(
                "masked8",
                q,
                hk,
                hv,
                heads,
                heads,
                Tensor.of(mask, queries, keys).to(Device.defaultDevice()));
        AttentionReference reference = new AttentionReference(
                BATCHES, HEADS, HEADS, size, SCALE, s -> s, s -> 1, (i, j) -> mask[i * keys + j]);
        double[] expected = reference
                .compute(
                        elements(q),
                        elements(Ops.mul(wide(hk), heads)),
                        elements(Ops.mul(wide(hv), heads)),
                        elements(q))[0];
        compare("masked8", expected, masked, TOLERANCE);
    }

    /** Checks that a cache of f16 selects the tokens of a cache of f32 whose rows were rounded to f16 before. */
    private void checkDecoding() throws ReflectiveOperationException {
        Tensor embeddings = random(VOCABULARY, HEADS, 1, 16);
        Tensor keys = random(VOCABULARY, GROUPS, 1, 16);
        Tensor values = random(VOCABULARY, GROUPS, 1, 16);
        int[] stored = tokens("decode16", DType.F16, embeddings, keys, values);
        int[] converted = tokens("decode32", DType.F32, embeddings, keys, values);
        if (!Arrays.equals(stored, converted)) {
            wrong.add("the tokens " + Arrays.toString(stored) + " of a cache of f16 differ from "
                    + Arrays.toString(converted));
        }
        if (Arrays.stream(stored).distinct().count() < 3) {
            wrong.add("the tokens " + Arrays.toString(stored) + " are too few to compare");
        }
    }

    /** Returns the tokens that a greedy decoder over a cache selects, of the second of two rows. */
    private int[] tokens(String method, DType dtype, Tensor embeddings, Tensor keys, Tensor values)
            throws ReflectiveOperationException {
        Device device = Device.defaultDevice();
        Tensor keyCache = Tensor.zeros(dtype, 2, GROUPS, STEPS, 16).to(device);
        Tensor valueCache = Tensor.zeros(dtype, 2, GROUPS, STEPS, 16).to(device);
        double[] table = elements(embeddings);
        int[] tokens = new int[STEPS];
        for (int step = 0; step + 1 < STEPS; step++) {
            int token = tokens[step];
            Tensor result = call(
                    method,
                    row(embeddings, token),
                    row(keys, token),
                    row(values, token),
                    keyCache,
                    valueCache,
                    Tensor.of(new int[] {step}, 1, 1, 1, 1).to(device),
                    1);
            double[] state = elements(result);
            double largest = Double.NEGATIVE_INFINITY;
            for (int candidate = 0; candidate < VOCABULARY; candidate++) {
                double logit = 0;
                for (int i = 0; i < state.length; i++) {
                    logit += state[i] * table[candidate * state.length + (i * 7 + step) % state.length];
                }
                if (logit > largest) {
                    largest = logit;
                    tokens[step + 1] = candidate;
                }
            }
        }
        return tokens;
    }

    private static Tensor row(Tensor table, int token) {
        return Ops.identityMath(Ops.narrow(table, 0, token, 1));
    }

    private void checkGradients(int queries, int keys, int size) throws ReflectiveOperationException {
        Tensor q = random(BATCHES, HEADS, queries, size);
        Tensor k = stored(DType.BF16, GROUPS, keys, size);
        Tensor v = stored(DType.BF16, GROUPS, keys, size);
        Tensor w = random(BATCHES, HEADS, queries, size);
        Tensor[] gradients = (Tensor[]) method("gradients").invoke(null, q, k, v, w);
        double[][] expected = reference(GROUPS, size, true).compute(elements(q), elements(k), elements(v), elements(w));
        compare("the gradient of queries", expected[1], gradients[0], TOLERANCE);
        compare("the gradient of stored keys", expected[2], gradients[1], BF16_TOLERANCE);
        if (gradients[1].dtype() != DType.BF16) {
            wrong.add("the gradient of stored keys has the dtype " + gradients[1].dtype());
        }
        Tensor[] wide = (Tensor[]) method("gradients32").invoke(null, q, wide(k), wide(v), w);
        compareBits("the gradient of queries", wide[0], gradients[0]);
    }

    private static AttentionReference reference(int groups, int size, boolean isCapped) {
        return new AttentionReference(
                BATCHES,
                HEADS,
                groups,
                size,
                SCALE,
                s -> isCapped ? 2 * Math.tanh(s / 2) : s,
                s -> isCapped ? 1 - Math.pow(Math.tanh(s / 2), 2) : 1,
                (i, j) -> 0);
    }

    private static double[] expected(int groups, int size, boolean isCapped, Tensor q, Tensor k, Tensor v) {
        AttentionReference both = reference(groups, size, isCapped);
        AttentionReference reference = new AttentionReference(
                (int) q.dimension(0), HEADS, groups, size, SCALE, both.score(), both.slope(), both.visible());
        return reference.compute(elements(q), elements(k), elements(v), elements(q))[0];
    }

    private Tensor random(int batches, int heads, int rows, int size) {
        float[] elements = new float[batches * heads * rows * size];
        for (int i = 0; i < elements.length; i++) {
            elements[i] = (float) (random.nextDouble() * 2 - 1);
        }
        return Tensor.of(elements, batches, heads, rows, size).to(Device.defaultDevice());
    }

    private Tensor stored(DType dtype, int heads, int rows, int size) {
        return Ops.cast(random(BATCHES, heads, rows, size), dtype);
    }

    private Tensor bytes(int heads, int rows, int size) {
        byte[] elements = new byte[BATCHES * heads * rows * size];
        random.nextBytes(elements);
        return Tensor.of(elements, BATCHES, heads, rows, size).to(Device.defaultDevice());
    }

    private static Tensor wide(Tensor x) {
        return Ops.cast(x, DType.F32);
    }

    private static double[] elements(Tensor x) {
        float[] floats = wide(Ops.identityMath(x)).to(Device.cpu()).toFloatArray();
        double[] elements = new double[floats.length];
        Arrays.setAll(elements, i -> floats[i]);
        return elements;
    }

    private Tensor call(String name, Object... arguments) throws ReflectiveOperationException {
        return (Tensor) method(name).invoke(null, arguments);
    }

    private Method method(String name) {
        return Arrays.stream(kernels.getMethods())
                .filter(method -> method.getName().equals(name)
                        && method.getParameterTypes()[0] == Tensor.class
                        && (method.getReturnType() == Tensor.class || method.getReturnType() == Tensor[].class))
                .min((x, y) -> Integer.compare(x.getParameterCount(), y.getParameterCount()))
                .orElseThrow();
    }

    private void compare(String name, double[] expected, Tensor actual, double tolerance) {
        double[] elements = elements(actual);
        for (int i = 0; i < expected.length; i++) {
            if (!(Math.abs(elements[i] - expected[i]) <= tolerance * Math.max(1, Math.abs(expected[i])))) {
                wrong.add(name + " of " + Arrays.toString(actual.dimensions()) + ": element " + i + " is " + elements[i]
                        + ", not " + expected[i]);
                return;
            }
        }
    }

    private void compareBits(String name, Tensor expected, Tensor actual) {
        if (!Arrays.equals(elements(expected), elements(actual))) {
            wrong.add(name + " of " + Arrays.toString(actual.dimensions())
                    + " differs from that of keys and values that were converted before");
        }
    }
}
