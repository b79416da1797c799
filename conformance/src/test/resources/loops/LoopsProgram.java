package loops;

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

/** Calls kernels with loops: as plain Java and as kernels, and random programs as loops and unrolled. */
public final class LoopsProgram {

    private static final float TOLERANCE = 2e-5f;

    private LoopsProgram() {}

    public static void main(String[] arguments) throws ReflectiveOperationException {
        try (TensorScope scope = TensorScope.open()) {
            for (int steps : new int[] {1, 2, 5}) {
                plain(steps);
            }
            gradients();
            random(Integer.parseInt(arguments[0]));
        }
    }

    private static void plain(int n) throws ReflectiveOperationException {
        Loops.State start = new Loops.State(tensor(2, 3, 8), tensor(3, 3, 8));
        Loops.Cell cell = new Loops.Cell(tensor(4, 8, 8), tensor(5, 8));
        Tensor x = tensor(1, n, 3, 8);
        compare("rnn", x, tensor(2, 3, 8), tensor(4, 8, 8));
        compare("decay", tensor(8, 3, n, 8), tensor(5, 8));
        compare("scaled", tensor(6, n, 8), tensor(5, 8), 0.9f);
        compare("tail", tensor(6, n, 8), tensor(5, 8));
        compare("grid", x, tensor(5, 8));
        compare("triangles", tensor(6, n, 8), tensor(5, 8));
        compare("pyramid", tensor(6, n, 8), tensor(4, 8, 8), 0.5f);
        compare("stops", tensor(6, n, 8), tensor(4, 8, 8), 3);
        compare("windows", tensor(6, n + 2, 8), tensor(3, 3, 8), 1.5f);
        compare("cell", x, start, cell);
        compare("swap", tensor(6, n, 8), tensor(5, 8), tensor(7, 8));
        compare("nested", x);
        compare("middle", tensor(8, 3, n, 8));
        if (n == 1) {
            compare("large", tensor(5, 8));
        }
        compare("reversed", tensor(6, n, 8));
        compare("strided", tensor(6, n, 8), n + 1);
        compare("reversed", tensor(6, n, 5000));
        compare("decay", tensor(8, 3, n, 5000), tensor(5, 5000));
        compare("bytes", tensor(6, n, 37));
        compare("numbers", tensor(6, n));
        compare("powers", tensor(9, n), tensor(6, n, 8));
        compare("update", tensor(6, n, 8), tensor(5, 8));
        compare("reduce", tensor(1, n, 300, 8), 0.3f);
        compare("concatenated", tensor(1, n, 8, 8));
    }

    private static void compare(String name, Object... arguments) throws ReflectiveOperationException {
        Object[] copies = Arrays.stream(arguments).map(LoopsProgram::onDevice).toArray();
        float[][] expected = floats(call(Loops.class, name, arguments));
        float[][] actual = floats(call(LoopsKernels.class, name, copies));
        requireClose(name, expected, actual);
        requireClose(name + "'s parameters", floats(arguments), floats(copies));
    }

    /** Compares gradients with central differences of the plain method. */
    private static void gradients() throws ReflectiveOperationException {
        gradient("rnn", tensor(1, 4, 2, 3), tensor(2, 2, 3), tensor(4, 3, 3));
        gradient("decay", tensor(8, 2, 4, 3), tensor(5, 3));
        gradient("scaled", tensor(6, 5, 3), tensor(5, 3), 0.9f);
        gradient("tail", tensor(6, 5, 3), tensor(5, 3));
        gradient("grid", tensor(1, 3, 2, 4), tensor(5, 4));
        gradient("triangles", tensor(6, 4, 3), tensor(5, 3));
        gradient("triangles", tensor(6, 1, 3), tensor(5, 3));
        gradient("pyramid", tensor(6, 5, 3), tensor(4, 3, 3), 0.5f);
        gradient("stops", tensor(6, 5, 3), tensor(4, 3, 3), 4);
        gradient("windows", tensor(6, 6, 3), tensor(3, 3, 3), 1.5f);
    }

    private static void gradient(String name, Object... arguments) throws ReflectiveOperationException {
        Tensor result = (Tensor) call(Loops.class, name, arguments);
        Tensor cotangent = tensor(11, result.dimensions());
        Object[] copies = Arrays.stream(arguments).map(LoopsProgram::onDevice).toArray();
        Object forward = call(LoopsKernels.class, name + "Forward", copies);
        Object saved = forward.getClass().getMethod("saved").invoke(forward);
        requireClose(
                name,
                floats(result),
                floats(forward.getClass().getMethod("result").invoke(forward)));
        float[][] found = floats(call(LoopsKernels.class, name + "Gradient", saved, onDevice(cotangent)));
        require(found.length == floats(arguments).length, name + " has a gradient for each tensor");
        for (int i = 0; i < found.length; i++) {
            require(found[i].length == ((Tensor) arguments[i]).elementCount(), name + " has other dims");
            requireDerivatives(Loops.class, name, arguments, i, doubles(found[i]), cotangent, 2e-3);
        }
    }

    /**
     * Requires equal bits of each random program as a loop and unrolled. On GPUs, the order in which the threads of a row add
     * depends on the width of the memory accesses, which differs between the kernels of both.
     */
    private static void random(int programs) throws ReflectiveOperationException {
        for (int i = 0; i < programs; i++) {
            Object[] arguments = {
                onDevice(tensor(i, 6, 4, 8)),
                onDevice(tensor(i + 1, 3, 4, 8)),
                onDevice(tensor(i + 2, 4, 8)),
                onDevice(tensor(i + 3, 4, 8)),
                onDevice(tensor(i + 4, 8, 8))
            };
            Class<?> kernels = Class.forName("loops.RandomLoopsKernels");
            float[][] unrolled = floats(call(kernels, "unrolled" + i, arguments));
            float[][] looped = floats(call(kernels, "loop" + i, arguments));
            requireClose("program " + i, unrolled, looped);
            for (int result = 0; result < unrolled.length && Device.defaultDevice().isHost(); result++) {
                require(Arrays.equals(unrolled[result], looped[result]), "program " + i + ": result " + result);
            }
        }
    }

    private static Object onDevice(Object value) {
        if (value instanceof Tensor tensor) {
            // A copy, since some kernels update their parameters.
            return Tensor.of(tensor.toFloatArray(), tensor.dimensions()).to(Device.defaultDevice());
        }
        if (value instanceof Loops.State state) {
            return new Loops.State((Tensor) onDevice(state.h()), (Tensor) onDevice(state.s()));
        }
        return value instanceof Loops.Cell cell
                ? new Loops.Cell((Tensor) onDevice(cell.w()), (Tensor) onDevice(cell.b()))
                : value;
    }

    private static float[][] floats(Object... values) throws ReflectiveOperationException {
        List<float[]> floats = new ArrayList<>();
        for (Object value : values) {
            if (value instanceof Tensor tensor) {
                floats.add(tensor.toFloatArray());
            } else if (value instanceof Record) {
                for (RecordComponent component : value.getClass().getRecordComponents()) {
                    component.getAccessor().setAccessible(true);
                    floats.addAll(Arrays.asList(floats(component.getAccessor().invoke(value))));
                }
            }
        }
        return floats.toArray(float[][]::new);
    }

    private static double[] doubles(float[] elements) {
        double[] wide = new double[elements.length];
        for (int i = 0; i < wide.length; i++) {
            wide[i] = elements[i];
        }
        return wide;
    }

    private static void requireClose(String name, float[][] expected, float[][] actual) {
        require(expected.length == actual.length, name + " has " + actual.length + " results");
        for (int result = 0; result < expected.length; result++) {
            require(expected[result].length == actual[result].length, name + " has other dims");
            for (int i = 0; i < expected[result].length; i++) {
                float difference = Math.abs(expected[result][i] - actual[result][i]);
                require(
                        difference <= TOLERANCE * Math.max(1, Math.abs(expected[result][i])),
                        name + ": element " + i + " is " + actual[result][i] + ", not " + expected[result][i]);
            }
        }
    }
}
