package conditions;

import static io.graphkernel.conformance.ProgramCalls.call;
import static io.graphkernel.conformance.ProgramCalls.require;
import static io.graphkernel.conformance.ProgramCalls.requireDerivatives;
import static io.graphkernel.conformance.ProgramCalls.tensor;

import io.graphkernel.runtime.DType;
import io.graphkernel.runtime.Device;
import io.graphkernel.runtime.LaunchGraph;
import io.graphkernel.runtime.Tensor;
import io.graphkernel.runtime.TensorScope;
import io.graphkernel.runtime.exception.InvalidArgumentException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;

/** Calls kernels with conditions, as plain Java and as kernels. */
public final class ConditionsProgram {

    private static final float TOLERANCE = 3e-5f;

    private ConditionsProgram() {}

    public static void main(String[] arguments) throws ReflectiveOperationException {
        try (TensorScope scope = TensorScope.open()) {
            loops();
            branches();
            gradients();
            arrays();
            capture();
            debugMode();
            indices();
        }
    }

    /** A capture cannot read the condition. */
    private static void capture() {
        Device device = Device.defaultDevice();
        if (device.isHost()) {
            return;
        }
        Tensor a = Tensor.scalar(2f).to(device);
        try (LaunchGraph graph = LaunchGraph.capture(device, () -> ConditionsKernels.newton(a))) {
            require(false, "a loop with a condition was captured");
        } catch (InvalidArgumentException e) {
            require(e.getMessage().contains("GK-6120"), e.getMessage());
        }
    }

    /** A warning names the iteration's op once, and the result is that of the plain method. */
    private static void debugMode() throws ReflectiveOperationException {
        List<String> messages = new ArrayList<>();
        Handler handler = new Handler() {
            @Override
            public void publish(LogRecord logged) {
                messages.add(logged.getMessage());
            }

            @Override
            public void flush() {}

            @Override
            public void close() {}
        };
        Logger logger = Logger.getLogger("io.graphkernel");
        logger.addHandler(handler);
        logger.setUseParentHandlers(false);
        try {
            compare("logged", Tensor.of(new float[] {9, 8, 2}, 3), Tensor.of(new int[] {1, 0, 2}, 3));
        } finally {
            logger.removeHandler(handler);
            logger.setUseParentHandlers(true);
        }
        require(messages.size() == 1 && messages.get(0).contains("logged"), messages.toString());
    }

    /** Indices are checked at the call. */
    private static void indices() throws ReflectiveOperationException {
        for (float limit : new float[] {-100, 1, 50}) {
            compare("checked", tensor(3, 3), Tensor.of(new int[] {2, 0, 1}, 3), limit);
        }
        try {
            call(ConditionsKernels.class, "checked", onDevice(tensor(3, 3)), onDevice(Tensor.of(new int[] {2, 0, 3}, 3)), 5f);
        } catch (IllegalStateException e) {
            require(String.valueOf(e.getCause()).contains("rows[2] is 3"), String.valueOf(e.getCause()));
            return;
        }
        require(false, "the index 3 is in range");
    }

    private static void loops() throws ReflectiveOperationException {
        for (float a : new float[] {1, 2, 10, 1e4f}) {
            compare("newton", Tensor.scalar(a));
        }
        compare("power", symmetric(6), tensor(2, 6, 1));
        for (int start : new int[] {1, 2, 7, 27}) {
            compare("collatz", Tensor.of(new int[] {start, 5}, 2), 1000);
        }
        compare("collatz", Tensor.of(new int[] {27, 5}, 2), 10);
        compare("after", scaled(tensor(3, 5), 100));
        compare("after", tensor(3, 5));
        compare("decayed", tensor(7, 5));
        for (int steps : new int[] {0, 1, 5}) {
            compare("counted", tensor(8, 5), steps);
        }
        compare("faded", tensor(9, 6));
        for (float limit : new float[] {-1, 3, 40, 1e6f}) {
            compare("breaks", tensor(4, 7), limit);
        }
        compare("rows", scaled(tensor(5, 4, 3), 10));
        compare("rows", tensor(6, 1, 3));
        jumps();
    }

    private static void arrays() throws ReflectiveOperationException {
        for (float limit : new float[] {-100, 0.5f, 1.5f, 100}) {
            compare("filled", tensor(1, 3), tensor(2, 7, 3), limit);
            gradient("filled", tensor(1, 3), tensor(2, 5, 3), limit);
        }
        for (float limit : new float[] {-100, 3, 8, 1000}) {
            compare("filledSome", tensor(4, 3), limit);
            gradient("filledSome", tensor(4, 2), limit);
        }
        for (int seed = 0; seed < 3; seed++) {
            compare("filledTwice", tensor(seed, 3, 3), tensor(seed + 20, 5, 3, 3));
            gradient("filledTwice", tensor(seed, 2, 2), tensor(seed + 20, 3, 2, 2));
        }
        for (int steps : new int[] {1, 2, 7, 70}) {
            compare("alternating", tensor(1, steps, 5), tensor(2, 2, 5));
        }
        for (int mode = 0; mode < 2; mode++) {
            compare("sameNumber", tensor(1, 4, 3), mode);
        }
    }

    private static void jumps() throws ReflectiveOperationException {
        for (float limit : new float[] {-1, 2, 30, 1e6f}) {
            compare("jumps", tensor(4, 7), limit);
            compare("jumps", scaled(tensor(5, 3), 20), limit);
            compare("updated", tensor(4, 7), limit);
            compare("updated", sub(tensor(4, 7), 3), limit);
        }
        for (float limit : new float[] {-9, 0.1f, 0.9f, 9}) {
            for (int seed = 0; seed < 3; seed++) {
                compare("reads", tensor(seed, 3 + 2 * seed, 1), limit);
            }
            gradient("readsRows", tensor(5, 4, 2), limit);
        }
        for (int seed = 0; seed < 3; seed++) {
            compare("skipped", tensor(seed, 3, 3), tensor(seed + 20, 5, 3, 3));
            gradient("skipped", tensor(seed, 3, 3), tensor(seed + 20, 5, 3, 3));
        }
        for (int count : new int[] {0, 1, 6, 20}) {
            compare("inner", tensor(2, 5), count);
        }
    }

    private static Tensor sub(Tensor x, float value) {
        float[] elements = x.toFloatArray();
        for (int i = 0; i < elements.length; i++) {
            elements[i] -= value;
        }
        return Tensor.of(elements, x.dimensions());
    }

    private static void branches() throws ReflectiveOperationException {
        for (float a : new float[] {-1, 0, 0.25f, 1}) {
            compare("chosen", tensor(1, 9), tensor(2, 9), a);
            compare("calls", tensor(1, 9), tensor(2, 9), a);
        }
        for (int seed = 0; seed < 4; seed++) {
            compare("matmuls", tensor(seed, 4, 4), tensor(seed + 9, 4, 4));
        }
        for (int training = 0; training < 2; training++) {
            compare("updates", tensor(1, 5), scaled(tensor(2, 5), 20), training);
            compare("updates", tensor(1, 5), tensor(2, 5), training);
        }
        for (int mode = 0; mode < 4; mode++) {
            compare("any", tensor(1, 2, 3), mode);
            compare("cases", tensor(1, 3, 3), mode);
            gradient("cases", tensor(1, 3, 3), mode);
            compare("valued", tensor(1, 4), mode);
            compare("early", tensor(1, 3, 3), mode, mode - 1.5f);
            compare("elements", tensor(mode, 2 + mode), Tensor.of(new int[] {4, mode + 5}, 2));
        }
        compare("records", scaled(tensor(1, 4), 20), tensor(2, 4), 1);
        compare("records", scaled(tensor(1, 4), 20), tensor(2, 4), 0);
    }

    /** Compares gradients with central differences of the plain method. */
    private static void gradients() throws ReflectiveOperationException {
        for (float a : new float[] {-1, 0, 0.25f, 1}) {
            gradient("chosen", tensor(1, 5), tensor(2, 5), a);
        }
        for (int seed = 0; seed < 4; seed++) {
            gradient("matmuls", tensor(seed, 3, 3), tensor(seed + 9, 3, 3));
        }
        gradient("bounded", tensor(1, 3), scaled(tensor(2, 3), 4), tensor(3, 6, 3));
        gradient("bounded", tensor(1, 3), tensor(2, 3), tensor(3, 4, 3));
        gradient("bounded", scaled(tensor(1, 3), 9), tensor(2, 3), tensor(3, 4, 3));
        for (int mode = 0; mode < 3; mode++) {
            gradient("early", tensor(mode, 2, 2), mode, 0.5f);
        }
        gradient("faded", tensor(9, 6));
        gradient("nested", tensor(1, 3, 2, 2), tensor(2, 2, 2));
        gradient("nested", tensor(4, 4, 2, 2), scaled(tensor(5, 2, 2), 8));
    }

    private static void compare(String name, Object... arguments) throws ReflectiveOperationException {
        Object[] given = Arrays.stream(arguments).map(ConditionsProgram::copy).toArray();
        Object[] copies = Arrays.stream(arguments).map(ConditionsProgram::onDevice).toArray();
        double[][] expected = numbers(call(Conditions.class, name, given));
        double[][] actual = numbers(call(ConditionsKernels.class, name, copies));
        requireClose(name + Arrays.toString(arguments), expected, actual);
        requireClose(name + "'s parameters", numbers(given), numbers(copies));
    }

    private static void gradient(String name, Object... arguments) throws ReflectiveOperationException {
        Tensor result = (Tensor) call(Conditions.class, name, arguments);
        Tensor cotangent = tensor(11, result.dimensions());
        Object[] copies = Arrays.stream(arguments).map(ConditionsProgram::onDevice).toArray();
        Object forward = call(ConditionsKernels.class, name + "Forward", copies);
        Object saved = forward.getClass().getMethod("saved").invoke(forward);
        requireClose(
                name,
                numbers(result),
                numbers(forward.getClass().getMethod("result").invoke(forward)));
        Object gradients = call(ConditionsKernels.class, name + "Gradient", saved, onDevice(cotangent));
        double[][] found = numbers(components(gradients));
        require(found.length == numbers(arguments).length, name + " has a gradient for each tensor");
        for (int i = 0; i < found.length; i++) {
            require(found[i].length == ((Tensor) arguments[i]).elementCount(), name + " has other dims");
            requireDerivatives(Conditions.class, name, arguments, i, found[i], cotangent, 4e-3);
        }
    }

    private static Object[] components(Object record) throws ReflectiveOperationException {
        if (record instanceof Tensor) {
            return new Object[] {record};
        }
        List<Object> values = new ArrayList<>();
        for (var component : record.getClass().getRecordComponents()) {
            values.add(component.getAccessor().invoke(record));
        }
        return values.toArray();
    }

    private static Object copy(Object value) {
        if (!(value instanceof Tensor tensor)) {
            return value;
        }
        return tensor.dtype() == DType.I32
                ? Tensor.of(tensor.toIntArray(), tensor.dimensions())
                : Tensor.of(tensor.toFloatArray(), tensor.dimensions());
    }

    private static Object onDevice(Object value) {
        return value instanceof Tensor ? ((Tensor) copy(value)).to(Device.defaultDevice()) : value;
    }

    private static Tensor symmetric(int n) {
        float[] elements = tensor(1, n, n).toFloatArray();
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < i; j++) {
                elements[i * n + j] = elements[j * n + i];
            }
            elements[i * n + i] += i;
        }
        return Tensor.of(elements, n, n);
    }

    private static Tensor scaled(Tensor tensor, float scale) {
        float[] elements = tensor.toFloatArray();
        for (int i = 0; i < elements.length; i++) {
            elements[i] *= scale;
        }
        return Tensor.of(elements, tensor.dimensions());
    }

    private static double[][] numbers(Object... values) {
        return Arrays.stream(values)
                .filter(Tensor.class::isInstance)
                .map(value -> {
                    Tensor tensor = (Tensor) value;
                    return tensor.dtype() == DType.I32
                            ? Arrays.stream(tensor.toIntArray()).asDoubleStream().toArray()
                            : tensor.toDoubleArray();
                })
                .toArray(double[][]::new);
    }

    private static void requireClose(String name, double[][] expected, double[][] actual) {
        require(expected.length == actual.length, name + " has " + actual.length + " results");
        for (int result = 0; result < expected.length; result++) {
            require(expected[result].length == actual[result].length, name + " has other dims");
            for (int i = 0; i < expected[result].length; i++) {
                double difference = Math.abs(expected[result][i] - actual[result][i]);
                require(
                        expected[result][i] == actual[result][i]
                                || difference <= TOLERANCE * Math.max(1, Math.abs(expected[result][i])),
                        name + ": element " + i + " is " + actual[result][i] + ", not " + expected[result][i]);
            }
        }
    }
}
