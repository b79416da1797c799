package io.graphkernel.conformance.scan;

import static io.graphkernel.runtime.Ops.cast;

import io.graphkernel.runtime.DType;
import io.graphkernel.runtime.Device;
import io.graphkernel.runtime.Tensor;
import io.graphkernel.runtime.TensorScope;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Random;

/** The process that compares the kernels of {@code Scanned} with the methods themselves. */
final class ScanProgram {

    private static final long[][] SHAPES = {{3, 5, 4}, {1, 1, 1}, {2, 70, 37}, {2, 3, 129}, {4, 0, 3}};
    private static final double STEP = 1e-5;
    private static final double TOLERANCE = 1e-6;

    private final List<String> wrong = new ArrayList<>();
    private int checked;

    private ScanProgram() {}

    public static void main(String[] arguments) throws ReflectiveOperationException {
        ScanProgram program = new ScanProgram();
        for (Method method : methods("scan.Scanned")) {
            for (long[] shape : SHAPES) {
                try (TensorScope scope = TensorScope.open()) {
                    program.compare(method, shape);
                }
            }
        }
        for (Method method : methods("scan.ScanGradients")) {
            if (method.getName().matches("[a-z]+")) {
                try (TensorScope scope = TensorScope.open()) {
                    program.gradients(method);
                }
            }
        }
        if (program.checked == 0 || !program.wrong.isEmpty()) {
            throw new IllegalStateException(program.checked + " methods: " + String.join("\n", program.wrong));
        }
    }

    private static List<Method> methods(String owner) throws ReflectiveOperationException {
        return Arrays.stream(Class.forName(owner).getMethods())
                .filter(method -> method.getReturnType() == Tensor.class)
                .sorted(Comparator.comparing(Method::getName))
                .toList();
    }

    private void compare(Method method, long[] shape) throws ReflectiveOperationException {
        String name = method.getName();
        String letters = name.substring(name.lastIndexOf('_') + 1);
        Object[] host = new Object[letters.length()];
        Object[] device = new Object[letters.length()];
        for (int i = 0; i < host.length; i++) {
            host[i] = argument(letters.charAt(i), i, shape);
            device[i] = host[i] instanceof Tensor tensor ? tensor.to(Device.defaultDevice()) : host[i];
        }
        Method kernel = Class.forName("scan.ScannedKernels").getMethod(name, method.getParameterTypes());
        Tensor expected = (Tensor) method.invoke(null, host);
        Tensor actual = ((Tensor) kernel.invoke(null, device)).to(Device.cpu());
        checked++;
        double[] left = cast(expected, DType.F64).toDoubleArray();
        double[] right = cast(actual, DType.F64).toDoubleArray();
        boolean same = actual.dtype() == expected.dtype()
                && Arrays.equals(actual.dimensions(), expected.dimensions())
                && Arrays.equals(left, right);
        if (!same) {
            int at = Arrays.mismatch(left, right);
            wrong.add(name + " of " + Arrays.toString(shape) + " is " + actual + ", not " + expected
                    + (at < 0 ? "" : ": element " + at + " is " + right[at] + ", not " + left[at]));
        }
    }

    private static Object argument(char letter, int index, long[] shape) {
        if (letter == 'S') {
            return 0.3f;
        }
        Random random = new Random(index + 1);
        int count = (int) Arrays.stream(shape).reduce(1, (a, b) -> a * b);
        return switch (letter) {
            case 'i' -> Tensor.of(random.ints(count).toArray(), shape);
            case 'l' -> Tensor.of(random.longs(count).toArray(), shape);
            case 'd' -> Tensor.of(random.doubles(count, -1.5, 1.5).toArray(), shape);
            default -> cast(Tensor.of(random.doubles(count, -1.5, 1.5).toArray(), shape), DType.F32);
        };
    }

    private void gradients(Method loss) throws ReflectiveOperationException {
        long[] shape = {3, 4, 2};
        double[][] operands = {
            new Random(3).doubles(24, 0.3, 1.7).toArray(),
            new Random(4).doubles(24, 0.3, 1.7).toArray()
        };
        for (int by = 0; by < 2; by++) {
            String name = loss.getName() + "AB".charAt(by);
            Method kernel = Class.forName("scan.ScanGradientsKernels").getMethod(name, Tensor.class, Tensor.class);
            double[] actual = ((Tensor) kernel.invoke(
                            null,
                            Tensor.of(operands[0], shape).to(Device.defaultDevice()),
                            Tensor.of(operands[1], shape).to(Device.defaultDevice())))
                    .to(Device.cpu())
                    .toDoubleArray();
            checked++;
            for (int i = 0; i < actual.length; i++) {
                double difference =
                        (value(loss, operands, by, i, STEP) - value(loss, operands, by, i, -STEP)) / (2 * STEP);
                if (!(Math.abs(actual[i] - difference) <= TOLERANCE * Math.max(1, Math.abs(difference)))) {
                    wrong.add(name + ": element " + i + " is " + actual[i] + ", not " + difference);
                    break;
                }
            }
        }
    }

    private static double value(Method loss, double[][] operands, int by, int index, double step)
            throws ReflectiveOperationException {
        double[] moved = operands[by].clone();
        moved[index] += step;
        Tensor a = Tensor.of(by == 0 ? moved : operands[0], 3, 4, 2);
        Tensor b = Tensor.of(by == 1 ? moved : operands[1], 3, 4, 2);
        return ((Tensor) loss.invoke(null, a, b)).toDoubleArray()[0];
    }
}
