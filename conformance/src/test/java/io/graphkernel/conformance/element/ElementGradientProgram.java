package io.graphkernel.conformance.element;

import static io.graphkernel.runtime.Ops.cast;

import io.graphkernel.runtime.DType;
import io.graphkernel.runtime.Device;
import io.graphkernel.runtime.Tensor;
import io.graphkernel.runtime.TensorScope;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** The process that compares derivatives with central differences of the Java functions: of kernels, or of a class in eager mode. */
final class ElementGradientProgram {

    /** Points away from the kinks of the functions. */
    private static final double[] POINTS = {-3.1, -1.7, -0.8, -0.3, 0.2, 0.4, 0.7, 1.3, 2.2};

    private static final double STEP = 1e-5;
    private static final double TOLERANCE = 1e-6;

    private final Class<?> functions = Class.forName("element.Derivatives");
    private final Class<?> kernels;
    private final List<String> wrong = new ArrayList<>();
    private final double[] x = new double[POINTS.length * POINTS.length];
    private final double[] y = new double[x.length];

    private ElementGradientProgram(String kernels) throws ReflectiveOperationException {
        this.kernels = Class.forName(kernels);
        for (int i = 0; i < x.length; i++) {
            x[i] = POINTS[i / POINTS.length];
            y[i] = POINTS[i % POINTS.length] + 0.03;
        }
    }

    public static void main(String[] arguments) throws ReflectiveOperationException {
        try (TensorScope scope = TensorScope.open()) {
            new ElementGradientProgram(arguments[0]).run();
        }
    }

    private void run() throws ReflectiveOperationException {
        int checked = 0;
        for (Method function : functions.getMethods()) {
            if (function.getReturnType() == double.class) {
                checked++;
                derivatives(function);
            }
        }
        broadcast();
        equal("finite", call("finite", Tensor.of(new float[] {-1, 0, 4}, 3)), 2, 2, 0.25);
        if (kernels != functions) {
            equal("custom", call("custom", Tensor.of(new float[] {-1, 2}, 2)), 1, 7);
        }
        if (checked == 0 || !wrong.isEmpty()) {
            throw new IllegalStateException(checked + " functions: " + String.join("\n", wrong));
        }
    }

    private void derivatives(Method function) throws ReflectiveOperationException {
        String name = function.getName();
        double step = name.equals("narrow") ? 1e-2 : STEP;
        double tolerance = name.equals("narrow") ? 1e-3 : TOLERANCE;
        double[] byX = new double[x.length];
        double[] byY = new double[x.length];
        for (int i = 0; i < x.length; i++) {
            byX[i] = (value(function, x[i] + step, y[i]) - value(function, x[i] - step, y[i])) / (2 * step);
            byY[i] = (value(function, x[i], y[i] + step) - value(function, x[i], y[i] - step)) / (2 * step);
        }
        compare(name + "ByX", gradient(name + "ByX", x, y), tolerance, byX);
        compare(name + "ByY", gradient(name + "ByY", x, y), tolerance, byY);
        compare(name + "ByXX", gradient(name + "ByXX", x, y), tolerance, differences(name + "ByX", step, 0));
        compare(name + "ByXY", gradient(name + "ByXY", x, y), tolerance, differences(name + "ByX", 0, step));
    }

    private double[] differences(String name, double dx, double dy) throws ReflectiveOperationException {
        double[] after = gradient(name, moved(x, dx), moved(y, dy));
        double[] before = gradient(name, moved(x, -dx), moved(y, -dy));
        double[] difference = new double[after.length];
        for (int i = 0; i < after.length; i++) {
            difference[i] = (after[i] - before[i]) / (2 * (dx + dy));
        }
        return difference;
    }

    private static double[] moved(double[] values, double distance) {
        return Arrays.stream(values).map(value -> value + distance).toArray();
    }

    private static double value(Method function, double x, double y) throws ReflectiveOperationException {
        return (Double) function.invoke(null, x, y);
    }

    private double[] gradient(String kernel, double[] atX, double[] atY) throws ReflectiveOperationException {
        return call(kernel, Tensor.of(atX, atX.length), Tensor.of(atY, atY.length));
    }

    private void broadcast() throws ReflectiveOperationException {
        int n = POINTS.length;
        double[] rows = gradient("polynomialByY", x, y);
        double[] sums = new double[n];
        for (int i = 0; i < rows.length; i++) {
            sums[i % n] += rows[i];
        }
        double[] columns = Arrays.copyOf(y, n);
        compare("broadcast", call("broadcast", Tensor.of(x, n, n), Tensor.of(columns, n)), TOLERANCE, sums);
    }

    private double[] call(String kernel, Tensor... operands) throws ReflectiveOperationException {
        Class<?>[] types = new Class<?>[operands.length];
        Arrays.fill(types, Tensor.class);
        Object[] arguments = Arrays.stream(operands)
                .map(operand -> operand.to(Device.defaultDevice()))
                .toArray();
        Tensor result = ((Tensor) kernels.getMethod(kernel, types).invoke(null, arguments)).to(Device.cpu());
        return cast(result, DType.F64).toDoubleArray();
    }

    private void equal(String name, double[] actual, double... expected) {
        compare(name, actual, TOLERANCE, expected);
    }

    private void compare(String name, double[] actual, double tolerance, double[] expected) {
        for (int i = 0; i < expected.length; i++) {
            boolean isRight = Math.abs(actual[i] - expected[i]) <= tolerance * Math.max(1, Math.abs(expected[i]));
            if (!isRight) {
                wrong.add(name + " at (" + x[i] + ", " + y[i] + ") is " + actual[i] + ", not " + expected[i]);
                return;
            }
        }
    }
}
