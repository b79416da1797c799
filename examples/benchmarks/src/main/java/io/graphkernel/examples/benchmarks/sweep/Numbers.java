package io.graphkernel.examples.benchmarks.sweep;

import io.graphkernel.runtime.DType;
import io.graphkernel.runtime.Tensor;
import java.util.SplittableRandom;
import org.bytedeco.javacpp.BytePointer;
import org.bytedeco.javacpp.Pointer;

/** Tensors of the same pseudo-random numbers in every process. */
final class Numbers {
    /** Number of distinct numbers before they repeat: more than a kernel could profit from. */
    private static final int BLOCK = 1 << 16;

    private Numbers() {}

    /** A tensor of numbers spread evenly over the range of the operand; of a bool, half are true. */
    static Tensor spread(long seed, Operand operand, DType dtype, long... dims) {
        Tensor tensor = Tensor.empty(dtype, dims);
        int count = (int) Math.min(BLOCK, tensor.elementCount());
        try (Tensor block = block(seed, operand, dtype, count)) {
            BytePointer source = new BytePointer(block.pointer());
            BytePointer target = new BytePointer(tensor.pointer());
            for (long start = 0; start < tensor.byteCount(); start += block.byteCount()) {
                long length = Math.min(block.byteCount(), tensor.byteCount() - start);
                Pointer.memcpy(target.getPointer(start), source, length);
            }
        }
        return tensor;
    }

    private static Tensor block(long seed, Operand operand, DType dtype, int count) {
        SplittableRandom random = new SplittableRandom(seed);
        double[] numbers = new double[count];
        for (int i = 0; i < count; i++) {
            numbers[i] = operand.least() + (operand.most() - operand.least()) * random.nextDouble();
        }
        return switch (dtype) {
            case F64 -> Tensor.of(numbers, count);
            case BOOL -> Tensor.of(booleans(numbers, operand), count);
            case I64, U64 -> Tensor.of(dtype, longs(numbers), count);
            case I32, U32 -> Tensor.of(dtype, integers(numbers), count);
            case I16, U16 -> Tensor.of(dtype, shorts(numbers), count);
            case I8, U8 -> Tensor.of(dtype, bytes(numbers), count);
            case F32, F16, BF16, F8E4M3, F8E5M2 -> Tensor.of(dtype, floats(numbers), count);
        };
    }

    private static float[] floats(double... numbers) {
        float[] result = new float[numbers.length];
        for (int i = 0; i < result.length; i++) {
            result[i] = (float) numbers[i];
        }
        return result;
    }

    private static long[] longs(double... numbers) {
        long[] result = new long[numbers.length];
        for (int i = 0; i < result.length; i++) {
            result[i] = (long) Math.floor(numbers[i]);
        }
        return result;
    }

    private static int[] integers(double... numbers) {
        int[] result = new int[numbers.length];
        for (int i = 0; i < result.length; i++) {
            result[i] = (int) Math.floor(numbers[i]);
        }
        return result;
    }

    private static short[] shorts(double... numbers) {
        short[] result = new short[numbers.length];
        for (int i = 0; i < result.length; i++) {
            result[i] = (short) Math.floor(numbers[i]);
        }
        return result;
    }

    private static byte[] bytes(double... numbers) {
        byte[] result = new byte[numbers.length];
        for (int i = 0; i < result.length; i++) {
            result[i] = (byte) Math.floor(numbers[i]);
        }
        return result;
    }

    private static boolean[] booleans(double[] numbers, Operand operand) {
        boolean[] result = new boolean[numbers.length];
        for (int i = 0; i < result.length; i++) {
            result[i] = numbers[i] >= 0.5 * (operand.least() + operand.most());
        }
        return result;
    }
}
