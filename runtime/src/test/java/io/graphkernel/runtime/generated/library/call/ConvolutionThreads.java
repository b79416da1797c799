package io.graphkernel.runtime.generated.library.call;

import io.graphkernel.runtime.DType;
import io.graphkernel.runtime.KernelThreads;
import io.graphkernel.runtime.Tensor;
import io.graphkernel.runtime.TensorScope;
import io.graphkernel.runtime.generated.library.PostOp;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

/** Compares the bits of convolutions on one thread and on several. */
final class ConvolutionThreads {
    private static final long[] ONES = {1, 1};

    private static final int[] THREADS = {2, 7};

    /** Images, channels, size of the images, output channels, size of the kernel, and groups. */
    private static final long[][] SHAPES = {
        {1, 64, 28, 32, 1, 1},
        {2, 64, 28, 70, 1, 1},
        {3, 16, 24, 129, 1, 1},
        {1, 300, 6, 200, 1, 1},
        {1, 3, 24, 40, 5, 1},
        {3, 32, 14, 70, 3, 1},
        {2, 24, 15, 48, 3, 4},
        {32, 2, 14, 40, 14, 1},
    };

    private ConvolutionThreads() {}

    /** Prints the convolutions whose bits depend on the number of threads; exit status 1 if there are any. */
    public static void main(String[] arguments) {
        List<String> different = different(DType.F32, DType.BF16);
        System.out.println(different);
        System.exit(different.isEmpty() ? 0 : 1);
    }

    /** Returns the convolutions whose bits depend on the number of threads. */
    static List<String> different(DType... dtypes) {
        List<String> different = new ArrayList<>();
        for (DType dtype : dtypes) {
            for (long[] shape : SHAPES) {
                double[] expected = run(dtype, shape, 1);
                for (int threads : THREADS) {
                    if (!Arrays.equals(run(dtype, shape, threads), expected)) {
                        different.add(dtype + " " + Arrays.toString(shape) + " on " + threads + " threads");
                    }
                }
            }
        }
        return different;
    }

    private static double[] run(DType dtype, long[] shape, int threads) {
        KernelThreads.setCount(threads);
        long pad = shape[4] == 3 ? 1 : 0;
        long size = shape[2] + 2 * pad - shape[4] + 1;
        long[] dims = {shape[0], shape[3], size, size};
        try (TensorScope scope = TensorScope.open()) {
            Random random = new Random(1);
            Tensor x = RawTensor.gaussian(random, dtype, shape[0], shape[1], shape[2], shape[2]);
            Tensor weight = RawTensor.gaussian(random, dtype, shape[3], shape[1] / shape[5], shape[4], shape[4]);
            long[] pads = {pad, pad, pad, pad};
            Convolution2dCall call = new Convolution2dCall(
                    "k", "x", "w", dtype, dtype, ONES, pads, ONES, (int) shape[5], PostOp.BIAS, PostOp.RELU);
            List<Tensor> tail = CallRunner.tail(random, dtype, call.epilogue(), dims[1], dims);
            return RawTensor.values(CallRunner.run(call, CallPlace.HOST, x, weight, tail, dims));
        }
    }
}
