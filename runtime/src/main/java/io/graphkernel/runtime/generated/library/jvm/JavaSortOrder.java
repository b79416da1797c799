package io.graphkernel.runtime.generated.library.jvm;

import io.graphkernel.runtime.DType;
import io.graphkernel.runtime.generated.jvm.Memory;
import io.graphkernel.runtime.generated.jvm.RangeFunction;
import io.graphkernel.runtime.generated.library.LibraryKernel;
import io.graphkernel.runtime.generated.library.shape.SortOrderShape;
import io.graphkernel.runtime.internal.memory.RawElements;

/** The stable order of rows in plain Java: a merge sort of the positions of each row. */
public final class JavaSortOrder implements RangeFunction {
    private final SortOrderShape shape;

    private JavaSortOrder(SortOrderShape shape) {
        this.shape = shape;
    }

    public static LibraryKernel kernel(SortOrderShape shape) {
        return shape.isEmpty()
                ? LibraryKernel.NOTHING
                : LibraryKernel.ofChunks(new JavaSortOrder(shape), shape.rows(), 0);
    }

    @Override
    public void run(long kernel, long arguments, long begin, long end, long scratch) {
        long x = Memory.getLong(arguments);
        long result = Memory.getLong(arguments + Long.BYTES);
        int count = Math.toIntExact(shape.count());
        long[] keys = new long[count];
        for (long row = begin; row < end; row++) {
            long first = shape.first(row);
            read(x + first * shape.dtype().bytes(), keys);
            int[] order = sorted(keys);
            for (int i = 0; i < count; i++) {
                Memory.putLong(result + (first + i * shape.after()) * Long.BYTES, order[i]);
            }
        }
    }

    /** Reads integers with the order of the elements: NaN is the largest, and -0 equals 0. */
    private void read(long address, long[] keys) {
        if (shape.dtype().isFloat()) {
            double[] elements = new double[keys.length];
            RawElements.read(shape.dtype(), address, shape.after(), elements, keys.length);
            for (int i = 0; i < keys.length; i++) {
                long bits = Double.doubleToLongBits(elements[i]);
                keys[i] = bits < 0 ? Long.MIN_VALUE - bits : bits;
            }
        } else {
            DType integers = shape.dtype() == DType.BOOL ? DType.U8 : shape.dtype();
            RawElements.read(integers, address, shape.after(), keys, keys.length);
            for (int i = 0; i < keys.length && integers == DType.U64; i++) {
                keys[i] ^= Long.MIN_VALUE;
            }
        }
        if (shape.isDescending()) {
            for (int i = 0; i < keys.length; i++) {
                keys[i] = ~keys[i];
            }
        }
    }

    /** Merges sorted runs of doubling length. */
    private static int[] sorted(long[] keys) {
        int[] order = new int[keys.length];
        for (int i = 0; i < order.length; i++) {
            order[i] = i;
        }
        int[] merged = new int[keys.length];
        for (long run = 1; run < keys.length; run *= 2) {
            for (long begin = 0; begin < keys.length; begin += 2 * run) {
                int middle = (int) Math.min(begin + run, keys.length);
                int end = (int) Math.min(begin + 2 * run, keys.length);
                merge(keys, order, merged, (int) begin, middle, end);
            }
            int[] sorted = merged;
            merged = order;
            order = sorted;
        }
        return order;
    }

    private static void merge(long[] keys, int[] order, int[] merged, int begin, int middle, int end) {
        int left = begin;
        int right = middle;
        for (int i = begin; i < end; i++) {
            boolean isLeft = left < middle && (right == end || keys[order[left]] <= keys[order[right]]);
            merged[i] = order[isLeft ? left++ : right++];
        }
    }
}
