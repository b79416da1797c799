package io.graphkernel.examples.gpu;

import io.graphkernel.runtime.DType;
import io.graphkernel.runtime.Device;
import io.graphkernel.runtime.Stream;
import io.graphkernel.runtime.Tensor;
import io.graphkernel.runtime.TensorScope;
import java.util.List;

/** Benchmark of kernels on a device in f32 and bf16: a {@link RowTable} of two matrix sizes, matmuls and attention. */
public final class RowBenchmark {
    private static final int LAUNCHES = 50;

    private RowBenchmark() {}

    /**
     * Prints the table; exit status 1 if a kernel failed.
     *
     * @param arguments {@code device=}, {@code rounds=} and {@code scale=}, a divisor of rows and launches
     */
    public static void main(String[] arguments) {
        KitSettings settings = KitSettings.of(List.of(arguments));
        int scale = settings.number("scale");
        int rounds = settings.number("rounds");
        RowSizes large = new RowSizes(Math.max(1, 65_536 / scale), 4096, 1, rounds, scale);
        RowSizes small = new RowSizes(Math.max(1, 4096 / scale), 1024, Math.max(1, LAUNCHES / scale), rounds, scale);
        Device device = Device.of(settings.text("device"));
        System.out.println(device + ": " + device.name() + ", driver " + device.driverVersion());
        boolean isComplete;
        try (Stream stream = Stream.open(device);
                Stream.Use use = stream.use()) {
            RowTable table = new RowTable(stream, System.out);
            for (RowSizes sizes : List.of(large, small)) {
                io.graphkernel.examples.gpu.f32.Rows.measure(table, sizes);
                measureTraining(table, sizes);
                io.graphkernel.examples.gpu.bf16.Rows.measure(table, sizes);
            }
            io.graphkernel.examples.gpu.f32.Rows.measureMatmuls(table, large);
            io.graphkernel.examples.gpu.bf16.Rows.measureMatmuls(table, large);
            isComplete = table.isComplete();
        }
        System.exit(isComplete ? 0 : 1);
    }

    private static void measureTraining(RowTable table, RowSizes sizes) {
        try (TensorScope scope = TensorScope.open()) {
            int[] values = new int[Math.toIntExact(sizes.rows())];
            for (int row = 0; row < values.length; row++) {
                values[row] = (int) (row * 7919L % sizes.columns());
            }
            Tensor labels = table.onDevice(Tensor.of(values, sizes.rows()));
            Tensor x = table.random(DType.F32, 1, sizes.rows(), sizes.columns());
            long bytes = x.byteCount();
            table.memory(
                    "crossEntropy+gradient", x, sizes, 2 * bytes, () -> TrainingKernelsKernels.crossEntropy(x, labels));
            long count = x.elementCount();
            Tensor gradient = table.random(DType.F32, 2, count);
            Tensor mean = table.onDevice(Tensor.zeros(count));
            Tensor variance = table.onDevice(Tensor.zeros(count));
            Tensor parameter = x.reshape(count);
            table.memory(
                    "adamW",
                    x,
                    sizes,
                    7 * bytes,
                    () -> TrainingKernelsKernels.adamW(parameter, gradient, mean, variance, 1e-9f, 0.1f, 0.001f));
        }
    }
}
