package io.graphkernel.examples.benchmarks;

import io.graphkernel.runtime.Tensor;
import java.util.SplittableRandom;
import org.bytedeco.javacpp.FloatPointer;

/** Tensors with the same pseudo-random numbers in every process, and their memory as other libraries take it. */
public final class Data {
    private static final int BLOCK = 1 << 16;

    private Data() {}

    /** An f32 tensor of numbers spread evenly over {@code [least, most)}. */
    public static Tensor uniform(long seed, float least, float most, long... dims) {
        Tensor tensor = Tensor.empty(dims);
        FloatPointer target = pointer(tensor);
        SplittableRandom random = new SplittableRandom(seed);
        float[] numbers = new float[BLOCK];
        long length = tensor.elementCount();
        for (long start = 0; start < length; start += BLOCK) {
            int count = (int) Math.min(BLOCK, length - start);
            for (int i = 0; i < count; i++) {
                numbers[i] = least + (most - least) * (float) random.nextDouble();
            }
            target.getPointer(start).put(numbers, 0, count);
        }
        return tensor;
    }

    /** The tensor's own memory, without a copy. */
    public static FloatPointer pointer(Tensor tensor) {
        return new FloatPointer(tensor.pointer());
    }
}
