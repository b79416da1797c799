package io.graphkernel.runtime.internal.foreign;

import io.graphkernel.runtime.generated.jvm.Memory;
import io.graphkernel.runtime.internal.memory.RawElements;
import java.util.Arrays;

/** Copy of strided elements to row-major order. */
final class StridedCopy {
    private final long[] dims;
    private final long[] strides;
    private final int width;
    private long target;

    /**
     * Creates a copy of at least one element.
     *
     * @param strides strides in elements, one per dim
     * @param width size of an element: 1, 2, 4 or 8 bytes
     */
    StridedCopy(long[] dims, long[] strides, int width) {
        long[] sizes = new long[dims.length + 1];
        long[] steps = new long[dims.length + 1];
        int count = 0;
        for (int axis = 0; axis < dims.length; axis++) {
            if (dims[axis] == 1) {
                continue;
            }
            if (count > 0 && steps[count - 1] == strides[axis] * dims[axis]) {
                sizes[count - 1] *= dims[axis];
                steps[count - 1] = strides[axis];
            } else {
                sizes[count] = dims[axis];
                steps[count++] = strides[axis];
            }
        }
        if (count == 0) {
            sizes[0] = 1;
            steps[count++] = 1;
        }
        this.dims = Arrays.copyOf(sizes, count);
        this.strides = Arrays.copyOf(steps, count);
        this.width = width;
    }

    void run(long sourceAddress, long targetAddress) {
        target = targetAddress;
        copy(0, sourceAddress);
    }

    private void copy(int axis, long source) {
        long step = strides[axis] * width;
        if (axis < dims.length - 1) {
            for (long i = 0; i < dims[axis]; i++) {
                copy(axis + 1, source + i * step);
            }
        } else if (step == width) {
            RawElements.copy(source, target, dims[axis] * width);
            target += dims[axis] * width;
        } else {
            line(source, step, dims[axis]);
        }
    }

    private void line(long source, long step, long count) {
        for (long i = 0; i < count; i++) {
            long from = source + i * step;
            switch (width) {
                case 1 -> Memory.putByte(target, Memory.getByte(from));
                case 2 -> Memory.putShort(target, Memory.getShort(from));
                case 4 -> Memory.putInt(target, Memory.getInt(from));
                default -> Memory.putLong(target, Memory.getLong(from));
            }
            target += width;
        }
    }
}
