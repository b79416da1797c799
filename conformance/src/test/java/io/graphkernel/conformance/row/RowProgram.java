package io.graphkernel.conformance.row;

import static io.graphkernel.runtime.Ops.cast;

import io.graphkernel.runtime.DType;
import io.graphkernel.runtime.Device;
import io.graphkernel.runtime.KernelThreads;
import io.graphkernel.runtime.Tensor;
import io.graphkernel.runtime.TensorScope;
import io.graphkernel.testing.TestTier;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;

/**
 * The process that compares rows alone with the same rows in batches, bit by bit. Arguments are pairs of classes with equal
 * methods: the first one computes the batch, and the second one a number of rows.
 */
final class RowProgram {

    private static final int[][] SHAPES = {
        // rows, k, n
        {2, 129, 65},
        {5, 16, 7},
        {8, 1000, 33},
        {64, 129, 130},
        {17, 7, 1},
        {3, 1, 16},
        {2, 2049, 257},
        {9, 300, 2},
        {5, 70, 129},
        {64, 1537, 5},
        {3, 4097, 64},
        {1, 513, 1000},
        {4, 64, 1},
        {600, 40, 64},
        {16, 50_257, 2}
    };
    private static final int SHAPE_COUNT = TestTier.select(4, 13, SHAPES.length);
    private static final int BATCHES = 3;

    private final List<String> wrong = new ArrayList<>();
    private int checked;

    private RowProgram() {}

    public static void main(String[] arguments) throws ReflectiveOperationException {
        RowProgram program = new RowProgram();
        for (int i = 0; i < arguments.length; i += 2) {
            program.compare(arguments[i], arguments[i + 1]);
        }
        if (program.checked == 0 || !program.wrong.isEmpty()) {
            throw new IllegalStateException(program.checked + " comparisons: " + String.join("\n", program.wrong));
        }
        System.exit(0);
    }

    private void compare(String batchClass, String rowsClass) throws ReflectiveOperationException {
        int rows = rowsClass.matches(".*x\\d+") ? Integer.parseInt(rowsClass.replaceAll(".*x", "")) : 1;
        Method[] methods = Class.forName("row." + batchClass + "Kernels").getMethods();
        Arrays.sort(methods, Comparator.comparing(Method::getName));
        for (Method batch : methods) {
            boolean isKernel = batch.getReturnType() == Tensor.class
                    && batch.getName().matches(".*_[A-Z]+")
                    && batch.getName().replaceAll(".*_", "").length() == batch.getParameterCount();
            if (isKernel) {
                Method alone = Class.forName("row." + rowsClass + "Kernels")
                        .getMethod(batch.getName(), batch.getParameterTypes());
                for (int shape = 0; shape < SHAPE_COUNT; shape++) {
                    compare(batch, alone, rows, SHAPES[shape]);
                }
            }
        }
    }

    private void compare(Method batch, Method alone, int rows, int[] shape) throws ReflectiveOperationException {
        int count = Math.max(shape[0], rows);
        String letters = batch.getName().substring(batch.getName().lastIndexOf('_') + 1);
        DType dtype = batch.getDeclaringClass().getSimpleName().contains("Bf16")
                ? DType.BF16
                : batch.getDeclaringClass().getSimpleName().contains("F16") ? DType.F16 : DType.F32;
        List<Operand> operands = new ArrayList<>();
        for (int i = 0; i < letters.length(); i++) {
            operands.add(Operand.of(letters.charAt(i), i, dtype, count, shape[1], shape[2]));
        }
        Result expected = run(batch, operands, 2);
        for (int first : new int[] {0, (count - rows) / 2, count - rows}) {
            List<Operand> some =
                    operands.stream().map(operand -> operand.rows(first, rows)).toList();
            Result result = run(alone, some, 1);
            checked++;
            int element = result.mismatch(expected, first, count);
            if (element >= 0) {
                wrong.add(alone.getDeclaringClass().getSimpleName() + "." + alone.getName() + " of "
                        + Arrays.toString(shape) + ": row " + first + " of " + count + ", element " + element);
                return;
            }
        }
    }

    private static Result run(Method method, List<Operand> operands, int threads) throws ReflectiveOperationException {
        KernelThreads.setCount(threads);
        try (TensorScope scope = TensorScope.open()) {
            Object[] tensors = operands.stream()
                    .map(operand -> operand.tensor().to(Device.defaultDevice()))
                    .toArray();
            Tensor result = ((Tensor) method.invoke(null, tensors)).to(Device.cpu());
            return new Result(result.dimensions(), cast(result, DType.F64).toDoubleArray());
        }
    }

    /**
     * An operand.
     *
     * @param rowAxis axis of the rows, or -1
     */
    private record Operand(DType dtype, long[] dims, int rowAxis, double[] elements) {

        static Operand of(char letter, int index, DType dtype, long rows, long k, long n) {
            SplittableRandom random = new SplittableRandom(31L * letter + index);
            long[] dims = switch (letter) {
                case 'R', 'E' -> new long[] {rows, k};
                case 'D' -> new long[] {rows, n};
                case 'T' -> new long[] {k, rows};
                case 'W', 'P' -> new long[] {k, n};
                case 'V', 'Q' -> new long[] {n, k};
                case 'N' -> new long[] {n};
                case 'K' -> new long[] {k};
                case 'S' -> new long[] {n, 1};
                case 'Z' -> new long[] {rows, k, 3};
                case 'B' -> new long[] {BATCHES, rows, k};
                case 'C' -> new long[] {BATCHES, k, n};
                case 'G' -> new long[] {BATCHES, n, k};
                case 'I' -> new long[] {rows, k, 2, 3};
                case 'J' -> new long[] {n, k, 1, 1};
                default -> throw new IllegalArgumentException(String.valueOf(letter));
            };
            int rowAxis = "REDZI".indexOf(letter) >= 0 ? 0 : "TB".indexOf(letter) >= 0 ? 1 : -1;
            int count = (int) Arrays.stream(dims).reduce(1, (a, b) -> a * b);
            double[] elements = random.doubles(count, -1.5, 1.5).toArray();
            return letter == 'Q' || letter == 'P'
                    ? new Operand(
                            DType.I8,
                            dims,
                            rowAxis,
                            Arrays.stream(elements).map(x -> Math.rint(80 * x)).toArray())
                    : new Operand(dtype, dims, rowAxis, elements);
        }

        Operand rows(int first, int count) {
            return rowAxis < 0
                    ? this
                    : new Operand(
                            dtype,
                            withExtent(dims, rowAxis, count),
                            rowAxis,
                            slice(elements, dims, rowAxis, first, count));
        }

        Tensor tensor() {
            return cast(Tensor.of(elements, dims), dtype);
        }
    }

    /** A result, whose bits doubles represent. */
    private record Result(long[] dims, double[] elements) {

        /** Returns the first element that differs from the rows of a batch, or -1. */
        int mismatch(Result batch, int first, int rows) {
            if (Arrays.equals(dims, batch.dims)) {
                return Arrays.mismatch(elements, batch.elements);
            }
            for (int axis = 0; axis < dims.length; axis++) {
                if (dims[axis] != batch.dims[axis]) {
                    return batch.dims[axis] == rows
                            ? Arrays.mismatch(
                                    elements, slice(batch.elements, batch.dims, axis, first, (int) dims[axis]))
                            : 0;
                }
            }
            return 0;
        }
    }

    private static long[] withExtent(long[] dims, int axis, long extent) {
        long[] changed = dims.clone();
        changed[axis] = extent;
        return changed;
    }

    private static double[] slice(double[] elements, long[] dims, int axis, int first, int count) {
        int inner = 1;
        for (int i = axis + 1; i < dims.length; i++) {
            inner *= (int) dims[i];
        }
        int extent = (int) dims[axis];
        int outer = extent * inner == 0 ? 0 : elements.length / (extent * inner);
        double[] result = new double[outer * count * inner];
        for (int o = 0; o < outer; o++) {
            System.arraycopy(elements, (o * extent + first) * inner, result, o * count * inner, count * inner);
        }
        return result;
    }
}
