package io.graphkernel.examples.benchmarks.gradient;

import io.graphkernel.examples.benchmarks.NativeKernels;
import io.graphkernel.runtime.Tensor;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/** Forward kernels written by hand in C, each with regular and with non-temporal stores. */
final class HandWritten {
    private static final int LAYER_NORM = 0;
    private static final int SOFTMAX = 2;
    private static final int RMS_NORM = 4;
    private static final int ADD_LAYER_NORM = 6;
    private static final int CROSS_ENTROPY = 8;
    private static final int MEAN = 9;
    private static final int FUNCTIONS = 10;

    private final NativeKernels kernels;

    HandWritten(int threads) {
        kernels = new NativeKernels(HandWritten.class, "handwritten", FUNCTIONS, threads);
    }

    List<Runnable> layerNorm(Tensor x, Tensor gamma, Tensor beta, float epsilon, Tensor result) {
        return both(LAYER_NORM, x, slots(List.of(x, gamma, beta, result), columns(x), bits(epsilon)));
    }

    List<Runnable> softmax(Tensor x, Tensor result) {
        return both(SOFTMAX, x, slots(List.of(x, result), columns(x)));
    }

    List<Runnable> rmsNorm(Tensor x, Tensor gamma, float epsilon, Tensor result) {
        return both(RMS_NORM, x, slots(List.of(x, gamma, result), columns(x), bits(epsilon)));
    }

    List<Runnable> addLayerNorm(Tensor x, Tensor residual, Tensor gamma, Tensor beta, float epsilon, Tensor result) {
        return both(ADD_LAYER_NORM, x, slots(List.of(x, residual, gamma, beta, result), columns(x), bits(epsilon)));
    }

    /** Writes the losses of rows, then their mean. */
    Runnable crossEntropy(Tensor logits, Tensor labels, Tensor losses, Tensor result) {
        long rows = logits.dimension(0);
        Runnable launch = kernels.launch(CROSS_ENTROPY, slots(List.of(logits, labels, losses), columns(logits)), rows);
        Runnable mean = kernels.launch(MEAN, slots(List.of(losses, result), rows), 1);
        return () -> {
            launch.run();
            mean.run();
        };
    }

    private List<Runnable> both(int first, Tensor rows, long... arguments) {
        return IntStream.of(first, first + 1)
                .mapToObj(function -> kernels.launch(function, arguments, rows.dimension(0)))
                .toList();
    }

    private static long columns(Tensor matrix) {
        return matrix.dimension(1);
    }

    /** A number as the C source reads it from a slot. */
    private static long bits(float number) {
        return Integer.toUnsignedLong(Float.floatToRawIntBits(number));
    }

    private static long[] slots(List<Tensor> tensors, long... numbers) {
        return Stream.concat(
                        tensors.stream().map(Tensor::address),
                        LongStream.of(numbers).boxed())
                .mapToLong(Long::longValue)
                .toArray();
    }
}
