package io.graphkernel.runtime.internal.tensor;

import org.jspecify.annotations.Nullable;

/**
 * The elements of a tensor that a slice or transpose of eager mode copied. An assignment to the copy also writes them,
 * as in a kernel, where the copy is a view.
 *
 * @param base the tensor
 * @param start row-major position of the first element
 * @param strides distance of the elements along each axis of the copy, in elements of the base
 */
public record TensorRegion(AbstractTensor base, long start, long[] strides) {

    /** Returns all elements of a tensor, or the region that it was copied from. */
    public static TensorRegion of(AbstractTensor tensor) {
        TensorRegion region = tensor.region;
        return region == null ? new TensorRegion(tensor, 0, rowMajorStrides(tensor.dims)) : region;
    }

    /** Returns the region that a tensor was copied from and may still be written; null if there is none. */
    public static @Nullable TensorRegion find(AbstractTensor tensor) {
        TensorRegion region = tensor.region;
        return region == null || region.base.isClosed() ? null : region;
    }

    /** Records that a tensor is a copy of this region. */
    public <T extends AbstractTensor> T copiedTo(T copy) {
        copy.region = this;
        return copy;
    }

    /**
     * Returns a strided slice.
     *
     * @param first first index along each of the first axes
     * @param steps distance of the indices along each of the first axes
     */
    public TensorRegion slice(long[] first, long[] steps) {
        long[] sliced = strides.clone();
        long begin = start;
        for (int axis = 0; axis < first.length; axis++) {
            begin += first[axis] * sliced[axis];
            sliced[axis] *= steps[axis];
        }
        return new TensorRegion(base, begin, sliced);
    }

    /**
     * Returns the region with the axes in another order.
     *
     * @param axes axis of this region for each axis of the result
     */
    public TensorRegion transpose(int[] axes) {
        long[] permuted = new long[axes.length];
        for (int axis = 0; axis < axes.length; axis++) {
            permuted[axis] = strides[axes[axis]];
        }
        return new TensorRegion(base, start, permuted);
    }

    /** Returns the strides of a contiguous tensor. */
    public static long[] rowMajorStrides(long[] dims) {
        long[] strides = new long[dims.length];
        long step = 1;
        for (int axis = dims.length - 1; axis >= 0; axis--) {
            strides[axis] = step;
            step *= dims[axis];
        }
        return strides;
    }
}
