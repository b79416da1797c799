package io.graphkernel.runtime.internal.tensor;

import io.graphkernel.common.abi.KernelAbi;
import io.graphkernel.runtime.DType;
import io.graphkernel.runtime.exception.RuntimeProblem;
import io.graphkernel.runtime.exception.ShapeMismatchException;
import io.graphkernel.runtime.generated.size.Sizes;
import java.util.Arrays;

/** Checks of dims. */
public final class Shapes {
    /** Maximum rank of intermediate tensors: ops that interleave axes, such as a tiling, use twice the rank. */
    public static final int MAX_INNER_RANK = 2 * KernelAbi.MAX_RANK;

    private Shapes() {}

    /** Returns the dims after checking that they are 0 to 8 nonnegative numbers. */
    public static long[] checked(long[] dims) {
        return checked(dims, KernelAbi.MAX_RANK);
    }

    /** Returns the dims after checking that they are at most {@code maximumRank} nonnegative numbers. */
    public static long[] checked(long[] dims, int maximumRank) {
        boolean valid = dims.length <= maximumRank;
        for (int i = 0; i < dims.length && valid; i++) {
            valid = dims[i] >= 0;
        }
        if (!valid) {
            throw new ShapeMismatchException(RuntimeProblem.INVALID_SHAPE, Arrays.toString(dims));
        }
        return dims;
    }

    /** Returns a copy of a user's dims after checking that they are 0 to 8 nonnegative numbers. */
    public static long[] copied(String method, long[] dims) {
        // For few dims, a loop is faster than the call of a bulk copy.
        long[] copy = new long[Operands.attribute(method, "dims", dims).length];
        for (int axis = 0; axis < copy.length; axis++) {
            copy[axis] = dims[axis];
        }
        return checked(copy);
    }

    /** Returns true if dims are equal. */
    public static boolean areEqual(long[] dims, long[] others) {
        return dims == others || dims.length == others.length && areEqual(dims, others, dims.length);
    }

    /**
     * Returns true if the first dims are equal. A loop is faster than {@code Arrays.equals} for few dims, and no loop
     * for those of matrices.
     */
    public static boolean areEqual(long[] dims, long[] others, int count) {
        if (count == 2) {
            return dims[0] == others[0] && dims[1] == others[1];
        }
        for (int axis = 0; axis < count; axis++) {
            if (dims[axis] != others[axis]) {
                return false;
            }
        }
        return true;
    }

    /** Returns the number of elements; 0 if any dim is 0, regardless of the others. */
    public static long elementCount(long[] dims, int rank) {
        long count = 1;
        for (int i = 0; i < rank; i++) {
            count = Sizes.product(count, dims[i]);
        }
        if (count == Sizes.TOO_LARGE) {
            throw tooLarge("", Arrays.copyOf(dims, rank));
        }
        return count;
    }

    /** Returns the size in bytes of elements with given dims. */
    public static long byteCount(DType dtype, long elements, long[] dims) {
        long bytes = Sizes.product(elements, dtype.bytes());
        if (bytes == Sizes.TOO_LARGE) {
            throw tooLarge(dtype.toString(), dims);
        }
        return bytes;
    }

    private static ShapeMismatchException tooLarge(String dtype, long[] dims) {
        return new ShapeMismatchException(RuntimeProblem.SHAPE_TOO_LARGE, dtype, Arrays.toString(dims));
    }
}
