package io.graphkernel.runtime.generated.library;

import io.graphkernel.runtime.DType;
import io.graphkernel.runtime.exception.InvalidArgumentException;
import io.graphkernel.runtime.exception.RuntimeProblem;
import io.graphkernel.runtime.exception.ShapeMismatchException;
import io.graphkernel.runtime.generated.LaunchFrame;
import io.graphkernel.runtime.generated.jvm.Memory;
import java.util.Arrays;

/**
 * The sizes of sums of slices {@code [before, count, after]} by position, {@code [before, size, after]}.
 *
 * @param before how many times the slices come
 * @param count the slices of each time, as many as indices
 * @param after the elements of a slice
 * @param size the positions
 * @param indexType the dtype of an index, i32 or i64
 */
record GatherGradShape(long before, long count, long after, long size, DType indexType) {
    /** The slot of the memory for the order of the slices. */
    static final int ORDER = LibrarySlots.FIRST + 32;

    /** The first slot with a size. */
    private static final int BEFORE = LibrarySlots.FIRST + 5;

    /**
     * The sizes for the operands' dims.
     *
     * @param dtype that of dy
     * @throws ShapeMismatchException if there are not as many indices as slices
     * @throws InvalidArgumentException if the size is negative
     */
    static GatherGradShape of(String method, DType dtype, long[] dy, DType indexType, long[] indices, long size) {
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

    /** The number of elements of the result. */
    long elementCount() {
        return before * size * after;
    }

    /**
     * The position of a slice, or a number that is none.
     *
     * @param indices the address of the indices; a negative one counts from the end
     */
    long position(long indices, long slice) {
        long index = indexType == DType.I64
                ? Memory.getLong(indices + slice * Long.BYTES)
                : Memory.getInt(indices + slice * Integer.BYTES);
        return index < 0 ? index + size : index;
    }

    /** Fills the slots of {@code gk_gather_gradient.h} from those of a call. */
    void fill(LaunchFrame frame) {
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
