package io.graphkernel.conformance.gradient;

import io.graphkernel.runtime.Gradients;
import io.graphkernel.runtime.Ops;
import io.graphkernel.runtime.Tape;
import io.graphkernel.runtime.Tensor;
import io.graphkernel.runtime.TensorScope;
import io.graphkernel.runtime.exception.GradientException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;

/** The process that compares gradients that users wrote, where they are compiled into others, with the formula in float64. */
public final class CustomGradientProgram {

    private static final double TOLERANCE = 1e-5;
    private static final float BETA = 0.75f;
    private static final int ROWS = 3;
    private static final int COLUMNS = 4;
    private static final float[] X = {-3, -2.5f, -1.25f, -1, -0.6f, -0.25f, 0, 0.3f, 0.5f, 1, 1.75f, 4};
    private static final float[] DY = {1, -2, 3, -4, 5, -6, 7, -8, 9, -10, 11, -12};
    private static final float[] W = {0.5f, -2, 3, 1};

    private CustomGradientProgram() {}

    public static void main(String[] arguments) throws Exception {
        try (TensorScope scope = TensorScope.open()) {
            Tensor x = Tensor.of(X, ROWS, COLUMNS);
            Tensor w = Tensor.of(W, COLUMNS);
            for (String owner : List.of("gradients.OwnMethods", "callers.OwnCallers")) {
                expect(owner, call(owner + "Kernels", "inside", x, BETA), i -> 2 * swishGradient(2 * X[i]));
                expect(
                        owner,
                        pair(owner, "caller", x, BETA).get(0),
                        i -> DY[i] * (swish(2 * X[i]) + 2 * X[i] * swishGradient(2 * X[i])));
                rejected(owner, "inside", x, BETA);
            }
            plain(x, w);
            String owner = "gradients.OwnMethods";
            expect("swish", pair(owner, "swish", x, BETA).get(0), i -> DY[i] * swishGradient(X[i]));
            List<Tensor> chunks = pair(owner, "parts", x, w);
            expect("parts x", chunks.get(0), i -> DY[i] + DY[i] * W[i % COLUMNS]);
            expect("parts w", chunks.get(1), i -> 7 * W[i]);
            Object rounded = call(owner + "Kernels", "ofRounded", x, w);
            expect("rounded x", component(rounded, "x"), i -> X[i] + Math.rint(X[i]));
            expect("rounded w", component(rounded, "w"), i -> 7 * W[i]);
            expect("second", call(owner + "Kernels", "second", x), i -> 4 * Math.pow(X[i], 3));
            expect("around", call(owner + "Kernels", "around", x, Tensor.of(X, ROWS, COLUMNS)), i -> Math.pow(X[i], 3));
            // A kernel through which no gradient goes may be called as plain Java.
            expect("plain around", call(owner, "around", x, Tensor.of(X, ROWS, COLUMNS)), i -> Math.pow(X[i], 3));
            rejected(owner, "second", x);
            rejected(owner, "ofRounded", x, w);
        }
    }

    /** Losses in plain Java and tapes, in which the stub stands for the kernel: they have what compiled losses have. */
    private static void plain(Tensor x, Tensor w) {
        String kernels = "gradients.OwnMethodsKernels";
        Tensor inside =
                Gradients.gradient(() -> Ops.reduceSum((Tensor) called(kernels, "swish", Ops.mul(x, 2), BETA)), x);
        expect("plain inside", inside, i -> 2 * swishGradient(2 * X[i]));
        Tensor[] rounded = Gradients.gradient(
                () -> Ops.reduceSum(Ops.mul((Tensor) component(called(kernels, "parts", x, w), "rounded"), x)), x, w);
        expect("plain rounded x", rounded[0], i -> X[i] + Math.rint(X[i]));
        expect("plain rounded w", rounded[1], i -> 7 * W[i]);
        try (Tape tape = Tape.open(x)) {
            Tensor h = x;
            for (int layer = 0; layer < 2; layer++) {
                h = (Tensor) called(kernels, "swish", h, BETA);
            }
            expect("tape", tape.gradient(Ops.reduceSum(h), x), i -> swishGradient(swish(X[i])) * swishGradient(X[i]));
            // Its gradient call is not recorded.
            rejected(
                    "GK-6334",
                    () -> Gradients.gradient(() -> Ops.reduceSum((Tensor) called(kernels, "swish", x, BETA)), x));
            rejected("GK-6337", () -> called(kernels, "cube", x));
            rejected("GK-6339", () -> called("gradients.OwnMethods", "cube", x));
        }
        called(kernels, "cube", x);
    }

    private static Object called(String owner, String name, Object... operands) {
        try {
            return call(owner, name, operands);
        } catch (InvocationTargetException e) {
            throw (RuntimeException) e.getCause();
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }

    private static double sigmoid(double x) {
        return 1 / (1 + Math.exp(-x));
    }

    private static double swish(double x) {
        return x * sigmoid(BETA * x);
    }

    /** Three times the derivative. */
    private static double swishGradient(double x) {
        double s = sigmoid(BETA * x);
        return 3 * (s + x * BETA * s * (1 - s));
    }

    /** The gradients of a method, by the pair of stubs, for the cotangent {@link #DY} of each floating result. */
    private static List<Tensor> pair(String owner, String name, Object... operands) throws Exception {
        List<Tensor> gradients = new ArrayList<>();
        try (AutoCloseable forward = (AutoCloseable) call(owner + "Kernels", name + "Forward", operands)) {
            Method gradient = method(Class.forName(owner + "Kernels"), name + "Gradient", null);
            List<Object> arguments = new ArrayList<>();
            arguments.add(component(forward, "saved"));
            while (arguments.size() < gradient.getParameterCount()) {
                arguments.add(Tensor.of(DY, ROWS, COLUMNS));
            }
            Record record = (Record) gradient.invoke(null, arguments.toArray());
            for (RecordComponent component : record.getClass().getRecordComponents()) {
                gradients.add((Tensor) component(record, component.getName()));
            }
        }
        return gradients;
    }

    private static Object component(Object of, String name) {
        try {
            return of.getClass().getMethod(name).invoke(of);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }

    /** The tape sees the ops inside the kernel and not the kernel. */
    private static void rejected(String owner, String name, Object... operands) {
        rejected("GK-6339", () -> called(owner, name, operands));
    }

    private static void rejected(String id, Runnable call) {
        try {
            call.run();
        } catch (GradientException refusal) {
            if (refusal.id().equals(id)) {
                return;
            }
            throw refusal;
        }
        throw new AssertionError("not rejected with " + id);
    }

    private static Object call(String owner, String name, Object... operands) throws ReflectiveOperationException {
        return method(Class.forName(owner), name, operands).invoke(null, operands);
    }

    /** The form with the fewest parameters; with operands, the one that takes them. */
    private static Method method(Class<?> owner, String name, Object[] operands) {
        Method found = null;
        for (Method method : owner.getMethods()) {
            boolean fits = method.getName().equals(name)
                    && (operands == null
                            || method.getParameterCount() == operands.length
                                    && method.getParameterTypes()[0] == Tensor.class);
            if (fits && (found == null || method.getParameterCount() < found.getParameterCount())) {
                found = method;
            }
        }
        return found;
    }

    private static void expect(String what, Object actual, IntToDoubleFunction formula) {
        double[] elements = ((Tensor) actual).toDoubleArray();
        double[] expected =
                IntStream.range(0, elements.length).mapToDouble(formula).toArray();
        for (int i = 0; i < elements.length; i++) {
            if (!(Math.abs(elements[i] - expected[i]) <= TOLERANCE * (1 + Math.abs(expected[i])))) {
                throw new AssertionError(what + ": element " + i + " is " + elements[i] + ", not " + expected[i]);
            }
        }
    }
}
