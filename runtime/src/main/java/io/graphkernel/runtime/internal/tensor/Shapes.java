package io.graphkernel.runtime.internal.tensor;

import io.graphkernel.abi.KernelAbi;
import io.graphkernel.runtime.DType;
import io.graphkernel.runtime.exception.RuntimeProblem;
import io.graphkernel.runtime.exception.ShapeMismatchException;
import io.graphkernel.runtime.generated.Sizes;
import java.util.Arrays;

/** Checks of dims. */
public final class Shapes {
    /** Ops that interleave axes, such as a tiling, pass through tensors of twice the rank. */
    public static final int MAXIMUM_INNER_RANK = 2 * KernelAbi.MAXIMUM_RANK;

    private Shapes() {}

    /** The dims themselves, if they are 0 to 8 numbers of 0 or more. */
    public static long[] checked(long[] dims) {
        return checked(dims, KernelAbi.MAXIMUM_RANK);
    }

    /** The dims themselves, if they are at most {@code maximumRank} numbers of 0 or more. */
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

    /** A copy of a user's dims, if they are 0 to 8 numbers of 0 or more. */
    public static long[] copied(String method, long[] dims) {
        return checked(Operands.attribute(method, "dims", dims).clone());
    }

    /** The number of elements; 0 if any dim is 0, however large the others. */
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

    /** The size in bytes of so many elements of the given dims. */
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
