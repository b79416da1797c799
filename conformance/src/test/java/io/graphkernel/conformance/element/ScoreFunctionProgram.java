package io.graphkernel.conformance.element;

import io.graphkernel.runtime.Device;
import io.graphkernel.runtime.KernelThreads;
import io.graphkernel.runtime.Ops;
import io.graphkernel.runtime.Tape;
import io.graphkernel.runtime.Tensor;
import io.graphkernel.runtime.TensorScope;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.Stream;

/** The process that compares attention by score functions, and its gradients, with the definition in float64. */
final class ScoreFunctionProgram {

    private static final double NONE = Double.NEGATIVE_INFINITY;
    private static final int BATCHES = 2;
    private static final int HEADS = 6;
    private static final int SIZE = 16;
    private static final double SQRT_SCALE = 0.25;
    private static final double TOLERANCE = 2e-5;
    /** Step of the differences, and the error that they may have. */
    private static final double STEP = 1e-2;
    /** Operands and result are rounded to f16. */
    private static final double HALF_TOLERANCE = 4e-3;

    /** Number of queries and keys of a prompt: more than a tile of keys. */
    private static final int PROMPT = 150;

    /** Numbers of queries and keys, which are one row, few, and several tiles. */
    private static final int[][] SIZES = {{3, 150}, {40, 160}, {1, 1}};

    /** Number of keys that no query sees in calls with overflowing scores. */
    private static final int HIDDEN = 5;

    /** Keys whose scores are infinite or NaN in f32. */
    private static final float LARGE = 3e38f;

    private static final boolean IS_CPU = Device.defaultDevice().equals(Device.cpu());

    /** Number of sizes: emulated devices are slow. */
    private static final int SIZE_COUNT = IS_CPU ? SIZES.length : 2;

    /** Score function in float64, with its derivatives by the score and by the further operand. */
    @FunctionalInterface
    private interface Score {
        double[] apply(double score, int head, int query, int key, double x, double y, int past);
    }

    /**
     * Method with its definition.
     *
     * @param name name of the method
     * @param groups number of heads of the keys
     * @param scale factor of the products
     * @param further dims of the further operands, with -1 for the batches, -2 for the queries and -3 for the keys
     * @param integers true if these are document numbers
     * @param hasGradient true if the class has its gradient
     */
    private record Definition(
            String name,
            int groups,
            double scale,
            int[][] further,
            boolean integers,
            boolean hasGradient,
            Score score) {}

    /** Method whose keys are also its values. */
    private static final String REUSED = "reused";
    /** Method that uses the keys of the first batch for all. */
    private static final String ONE_BATCH = "oneBatch";

    private static final List<Definition> METHODS = List.of(
            new Definition(
                    "plain", 2, 0.3, new int[0][], false, true, (s, h, i, j, x, y, past) -> new double[] {s, 1, 0}),
            new Definition("causal", 2, SQRT_SCALE, new int[0][], false, true, (s, h, i, j, x, y, past) ->
                    new double[] {j <= i + past ? s : NONE, 1, 0}),
            new Definition("unfused", 2, SQRT_SCALE, new int[0][], false, false, (s, h, i, j, x, y, past) ->
                    new double[] {j <= i + past ? s : NONE, 1, 0}),
            new Definition("window", HEADS, SQRT_SCALE, new int[0][], false, false, (s, h, i, j, x, y, past) ->
                    new double[] {j > i + past || i + past - j >= 40 ? NONE : s, 1, 0}),
            new Definition(
                    "alibi", HEADS, SQRT_SCALE, new int[][] {{HEADS, 1, 1}}, false, false, (s, h, i, j, x, y, past) ->
                            new double[] {j > i ? NONE : s - x * (i - j), 1, 0}),
            new Definition("softCap", 1, 0.5, new int[0][], false, true, (s, h, i, j, x, y, past) -> {
                double tanh = Math.tanh(s / 2);
                return new double[] {j > i + past ? NONE : 2 * tanh + 0.125 * h, 1 - tanh * tanh, 0};
            }),
            new Definition(
                    "cappedAlibi", 2, SQRT_SCALE, new int[][] {{HEADS, 1, 1}}, false, false, (s, h, i, j, x, y, past) ->
                            new double[] {j > i + past ? NONE : 3 * Math.tanh((s - x * (i + past - j)) / 3), 0, 0}),
            new Definition(
                    "perHead", HEADS, SQRT_SCALE, new int[][] {{HEADS, 1, 1}}, false, true, (s, h, i, j, x, y, past) ->
                            new double[] {s * x, x, s}),
            new Definition(
                    "scaled", 2, SQRT_SCALE, new int[][] {{HEADS, -2, -3}}, false, true, (s, h, i, j, x, y, past) ->
                            new double[] {s * (1 + x) - 0.01 * j, 1 + x, s}),
            new Definition(
                    "rational",
                    3,
                    1,
                    new int[][] {{-1, 1, -2, 1}, {-1, 1, 1, -3}},
                    false,
                    false,
                    (s, h, i, j, x, y, past) -> new double[] {(s * y + x) / (1 + s * s), 0, 0}),
            new Definition("half", 2, SQRT_SCALE, new int[0][], false, false, (s, h, i, j, x, y, past) ->
                    new double[] {j > i + past ? NONE : 2 * Math.tanh(s / 2), 0, 0}),
            new Definition(
                    "documents",
                    3,
                    1,
                    new int[][] {{-1, 1, -2, 1}, {-1, 1, 1, -3}},
                    true,
                    false,
                    (s, h, i, j, x, y, past) -> new double[] {x == y ? s + 0.25 : NONE, 1, 0}),
            new Definition(
                    "biased", 2, SQRT_SCALE, new int[][] {{HEADS, -2, -3}}, false, true, (s, h, i, j, x, y, past) ->
                            new double[] {j > i + past ? NONE : s + x * x - (j == i + past ? 0.5 : 0), 1, 2 * x}),
            new Definition("read", 2, SQRT_SCALE, new int[][] {{1}}, false, false, (s, h, i, j, x, y, past) ->
                    new double[] {0.02 * past * s + x * s * s, 0, 0}),
            new Definition("sized", 2, SQRT_SCALE, new int[0][], false, true, (s, h, i, j, x, y, past) ->
                    new double[] {s * s / (BATCHES * HEADS), 2 * s / (BATCHES * HEADS), 0}),
            new Definition(REUSED, 2, SQRT_SCALE, new int[0][], false, true, ScoreFunctionProgram::capped),
            new Definition(ONE_BATCH, 2, SQRT_SCALE, new int[0][], false, false, ScoreFunctionProgram::capped),
            new Definition("wideValues", HEADS, SQRT_SCALE, new int[0][], false, false, ScoreFunctionProgram::capped),
            new Definition(
                    "openFactors", 2, SQRT_SCALE, new int[][] {{HEADS, 1, 1}}, false, false, (s, h, i, j, x, y, past) ->
                            new double[] {s * x, 0, 0}));

    /** Number of queries of methods whose sizes are constants, and those of their keys. */
    private static final int FIXED_QUERIES = 40;

    private static final Map<String, Integer> FIXED_KEYS = Map.of("fewKeys", 21, "manyKeys", 160);

    /** Methods that remove keys by {@code past}, and add to the scores of others. */
    private static final List<String> CAUSAL = List.of("causal", "unfused", "window", "biased");

    private final Class<?> plain = Class.forName("element.Scores");
    private final Class<?> kernels = Class.forName("element.ScoresKernels");
    private final List<String> wrong = new ArrayList<>();

    private ScoreFunctionProgram() throws ClassNotFoundException {}

    public static void main(String[] arguments) throws ReflectiveOperationException {
        ScoreFunctionProgram program = new ScoreFunctionProgram();
        for (Definition method : METHODS) {
            for (int i = 0; i < SIZE_COUNT; i++) {
                try (TensorScope scope = TensorScope.open()) {
                    program.new Call(method, SIZES[i][0], SIZES[i][1], 0).check();
                    if (CAUSAL.contains(method.name()) && SIZES[i][1] > HIDDEN) {
                        program.new Call(method, SIZES[i][0], SIZES[i][1], HIDDEN).check();
                    }
                }
            }
        }
        try (TensorScope scope = TensorScope.open()) {
            for (Map.Entry<String, Integer> keys : FIXED_KEYS.entrySet()) {
                Definition fixed = new Definition(
                        keys.getKey(), HEADS, SQRT_SCALE, new int[0][], false, false, ScoreFunctionProgram::capped);
                program.new Call(fixed, FIXED_QUERIES, keys.getValue(), 0).check();
            }
            program.comparePrompt();
            program.compareSecondOrder();
        }
        if (!program.wrong.isEmpty()) {
            throw new IllegalStateException(String.join("\n", program.wrong));
        }
    }

    private static double[] capped(double s, int head, int query, int key, double x, double y, int past) {
        double tanh = Math.tanh(s / 2);
        return new double[] {2 * tanh, 1 - tanh * tanh, 0};
    }

    /** Checks that the rows of a prompt have the bits of single queries over the keys so far. */
    private void comparePrompt() throws ReflectiveOperationException {
        SplittableRandom random = new SplittableRandom(7);
        Tensor query = random(random, HEADS, PROMPT);
        Tensor key = random(random, 2, PROMPT);
        Tensor value = random(random, 2, PROMPT);
        Tensor first = part(query, 2, 0, PROMPT);
        Tensor causal = (Tensor) find(kernels, "causal", 4).invoke(null, query, key, value, 0);
        Tensor written = (Tensor) find(kernels, "written", 3).invoke(null, first, key, value);
        Tensor slopes = Tensor.of(new float[] {0.5f, 0.25f, 0.125f, 0.0625f, 0.03125f, 0.015625f}, HEADS, 1, 1)
                .to(Device.defaultDevice());
        Tensor capped = (Tensor) find(kernels, "cappedAlibi", 5).invoke(null, query, key, value, slopes, 0);
        int threads = KernelThreads.count();
        KernelThreads.setCount(threads == 1 ? 2 : 1);
        compareBits(
                "cappedAlibi on another number of threads",
                PROMPT,
                (Tensor) find(kernels, "cappedAlibi", 5).invoke(null, query, key, value, slopes, 0),
                capped);
        KernelThreads.setCount(threads);
        for (int row : new int[] {0, 1, 143, 144, PROMPT - 1}) {
            Tensor keys = part(key, 2, 0, row + 1);
            Tensor values = part(value, 2, 0, row + 1);
            Tensor one = (Tensor)
                    find(kernels, "causalRow", 4).invoke(null, part(query, HEADS, row, row + 1), keys, values, row);
            compareBits("causal", row, one, part(causal, HEADS, row, row + 1));
            Tensor cappedRow = (Tensor) find(kernels, "cappedAlibiRow", 5)
                    .invoke(null, part(query, HEADS, row, row + 1), keys, values, slopes, row);
            compareBits("cappedAlibi", row, cappedRow, part(capped, HEADS, row, row + 1));
            Tensor writtenRow =
                    (Tensor) find(kernels, "writtenRow", 3).invoke(null, part(first, 2, row, row + 1), key, value);
            compareBits("written", row, writtenRow, part(written, 2, row, row + 1));
        }
    }

    /** Checks second derivatives along a direction against differences of first ones. */
    private void compareSecondOrder() throws ReflectiveOperationException {
        SplittableRandom random = new SplittableRandom(11);
        Tensor[] at = {
            random(random, HEADS, 5),
            random(random, 2, 9),
            random(random, 2, 9),
            Tensor.of(new float[] {0.5f, -0.25f, 1, 0.75f, 1.5f, 2}, HEADS, 1, 1)
                    .to(Device.defaultDevice())
        };
        Tensor[] along = {random(random, HEADS, 5), random(random, 2, 9), random(random, 2, 9), at[3]};
        Tensor[] second = (Tensor[]) find(kernels, "scaledSecond", 4).invoke(null, (Object[]) at);
        double expected = (halfSquaredNorm(at, along, STEP) - halfSquaredNorm(at, along, -STEP)) / (2 * STEP);
        double actual = 0;
        for (int i = 0; i < at.length; i++) {
            actual += dotProduct(second[i], along[i]);
        }
        if (!(Math.abs(actual - expected) <= STEP * Math.max(1, Math.abs(expected)))) {
            wrong.add("the second derivative is " + actual + ", not " + expected);
        }
    }

    private double halfSquaredNorm(Tensor[] at, Tensor[] along, double step) throws ReflectiveOperationException {
        Tensor[] moved = new Tensor[at.length];
        for (int i = 0; i < at.length; i++) {
            moved[i] = Ops.add(at[i], Ops.mul(along[i], step));
        }
        double sum = 0;
        for (Tensor gradient : (Tensor[]) find(kernels, "cappedGradient", 4).invoke(null, (Object[]) moved)) {
            sum += dotProduct(gradient, gradient) / 2;
        }
        return sum;
    }

    private static double dotProduct(Tensor x, Tensor y) {
        float[] first = x.to(Device.cpu()).toFloatArray();
        float[] second = y.to(Device.cpu()).toFloatArray();
        double sum = 0;
        for (int i = 0; i < first.length; i++) {
            sum += (double) first[i] * second[i];
        }
        return sum;
    }

    private static Tensor random(SplittableRandom random, int heads, int rows) {
        float[] elements = new float[heads * rows * SIZE];
        for (int i = 0; i < elements.length; i++) {
            elements[i] = (float) (random.nextDouble() * 2 - 1);
        }
        return Tensor.of(elements, 1, heads, rows, SIZE).to(Device.defaultDevice());
    }

    /** Returns some rows of some heads. */
    private static Tensor part(Tensor x, long heads, long from, long to) {
        return Ops.identityMath(Ops.stridedSlice(
                x, new long[] {0, 0, from, 0}, new long[] {1, heads, to, SIZE}, new long[] {1, 1, 1, 1}));
    }

    private void compareBits(String name, int row, Tensor alone, Tensor among) {
        if (!Arrays.equals(
                alone.to(Device.cpu()).toFloatArray(), among.to(Device.cpu()).toFloatArray())) {
            wrong.add("row " + row + " of " + name + " differs from the row alone");
        }
    }

    private static Method find(Class<?> owner, String name, int parameters) {
        return Arrays.stream(owner.getMethods())
                .filter(candidate -> candidate.getName().equals(name) && candidate.getParameterCount() == parameters)
                .findFirst()
                .orElseThrow();
    }

    /** Random operands of a method, with its results in float64. */
    private final class Call {

        private final SplittableRandom random;
        private final Definition method;
        private final int queries;
        private final int keys;
        private final int past;
        private final int hidden;
        private final double[] q;
        private final double[] k;
        private final double[] v;
        private final double[] w;
        private final double[][] further;
        private final double[] result;
        /** Adjoints of q, k, v and the first further operand. */
        private final double[][] adjoints;

        Call(Definition method, int queries, int keys, int hidden) {
            this.method = method;
            this.hidden = hidden;
            this.queries = queries;
            this.keys = keys;
            random = new SplittableRandom(queries * 1000L + keys);
            past = Math.max(0, keys - queries - hidden);
            q = random(BATCHES * HEADS * queries * SIZE);
            k = random(BATCHES * method.groups() * keys * SIZE);
            v = random(k.length);
            overflow();
            share();
            w = random(q.length);
            further = Arrays.stream(method.further())
                    .map(dims -> random(count(dims(dims))))
                    .toArray(double[][]::new);
            if (method.integers()) {
                Arrays.stream(further).forEach(numbers -> Arrays.setAll(numbers, i -> numbers[i] < 0 ? 0 : 1));
            }
            result = new double[q.length];
            adjoints = new double[][] {
                new double[q.length],
                new double[k.length],
                new double[v.length],
                new double[further.length == 0 ? 0 : further[0].length]
            };
            for (int row = 0; row < BATCHES * HEADS * queries; row++) {
                compute(row);
            }
            if (method.name().equals(REUSED)) {
                Arrays.setAll(adjoints[1], i -> adjoints[1][i] + adjoints[2][i]);
                Arrays.fill(adjoints[2], 0);
            }
        }

        /** Replaces the keys that no query sees; products of infinities are NaN in adjoints. */
        private void overflow() {
            double factor = method.hasGradient() ? LARGE : Double.POSITIVE_INFINITY;
            for (int row = 0; row < BATCHES * method.groups(); row++) {
                for (int i = ((row + 1) * keys - hidden) * SIZE; i < (row + 1) * keys * SIZE; i++) {
                    k[i] = Math.signum(k[i]) * factor;
                }
            }
        }

        /** Replaces keys or values that the method does not read by those that it reads instead. */
        private void share() {
            if (method.name().equals(REUSED)) {
                System.arraycopy(k, 0, v, 0, v.length);
            } else if (method.name().equals(ONE_BATCH)) {
                System.arraycopy(k, 0, k, k.length / 2, k.length / 2);
            }
        }

        private double[] random(int count) {
            double[] numbers = new double[count];
            for (int i = 0; i < count; i++) {
                numbers[i] = (float) (random.nextDouble() * 2 - 1);
            }
            return numbers;
        }

        private int[] dims(int[] symbols) {
            return Arrays.stream(symbols)
                    .map(size -> size == -1 ? BATCHES : size == -2 ? queries : size == -3 ? keys : size)
                    .toArray();
        }

        private int count(int[] dims) {
            return Arrays.stream(dims).reduce(1, (x, y) -> x * y);
        }

        /** Returns the position of an element of a further operand. */
        private int position(int operand, int... indices) {
            int[] dims = dims(method.further()[operand]);
            int position = 0;
            for (int axis = 0; axis < dims.length; axis++) {
                position = position * dims[axis] + (dims[axis] == 1 ? 0 : indices[4 - dims.length + axis]);
            }
            return position;
        }

        private void compute(int row) {
            int query = row % queries;
            int head = row / queries % HEADS;
            int batch = row / queries / HEADS;
            int first = (batch * method.groups() + head * method.groups() / HEADS) * keys;
            double[][] scores = new double[keys][];
            double largest = NONE;
            for (int key = 0; key < keys; key++) {
                double product = 0;
                for (int i = 0; i < SIZE; i++) {
                    product += q[row * SIZE + i] * k[(first + key) * SIZE + i];
                }
                double x = further.length > 0 ? further[0][position(0, batch, head, query, key)] : 0;
                double y = further.length > 1 ? further[1][position(1, batch, head, query, key)] : 0;
                scores[key] = method.score().apply(product * method.scale(), head, query, key, x, y, past);
                largest = Math.max(largest, scores[key][0]);
            }
            double sum = 0;
            double[] weights = new double[keys];
            for (int key = 0; key < keys; key++) {
                weights[key] = Math.exp(scores[key][0] - largest);
                sum += weights[key];
            }
            double[] ofWeights = new double[keys];
            double mean = 0;
            for (int key = 0; key < keys; key++) {
                weights[key] /= sum;
                for (int i = 0; i < SIZE; i++) {
                    int element = (first + key) * SIZE + i;
                    result[row * SIZE + i] += weights[key] * v[element];
                    ofWeights[key] += w[row * SIZE + i] * v[element];
                    adjoints[2][element] += weights[key] * w[row * SIZE + i];
                }
                mean += weights[key] * ofWeights[key];
            }
            for (int key = 0; key < keys; key++) {
                double ofScore = weights[key] * (ofWeights[key] - mean);
                double ofProduct = ofScore * scores[key][1] * method.scale();
                for (int i = 0; i < SIZE; i++) {
                    adjoints[0][row * SIZE + i] += ofProduct * k[(first + key) * SIZE + i];
                    adjoints[1][(first + key) * SIZE + i] += ofProduct * q[row * SIZE + i];
                }
                if (further.length > 0) {
                    adjoints[3][position(0, batch, head, query, key)] += ofScore * scores[key][2];
                }
            }
        }

        private Tensor tensor(double[] elements, int... dims) {
            float[] floats = new float[elements.length];
            int[] ints = new int[elements.length];
            for (int i = 0; i < floats.length; i++) {
                floats[i] = (float) elements[i];
                ints[i] = (int) elements[i];
            }
            long[] sizes = Arrays.stream(dims).asLongStream().toArray();
            Tensor host = method.integers() && dims[1] == 1 ? Tensor.of(ints, sizes) : Tensor.of(floats, sizes);
            return host.to(Device.defaultDevice());
        }

        private void check() throws ReflectiveOperationException {
            Tensor query = tensor(q, BATCHES, HEADS, queries, SIZE);
            Tensor key = tensor(k, BATCHES, method.groups(), keys, SIZE);
            Tensor value = tensor(v, BATCHES, method.groups(), keys, SIZE);
            Tensor weights = tensor(w, BATCHES, HEADS, queries, SIZE);
            List<Object> arguments = new ArrayList<>(List.of(query, key, value));
            for (int i = 0; i < further.length; i++) {
                arguments.add(tensor(further[i], dims(method.further()[i])));
            }
            arguments.add(past);
            compare("kernel", call(kernels, method.name(), arguments), result);
            if (method.hasGradient()) {
                List<Object> withWeights = new ArrayList<>(arguments);
                withWeights.add(weights);
                compareAll("gradient", (Tensor[]) call(kernels, method.name() + "Gradient", withWeights));
            }
            if (!IS_CPU) {
                return;
            }
            compare("eager", call(plain, method.name(), arguments), result);
            if (!method.hasGradient()) {
                return;
            }
            Tensor[] sources = Stream.concat(
                            method.name().equals(REUSED) ? Stream.of(query, key) : Stream.of(query, key, value),
                            further.length == 0 ? Stream.of() : Stream.of(arguments.get(3)))
                    .toArray(Tensor[]::new);
            try (Tape tape = Tape.open(sources)) {
                Tensor y = Ops.reduceSum(Ops.mul((Tensor) call(plain, method.name(), arguments), weights));
                compareAll("tape", tape.gradient(y, sources));
            }
        }

        private Object call(Class<?> owner, String name, List<Object> arguments) throws ReflectiveOperationException {
            try {
                return find(owner, name, arguments.size()).invoke(null, arguments.toArray());
            } catch (InvocationTargetException e) {
                throw new IllegalStateException(this + " in " + owner, e.getCause());
            }
        }

        private void compareAll(String form, Tensor... gradients) {
            for (int i = 0; i < gradients.length; i++) {
                compare(form + " of operand " + i, gradients[i], adjoints[i]);
            }
        }

        private void compare(String form, Object actual, double[] expected) {
            float[] elements = ((Tensor) actual).to(Device.cpu()).toFloatArray();
            double tolerance = method.name().equals("half") ? HALF_TOLERANCE : TOLERANCE;
            double size = Math.max(
                    1,
                    Arrays.stream(expected)
                            .filter(Double::isFinite)
                            .map(Math::abs)
                            .max()
                            .orElse(0));
            for (int i = 0; i < expected.length; i++) {
                // A query without keys has the result NaN.
                boolean same = Double.isNaN(expected[i])
                        ? Float.isNaN(elements[i])
                        : Math.abs(elements[i] - expected[i]) <= tolerance * size;
                if (!same || elements.length != expected.length) {
                    wrong.add(form + " " + this + " at " + i + " is " + elements[i] + ", not " + expected[i]);
                    return;
                }
            }
        }

        @Override
        public String toString() {
            return method.name() + " of " + queries + " queries and " + keys + " keys, " + hidden + " hidden";
        }
    }
}
