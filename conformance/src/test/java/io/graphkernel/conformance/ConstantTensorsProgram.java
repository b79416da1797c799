package io.graphkernel.conformance;

import io.graphkernel.runtime.DType;
import io.graphkernel.runtime.Device;
import io.graphkernel.runtime.LaunchGraph;
import io.graphkernel.runtime.Tensor;
import io.graphkernel.runtime.TensorScope;
import io.graphkernel.runtime.exception.InvalidArgumentException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/** The process that calls kernels with constant tensors: as plain Java and as kernels. */
final class ConstantTensorsProgram {

    /** The property that captures launches, too. */
    static final String CAPTURES = "constants.captures";

    private static final int ROWS = 5;
    private static final int THREADS = 4;

    private ConstantTensorsProgram() {}

    public static void main(String[] arguments) throws ReflectiveOperationException, InterruptedException {
        if (Boolean.getBoolean(CAPTURES)) {
            captured();
        }
        inThreads();
        try (TensorScope scope = TensorScope.open()) {
            requireSame("Tables", "broadcast", numbers(ROWS, 3));
            requireSame("Tables", "unranked", numbers(ROWS, 1, 3));
            requireSame("Tables", "unranked", numbers(1));
            requireSame("Tables", "product", numbers(ROWS, 3));
            requireSame("Tables", "rows", Tensor.of(new int[] {3, 0, 0, 2, 1}, ROWS));
            requireSame("Tables", "columns", numbers(ROWS, 3));
            requireSame("Tables", "reduced", numbers(ROWS, 3));
            requireSame("Tables", "half", Tensor.of(DType.F16, numbers(ROWS, 3).toFloatArray(), ROWS, 3));
            requireSame("Tables", "chosen", numbers(ROWS, 3));
            requireSame("Tables", "joined", numbers(1, 3));
            requireSame("Tables", "layers", numbers(ROWS, 4));
            requireSame("Again", "broadcast", numbers(ROWS, 3));
            arrays();
            aResultIsACopy();
            ofAJar();
            gradient();
        }
    }

    /** Tensors loaded in a scope of any thread outlive it. */
    private static void inThreads() throws InterruptedException {
        List<Throwable> failures = new ArrayList<>();
        List<Thread> threads = IntStream.range(0, THREADS)
                .mapToObj(i -> new Thread(() -> {
                    try (TensorScope scope = TensorScope.open()) {
                        requireSame("Tables", i % 2 == 0 ? "layers" : "product", numbers(ROWS, i % 2 == 0 ? 4 : 3));
                    } catch (ReflectiveOperationException | RuntimeException e) {
                        synchronized (failures) {
                            failures.add(e);
                        }
                    }
                }))
                .toList();
        threads.forEach(Thread::start);
        for (Thread thread : threads) {
            thread.join();
        }
        if (!failures.isEmpty()) {
            throw new IllegalStateException(failures.get(0));
        }
    }

    private static void requireSame(String type, String name, Tensor argument) throws ReflectiveOperationException {
        Tensor expected = call(type, name, argument);
        for (int i = 0; i < 2; i++) {
            Tensor actual = call(type + "Kernels", name, argument.to(Device.defaultDevice()));
            requireClose(name, expected, actual.toFloatArray());
        }
    }

    /** A capture takes launches alone, so that constants must be on the device before. */
    private static void captured() throws ReflectiveOperationException {
        Device device = Device.defaultDevice();
        Method method = Class.forName("constants.AgainKernels").getMethod("broadcast", Tensor.class, Tensor.class);
        try (Tensor host = numbers(ROWS, 3);
                Tensor expected = call("Again", "broadcast", host);
                Tensor x = host.to(device);
                Tensor out = Tensor.zeros(ROWS, 3)) {
            Runnable launch = () -> invoke(method, x, out);
            try (LaunchGraph early = LaunchGraph.capture(device, launch)) {
                throw new IllegalStateException("constants were copied in a capture: " + early);
            } catch (InvalidArgumentException e) {
                require(e.id().equals("GK-6342"), "thrown: " + e);
            }
            launch.run();
            try (LaunchGraph graph = LaunchGraph.capture(device, launch)) {
                out.copyFrom(new float[ROWS * 3]);
                graph.launch();
                requireClose("a captured launch", expected, out.toFloatArray());
            }
        }
    }

    private static void invoke(Method method, Tensor... arguments) {
        try {
            method.invoke(null, (Object[]) arguments);
        } catch (InvocationTargetException e) {
            throw (RuntimeException) e.getCause();
        } catch (IllegalAccessException e) {
            throw new IllegalStateException(e);
        }
    }

    private static void arrays() throws ReflectiveOperationException {
        Tensor x = numbers(ROWS, 3);
        float[] out = new float[ROWS * 3];
        Class.forName("constants.TablesKernels")
                .getMethod("broadcast", float[].class, float[].class)
                .invoke(null, x.toFloatArray(), out);
        requireClose("broadcast of an array", call("Tables", "broadcast", x), out);
        float[] unranked = new float[3];
        Class.forName("constants.TablesKernels")
                .getMethod("unranked", float[].class, float[].class)
                .invoke(null, new float[] {1, 2, 3}, unranked);
        requireClose("unranked of an array", call("Tables", "unranked", Tensor.of(new float[] {1, 2, 3}, 3)), unranked);
    }

    private static void aResultIsACopy() throws ReflectiveOperationException {
        Method table = Class.forName("constants.TablesKernels").getMethod("table");
        Tensor expected =
                (Tensor) Class.forName("constants.Tables").getMethod("table").invoke(null);
        Tensor first = (Tensor) table.invoke(null);
        requireClose("table", expected, first.toFloatArray());
        first.copyFrom(new float[12]);
        requireClose("table after a write", expected, ((Tensor) table.invoke(null)).toFloatArray());
        requireSame("Tables", "product", numbers(ROWS, 3));
    }

    private static void ofAJar() throws ReflectiveOperationException {
        float[] table = {0, 1, 0.5f, -0.5f, 2, 3, -1, 0.25f};
        float[] ones = new float[table.length];
        float[] expected = new float[table.length];
        for (int i = 0; i < table.length; i++) {
            ones[i] = 1;
            expected[i] = 2 * (1 + table[i]) + table[i];
        }
        Tensor actual = call("CallerKernels", "twice", Tensor.of(ones, 1, 4, 2).to(Device.defaultDevice()));
        requireClose("twice", Tensor.of(expected, 1, 4, 2), actual.toFloatArray());
    }

    /** The derivative of sum(tanh(x w) v) by x is ((1 - tanh²(x w)) v) wᵀ. */
    private static void gradient() throws ReflectiveOperationException {
        Tensor x = numbers(1, 3);
        float[] w = call("Tables", "table").toFloatArray();
        float[] point = x.toFloatArray();
        float[] expected = new float[3];
        for (int column = 0; column < 4; column++) {
            double y = 0;
            for (int i = 0; i < 3; i++) {
                y += point[i] * w[4 * i + column];
            }
            for (int i = 0; i < 3; i++) {
                expected[i] += (float) ((1 - Math.tanh(y) * Math.tanh(y)) * (column + 1) * w[4 * i + column]);
            }
        }
        Class<?> kernels = Class.forName("constants.TablesKernels");
        Object forward = kernels.getMethod("weighedForward", Tensor.class).invoke(null, x.to(Device.defaultDevice()));
        Object saved = forward.getClass().getMethod("saved").invoke(forward);
        Tensor cotangent = Tensor.full(1, 1, 4).to(Device.defaultDevice());
        Object gradients = kernels.getMethod("weighedGradient", saved.getClass(), Tensor.class)
                .invoke(null, saved, cotangent);
        Tensor actual = (Tensor) gradients.getClass().getMethod("x").invoke(gradients);
        requireClose("gradient", Tensor.of(expected, 1, 3), actual.toFloatArray());
    }

    private static Tensor call(String type, String name, Tensor... arguments) throws ReflectiveOperationException {
        Class<?>[] types = arguments.length == 0 ? new Class<?>[0] : new Class<?>[] {Tensor.class};
        return (Tensor)
                Class.forName("constants." + type).getMethod(name, types).invoke(null, (Object[]) arguments);
    }

    private static void requireClose(String what, Tensor expected, float[] given) {
        float[] wanted = expected.toFloatArray();
        require(wanted.length == given.length, what + " has " + given.length + " elements");
        for (int i = 0; i < wanted.length; i++) {
            require(
                    Math.abs(wanted[i] - given[i]) <= 1e-5f * Math.max(1, Math.abs(wanted[i])),
                    what + ": element " + i + " is " + given[i] + ", not " + wanted[i]);
        }
    }

    private static Tensor numbers(long... dims) {
        int count = 1;
        for (long dim : dims) {
            count *= (int) dim;
        }
        float[] elements = new float[count];
        for (int i = 0; i < count; i++) {
            elements[i] = (i * 37 % 19 - 9) / 7f;
        }
        return Tensor.of(elements, dims);
    }

    private static void require(boolean condition, String otherwise) {
        if (!condition) {
            throw new IllegalStateException(otherwise);
        }
    }
}
