package io.graphkernel.runtime.endtoend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.fail;

import io.graphkernel.runtime.DType;
import io.graphkernel.runtime.Device;
import io.graphkernel.runtime.Tensor;
import io.graphkernel.runtime.TensorScope;
import io.graphkernel.runtime.exception.OverlapException;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.TreeSet;

/**
 * One kernel with what it should compute.
 *
 * @param name names the kernel in failures
 * @param inputs the operands' types, as in {@code "f32[n,d] f32[d]"}
 * @param outputs the results' types
 * @param stub calls the overload of the stub that writes into given results
 * @param eager calls the method itself
 * @param reference computes the same in float64, from the elements and the sizes of the dims in alphabetic order
 * @param tolerance the error allowed, relative to the result and to the largest result
 */
record TemplateCase(
        String name, String inputs, String outputs, Stub stub, Eager eager, Reference reference, double tolerance) {

    static final double TOLERANCE = 4e-6;

    interface Stub {
        void run(Tensor[] in, Tensor[] out);
    }

    interface Eager {
        Tensor[] run(Tensor[] in);
    }

    interface Reference {
        void run(double[][] in, double[][] out, int[] sizes);
    }

    static TemplateCase of(String name, String inputs, String outputs, Stub stub, Eager eager, Reference reference) {
        return new TemplateCase(name, inputs, outputs, stub, eager, reference, TOLERANCE);
    }

    TemplateCase withTolerance(double other) {
        return new TemplateCase(name, inputs, outputs, stub, eager, reference, other);
    }

    /** Returns the number of named dims. */
    int symbols() {
        return symbolsOf(inputs).length;
    }

    private static char[] symbolsOf(String types) {
        TreeSet<Character> found = new TreeSet<>();
        for (String type : types.split(" ")) {
            String dims = type.substring(type.indexOf('['));
            dims.chars().filter(Character::isLetter).forEach(c -> found.add((char) c));
        }
        char[] symbols = new char[found.size()];
        int next = 0;
        for (char symbol : found) {
            symbols[next++] = symbol;
        }
        return symbols;
    }

    private long[] dims(String type, int[] sizes) {
        String text = type.substring(type.indexOf('[') + 1, type.length() - 1);
        if (text.isEmpty()) {
            return new long[0];
        }
        char[] symbols = symbolsOf(inputs);
        return Arrays.stream(text.split(","))
                .mapToLong(dim -> Character.isDigit(dim.charAt(0))
                        ? Long.parseLong(dim)
                        : sizes[Arrays.binarySearch(symbols, dim.charAt(0))])
                .toArray();
    }

    private static int count(long[] dims) {
        return Math.toIntExact(Arrays.stream(dims).reduce(1, (a, b) -> a * b));
    }

    /** Operands of deterministic contents. */
    double[][] operands(int[] sizes) {
        Random random = new Random(17);
        String[] types = inputs.split(" ");
        double[][] in = new double[types.length][];
        for (int i = 0; i < in.length; i++) {
            in[i] = new double[count(dims(types[i], sizes))];
            for (int j = 0; j < in[i].length; j++) {
                in[i][j] = types[i].startsWith("bool") ? random.nextInt(2) : random.nextFloat() * 4 - 2;
            }
        }
        return in;
    }

    /** The results of the stub. */
    double[][] compute(int[] sizes, double[][] in, int offset) {
        Tensor[] operands = new Tensor[in.length];
        GuardedTensor[] guardedOperands = new GuardedTensor[in.length];
        for (int i = 0; i < in.length; i++) {
            guardedOperands[i] = operand(inputs.split(" ")[i], sizes, in[i], offset);
            operands[i] = guardedOperands[i].tensor();
        }
        String[] types = outputs.split(" ");
        GuardedTensor[] guarded = new GuardedTensor[types.length];
        Tensor[] out = new Tensor[types.length];
        for (int i = 0; i < out.length; i++) {
            DType dtype = types[i].startsWith("bool") ? DType.BOOL : DType.F32;
            guarded[i] = GuardedTensor.empty(dtype, offset, dims(types[i], sizes));
            out[i] = guarded[i].tensor();
        }
        stub.run(operands, out);
        double[][] values = new double[out.length][];
        for (int i = 0; i < out.length; i++) {
            guarded[i].assertGuarded(at(sizes) + ", result " + i);
            values[i] = guarded[i].values();
        }
        for (int i = 0; i < in.length; i++) {
            assertThat(guardedOperands[i].values())
                    .as(at(sizes) + ", operand " + i + " afterwards")
                    .isEqualTo(in[i]);
        }
        return values;
    }

    /** Asserts that a result in the very memory of an operand is right, unless the stub rejects it. */
    void assertSharedIsRightOrRefused(int[] sizes, int input, int output) {
        GuardedTensor[] operands = guarded(inputs, sizes);
        GuardedTensor[] results = guarded(outputs, sizes);
        double[][] in = operands(sizes);
        for (int i = 0; i < in.length; i++) {
            operands[i] = operand(inputs.split(" ")[i], sizes, in[i], 0);
        }
        Tensor result = results[output].tensor();
        Tensor operand = operands[input].tensor();
        if (result.dtype() != operand.dtype() || result.byteCount() != operand.byteCount()) {
            return;
        }
        results[output] = operands[input].reshaped(result.dimensions());
        try {
            stub.run(tensors(operands), tensors(results));
        } catch (OverlapException e) {
            assertThat(operands[input].values())
                    .as(at(sizes) + ", operand of a rejected call")
                    .isEqualTo(in[input]);
            return;
        }
        double[][] expected = new double[results.length][];
        for (int i = 0; i < expected.length; i++) {
            expected[i] = new double[(int) results[i].tensor().elementCount()];
        }
        reference.run(in, expected, sizes);
        for (int i = 0; i < expected.length; i++) {
            String what = at(sizes) + ", result " + i + " when " + output + " is stored in operand " + input;
            assertClose(what, results[i].values(), expected[i]);
        }
    }

    /** Asserts that the stub rejects a result that begins at the second element of an operand. */
    void assertPartlySharedIsRefused(int[] sizes, int input, int output) {
        GuardedTensor[] operands = guarded(inputs, sizes);
        GuardedTensor[] results = guarded(outputs, sizes);
        Tensor result = results[output].tensor();
        Tensor operand = operands[input].tensor();
        if (result.byteCount() == 0 || operand.byteCount() <= result.dtype().bytes()) {
            return;
        }
        long bytes = Math.max(result.byteCount(), operand.byteCount()) + 8;
        GuardedTensor both = GuardedTensor.empty(DType.BOOL, 0, bytes);
        operands[input] = both.part(0, operand.dtype(), operand.dimensions());
        results[output] = both.part(result.dtype().bytes(), result.dtype(), result.dimensions());
        Tensor[] in = tensors(operands);
        Tensor[] out = tensors(results);
        assertThatThrownBy(() -> stub.run(in, out))
                .as(at(sizes) + ", result " + output + ", operand " + input)
                .isInstanceOf(OverlapException.class);
    }

    private GuardedTensor[] guarded(String types, int[] sizes) {
        return Arrays.stream(types.split(" "))
                .map(type ->
                        GuardedTensor.empty(type.startsWith("bool") ? DType.BOOL : DType.F32, 0, dims(type, sizes)))
                .toArray(GuardedTensor[]::new);
    }

    private static Tensor[] tensors(GuardedTensor[] guarded) {
        return Arrays.stream(guarded).map(GuardedTensor::tensor).toArray(Tensor[]::new);
    }

    private GuardedTensor operand(String type, int[] sizes, double[] values, int offset) {
        if (type.startsWith("bool")) {
            return GuardedTensor.ofBooleans(values, offset, dims(type, sizes));
        }
        return GuardedTensor.of(floats(values), offset, dims(type, sizes));
    }

    private static float[] floats(double[] values) {
        float[] floats = new float[values.length];
        for (int i = 0; i < floats.length; i++) {
            floats[i] = (float) values[i];
        }
        return floats;
    }

    /** Asserts that the stub agrees with the reference. */
    void assertAgrees(int[] sizes, int offset) {
        double[][] in = operands(sizes);
        double[][] actual = compute(sizes, in, offset);
        double[][] expected = new double[actual.length][];
        for (int i = 0; i < expected.length; i++) {
            expected[i] = new double[actual[i].length];
        }
        reference.run(in, expected, sizes);
        for (int i = 0; i < expected.length; i++) {
            assertClose(at(sizes) + ", result " + i, actual[i], expected[i]);
        }
    }

    /** Asserts that the stub agrees with the reference on a device, with the same bits at each of several calls. */
    void assertAgrees(Device device, int[] sizes) {
        double[][] in = operands(sizes);
        double[][] expected = null;
        for (int call = 0; call < 2; call++) {
            double[][] actual = compute(device, sizes, in);
            if (expected == null) {
                expected = new double[actual.length][];
                for (int i = 0; i < expected.length; i++) {
                    expected[i] = new double[actual[i].length];
                }
                reference.run(in, expected, sizes);
                for (int i = 0; i < expected.length; i++) {
                    assertClose(at(sizes) + " on " + device + ", result " + i, actual[i], expected[i]);
                }
                expected = actual;
            }
            assertThat(Arrays.deepEquals(actual, expected))
                    .as(at(sizes) + " gives the same bits")
                    .isTrue();
        }
    }

    private double[][] compute(Device device, int[] sizes, double[][] in) {
        String[] inputTypes = inputs.split(" ");
        String[] outputTypes = outputs.split(" ");
        try (TensorScope scope = TensorScope.open()) {
            Tensor[] operands = new Tensor[in.length];
            for (int i = 0; i < in.length; i++) {
                operands[i] = operand(inputTypes[i], sizes, in[i], 0).tensor().to(device);
            }
            Tensor[] out = new Tensor[outputTypes.length];
            for (int i = 0; i < out.length; i++) {
                DType dtype = outputTypes[i].startsWith("bool") ? DType.BOOL : DType.F32;
                out[i] = GuardedTensor.empty(dtype, 0, dims(outputTypes[i], sizes))
                        .tensor()
                        .to(device);
            }
            stub.run(operands, out);
            return Arrays.stream(out).map(TemplateCase::elements).toArray(double[][]::new);
        }
    }

    /** Asserts that the stub agrees with the method called directly. */
    void assertAgreesWithEager(int[] sizes) {
        double[][] in = operands(sizes);
        double[][] actual = compute(sizes, in, 0);
        try (TensorScope scope = TensorScope.open()) {
            Tensor[] operands = new Tensor[in.length];
            for (int i = 0; i < in.length; i++) {
                operands[i] = operand(inputs.split(" ")[i], sizes, in[i], 0).tensor();
            }
            Tensor[] results = eager.run(operands);
            for (int i = 0; i < results.length; i++) {
                String what = at(sizes) + ", result " + i + " against eager ops";
                assertThat(results[i].dimensions()).as(what).isEqualTo(dims(outputs.split(" ")[i], sizes));
                assertClose(what, actual[i], elements(results[i]));
            }
        }
    }

    private static double[] elements(Tensor tensor) {
        double[] values = new double[(int) tensor.elementCount()];
        float[] floats = tensor.dtype() == DType.F32 ? tensor.toFloatArray() : null;
        boolean[] booleans = floats == null ? tensor.toBooleanArray() : null;
        for (int i = 0; i < values.length; i++) {
            values[i] = floats != null ? floats[i] : booleans[i] ? 1 : 0;
        }
        return values;
    }

    private void assertClose(String what, double[] actual, double[] expected) {
        double largest = Arrays.stream(expected)
                .map(Math::abs)
                .filter(Double::isFinite)
                .max()
                .orElse(0);
        for (int i = 0; i < expected.length; i++) {
            double error = Math.abs(actual[i] - expected[i]);
            boolean same = Double.compare(actual[i], expected[i]) == 0
                    || actual[i] == expected[i]
                    || error <= tolerance * (largest + Math.abs(expected[i])) + 1e-12;
            if (!same) {
                fail("%s: element %d is %s but should be %s", what, i, actual[i], expected[i]);
            }
        }
    }

    private String at(int[] sizes) {
        return name + " at " + Arrays.toString(sizes);
    }

    /** Small and odd sizes, and some that are worth several threads. */
    List<int[]> sizes() {
        return Sizes.of(symbols());
    }

    @Override
    public String toString() {
        return name;
    }
}
