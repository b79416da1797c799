package io.graphkernel.conformance.loss;

import io.graphkernel.runtime.Device;
import io.graphkernel.runtime.Tensor;
import io.graphkernel.runtime.TensorScope;
import java.lang.reflect.Method;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/** Compares the gradients of losses, compiled and as plain Java, with central differences, on the device of its process. */
final class LossProgram {

    private static final double STEP = 1e-5;
    private static final double TOLERANCE = 2e-5;
    private static final float RATE = 0.25f;
    private static final String PLAIN = "losses.Losses";
    private static final String KERNELS = "losses.LossesKernels";

    /** The dims of the tensors of each loss, by parameter. */
    private static final Map<String, Map<String, long[]>> LOSSES = losses();

    private final List<String> differences = new ArrayList<>();

    private LossProgram() {}

    private static Map<String, Map<String, long[]>> losses() {
        Map<String, Map<String, long[]>> losses = new LinkedHashMap<>();
        losses.put("regression", tensors("x", dims(5, 3), "y", dims(5), "w", dims(3)));
        losses.put(
                "classifier",
                tensors(
                        "x",
                        dims(4, 3),
                        "t",
                        dims(4, 5),
                        "w1",
                        dims(3, 6),
                        "b1",
                        dims(6),
                        "w2",
                        dims(6, 5),
                        "b2",
                        dims(5)));
        losses.put("layer", tensors("x", dims(4, 3), "w", dims(3, 5), "b", dims(5)));
        losses.put("embedding", tensors("x", dims(6, 4), "w", dims(3, 2)));
        losses.put("norm", tensors("x", dims(3, 7), "gamma", dims(7), "beta", dims(7)));
        losses.put("broadcast", tensors("x", dims(4, 1), "w", dims(1, 6)));
        losses.put("choice", tensors("w", dims(9)));
        losses.put("kept", tensors("w", dims(2, 4)));
        return losses;
    }

    private static Map<String, long[]> tensors(Object... namesAndDims) {
        Map<String, long[]> tensors = new LinkedHashMap<>();
        for (int i = 0; i < namesAndDims.length; i += 2) {
            tensors.put((String) namesAndDims[i], (long[]) namesAndDims[i + 1]);
        }
        return tensors;
    }

    private static long[] dims(long... dims) {
        return dims;
    }

    /** Prints the differences; exit status 1 if there is one. */
    public static void main(String[] arguments) throws ReflectiveOperationException {
        LossProgram program = new LossProgram();
        for (String loss : LOSSES.keySet()) {
            program.compare(loss);
        }
        for (String type : List.of(KERNELS, PLAIN)) {
            program.compareStep(type);
            program.comparePowers(type);
        }
        program.differences.forEach(System.out::println);
        System.exit(program.differences.isEmpty() ? 0 : 1);
    }

    private static Map<String, double[]> values(String loss) {
        Map<String, double[]> values = new LinkedHashMap<>();
        Random random = new Random(loss.hashCode());
        LOSSES.get(loss)
                .forEach((name, dims) -> values.put(
                        name,
                        random.doubles(Arrays.stream(dims).reduce(1, (a, b) -> a * b), -1, 1)
                                .map(value -> (float) value)
                                .toArray()));
        return values;
    }

    private void compare(String loss) throws ReflectiveOperationException {
        Map<String, double[]> values = values(loss);
        try (TensorScope scope = TensorScope.open()) {
            Object compiled = call(KERNELS, loss + "Gradients", onDevice(loss, values));
            Object plain = call(PLAIN, loss + "Gradients", onDevice(loss, values));
            for (RecordComponent component : compiled.getClass().getRecordComponents()) {
                String name = component.getName();
                double[] expected = name.equals("value")
                        ? new double[] {value(loss, values)}
                        : centralDifferences(loss, name, values);
                require(loss + " " + name, expected, component(compiled, name));
                require("plain " + loss + " " + name, expected, component(plain, name));
            }
        }
    }

    private static double[] centralDifferences(String loss, String name, Map<String, double[]> values)
            throws ReflectiveOperationException {
        double[] elements = values.get(name);
        double[] differences = new double[elements.length];
        for (int i = 0; i < elements.length; i++) {
            double before = elements[i];
            elements[i] = before + STEP;
            double above = value(loss, values);
            elements[i] = before - STEP;
            double below = value(loss, values);
            elements[i] = before;
            differences[i] = (above - below) / (2 * STEP);
        }
        return differences;
    }

    /** The loss in float64, op by op. */
    private static double value(String loss, Map<String, double[]> values) throws ReflectiveOperationException {
        try (TensorScope scope = TensorScope.open()) {
            List<Object> operands = new ArrayList<>();
            values.forEach((name, elements) ->
                    operands.add(Tensor.of(elements, LOSSES.get(loss).get(name))));
            return ((Tensor) call(PLAIN, loss, operands)).toDoubleArray()[0];
        }
    }

    private static List<Object> onDevice(String loss, Map<String, double[]> values) {
        List<Object> operands = new ArrayList<>();
        values.forEach((name, elements) ->
                operands.add(onDevice(elements, LOSSES.get(loss).get(name))));
        return operands;
    }

    private static Tensor onDevice(double[] elements, long... dims) {
        float[] floats = new float[elements.length];
        for (int i = 0; i < floats.length; i++) {
            floats[i] = (float) elements[i];
        }
        return Tensor.of(floats, dims).to(Device.defaultDevice());
    }

    /** The update takes the gradient by the weights before it. */
    private void compareStep(String type) throws ReflectiveOperationException {
        Map<String, double[]> values = values("regression");
        double[] before = values.get("w").clone();
        try (TensorScope scope = TensorScope.open()) {
            List<Object> operands = onDevice("regression", values);
            Tensor w = (Tensor) operands.get(2);
            operands.add(RATE);
            Object results = call(type, "step", operands);
            double[] gradient = centralDifferences("regression", "w", values);
            require("step value", new double[] {value("regression", values)}, component(results, "value"));
            require("step gradient", gradient, component(results, "gradient"));
            double[] after = new double[before.length];
            for (int i = 0; i < after.length; i++) {
                after[i] = before[i] - RATE * gradient[i];
            }
            require("step w", after, elements(w));
        }
    }

    private void comparePowers(String type) throws ReflectiveOperationException {
        double[] w = {-2, -0.5, 0, 0.75, 3};
        try (TensorScope scope = TensorScope.open()) {
            Object results = call(type, "stopped", List.of(onDevice(w, w.length)));
            require("(c w)²", Arrays.stream(w).map(x -> 2 * x * x * x).toArray(), component(results, "stopped"));
            require("w⁴", Arrays.stream(w).map(x -> 4 * x * x * x).toArray(), component(results, "whole"));
            Tensor second = (Tensor) call(type, "second", List.of(onDevice(w, w.length)));
            require("second", Arrays.stream(w).map(x -> 12 * x * x).toArray(), elements(second));
        }
    }

    /** Calls a method; a parameter that is a record gets the operands that come next. */
    private static Object call(String type, String method, List<Object> operands) throws ReflectiveOperationException {
        for (Method candidate : Class.forName(type).getMethods()) {
            if (candidate.getName().equals(method) && !candidate.getParameterTypes()[0].isArray()) {
                Iterator<Object> rest = operands.iterator();
                List<Object> arguments = new ArrayList<>();
                for (Class<?> parameter : candidate.getParameterTypes()) {
                    if (rest.hasNext()) {
                        arguments.add(argument(parameter, rest));
                    }
                }
                if (!rest.hasNext() && arguments.size() == candidate.getParameterCount()) {
                    return candidate.invoke(null, arguments.toArray());
                }
            }
        }
        throw new NoSuchMethodException(type + "." + method);
    }

    private static Object argument(Class<?> type, Iterator<Object> rest) throws ReflectiveOperationException {
        if (!type.isRecord()) {
            return rest.next();
        }
        List<Object> components = new ArrayList<>();
        for (RecordComponent component : type.getRecordComponents()) {
            components.add(argument(component.getType(), rest));
        }
        return type.getConstructors()[0].newInstance(components.toArray());
    }

    private static double[] component(Object results, String name) throws ReflectiveOperationException {
        return elements((Tensor) results.getClass().getMethod(name).invoke(results));
    }

    private static double[] elements(Tensor tensor) {
        return tensor.toDoubleArray();
    }

    private void require(String what, double[] expected, double[] actual) {
        for (int i = 0; i < expected.length; i++) {
            double tolerance = TOLERANCE * Math.max(1, Math.abs(expected[i]));
            if (expected.length != actual.length || !(Math.abs(expected[i] - actual[i]) <= tolerance)) {
                differences.add(what + ": " + Arrays.toString(expected) + " and " + Arrays.toString(actual));
                return;
            }
        }
    }
}
