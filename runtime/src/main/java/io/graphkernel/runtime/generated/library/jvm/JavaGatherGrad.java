package io.graphkernel.runtime.generated.library.jvm;

import io.graphkernel.runtime.DType;
import io.graphkernel.runtime.generated.jvm.Memory;
import io.graphkernel.runtime.generated.jvm.RangeFunction;
import io.graphkernel.runtime.generated.library.LibraryKernel;
import io.graphkernel.runtime.generated.library.shape.GatherGradShape;
import io.graphkernel.runtime.internal.memory.RawElements;
import java.util.Arrays;

/** The gradient of a gather in plain Java, in double, one position at a time, in the order of its slices. */
public final class JavaGatherGrad implements RangeFunction {
    private final GatherGradShape shape;
    private final DType dtype;

    /** Slices sorted by position, and the index of the first slice of each position. */
    private final int[] slices;

    private final int[] begins;

    private JavaGatherGrad(GatherGradShape shape, DType dtype, long indices) {
        this.shape = shape;
        this.dtype = dtype;
        slices = new int[Math.toIntExact(shape.count())];
        begins = new int[Math.toIntExact(shape.size()) + 1];
        sort(indices);
    }

    public static LibraryKernel kernel(GatherGradShape shape, DType dtype) {
        if (shape.elementCount() == 0) {
            return LibraryKernel.NOTHING;
        }
        return (frame, arguments) -> {
            long indices = Memory.getLong(arguments + Long.BYTES);
            frame.run(new JavaGatherGrad(shape, dtype, indices), 0, arguments, shape.size(), 0);
        };
    }

    /** A stable counting sort, from the last slice on: the end of a position moves down to its start. */
    private void sort(long indices) {
        for (int slice = 0; slice < slices.length; slice++) {
            long position = shape.position(indices, slice);
            if (position >= 0 && position < shape.size()) {
                begins[(int) position]++;
            }
        }
        Arrays.parallelPrefix(begins, Integer::sum);
        for (int slice = slices.length - 1; slice >= 0; slice--) {
            long position = shape.position(indices, slice);
            if (position >= 0 && position < shape.size()) {
                slices[--begins[(int) position]] = slice;
            }
        }
    }

    @Override
    public void run(long kernel, long arguments, long begin, long end, long scratch) {
        long x = Memory.getLong(arguments);
        long result = Memory.getLong(arguments + 2 * Long.BYTES);
        int after = Math.toIntExact(shape.after());
        double[] slice = new double[after];
        double[] sum = new double[after];
        for (long outer = 0; outer < shape.before(); outer++) {
            for (int position = (int) begin; position < end; position++) {
                Arrays.fill(sum, 0);
                for (int i = begins[position]; i < begins[position + 1]; i++) {
                    long number = outer * shape.count() + slices[i];
                    RawElements.read(dtype, x + number * after * dtype.bytes(), 1, slice, after);
                    for (int column = 0; column < after; column++) {
                        sum[column] += slice[column];
                    }
                }
                RawElements.write(
                        dtype, result + (outer * shape.size() + position) * after * dtype.bytes(), sum, after);
            }
        }
    }
}
