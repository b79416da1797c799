package io.graphkernel.conformance.identity;

import io.graphkernel.runtime.Device;
import io.graphkernel.runtime.Tensor;
import io.graphkernel.runtime.TensorScope;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;

/** Compares random updates in place, as kernels on the default device, with the same methods in plain Java. */
public final class UpdateProgram {

    private static final int SIZE = 4;
    private static final double TOLERANCE = 1e-4;

    private final Class<?> plain;
    private final Class<?> kernels;
    private final SplittableRandom random = new SplittableRandom(5);
    private final List<String> wrong = new ArrayList<>();

    private UpdateProgram(String name) throws ClassNotFoundException {
        plain = Class.forName(name);
        kernels = Class.forName(name + "Kernels");
    }

    /** Ends with 1 if a result differs, of any of the classes. */
    public static void main(String[] names) throws ReflectiveOperationException {
        List<String> wrong = new ArrayList<>();
        for (String name : names) {
            UpdateProgram program = new UpdateProgram(name);
            try (TensorScope scope = TensorScope.open()) {
                program.compare();
            }
            wrong.addAll(program.wrong);
        }
        wrong.forEach(System.out::println);
        System.exit(wrong.isEmpty() ? 0 : 1);
    }

    private void compare() throws ReflectiveOperationException {
        List<Method> methods = Arrays.stream(plain.getDeclaredMethods())
                .filter(method -> method.getName().startsWith("update"))
                .sorted(Comparator.comparing(Method::getName))
                .toList();
        for (Method method : methods) {
            float[] elements = new float[SIZE * SIZE];
            for (int i = 0; i < elements.length; i++) {
                elements[i] = (float) random.nextDouble(-1, 1);
            }
            int[] rows = random.ints(SIZE, -SIZE, SIZE).toArray();
            int[] positions = random.ints(SIZE * SIZE, 0, SIZE * SIZE).toArray();
            method.setAccessible(true);
            float[] expected = updated(method, Device.cpu(), elements, rows, positions);
            Method stub = kernels.getDeclaredMethod(method.getName(), method.getParameterTypes());
            stub.setAccessible(true);
            float[] actual = updated(stub, Device.defaultDevice(), elements, rows, positions);
            for (int i = 0; i < expected.length; i++) {
                double error = Math.abs(actual[i] - expected[i]);
                if (!(error <= TOLERANCE * Math.max(1, Math.abs(expected[i])))) {
                    wrong.add(plain.getName() + "." + method.getName() + "[" + i + "] is " + actual[i] + " instead of "
                            + expected[i]);
                    break;
                }
            }
        }
    }

    private static float[] updated(Method method, Device device, float[] elements, int[] rows, int[] positions)
            throws ReflectiveOperationException {
        Tensor x = Tensor.of(elements, SIZE, SIZE).to(device);
        List<Object> arguments = new ArrayList<>(List.of(x));
        if (method.getName().contains("i")) {
            arguments.add(Tensor.of(rows, SIZE).to(device));
        }
        if (method.getName().endsWith("j")) {
            arguments.add(Tensor.of(positions, SIZE * SIZE).to(device));
        }
        method.invoke(null, arguments.toArray());
        return x.toFloatArray();
    }
}
