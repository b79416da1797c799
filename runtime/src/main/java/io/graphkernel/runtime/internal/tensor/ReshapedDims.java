package io.graphkernel.runtime.internal.tensor;

import io.graphkernel.runtime.generated.size.ArgumentChecks;
import io.graphkernel.runtime.generated.size.Sizes;
import java.util.Arrays;

/** The dims of a reshaped tensor, one of which may be inferred. */
public final class ReshapedDims {

    private ReshapedDims() {}

    /**
     * Returns the dims of a reshaped tensor in a new array.
     *
     * @param method method or op for messages
     * @param dims requested dims; one may be -1
     */
    public static long[] of(String method, AbstractTensor x, long[] dims) {
        Operands.attribute(method, "dims", dims);
        long[] whole = dims.clone();
        int open = -1;
        for (int axis = 0; axis < dims.length; axis++) {
            if (dims[axis] == -1 && open < 0) {
                open = axis;
                whole[axis] = 1;
            } else {
                ArgumentChecks.atLeast(method, "dims[" + axis + "]", dims[axis], 0);
            }
        }
        Operands.dims(method, whole);
        long retained = Sizes.product(whole);
        if (open >= 0) {
            whole[open] = leftOver(method, x, whole);
        }
        long count = open >= 0 ? Sizes.product(whole[open], retained) : retained;
        ArgumentChecks.equal(method, "the product of dims", count, x.elementCount());
        return whole;
    }

    /** Returns the inferred size of an axis. In an empty tensor, a size 0 that is retained is ignored on both sides. */
    private static long leftOver(String method, AbstractTensor x, long[] retained) {
        long zeros = Math.min(zeros(x.dims), zeros(retained));
        long total = withoutZeros(x.dims, zeros);
        long divisor = withoutZeros(retained, zeros);
        ArgumentChecks.atLeast(method, "the product of the other dims", divisor, 1);
        return total / divisor;
    }

    private static long zeros(long[] dims) {
        return Arrays.stream(dims).filter(size -> size == 0).count();
    }

    private static long withoutZeros(long[] dims, long zeros) {
        long left = zeros;
        long product = 1;
        for (long size : dims) {
            product = size == 0 && left-- > 0 ? product : Sizes.product(product, size);
        }
        return product;
    }
}
