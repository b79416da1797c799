package records;

import static io.graphkernel.conformance.ProgramCalls.call;
import static io.graphkernel.conformance.ProgramCalls.require;
import static io.graphkernel.conformance.ProgramCalls.requireDerivatives;
import static io.graphkernel.conformance.ProgramCalls.tensor;

import io.graphkernel.runtime.Device;
import io.graphkernel.runtime.Tensor;
import io.graphkernel.runtime.TensorScope;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/** Calls kernels with lists of records: against float64, as plain Java, unrolled, and by central differences. */
public final class RecordListsProgram {

    private static final double TOLERANCE = 3e-5;
    private static final boolean IS_HOST = Device.defaultDevice().isHost();
    /** A device, whose driver compiles a kernel for seconds, breaks in the middle. */
    private static final float[] LIMITS = IS_HOST ? new float[] {-100, 0.5f, 100} : new float[] {0.5f};

    private RecordListsProgram() {}

    public static void main(String[] arguments) throws ReflectiveOperationException {
        try (TensorScope scope = TensorScope.open()) {
            for (int steps : IS_HOST ? new int[] {1, 2, 5, 70} : new int[] {5}) {
                calls(steps);
            }
            compare("lists", tensor(2, 8));
            compare("elements", tensor(2, 8));
            changes();
            gradients();
            if (IS_HOST) {
                unrolled();
            }
        }
    }

    private static void calls(int t) throws ReflectiveOperationException {
        Tensor x = tensor(1, t, 8);
        Tensor h = tensor(2, 8);
        check("histories", RecordListsOracle.histories(rows(x), row(h)), x, h);
        check("filled", RecordListsOracle.filled(rows(x), row(h)), x, h);
        check("numbers", RecordListsOracle.numbers(rows(x), row(h), 0.25f), x, h, 0.25f);
        compare("extended", x, h);
        compare("nested", tensor(3, t, 4, 8), h);
        compare("branches", tensor(3, t, 8, 8), tensor(4, 8, 8));
        for (float limit : LIMITS) {
            compare("first", x, h, limit);
            compare("replaced", x, h, limit);
            check("ended", RecordListsOracle.ended(rows(x), row(h), limit), x, h, limit);
        }
    }

    private static void changes() throws ReflectiveOperationException {
        compare(RecordChanges.class, "added", tensor(2, 8));
        compare(RecordChanges.class, "filled", tensor(2, 8));
        compare(RecordChanges.class, "positions", tensor(3, 80));
        compare(RecordChanges.class, "once", tensor(2, 8));
        for (float limit : LIMITS) {
            compare(RecordChanges.class, "branches", tensor(3, 8, 8), limit);
            compare(RecordChanges.class, "assigned", tensor(3, 8, 8), limit);
            compare(RecordChanges.class, "ended", tensor(2, 8), limit);
        }
    }

    private static void gradients() throws ReflectiveOperationException {
        Tensor x = tensor(6, 4, 3);
        Tensor h = tensor(7, 3);
        gradient("extended", x, h);
        gradient("ended", x, h, 0.5f);
        if (IS_HOST) {
            gradient("filled", x, h);
            gradient("nested", tensor(8, 3, 2, 3), h);
            gradient("branches", tensor(9, 3, 2, 2), tensor(10, 2, 2));
            for (float limit : LIMITS) {
                gradient("first", x, h, limit);
                gradient("replaced", x, h, limit);
                gradient("ended", x, h, limit);
            }
        }
    }

    /** Requires the bits of the same methods with declared sizes, whose loops are unrolled where they are counted. */
    private static void unrolled() throws ReflectiveOperationException {
        Tensor x = tensor(1, 5, 8);
        Tensor h = tensor(2, 8);
        same("histories", x, h);
        same("extended", x, h);
        same("filled", x, h);
        same("nested", tensor(3, 3, 4, 8), h);
        same("branches", tensor(3, 5, 8, 8), tensor(4, 8, 8));
        same("numbers", x, h, 0.25f);
        for (float limit : LIMITS) {
            same("first", x, h, limit);
            same("replaced", x, h, limit);
        }
    }

    private static void same(String name, Object... arguments) throws ReflectiveOperationException {
        List<float[]> looped = results(kernels(""), name, arguments);
        List<float[]> unrolled = results(kernels("Fixed"), name, arguments);
        require(looped.size() == unrolled.size(), name + " has other results");
        for (int i = 0; i < looped.size(); i++) {
            require(Arrays.equals(looped.get(i), unrolled.get(i)), name + " unrolled has other bits");
        }
    }

    private static Class<?> kernels(String prefix) throws ClassNotFoundException {
        return Class.forName("records." + prefix + "RecordListsKernels");
    }

    private static void check(String name, double[] expected, Object... arguments) throws ReflectiveOperationException {
        compare(name, arguments);
        List<float[]> plain = results(RecordLists.class, name, arguments);
        requireClose(name, expected, doubles(plain));
    }

    private static void compare(String name, Object... arguments) throws ReflectiveOperationException {
        compare(RecordLists.class, name, arguments);
    }

    private static void compare(Class<?> type, String name, Object... arguments) throws ReflectiveOperationException {
        double[] expected = doubles(results(type, name, arguments));
        Object[] copies = Arrays.stream(arguments).map(RecordListsProgram::onDevice).toArray();
        Class<?> kernels = Class.forName(type.getName() + "Kernels");
        requireClose(name + Arrays.toString(arguments), expected, doubles(results(kernels, name, copies)));
    }

    private static List<float[]> results(Class<?> type, String name, Object... arguments)
            throws ReflectiveOperationException {
        List<float[]> results = new ArrayList<>();
        addTensors(call(type, name, arguments), results);
        return results;
    }

    /** Adds the elements of the tensors of a result. */
    private static void addTensors(Object value, List<float[]> results) throws ReflectiveOperationException {
        if (value instanceof Tensor tensor) {
            results.add(tensor.toFloatArray());
        } else if (value instanceof List<?> list) {
            for (Object element : list) {
                addTensors(element, results);
            }
        } else {
            for (RecordComponent component : value.getClass().getRecordComponents()) {
                component.getAccessor().setAccessible(true);
                addTensors(component.getAccessor().invoke(value), results);
            }
        }
    }

    private static void gradient(String name, Object... arguments) throws ReflectiveOperationException {
        Tensor result = (Tensor) call(RecordLists.class, name, arguments);
        Tensor cotangent = tensor(11, result.dimensions());
        Object[] copies = Arrays.stream(arguments).map(RecordListsProgram::onDevice).toArray();
        Object forward = call(kernels(""), name + "Forward", copies);
        Object saved = forward.getClass().getMethod("saved").invoke(forward);
        Object gradients = call(kernels(""), name + "Gradient", saved, onDevice(cotangent));
        int argument = 0;
        for (RecordComponent component : gradients.getClass().getRecordComponents()) {
            double[] found = doubles(List.of(((Tensor) component.getAccessor().invoke(gradients)).toFloatArray()));
            requireDerivatives(RecordLists.class, name, arguments, argument, found, cotangent, 4e-3);
            argument++;
        }
    }

    private static Object onDevice(Object value) {
        return value instanceof Tensor tensor ? tensor.to(Device.defaultDevice()) : value;
    }

    private static double[][] rows(Tensor x) {
        double[] elements = row(x);
        int columns = (int) x.dimension(1);
        double[][] rows = new double[(int) x.dimension(0)][];
        for (int i = 0; i < rows.length; i++) {
            rows[i] = Arrays.copyOfRange(elements, i * columns, (i + 1) * columns);
        }
        return rows;
    }

    private static double[] row(Tensor x) {
        return doubles(List.of(x.toFloatArray()));
    }

    private static double[] doubles(List<float[]> tensors) {
        return tensors.stream()
                .flatMapToDouble(elements -> IntStream.range(0, elements.length)
                        .mapToDouble(i -> elements[i]))
                .toArray();
    }

    private static void requireClose(String name, double[] expected, double[] actual) {
        require(expected.length == actual.length, name + " has " + actual.length + " elements");
        for (int i = 0; i < expected.length; i++) {
            double difference = Math.abs(expected[i] - actual[i]);
            require(
                    expected[i] == actual[i] || difference <= TOLERANCE * Math.max(1, Math.abs(expected[i])),
                    name + ": element " + i + " is " + actual[i] + ", not " + expected[i]);
        }
    }
}
