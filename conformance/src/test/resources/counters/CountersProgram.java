package counters;

import static io.graphkernel.conformance.ProgramCalls.call;
import static io.graphkernel.conformance.ProgramCalls.require;
import static io.graphkernel.conformance.ProgramCalls.requireDerivatives;
import static io.graphkernel.conformance.ProgramCalls.tensor;

import io.graphkernel.runtime.Device;
import io.graphkernel.runtime.Tensor;
import io.graphkernel.runtime.TensorScope;
import java.util.Arrays;

/** Calls kernels with counters and lists: against float64, as plain Java, unrolled, and by central differences. */
public final class CountersProgram {

    private static final double TOLERANCE = 3e-5;
    /** A device, whose driver compiles a kernel for seconds, breaks in the middle and at the end. */
    private static final float[] LIMITS =
            Device.defaultDevice().isHost() ? new float[] {-100, 0.5f, 1.5f, 100} : new float[] {0.5f, 100};

    private CountersProgram() {}

    public static void main(String[] arguments) throws ReflectiveOperationException {
        try (TensorScope scope = TensorScope.open()) {
            for (int steps : new int[] {1, 2, 5, 70}) {
                loops(steps);
                lists(steps);
            }
            if (Device.defaultDevice().isHost()) {
                gradients();
                unrolled();
            } else {
                gradientsOfDevice();
            }
        }
    }

    private static void loops(int t) throws ReflectiveOperationException {
        Tensor x = tensor(1, t, 8);
        Tensor h = tensor(2, 8);
        check("counted", CountersOracle.counted(rows(x), row(h)), x, h);
        check("leading", CountersOracle.leading(rows(x), row(h)), x, h);
        check("tested", CountersOracle.tested(rows(x), row(h)), x, h);
        compare("down", x, h);
        compare("grid", tensor(3, t, 4, 8), h);
        compare("carried", h, t);
        check("initialized", CountersOracle.initialized(row(h), t), h, t);
        for (float limit : LIMITS) {
            check("broken", CountersOracle.broken(rows(x), row(h), limit), x, h, limit);
            check("alternating", CountersOracle.alternating(rows(x), rows(tensor(4, 2, 8)), limit), x, tensor(4, 2, 8), limit);
            compare("jumping", x, h, limit);
            compare("header", x, h, limit);
            compare("second", x, h, limit);
            compare("secondBySlices", x, h, limit);
            check("continued", CountersOracle.continued(row(h), limit), h, limit);
        }
        compare("ranges", tensor(5, 8, 2 * t + 2), h);
        if (t == 1) {
            compare("many", h);
            check("nested", CountersOracle.nested(row(h)), h);
        }
    }

    private static void lists(int t) throws ReflectiveOperationException {
        Tensor x = tensor(1, t, 8);
        Tensor h = tensor(2, 8);
        check("listed", CountersOracle.counted(rows(x), row(h)), x, h);
        check("extended", CountersOracle.extended(rows(x), row(h)), x, h);
        compare("replayed", x, h);
        compare("branches", tensor(3, t, 8, 8), tensor(4, 8, 8));
        compare("array", x, h);
        for (float limit : LIMITS) {
            compare("replaced", x, h, limit);
            compare("returned", x, h, limit);
            compare("pairs", h, limit);
            compare("recreated", h, limit);
        }
        if (t == 1) {
            compare("filled", h);
        }
    }

    private static void gradientsOfDevice() throws ReflectiveOperationException {
        Tensor x = tensor(6, 4, 3);
        Tensor h = tensor(7, 3);
        gradient("counted", x, h);
        gradient("extended", x, h);
        gradient("broken", x, h, 0.5f);
        gradient("ranges", tensor(5, 2, 8), tensor(7, 2));
    }

    private static void gradients() throws ReflectiveOperationException {
        Tensor x = tensor(6, 4, 3);
        Tensor h = tensor(7, 3);
        gradient("counted", x, h);
        gradient("leading", x, h);
        gradient("tested", x, h);
        gradient("grid", tensor(8, 3, 2, 3), h);
        gradient("listed", x, h);
        gradient("extended", x, h);
        gradient("replayed", x, h);
        gradient("array", x, h);
        gradient("branches", tensor(9, 3, 2, 2), tensor(10, 2, 2));
        gradient("ranges", tensor(5, 2, 8), tensor(7, 2));
        for (float limit : LIMITS) {
            gradient("broken", x, h, limit);
            gradient("jumping", x, h, limit);
            gradient("replaced", x, h, limit);
            gradient("alternating", x, tensor(4, 2, 3), limit);
            gradient("second", x, h, limit);
            gradient("secondBySlices", x, h, limit);
        }
    }

    /** Requires the bits of the same methods with declared sizes, whose loops are unrolled where they are counted. */
    private static void unrolled() throws ReflectiveOperationException {
        Tensor x = tensor(1, 5, 8);
        Tensor h = tensor(2, 8);
        for (String name : new String[] {"counted", "leading", "tested", "down", "listed", "extended", "replayed"}) {
            same(name, x, h);
        }
        same("grid", tensor(3, 3, 4, 8), h);
        same("branches", tensor(3, 5, 8, 8), tensor(4, 8, 8));
        same("ranges", tensor(5, 8, 12), h);
        for (float limit : LIMITS) {
            same("broken", x, h, limit);
            same("jumping", x, h, limit);
            same("header", x, h, limit);
            same("alternating", x, tensor(4, 2, 8), limit);
        }
    }

    private static void same(String name, Object... arguments) throws ReflectiveOperationException {
        Object[] copies = Arrays.stream(arguments).map(CountersProgram::onDevice).toArray();
        float[] looped = ((Tensor) call(kernels(""), name, copies)).toFloatArray();
        float[] unrolled = ((Tensor) call(kernels("Fixed"), name, copies)).toFloatArray();
        if (Device.defaultDevice().isHost()) {
            require(Arrays.equals(looped, unrolled), name + " unrolled has other bits");
        }
        requireClose(name + " unrolled", doubles(unrolled), doubles(looped));
    }

    private static Class<?> kernels(String prefix) throws ClassNotFoundException {
        return Class.forName("counters." + prefix + "CountersKernels");
    }

    private static void check(String name, double[] expected, Object... arguments) throws ReflectiveOperationException {
        compare(name, arguments);
        requireClose(name, expected, doubles(((Tensor) call(Counters.class, name, arguments)).toFloatArray()));
    }

    private static void compare(String name, Object... arguments) throws ReflectiveOperationException {
        Object[] copies = Arrays.stream(arguments).map(CountersProgram::onDevice).toArray();
        float[] expected = ((Tensor) call(Counters.class, name, arguments)).toFloatArray();
        float[] actual = ((Tensor) call(kernels(""), name, copies)).toFloatArray();
        requireClose(name + Arrays.toString(arguments), doubles(expected), doubles(actual));
    }

    private static void gradient(String name, Object... arguments) throws ReflectiveOperationException {
        Tensor result = (Tensor) call(Counters.class, name, arguments);
        Tensor cotangent = tensor(11, result.dimensions());
        Object[] copies = Arrays.stream(arguments).map(CountersProgram::onDevice).toArray();
        Object forward = call(kernels(""), name + "Forward", copies);
        Object saved = forward.getClass().getMethod("saved").invoke(forward);
        Object gradients = call(kernels(""), name + "Gradient", saved, onDevice(cotangent));
        int argument = 0;
        for (var component : gradients.getClass().getRecordComponents()) {
            float[] found = ((Tensor) component.getAccessor().invoke(gradients)).toFloatArray();
            requireDerivatives(Counters.class, name, arguments, argument, doubles(found), cotangent, 4e-3);
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
        return doubles(x.toFloatArray());
    }

    private static double[] doubles(float[] elements) {
        double[] wide = new double[elements.length];
        for (int i = 0; i < wide.length; i++) {
            wide[i] = elements[i];
        }
        return wide;
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
