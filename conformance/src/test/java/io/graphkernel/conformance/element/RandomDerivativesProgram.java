package io.graphkernel.conformance.element;

import io.graphkernel.runtime.Device;
import io.graphkernel.runtime.Tensor;
import io.graphkernel.runtime.TensorScope;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * The process that compares derivatives of random functions with central differences of the Java functions. Points are
 * skipped where differences of two distances disagree: a branch lies between them.
 */
final class RandomDerivativesProgram {

    private static final int POINTS = 203;
    private static final double DISTANCE = 1e-4;
    private static final double TOLERANCE = 1e-5;

    private final Class<?> functions = Class.forName("element.RandomDerivatives");
    private final Class<?> kernels;
    private final double[] x = new double[POINTS];
    private final double[] y = new double[POINTS];
    private final List<String> wrong = new ArrayList<>();
    private int compared;

    private RandomDerivativesProgram(String kernels) throws ReflectiveOperationException {
        this.kernels = Class.forName(kernels);
        Random random = new Random(5);
        for (int i = 0; i < POINTS; i++) {
            x[i] = random.nextDouble() * 4 - 2;
            y[i] = random.nextDouble() * 4 - 2;
        }
    }

    public static void main(String[] arguments) throws ReflectiveOperationException {
        try (TensorScope scope = TensorScope.open()) {
            new RandomDerivativesProgram(arguments[0]).run();
        }
    }

    private void run() throws ReflectiveOperationException {
        int count = 0;
        for (Method function : functions.getMethods()) {
            if (function.getReturnType() == double.class) {
                count++;
                compare(function, "ByX", 1, 0);
                compare(function, "ByY", 0, 1);
            }
        }
        if (compared < count * POINTS || !wrong.isEmpty()) {
            throw new IllegalStateException(
                    compared + " derivatives of " + count + " functions: " + String.join("\n", wrong));
        }
    }

    private void compare(Method function, String suffix, double dx, double dy) throws ReflectiveOperationException {
        Tensor result = (Tensor) kernels.getMethod(function.getName() + suffix, Tensor.class, Tensor.class)
                .invoke(
                        null,
                        Tensor.of(x, POINTS).to(Device.defaultDevice()),
                        Tensor.of(y, POINTS).to(Device.defaultDevice()));
        double[] actual = result.to(Device.cpu()).toDoubleArray();
        for (int i = 0; i < POINTS; i++) {
            double far = difference(function, i, DISTANCE * dx, DISTANCE * dy);
            double near = difference(function, i, DISTANCE / 2 * dx, DISTANCE / 2 * dy);
            double scale = Math.max(1, Math.abs(near));
            boolean isSmooth = Math.abs(far - near) <= TOLERANCE / 10 * scale;
            if (!isSmooth) {
                continue;
            }
            compared++;
            double expected = (4 * near - far) / 3;
            if (!(Math.abs(actual[i] - expected) <= TOLERANCE * scale)) {
                wrong.add(function.getName() + suffix + " at (" + x[i] + ", " + y[i] + ") is " + actual[i] + ", not "
                        + expected);
                return;
            }
        }
    }

    private double difference(Method function, int point, double dx, double dy) throws ReflectiveOperationException {
        double after = (Double) function.invoke(null, x[point] + dx, y[point] + dy);
        double before = (Double) function.invoke(null, x[point] - dx, y[point] - dy);
        return (after - before) / (2 * (dx + dy));
    }
}
