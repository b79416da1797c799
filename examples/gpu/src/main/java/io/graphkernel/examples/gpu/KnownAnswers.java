package io.graphkernel.examples.gpu;

import io.graphkernel.runtime.DType;
import io.graphkernel.runtime.Device;
import io.graphkernel.runtime.Stream;
import io.graphkernel.runtime.Tensor;
import io.graphkernel.runtime.TensorScope;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntToDoubleFunction;
import java.util.function.UnaryOperator;

/** Kernels whose results are exact in every dtype: small integers, and powers of two. */
public final class KnownAnswers {
    /** Rows: several thread blocks. */
    private static final int ROWS = 130;
    /** Columns: vectors of 16 bytes in every dtype, without a remainder. */
    private static final int COLUMNS = 256;

    private final Device device;
    private int wrong;

    private KnownAnswers(Device device) {
        this.device = device;
    }

    /**
     * Prints each answer; exit status 1 if one is wrong.
     *
     * @param arguments {@code device=}
     */
    public static void main(String[] arguments) {
        Device device = Device.of(KitSettings.of(List.of(arguments)).text("device"));
        KnownAnswers answers = new KnownAnswers(device);
        try (Stream stream = Stream.open(device);
                Stream.Use use = stream.use();
                TensorScope scope = TensorScope.open()) {
            answers.check();
        }
        System.exit(answers.wrong == 0 ? 0 : 1);
    }

    private void check() {
        checkF32();
        checkHalf(DType.F16, io.graphkernel.examples.gpu.f16.RowKernelsKernels::scaleShift);
        checkHalf(DType.BF16, io.graphkernel.examples.gpu.bf16.RowKernelsKernels::scaleShift);
    }

    private void checkF32() {
        Tensor x = tensor(DType.F32, KnownAnswers::element);
        expect("x * 2 + 1", io.graphkernel.examples.gpu.f32.RowKernelsKernels.scaleShift(x), i -> 2 * element(i) + 1);
        expect("x + x", io.graphkernel.examples.gpu.f32.RowKernelsKernels.sum(x, x), i -> 2 * element(i));
        expect(
                "transpose",
                io.graphkernel.examples.gpu.f32.RowKernelsKernels.transpose(x),
                i -> element(i % ROWS * COLUMNS + i / ROWS));
        expect(
                "row sums",
                io.graphkernel.examples.gpu.f32.RowKernelsKernels.rowSum(x),
                row -> sum(COLUMNS, column -> element(row * COLUMNS + column)));
        expect(
                "column sums",
                io.graphkernel.examples.gpu.f32.RowKernelsKernels.columnSum(x),
                column -> sum(ROWS, row -> element(row * COLUMNS + column)));
        Tensor ones = tensor(DType.F32, i -> 1);
        expect(
                "softmax of equal values",
                io.graphkernel.examples.gpu.f32.RowKernelsKernels.softmax(ones),
                i -> 1.0 / COLUMNS);
        Tensor transposed = io.graphkernel.examples.gpu.f32.RowKernelsKernels.transpose(x);
        expect(
                "x times its transpose",
                io.graphkernel.examples.gpu.f32.RowKernelsKernels.matmul(x, transposed),
                i -> sum(COLUMNS, k -> element(i / ROWS * COLUMNS + k) * element(i % ROWS * COLUMNS + k)));
    }

    private void checkHalf(DType dtype, UnaryOperator<Tensor> scaleShift) {
        expect(dtype + " x * 2 + 1", scaleShift.apply(tensor(dtype, KnownAnswers::element)), i -> 2 * element(i) + 1);
    }

    private static double element(int index) {
        return index * 7L % 13 - 6;
    }

    private static double sum(int count, IntToDoubleFunction element) {
        double sum = 0;
        for (int i = 0; i < count; i++) {
            sum += element.applyAsDouble(i);
        }
        return sum;
    }

    private Tensor tensor(DType dtype, IntToDoubleFunction element) {
        float[] values = new float[ROWS * COLUMNS];
        for (int i = 0; i < values.length; i++) {
            values[i] = (float) element.applyAsDouble(i);
        }
        try (Tensor host = Tensor.of(dtype, values, ROWS, COLUMNS)) {
            return host.to(device);
        }
    }

    private void expect(String kernel, Tensor result, IntToDoubleFunction expected) {
        double[] values = result.toDoubleArray();
        double[] exact = new double[values.length];
        Arrays.setAll(exact, expected::applyAsDouble);
        int mismatch = Arrays.mismatch(values, exact);
        if (mismatch >= 0) {
            wrong++;
            System.out.println(
                    kernel + ": element " + mismatch + " is " + values[mismatch] + " instead of " + exact[mismatch]);
        } else {
            System.out.println(kernel + ": ok");
        }
    }
}
