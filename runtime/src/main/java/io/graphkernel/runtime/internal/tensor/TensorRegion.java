package io.graphkernel.runtime.internal.tensor;

import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The elements of a tensor that a slice, transpose or reshape copied inside a kernel method that runs as plain Java. In
 * this call, an assignment to the copy also writes them, like in compiled code, where the copy is a view. Elsewhere the
 * copy is a tensor of its own, also as an argument or result of a kernel method.
 *
 * @param kernel the kernel
 * @param base the tensor
 * @param start row-major position of the first element
 * @param strides distance of the elements along each axis of the copy, in elements of the base
 */
public record TensorRegion(EagerKernelMethod kernel, AbstractTensor base, long start, long[] strides) {

    /**
     * Records in a kernel that a tensor is a copy of elements of another.
     *
     * @param view function from the region of the other tensor to that of the copy, or null
     */
    public static <T extends AbstractTensor> T copied(
            AbstractTensor from, T copy, Function<TensorRegion, @Nullable TensorRegion> view) {
        EagerKernelMethod kernel = EagerKernelMethod.current();
        if (kernel != null) {
            TensorRegion region = from.region;
            boolean isCurrent = region != null
                    && (kernel == EagerKernelMethod.CALLER
                            ? EagerKernelMethod.isCurrent(region.kernel)
                            : region.kernel.equals(kernel));
            copy.region = view.apply(isCurrent ? region : whole(kernel, from));
        }
        return copy;
    }

    /** Returns the region that a tensor was copied from in the current kernel; null if none is open. */
    public static @Nullable TensorRegion find(AbstractTensor tensor) {
        TensorRegion region = tensor.region;
        return region != null && !region.base.isClosed() && EagerKernelMethod.isCurrent(region.kernel) ? region : null;
    }

    /**
     * Evaluates a composite op. The kernel method that calls it is found once, and only if a result is a copy of
     * elements of an operand: reading a stack takes longer than a small op.
     */
    public static <T extends AbstractTensor> T[] results(Supplier<T[]> op) {
        if (!EagerKernelMethod.beginOp()) {
            return op.get();
        }
        T[] results;
        try {
            results = op.get();
        } finally {
            EagerKernelMethod.endOp();
        }
        for (T result : results) {
            if (result.region != null && result.region.kernel == EagerKernelMethod.CALLER) {
                result.region = result.region.ofCaller();
            }
        }
        return results;
    }

    /** Returns this region, which a composite op has viewed, in the kernel that called the op. */
    private @Nullable TensorRegion ofCaller() {
        EagerKernelMethod caller = base.isClosed() ? null : EagerKernelMethod.current();
        return caller == null ? null : new TensorRegion(caller, base, start, strides);
    }

    /** Returns all elements of a tensor, in any kernel. */
    public static TensorRegion whole(AbstractTensor tensor) {
        return whole(EagerKernelMethod.CALLER, tensor);
    }

    private static TensorRegion whole(EagerKernelMethod kernel, AbstractTensor tensor) {
        return new TensorRegion(kernel, tensor, 0, rowMajorStrides(tensor.dims));
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
        return new TensorRegion(kernel, base, begin, sliced);
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
        return new TensorRegion(kernel, base, start, permuted);
    }

    /**
     * Returns the region with other dims.
     *
     * @param dims dims of this region
     * @param reshaped dims with the same number of elements
     * @return null if the elements of this region are not contiguous
     */
    public @Nullable TensorRegion reshape(long[] dims, long[] reshaped) {
        long[] contiguous = rowMajorStrides(dims);
        for (int axis = 0; axis < dims.length; axis++) {
            if (dims[axis] != 1 && strides[axis] != contiguous[axis]) {
                return null;
            }
        }
        return new TensorRegion(kernel, base, start, rowMajorStrides(reshaped));
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
