package io.graphkernel.conformance.element;

import static io.graphkernel.runtime.Gradients.gradient;
import static io.graphkernel.runtime.Ops.reduceSum;

import io.graphkernel.runtime.Scans;
import io.graphkernel.runtime.Tape;
import io.graphkernel.runtime.Tensor;
import io.graphkernel.runtime.TensorScope;
import io.graphkernel.runtime.exception.GradientException;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;

/** The process that compares gradients in eager mode with those of the kernels. */
final class EagerFunctionProgram {

    private static final double TOLERANCE = 1e-9;
    private static final double[] X = {-2.3, -1.1, -0.4, 0.3, 0.6, 1.2, 1.9};
    private static final double[] Y = {0.5, -1.2, 2.1, -0.2, 0.9, 0.1, -0.7};

    private final Class<?> functions = Class.forName("element.EagerFunctions");
    private final Class<?> kernels = Class.forName("element.EagerFunctionsKernels");
    private final List<String> wrong = new ArrayList<>();

    private EagerFunctionProgram() throws ClassNotFoundException {}

    public static void main(String[] arguments) throws ReflectiveOperationException {
        try (TensorScope scope = TensorScope.open()) {
            new EagerFunctionProgram().run();
        }
    }

    private void run() throws ReflectiveOperationException {
        int checked = 0;
        for (Method kernel : kernels.getMethods()) {
            if (kernel.getReturnType() == Tensor.class && kernel.getParameterCount() == 2) {
                checked++;
                Tensor x = Tensor.of(X, X.length);
                Tensor y = Tensor.of(Y, Y.length);
                Method plain = functions.getMethod(kernel.getName(), Tensor.class, Tensor.class);
                compare(
                        kernel.getName(),
                        ((Tensor) plain.invoke(null, x, y)).toDoubleArray(),
                        ((Tensor) kernel.invoke(null, x, y)).toDoubleArray());
            }
        }
        exported();
        rejected("GK-6422", "a lambda in element.EagerFunctions is passed to mapDouble", "unknown");
        expect("GK-6420", "is passed to scanDouble", x -> Scans.scanDouble(x, 0, 0.0, (h, a) -> h + a));
        if (checked < 6 || !wrong.isEmpty()) {
            throw new IllegalStateException(checked + " kernels: " + String.join("\n", wrong));
        }
    }

    /** A tape differentiates a method that the class exports, by a broadcast operand. */
    private void exported() throws ReflectiveOperationException {
        Tensor x = Tensor.of(new float[] {-1, 0.5f, 3}, 3);
        Tensor scale = Tensor.scalar(2f);
        Method exported = functions.getMethod("exported", Tensor.class, Tensor.class);
        Tensor[] gradients;
        try (Tape tape = Tape.open(x, scale)) {
            Tensor y = (Tensor) exported.invoke(null, x, scale);
            gradients = tape.gradient(reduceSum(y), x, scale);
        }
        double[] byX = new double[3];
        double byScale = 0;
        for (int i = 0; i < byX.length; i++) {
            double value = x.toFloatArray()[i];
            double sum = 2 + Math.abs(value);
            byX[i] = 2 / (sum * sum);
            byScale -= value / (sum * sum);
        }
        compareFloats("exported by x", gradients[0], byX);
        compareFloats("exported by scale", gradients[1], byScale);
    }

    private void compareFloats(String name, Tensor actual, double... expected) {
        float[] values = actual.toFloatArray();
        for (int i = 0; i < expected.length; i++) {
            if (Math.abs(values[i] - expected[i]) > 1e-6) {
                wrong.add(name + " is " + values[i] + ", not " + expected[i]);
            }
        }
    }

    private void rejected(String id, String text, String name) throws ReflectiveOperationException {
        Method function = functions.getMethod(name, Tensor.class);
        expect(id, text, x -> {
            try {
                return (Tensor) function.invoke(null, x);
            } catch (ReflectiveOperationException e) {
                throw (RuntimeException) e.getCause();
            }
        });
    }

    private void expect(String id, String text, UnaryOperator<Tensor> function) {
        Tensor x = Tensor.of(X, X.length);
        try {
            gradient(() -> reduceSum(function.apply(x)), x);
            wrong.add(id + " is missing");
        } catch (GradientException e) {
            if (!e.getMessage().contains(id) || !e.getMessage().contains(text)) {
                wrong.add(e.getMessage());
            }
        }
    }

    private void compare(String name, double[] actual, double[] expected) {
        for (int i = 0; i < expected.length; i++) {
            if (!(Math.abs(actual[i] - expected[i]) <= TOLERANCE * Math.max(1, Math.abs(expected[i])))) {
                wrong.add(name + " at (" + X[i] + ", " + Y[i] + ") is " + actual[i] + ", not " + expected[i]);
            }
        }
    }
}
