package state;

import io.graphkernel.runtime.DType;
import io.graphkernel.runtime.Device;
import io.graphkernel.runtime.Ops;
import io.graphkernel.runtime.Tensor;
import io.graphkernel.runtime.TensorScope;
import io.graphkernel.runtime.exception.GraphKernelException;
import io.graphkernel.runtime.exception.IndexRangeException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

/** Calls kernels that update regions of their parameters, as plain Java and as kernels. */
public final class StateProgram {

    private static final float TOLERANCE = 1e-5f;

    private StateProgram() {}

    public static void main(String[] arguments) throws ReflectiveOperationException {
        try (TensorScope scope = TensorScope.open()) {
            for (int position : new int[] {0, 3, 5}) {
                compare("append", tensor(1, 2, 8, 16), tensor(2, 2, 3, 16), position);
                compare("appendAndRead", tensor(1, 2, 8, 16), tensor(2, 2, 3, 16), position);
                State.Cache cache = new State.Cache(tensor(3, 2, 8, 19), tensor(4, 2, 8, 19));
                compare("step", cache, tensor(5, 2, 19), position);
                compare("product", tensor(6, 8, 24), tensor(7, 4, 8), tensor(8, 2, 24), position);
                compare("transposed", tensor(9, 8, 5), tensor(10, 5, 3), position);
                compare("slicesOfMethods", tensor(11, 3, 8, 5), tensor(12, 2, 5), position);
            }
            for (int[] positions : new int[][] {{0, 1, 2, 5, 4, 3}, {3, 3, 3, -1, 5, 2}, {2, -6, 5, 0, -1, 1}}) {
                Tensor each = Tensor.of(positions, 2, 3);
                compare("appendEach", tensor(1, 2, 8, 16), tensor(2, 2, 3, 16), each);
                compare("appendFew", tensor(1, 2, 8, 16), tensor(2, 2, 3, 16), each);
                compare("ring", tensor(3, 3, 2, 8, 5), tensor(4, 2, 3, 2, 5), each, 1);
                compare("moved", tensor(5, 6, 9), Tensor.of(positions, 6));
                Tensor order = Tensor.of(positions, 6);
                compare("nested", tensor(5, 6, 9), tensor(6, 4, 9), Ops.narrow(order, 0, 1, 4), order);
                compare("stale", tensor(3, 3, 8, 5), tensor(4, 2, 3, 5), each);
                compare("updated", tensor(5, 8, 9), tensor(6, 6, 9), order);
                compare("repeated", tensor(1, 2, 8, 16), tensor(2, 2, 3, 16), each, 3);
            }
            compare("several", tensor(1, 2, 8, 16), tensor(2, 2, 3, 16), 2);
            compare("filled", tensor(1, 2, 3, 4));
            compare("filledRegion", tensor(1, 4, 3, 4));
            compare("shift", tensor(1, 3, 9, 7));
            compare("exchange", tensor(1, 2, 8, 5), tensor(2, 2, 8, 5), 1, 3, 4);
            slicesAsArguments();
            outOfRange();
            for (int seed = 0; seed < 3; seed++) {
                randomHistory(seed);
            }
            rejected(6);
            rejected(-1);
        }
    }

    /** Requires that a slice as argument is updated, and not the tensor that it was taken from. */
    private static void slicesAsArguments() throws ReflectiveOperationException {
        Tensor cache = tensor(1, 2, 8, 16);
        Tensor permuted = tensor(2, 8, 2, 16);
        Tensor row = tensor(3, 2, 16);
        compare("step", new State.Cache(Ops.narrow(cache, 0, 0, 2), Ops.transpose(permuted, 1, 0, 2)), row, 3);
        requireClose("arguments", floats(tensor(1, 2, 8, 16), tensor(2, 8, 2, 16)), floats(cache, permuted));
    }

    /** Requires that computed positions out of range have no effect, and that plain Java rejects them. */
    private static void outOfRange() {
        Tensor cache = (Tensor) onDevice(tensor(1, 2, 8, 16));
        Tensor positions = Tensor.of(new int[] {8, -9, 100, -100, 9, 8}, 2, 3);
        Tensor plain = tensor(1, 2, 8, 16);
        try {
            State.appendEach(plain, tensor(2, 2, 3, 16), positions);
            throw new IllegalStateException("positions out of range were accepted");
        } catch (IndexRangeException e) {
            requireClose("rejected", floats(tensor(1, 2, 8, 16)), floats(plain));
        }
        StateKernels.appendEach(cache, (Tensor) onDevice(tensor(2, 2, 3, 16)), (Tensor) onDevice(positions));
        requireClose("out of range", floats(tensor(1, 2, 8, 16)), floats(cache));
    }

    /**
     * Extends, truncates, copies and removes sequences in a random order. Requires the results of sums in f64, and the
     * bits of the same sequence in a cache of its own.
     */
    private static void randomHistory(int seed) {
        Random random = new Random(seed);
        int rows = 4;
        int slots = 12;
        int width = 7;
        Tensor cache = (Tensor) onDevice(Tensor.zeros(rows, slots, width));
        List<List<float[]>> sequences = new ArrayList<>();
        for (int i = 0; i < rows; i++) {
            sequences.add(new ArrayList<>());
        }
        for (int step = 0; step < 60; step++) {
            int row = random.nextInt(rows);
            switch (random.nextInt(6)) {
                case 0 -> {
                    List<float[]> sequence = sequences.get(row);
                    sequence.subList(sequence.size() / 2, sequence.size()).clear();
                }
                case 1 -> sequences.get(row).clear();
                case 2 -> {
                    int other = random.nextInt(rows);
                    sequences.set(row, new ArrayList<>(sequences.get(other)));
                    StateKernels.copyRow(cache, other, row);
                }
                default -> extend(cache, sequences, slots, random);
            }
        }
    }

    private static void extend(Tensor cache, List<List<float[]>> sequences, int slots, Random random) {
        int width = Math.toIntExact(cache.dimension(2));
        float[] next = new float[sequences.size() * width];
        int[] lengths = new int[sequences.size()];
        for (int i = 0; i < lengths.length; i++) {
            boolean isExtended = random.nextInt(4) > 0 && sequences.get(i).size() < slots;
            lengths[i] = isExtended ? sequences.get(i).size() : slots;
            for (int j = 0; j < width; j++) {
                next[i * width + j] = random.nextFloat() - 0.5f;
            }
            if (isExtended) {
                sequences.get(i).add(Arrays.copyOfRange(next, i * width, (i + 1) * width));
            }
        }
        float[] actual = StateKernels.extend(
                        cache,
                        (Tensor) onDevice(Tensor.of(next, lengths.length, 1, width)),
                        (Tensor) onDevice(Tensor.of(lengths, lengths.length, 1)))
                .toFloatArray();
        for (int i = 0; i < lengths.length; i++) {
            if (lengths[i] < slots) {
                float[] own = Arrays.copyOfRange(actual, i * width, (i + 1) * width);
                requireClose("sequence", new float[][] {weighted(sequences.get(i))}, new float[][] {own});
                if (!Arrays.equals(alone(sequences.get(i), slots), own)) {
                    throw new IllegalStateException("sequence " + i + " has other bits in a cache of its own");
                }
            }
        }
    }

    private static float[] weighted(List<float[]> sequence) {
        float[] query = sequence.get(sequence.size() - 1);
        double[] sums = new double[query.length];
        double total = 0;
        for (float[] row : sequence) {
            double score = 0;
            for (int j = 0; j < row.length; j++) {
                score += (double) row[j] * query[j];
            }
            total += Math.exp(score);
            for (int j = 0; j < row.length; j++) {
                sums[j] += Math.exp(score) * row[j];
            }
        }
        float[] result = new float[sums.length];
        for (int j = 0; j < result.length; j++) {
            result[j] = (float) (sums[j] / total);
        }
        return result;
    }

    /** Returns the result of the last row of a sequence, which is stored at once in another row of a cache. */
    private static float[] alone(List<float[]> sequence, int slots) {
        int width = sequence.get(0).length;
        float[] stored = new float[slots * width];
        for (int i = 0; i + 1 < sequence.size(); i++) {
            System.arraycopy(sequence.get(i), 0, stored, i * width, width);
        }
        Tensor cache = (Tensor) onDevice(Tensor.of(stored, 1, slots, width));
        Tensor last = (Tensor) onDevice(Tensor.of(sequence.get(sequence.size() - 1), 1, 1, width));
        int[] length = {sequence.size() - 1};
        return StateKernels.extend(cache, last, (Tensor) onDevice(Tensor.of(length, 1, 1)))
                .toFloatArray();
    }

    /** Requires that a position out of range is rejected before anything is written. */
    private static void rejected(int position) {
        Tensor cache = (Tensor) onDevice(tensor(1, 2, 8, 16));
        try {
            StateKernels.append(cache, (Tensor) onDevice(tensor(2, 2, 3, 16)), position);
        } catch (GraphKernelException e) {
            requireClose("rejected", floats(tensor(1, 2, 8, 16)), floats(cache));
            return;
        }
        throw new IllegalStateException("position " + position + " was accepted");
    }

    private static void compare(String name, Object... arguments) throws ReflectiveOperationException {
        Object[] copies = Arrays.stream(arguments).map(StateProgram::onDevice).toArray();
        float[][] actual = floats(call(StateKernels.class, name, copies));
        float[][] expected = floats(call(State.class, name, arguments));
        requireClose(name, expected, actual);
        requireClose(name + "'s parameters", floats(arguments), floats(copies));
    }

    private static Object call(Class<?> owner, String name, Object[] arguments) throws ReflectiveOperationException {
        for (Method method : owner.getMethods()) {
            boolean named = method.getName().equals(name) && method.getParameterCount() == arguments.length;
            if (named && !method.getParameterTypes()[0].isArray()) {
                try {
                    return method.invoke(null, arguments);
                } catch (InvocationTargetException e) {
                    throw new IllegalStateException(name, e.getCause());
                }
            }
        }
        throw new NoSuchMethodException(name);
    }

    private static Tensor tensor(long seed, long... dims) {
        Random random = new Random(seed);
        float[] values = new float[Math.toIntExact(Arrays.stream(dims).reduce(1, (a, b) -> a * b))];
        for (int i = 0; i < values.length; i++) {
            values[i] = random.nextFloat() - 0.5f;
        }
        return Tensor.of(values, dims).to(Device.cpu());
    }

    private static Object onDevice(Object argument) {
        if (argument instanceof Tensor tensor) {
            Tensor host = tensor.to(Device.cpu());
            if (host.dtype() == DType.I32) {
                return Tensor.of(host.toIntArray(), host.dimensions()).to(Device.defaultDevice());
            }
            return Tensor.of(host.toFloatArray(), host.dimensions()).to(Device.defaultDevice());
        }
        if (argument instanceof State.Cache cache) {
            return new State.Cache((Tensor) onDevice(cache.keys()), (Tensor) onDevice(cache.values()));
        }
        return argument;
    }

    private static float[][] floats(Object... values) {
        List<float[]> floats = new ArrayList<>();
        for (Object value : values) {
            add(value, floats);
        }
        return floats.toArray(float[][]::new);
    }

    private static void add(Object value, List<float[]> floats) {
        if (value instanceof Tensor tensor && tensor.dtype() == DType.F32) {
            floats.add(tensor.toFloatArray());
        } else if (value instanceof Record) {
            for (RecordComponent component : value.getClass().getRecordComponents()) {
                try {
                    add(component.getAccessor().invoke(value), floats);
                } catch (ReflectiveOperationException e) {
                    throw new IllegalStateException(e);
                }
            }
        }
    }

    private static void requireClose(String name, float[][] expected, float[][] actual) {
        if (expected.length != actual.length) {
            throw new IllegalStateException(name + ": " + actual.length + " tensors, not " + expected.length);
        }
        for (int i = 0; i < expected.length; i++) {
            for (int j = 0; j < expected[i].length; j++) {
                float difference = Math.abs(expected[i][j] - actual[i][j]);
                if (!(difference <= TOLERANCE * Math.max(1, Math.abs(expected[i][j])))) {
                    throw new IllegalStateException(
                            name + ", tensor " + i + ", element " + j + ": " + actual[i][j] + ", not " + expected[i][j]);
                }
            }
        }
    }
}
