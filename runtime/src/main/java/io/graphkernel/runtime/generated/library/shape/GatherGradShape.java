package io.graphkernel.runtime.generated.library.shape;

import io.graphkernel.runtime.DType;
import io.graphkernel.runtime.exception.InvalidArgumentException;
import io.graphkernel.runtime.exception.RuntimeProblem;
import io.graphkernel.runtime.exception.ShapeMismatchException;
import io.graphkernel.runtime.generated.LaunchFrame;
import io.graphkernel.runtime.generated.jvm.Memory;
import io.graphkernel.runtime.generated.library.LibrarySlots;
import java.util.Arrays;

/**
 * Sizes of the sums {@code [before, size, after]} of slices {@code [before, count, after]} by position.
 *
 * @param before number of repetitions of the slices
 * @param count number of slices per repetition, and of indices
 * @param after number of elements per slice
 * @param size number of positions
 * @param indexType dtype of the indices, i32 or i64
 */
public record GatherGradShape(long before, long count, long after, long size, DType indexType) {
    /** Slot of the memory for the sorted order of the slices. */
    public static final int ORDER = LibrarySlots.FIRST + 32;

    /** The first slot that holds a size. */
    private static final int BEFORE = LibrarySlots.FIRST + 5;

    /**
     * Returns the sizes for the operands' dims.
     *
     * @param dtype dtype of dy
     * @throws ShapeMismatchException if the numbers of indices and slices differ
     * @throws InvalidArgumentException if the size is negative
     */
    public static GatherGradShape of(
            String method, DType dtype, long[] dy, DType indexType, long[] indices, long size) {
        if (size < 0) {
            throw new InvalidArgumentException(
                    RuntimeProblem.ATTRIBUTE_VALUE,
                    method,
                    "size",
                    size,
                    "it is the number of positions, axis 1 of the result",
                    "pass 0 or more");
        }
        if (dy.length != 3 || indices.length != 1 || dy[1] != indices[0]) {
            throw new ShapeMismatchException(
                    RuntimeProblem.ATTRIBUTE_VALUE,
                    method,
                    "indices",
                    indexType + Arrays.toString(indices),
                    "dy is [a, n, b] and indices are [n], but dy is " + dtype + Arrays.toString(dy),
                    "pass one index for each slice along axis 1 of dy");
        }
        return new GatherGradShape(dy[0], indices[0], dy[2], size, indexType);
    }

    /** Returns the number of elements of the result. */
    public long elementCount() {
        return before * size * after;
    }

    /**
     * Returns the position of a slice, or an out-of-range value.
     *
     * @param indices address of the indices; a negative one counts from the end
     * @param slice index of the slice
     */
    public long position(long indices, long slice) {
        long index = indexType == DType.I64
                ? Memory.getLong(indices + slice * Long.BYTES)
                : Memory.getInt(indices + slice * Integer.BYTES);
        return index < 0 ? index + size : index;
    }

    /** Fills the slots of {@code gk_gather_gradient.h} from those of a call. */
    public void fill(LaunchFrame frame) {
        for (int operand = 0; operand < 3; operand++) {
            frame.pointer(LibrarySlots.FIRST + operand, frame.slot(operand));
        }
        frame.integer(BEFORE, before);
        frame.integer(BEFORE + 1, count);
        frame.integer(BEFORE + 2, after);
        frame.integer(BEFORE + 3, size);
        frame.integer(BEFORE + 4, indexType.bytes());
    }
}
