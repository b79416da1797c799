package ordinary;

import static io.graphkernel.conformance.ProgramCalls.call;
import static io.graphkernel.conformance.ProgramCalls.require;
import static io.graphkernel.conformance.ProgramCalls.tensor;

import io.graphkernel.runtime.DType;
import io.graphkernel.runtime.Device;
import io.graphkernel.runtime.Ops;
import io.graphkernel.runtime.Tape;
import io.graphkernel.runtime.Tensor;
import io.graphkernel.runtime.TensorScope;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

/** Calls kernels in ordinary Java, and their methods as plain Java. */
public final class OrdinaryProgram {

    /**
     * Call of a kernel.
     *
     * @param tolerance maximum error relative to results above 1; 0 for the same bits
     */
    private record Call(Class<?> type, String name, double tolerance, Object... arguments) {}

    private OrdinaryProgram() {}

    public static void main(String[] arguments) throws ReflectiveOperationException {
        try (TensorScope scope = TensorScope.open()) {
            Tensor x = scaled(1, 3);
            Tensor y = scaled(2, 2);
            Tensor i = integers(3);
            Tensor j = integers(4);
            List<Call> calls = List.of(
                    new Call(Numbers.class, "escapes", 0, x, y),
                    new Call(Numbers.class, "integers", 0, i, j),
                    new Call(Numbers.class, "pieces", 0, x),
                    new Call(Numbers.class, "constants", 0, x),
                    new Call(Numbers.class, "hashes", 0, Ops.cast(i, DType.I64)),
                    new Call(Numbers.class, "conversions", 0, i, x, Ops.greater(y, 0)),
                    new Call(Numbers.class, "ofBits", 0, x),
                    new Call(Numbers.class, "counted", 0, i),
                    new Call(Numbers.class, "roots", 0, Tensor.of(new double[] {0.25, 1, 2, 9.5, 1e6}, 5)),
                    new Call(Numbers.class, "maths", 1e-6, x, y, scaled(5, 4)),
                    new Call(Numbers.class, "powers", 0, x, tensor(6, 11)),
                    new Call(Numbers.class, "statistics", 0, x),
                    new Call(Numbers.class, "scanned", 0, x, 0.75f),
                    new Call(Numbers.class, "relaxed", 0, x, 0.125f, 7),
                    new Call(Numbers.class, "tables", 1e-5, x, 0.75f),
                    new Call(Objects.class, "choices", 1e-5, x, Objects.Mode.PLAIN),
                    new Call(Objects.class, "choices", 1e-5, x, Objects.Mode.NEGATED),
                    new Call(Objects.class, "paths", 1e-5, x),
                    new Call(Loops.class, "enums", 1e-5, x),
                    new Call(Loops.class, "lists", 1e-5, x),
                    new Call(Loops.class, "windows", 0, x, 4),
                    new Call(Loops.class, "pairs", 1e-5, x),
                    new Call(Loops.class, "early", 1e-5, x, -1, 0.5f),
                    new Call(Loops.class, "early", 1e-5, x, 2, 0.5f),
                    new Call(Loops.class, "early", 1e-5, x, 3, 2f),
                    new Call(Loops.class, "early", 1e-5, x, 4, 2f),
                    new Call(Loops.class, "repeated", 0, x, 0, 0.5f),
                    new Call(Loops.class, "repeated", 0, x, 3, 0.5f),
                    new Call(Loops.class, "repeated", 0, x, 4, 0.5f),
                    new Call(Loops.class, "methods", 1e-5, x, cell(11, 5), cell(5, 11)),
                    new Call(Loops.class, "counters", 1e-5, x),
                    new Call(Loops.class, "numbers", 1e-5, x, 6, -1.5f, 33L),
                    new Call(Loops.class, "numbers", 1e-5, x, 3, 0.25f, -8L),
                    new Call(Loops.class, "powerIteration", 1e-4, tensor(7, 6, 6), 40, 1e-4f),
                    new Call(Loops.class, "table", 1e-5, y, 0),
                    new Call(Loops.class, "table", 1e-5, y, 2),
                    new Call(Loops.class, "table", 1e-5, y, 5),
                    new Call(Loops.class, "table", 1e-5, y, 6),
                    new Call(Loops.class, "tables", 1e-5, y, 2),
                    new Call(Loops.class, "fractions", 1e-5, x),
                    new Call(Loops.class, "steps", 1e-5, x, 3),
                    new Call(Loops.class, "steps", 1e-5, x, 5),
                    new Call(Objects.class, "objects", 1e-5, x, object(11, 5), object(5, 11), 3),
                    new Call(Loops.class, "yields", 1e-5, x, 0, 0.75f),
                    new Call(Loops.class, "yields", 1e-5, x, 0, 0.25f),
                    new Call(Loops.class, "yields", 1e-5, x, 1, 0.75f),
                    new Call(Loops.class, "yields", 1e-5, x, 1, 0.25f),
                    new Call(Loops.class, "yields", 1e-5, x, 2, 0.25f),
                    new Call(Loops.class, "returns", 1e-5, y, 0.5f),
                    new Call(Loops.class, "returns", 1e-5, y, 6f),
                    new Call(Loops.class, "returns", 1e-5, y, 1000f),
                    new Call(Loops.class, "tableUntil", 1e-5, x, -9f),
                    new Call(Loops.class, "tableUntil", 1e-5, x, 0.1f),
                    new Call(Loops.class, "tableUntil", 1e-5, x, 9f),
                    new Call(Loops.class, "labels", 1e-5, y, 2f),
                    new Call(Loops.class, "labels", 1e-5, y, 6f),
                    new Call(Loops.class, "labels", 1e-5, y, 100f),
                    new Call(Loops.class, "cases", 1e-5, tensor(10, 5), 0, 0.5f),
                    new Call(Loops.class, "cases", 1e-5, tensor(10, 5), 1, 0f),
                    new Call(Loops.class, "cases", 1e-5, tensor(10, 5), 1, -9f),
                    new Call(Loops.class, "cases", 1e-5, tensor(10, 5), 2, 0f));
            List<String> classes =
                    List.of(System.getProperty("conformance.ordinary", "Numbers,Loops,Objects").split(","));
            for (Call call : calls) {
                if (classes.contains(call.type().getSimpleName())) {
                    check(call);
                }
            }
            Tensor small = Tensor.of(new float[] {0.5f, 1, -0.7f, 0.2f, 0.3f, 1.9f, -0.4f, 0.1f, 0.6f}, 3, 3);
            for (float limit : new float[] {0.4f, 1.4f, 5}) {
                checkGradient("sought", small, limit);
            }
            checkGradient("sliced", small);
        }
    }

    /** Compares the gradient of a kernel's sum with respect to its first operand with central differences. */
    private static void checkGradient(String name, Object... arguments) throws ReflectiveOperationException {
        Tensor x = (Tensor) arguments[0];
        Object[] copies = Arrays.stream(arguments).map(OrdinaryProgram::onDevice).toArray();
        Tensor operand = (Tensor) copies[0];
        float[] gradient;
        try (Tape tape = Tape.open(operand)) {
            Tensor result = (Tensor) call(ObjectsKernels.class, name, copies);
            gradient = tape.gradient(Ops.reduceSum(result), operand).toFloatArray();
        }
        float[] elements = x.toFloatArray();
        float step = 1f / 64;
        for (int k = 0; k < elements.length; k++) {
            double[] sums = new double[2];
            for (int side = 0; side < 2; side++) {
                float[] moved = elements.clone();
                moved[k] += side == 0 ? -step : step;
                Object[] changed = arguments.clone();
                changed[0] = Tensor.of(moved, x.dimension(0), x.dimension(1));
                sums[side] = Arrays.stream(elements(call(Objects.class, name, changed))).sum();
            }
            double expected = (sums[1] - sums[0]) / (2 * step);
            require(
                    Math.abs(expected - gradient[k]) <= 4e-3 * Math.max(1, Math.abs(expected)),
                    name + ": the derivative by element " + k + " is " + gradient[k] + ", not " + expected);
        }
    }

    private static Loops.Cell cell(int inputs, int outputs) {
        return new Loops.Cell(tensor(8, inputs, outputs), tensor(9, outputs));
    }

    private static Objects.Cell object(int inputs, int outputs) {
        return new Objects.Cell(tensor(8, inputs, outputs), tensor(9, outputs));
    }

    private static Tensor scaled(int seed, float scale) {
        return Ops.mul(tensor(seed, 6, 11), scale * 3);
    }

    private static Tensor integers(int seed) {
        Random random = new Random(seed);
        int[] elements = new int[66];
        for (int k = 0; k < elements.length; k++) {
            elements[k] = k % 3 == 0 ? random.nextInt() : random.nextInt(200) - 100;
        }
        return Tensor.of(elements, 6, 11);
    }

    private static void check(Call call) throws ReflectiveOperationException {
        double[] expected = elements(call(call.type(), call.name(), call.arguments()));
        Object[] copies =
                Arrays.stream(call.arguments()).map(OrdinaryProgram::onDevice).toArray();
        Class<?> kernels = Class.forName(call.type().getName() + "Kernels");
        double[] actual = elements(call(kernels, call.name(), copies));
        require(expected.length == actual.length, call.name() + " has " + actual.length + " elements");
        for (int k = 0; k < expected.length; k++) {
            double difference = Math.abs(expected[k] - actual[k]);
            boolean isClose = Double.compare(expected[k], actual[k]) == 0
                    || difference <= call.tolerance() * Math.max(1, Math.abs(expected[k]));
            require(isClose, call.name() + ": element " + k + " is " + actual[k] + ", not " + expected[k]);
        }
    }

    private static double[] elements(Object result) {
        Tensor tensor = (Tensor) result;
        return Ops.cast(tensor, DType.F64).toDoubleArray();
    }

    private static Object onDevice(Object value) {
        return value instanceof Tensor tensor ? tensor.to(Device.defaultDevice()) : value;
    }
}
