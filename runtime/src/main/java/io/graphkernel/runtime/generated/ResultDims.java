package io.graphkernel.runtime.generated;

import io.graphkernel.runtime.Tensor;
import io.graphkernel.runtime.internal.tensor.Tensors;

/** Whether a tensor has the dims of a result, a method for each rank: an array of them would be allocated at each call. */
public final class ResultDims {
    private ResultDims() {}

    /** Whether the rank is 0. */
    public static boolean fit(Tensor result) {
        return result.rank() == 0;
    }

    /** Whether the rank is 1, and the dim fits. */
    public static boolean fit(Tensor result, long d0) {
        long[] dims = Tensors.dims(result);
        return dims.length == 1 && dims[0] == d0;
    }

    /** Whether the rank is 2, and the dims fit. */
    public static boolean fit(Tensor result, long d0, long d1) {
        long[] dims = Tensors.dims(result);
        return dims.length == 2 && dims[0] == d0 && dims[1] == d1;
    }

    /** Whether the rank is 3, and the dims fit. */
    public static boolean fit(Tensor result, long d0, long d1, long d2) {
        long[] dims = Tensors.dims(result);
        return dims.length == 3 && dims[0] == d0 && dims[1] == d1 && dims[2] == d2;
    }

    /** Whether the rank is 4, and the dims fit. */
    public static boolean fit(Tensor result, long d0, long d1, long d2, long d3) {
        long[] dims = Tensors.dims(result);
        return dims.length == 4 && dims[0] == d0 && dims[1] == d1 && dims[2] == d2 && dims[3] == d3;
    }

    /** Whether the rank is 5, and the dims fit. */
    public static boolean fit(Tensor result, long d0, long d1, long d2, long d3, long d4) {
        long[] dims = Tensors.dims(result);
        boolean begin = dims.length == 5 && dims[0] == d0 && dims[1] == d1 && dims[2] == d2 && dims[3] == d3;
        return begin && dims[4] == d4;
    }

    /** Whether the rank is 6, and the dims fit. */
    public static boolean fit(Tensor result, long d0, long d1, long d2, long d3, long d4, long d5) {
        long[] dims = Tensors.dims(result);
        boolean begin = dims.length == 6 && dims[0] == d0 && dims[1] == d1 && dims[2] == d2 && dims[3] == d3;
        return begin && dims[4] == d4 && dims[5] == d5;
    }

    /** Whether the rank is 7, and the dims fit. */
    public static boolean fit(Tensor result, long d0, long d1, long d2, long d3, long d4, long d5, long d6) {
        long[] dims = Tensors.dims(result);
        boolean begin = dims.length == 7 && dims[0] == d0 && dims[1] == d1 && dims[2] == d2 && dims[3] == d3;
        return begin && dims[4] == d4 && dims[5] == d5 && dims[6] == d6;
    }

    /** Whether the rank is 8, and the dims fit. */
    public static boolean fit(Tensor result, long d0, long d1, long d2, long d3, long d4, long d5, long d6, long d7) {
        long[] dims = Tensors.dims(result);
        boolean begin = dims.length == 8 && dims[0] == d0 && dims[1] == d1 && dims[2] == d2 && dims[3] == d3;
        return begin && dims[4] == d4 && dims[5] == d5 && dims[6] == d6 && dims[7] == d7;
    }
}
