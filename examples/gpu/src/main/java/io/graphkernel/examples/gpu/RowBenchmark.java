package io.graphkernel.examples.gpu;

import io.graphkernel.runtime.DType;
import io.graphkernel.runtime.Device;
import io.graphkernel.runtime.Stream;
import io.graphkernel.runtime.Tensor;
import io.graphkernel.runtime.TensorScope;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * Benchmark of kernels on a device, a {@link MeasurementWorker}. The request of a group, such as {@code large-f32}, allocates
 * its operands and lists its kernels; the request of a group and a kernel measures it.
 */
public final class RowBenchmark {
    private static final int SMALL_LAUNCHES = 50;

    private final RowTable table;
    private final KitSettings settings;

    private RowBenchmark(RowTable table, KitSettings settings) {
        this.table = table;
        this.settings = settings;
    }

    /**
     * Answers requests until the end of the input.
     *
     * @param arguments {@code device=}, {@code rounds=} and {@code scale=}, a divisor of rows and launches
     */
    public static void main(String[] arguments) throws IOException {
        KitSettings settings = KitSettings.of(List.of(arguments));
        Device device = Device.of(settings.text("device"));
        try (Stream stream = Stream.open(device);
                Stream.Use use = stream.use();
                BufferedReader requests =
                        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8))) {
            new RowBenchmark(new RowTable(stream, System.out), settings).answer(requests);
        }
    }

    private void answer(BufferedReader requests) throws IOException {
        String group = "";
        TensorScope operands = TensorScope.open();
        for (String request = requests.readLine(); request != null; request = requests.readLine()) {
            String[] words = request.split(" ");
            if (!words[0].equals(group)) {
                table.clear();
                operands.close();
                operands = TensorScope.open();
                group = words[0];
                prepare(group);
            }
            if (words.length == 1) {
                table.printKernels();
            } else {
                table.measure(words[1]);
            }
            System.out.println(MeasurementWorker.DONE);
            System.out.flush();
        }
        operands.close();
    }

    private void prepare(String group) {
        String[] words = group.split("-");
        String dtype = words[1];
        if (words[0].equals("matmul")) {
            RowSizes sizes = sizes(65_536, 4096, 1);
            switch (dtype) {
                case "f32" -> io.graphkernel.examples.gpu.f32.Rows.addMatmuls(table, sizes);
                case "f16" -> io.graphkernel.examples.gpu.f16.Rows.addMatmuls(table, sizes);
                default -> io.graphkernel.examples.gpu.bf16.Rows.addMatmuls(table, sizes);
            }
            return;
        }
        RowSizes sizes = words[0].equals("large") ? sizes(65_536, 4096, 1) : sizes(4096, 1024, SMALL_LAUNCHES);
        switch (dtype) {
            case "f32" -> {
                io.graphkernel.examples.gpu.f32.Rows.add(table, sizes);
                addTraining(sizes);
            }
            case "f16" -> io.graphkernel.examples.gpu.f16.Rows.add(table, sizes);
            default -> io.graphkernel.examples.gpu.bf16.Rows.add(table, sizes);
        }
    }

    private RowSizes sizes(int rows, int columns, int launches) {
        int scale = settings.number("scale");
        return new RowSizes(
                Math.max(1, rows / scale), columns, Math.max(1, launches / scale), settings.number("rounds"), scale);
    }

    private void addTraining(RowSizes sizes) {
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
