package io.graphkernel.conformance.gradient;

import io.graphkernel.conformance.GraphTextProcessor;
import io.graphkernel.conformance.gradient.Contents.Content;
import io.graphkernel.conformance.oracle.Counter;
import io.graphkernel.graph.DataType;
import io.graphkernel.graph.Node;
import io.graphkernel.processor.gradient.Float64Interpreter;
import io.graphkernel.processor.gradient.Float64Interpreter.Value;
import io.graphkernel.runtime.Communicator;
import io.graphkernel.runtime.Device;
import io.graphkernel.runtime.Tensor;
import io.graphkernel.runtime.TensorScope;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/**
 * Program that compares the compiled gradients of a partition of the table with their definition in f64. Its argument is the
 * partition.
 */
public final class TableGradientsProgram {

    /** A multiple of every size: beyond a vector. */
    private static final int LARGER = 9;

    private static final int MAX_ELEMENTS = 4000;

    private static final int MOVES = 3;
    /** Relative nudge of operands. */
    private static final double STEP = 1e-6;

    private TableGradientsProgram() {}

    public static void main(String[] arguments) {
        List<String> wrong = new ArrayList<>();
        List<TableGradient> gradients = TableGradient.part(Integer.parseInt(arguments[0]));
        for (int i = 0; i < gradients.size(); i++) {
            TableGradient gradient = gradients.get(i);
            for (int times : gradient.anySize() ? new int[] {1, LARGER} : new int[] {1}) {
                for (Content content : Content.values()) {
                    // Collectives are those of one rank.
                    try (TensorScope scope = TensorScope.open();
                            Communicator.Binding bound = Communicator.single().bind()) {
                        check(gradient, TableGradientsCompiler.owner(i), times, content, wrong);
                    } catch (ReflectiveOperationException | RuntimeException e) {
                        Throwable cause = e.getCause() == null ? e : e.getCause();
                        wrong.add(gradient + ", " + content + " times " + times + ": " + cause);
                    }
                }
            }
        }
        wrong.forEach(System.out::println);
        System.out.println(gradients.size() + " gradients, " + wrong.size() + " wrong");
        System.exit(wrong.isEmpty() && !gradients.isEmpty() ? 0 : 1);
    }

    private static void check(TableGradient gradient, String owner, int times, Content content, List<String> wrong)
            throws ReflectiveOperationException {
        Map<String, Value> values = gradient.values(new Random(12), size -> size < 2 ? size : times * size);
        int elements = values.values().stream()
                .mapToInt(value -> value.elements().length)
                .sum();
        if (elements > MAX_ELEMENTS) {
            return;
        }
        Random random = new Random(13);
        List<Tensor> operands = new ArrayList<>();
        for (Node parameter : gradient.gradient().tensorParameters()) {
            Value value = values.get(parameter.label());
            Contents.fill(value.elements(), parameter.dtype(), content, random);
            operands.add(tensor(value, parameter.dtype()));
        }
        List<Value> expected = exact(gradient, times, values);
        List<List<Value>> moved = new ArrayList<>();
        for (int move = 0; content == Content.SPECIALS && move < MOVES; move++) {
            moved.add(exact(gradient, times, moved(gradient, values, random)));
        }
        Class<?>[] types = operands.stream().map(operand -> Tensor.class).toArray(Class<?>[]::new);
        Class<?> stub = Class.forName(GraphTextProcessor.PACKAGE + "." + owner + "Kernels");
        Object result = stub.getMethod(gradient.name(), types).invoke(null, operands.toArray());
        List<Tensor> results = result instanceof Tensor tensor ? List.of(tensor) : List.of((Tensor[]) result);
        for (int i = 0; i < expected.size(); i++) {
            int index = i;
            String difference = difference(
                    gradient,
                    expected.get(i),
                    moved.stream().map(outcome -> outcome.get(index)).toList(),
                    results.get(i));
            if (difference != null) {
                wrong.add(gradient + ", " + content + " times " + times + ", d"
                        + gradient.gradient().outputs().get(i).name() + ": " + difference);
            }
        }
    }

    private static List<Value> exact(TableGradient gradient, int times, Map<String, Value> values) {
        return Float64Interpreter.run(
                gradient.exact(),
                TableGradient.sizes(gradient.gradient(), size -> times * size),
                values,
                Counter::uniform);
    }

    /** Values whose floats are a little smaller or larger; those that are special stay. */
    private static Map<String, Value> moved(TableGradient gradient, Map<String, Value> values, Random random) {
        Map<String, Value> moved = new LinkedHashMap<>();
        for (Node parameter : gradient.gradient().tensorParameters()) {
            Value value = values.get(parameter.label());
            Value other = new Value(value.shape());
            for (int i = 0; i < value.elements().length; i++) {
                double factor = parameter.dtype().isFloating() ? 1 + STEP * (2 * random.nextDouble() - 1) : 1;
                other.elements()[i] = factor * value.elements()[i];
            }
            moved.put(parameter.label(), other);
        }
        return moved;
    }

    private static Tensor tensor(Value value, DataType dtype) {
        long[] dims = Arrays.stream(value.shape()).asLongStream().toArray();
        double[] elements = value.elements();
        Tensor tensor = Tensor.empty(Device.cpu(), io.graphkernel.runtime.DType.valueOf(dtype.name()), dims);
        switch (dtype) {
            case BOOL -> {
                boolean[] bools = new boolean[elements.length];
                for (int i = 0; i < bools.length; i++) {
                    bools[i] = elements[i] != 0;
                }
                tensor.copyFrom(bools);
            }
            case I64 ->
                tensor.copyFrom(Arrays.stream(elements).mapToLong(x -> (long) x).toArray());
            case F64 -> tensor.copyFrom(elements);
            case F32, F16, BF16 -> {
                float[] floats = new float[elements.length];
                for (int i = 0; i < floats.length; i++) {
                    floats[i] = (float) elements[i];
                }
                tensor.copyFrom(floats);
            }
            case I8 -> {
                byte[] bytes = new byte[elements.length];
                for (int i = 0; i < bytes.length; i++) {
                    bytes[i] = (byte) elements[i];
                }
                tensor.copyFrom(bytes);
            }
            default -> {
                int[] integers = Arrays.stream(elements).mapToInt(x -> (int) x).toArray();
                tensor.copyFrom(integers);
            }
        }
        Device device = Device.defaultDevice();
        return device.isHost() ? tensor : tensor.to(device);
    }

    /** Returns true if an element is NaN, infinite or finite also for operands that have moved: else rounding decides it. */
    private static boolean isDecided(double element, List<Value> moved, int index) {
        return moved.stream()
                .mapToDouble(value -> value.elements()[index])
                .allMatch(other ->
                        Double.isFinite(element) ? Double.isFinite(other) : Double.compare(element, other) == 0);
    }

    private static String difference(TableGradient gradient, Value expected, List<Value> moved, Tensor actual) {
        int[] dims =
                Arrays.stream(actual.dimensions()).mapToInt(Math::toIntExact).toArray();
        if (!Arrays.equals(dims, expected.shape())) {
            return Arrays.toString(dims) + " instead of " + Arrays.toString(expected.shape());
        }
        DataType stored = DataType.valueOf(actual.dtype().name());
        double[] wanted = Arrays.stream(expected.elements())
                .map(x -> Contents.stored(stored, x))
                .toArray();
        double[] found = actual.toDoubleArray();
        for (int i = 0; i < wanted.length; i++) {
            if (!isDecided(expected.elements()[i], moved, i)) {
                wanted[i] = Double.NaN;
                found[i] = Double.NaN;
            }
        }
        return Contents.difference(
                found, wanted, Math.max(tolerance(gradient.dtype()), tolerance(stored)), stored.isHalf() ? 2 : 1 / 16.);
    }

    /** Some roundings, of the largest element. */
    private static double tolerance(DataType dtype) {
        return switch (dtype) {
            case F64 -> 1e-11;
            case F32 -> 2e-5;
            case F16 -> 8 * 0x1p-11;
            default -> 8 * 0x1p-8;
        };
    }
}
