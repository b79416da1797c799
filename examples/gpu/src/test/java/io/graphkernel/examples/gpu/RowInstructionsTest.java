package io.graphkernel.examples.gpu;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.graphkernel.cuda.EmulatedCuda;
import io.graphkernel.runtime.DType;
import io.graphkernel.runtime.Device;
import io.graphkernel.runtime.Stream;
import io.graphkernel.runtime.Tensor;
import io.graphkernel.runtime.TensorScope;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Tests the number of PTX instructions per element that rows execute, as the emulated CUDA driver counts them: all stages, with
 * the reductions across threads. A kernel whose instructions take longer than its bytes does not reach the bandwidth of the
 * memory. The limits are those of the present lowering; lower them when it improves.
 */
@Tag("slow")
@Tag("emulated")
class RowInstructionsTest {
    /** Enough rows that a thread has several vectors of a row. */
    private static final int ROWS = 4096;

    private static final int COLUMNS = 512;

    /** Maximum number of instructions per element by kernel, in f32 and bf16. */
    private static final Map<String, double[]> LIMITS = new TreeMap<>(Map.of(
            "sum", new double[] {5, 3},
            "biasGelu", new double[] {35, 41},
            "layerNorm", new double[] {21, 27},
            "softmax", new double[] {44, 43},
            "rmsNorm", new double[] {13, 20},
            "swiGlu", new double[] {30, 34},
            "seedGraph", new double[] {9, 16},
            "addLayerNorm", new double[] {23, 31},
            "rowSum", new double[] {6, 8}));

    @BeforeAll
    static void useEmulatedDriver() {
        assumeThat(EmulatedCuda.runsHere())
                .as("an emulated CUDA driver for this machine")
                .isTrue();
        EmulatedCuda.use();
        System.setProperty("graphkernel.cublaslt.library", "");
    }

    @Test
    void rows_f32_areBelowLimits() {
        requireLimits(
                DType.F32,
                0,
                Map.of(
                        "sum", x -> io.graphkernel.examples.gpu.f32.RowKernelsKernels.sum(x, x),
                        "biasGelu", x -> io.graphkernel.examples.gpu.f32.RowKernelsKernels.biasGelu(x, row(x)),
                        "layerNorm",
                                x -> io.graphkernel.examples.gpu.f32.RowKernelsKernels.layerNorm(x, row(x), row(x)),
                        "softmax", io.graphkernel.examples.gpu.f32.RowKernelsKernels::softmax,
                        "rmsNorm", x -> io.graphkernel.examples.gpu.f32.RowKernelsKernels.rmsNorm(x, row(x)),
                        "swiGlu", x -> io.graphkernel.examples.gpu.f32.RowKernelsKernels.swiGlu(x, x),
                        "seedGraph", x -> io.graphkernel.examples.gpu.f32.RowKernelsKernels.seedGraph(x, x),
                        "addLayerNorm",
                                x -> io.graphkernel.examples.gpu.f32.RowKernelsKernels.addLayerNorm(
                                        x, x, row(x), row(x)),
                        "rowSum", io.graphkernel.examples.gpu.f32.RowKernelsKernels::rowSum));
    }

    @Test
    void rows_bf16_areBelowLimits() {
        requireLimits(
                DType.BF16,
                1,
                Map.of(
                        "sum", x -> io.graphkernel.examples.gpu.bf16.RowKernelsKernels.sum(x, x),
                        "biasGelu", x -> io.graphkernel.examples.gpu.bf16.RowKernelsKernels.biasGelu(x, row(x)),
                        "layerNorm",
                                x -> io.graphkernel.examples.gpu.bf16.RowKernelsKernels.layerNorm(x, row(x), row(x)),
                        "softmax", io.graphkernel.examples.gpu.bf16.RowKernelsKernels::softmax,
                        "rmsNorm", x -> io.graphkernel.examples.gpu.bf16.RowKernelsKernels.rmsNorm(x, row(x)),
                        "swiGlu", x -> io.graphkernel.examples.gpu.bf16.RowKernelsKernels.swiGlu(x, x),
                        "seedGraph", x -> io.graphkernel.examples.gpu.bf16.RowKernelsKernels.seedGraph(x, x),
                        "addLayerNorm",
                                x -> io.graphkernel.examples.gpu.bf16.RowKernelsKernels.addLayerNorm(
                                        x, x, row(x), row(x)),
                        "rowSum", io.graphkernel.examples.gpu.bf16.RowKernelsKernels::rowSum));
    }

    /** Returns the first row as a vector of parameters. */
    private static Tensor row(Tensor x) {
        return x.slice(0, 1).reshape(x.dimension(1));
    }

    private static void requireLimits(DType dtype, int column, Map<String, UnaryOperator<Tensor>> kernels) {
        Device device = Device.of("cuda:0");
        List<String> exceeded = new ArrayList<>();
        try (Stream stream = Stream.open(device);
                Stream.Use use = stream.use();
                TensorScope scope = TensorScope.open()) {
            float[] values = new float[ROWS * COLUMNS];
            for (int i = 0; i < values.length; i++) {
                values[i] = i % 17 / 8f - 1;
            }
            Tensor x = Tensor.of(dtype, values, ROWS, COLUMNS).to(device);
            new TreeMap<>(kernels).forEach((kernel, launch) -> {
                double count = instructions(stream, launch, x);
                String text = "%s %s: %.1f instructions per element".formatted(kernel, dtype, count);
                System.out.println(text);
                if (count > LIMITS.get(kernel)[column]) {
                    exceeded.add(text);
                }
            });
        }
        assertThat(exceeded).isEmpty();
    }

    private static double instructions(Stream stream, UnaryOperator<Tensor> launch, Tensor x) {
        stream.synchronize();
        long before = EmulatedCuda.count(EmulatedCuda.Count.INSTRUCTIONS);
        launch.apply(x);
        stream.synchronize();
        return (EmulatedCuda.count(EmulatedCuda.Count.INSTRUCTIONS) - before) / (double) x.elementCount();
    }
}
