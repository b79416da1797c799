package io.graphkernel.runtime.generated.plan;

import io.graphkernel.runtime.Tensor;
import io.graphkernel.runtime.generated.BatchDims;

/** Dims of a value: those that follow from the dims of a call, after the batch dims of a parameter, if any. */
final class PlanDims {
    /** Index of the parameter with the batch dims; -1 without any. */
    private final int first;
    /** Number of dims of the parameter after its batch dims. */
    private final int trailing;

    private final int[] sizes;

    PlanDims(PlanReader in, PlanLimits limits) {
        this(in, limits.tensors(), limits.sizes());
    }

    /** Reads dims that refer to given numbers of tensors and sizes. */
    PlanDims(PlanReader in, int tensors, int sizeCount) {
        boolean leading = in.flag();
        first = leading ? in.below(tensors, "a tensor") : -1;
        trailing = leading ? in.below(Integer.MAX_VALUE, "a number of dims") : 0;
        sizes = new int[in.count("dims")];
        for (int i = 0; i < sizes.length; i++) {
            sizes[i] = in.below(sizeCount, "a size");
        }
    }

    /** Returns true if a tensor has these dims in a call. */
    boolean areOf(Tensor tensor, PlanCall call) {
        int leading = first < 0 ? 0 : call.tensor(first).rank() - trailing;
        if (tensor.rank() != leading + sizes.length) {
            return false;
        }
        for (int axis = 0; axis < tensor.rank(); axis++) {
            long expected = axis < leading ? call.tensor(first).dimension(axis) : call.sizes()[sizes[axis - leading]];
            if (tensor.dimension(axis) != expected) {
                return false;
            }
        }
        return true;
    }

    /** Returns the dims in a call in a new array. */
    long[] of(PlanCall call) {
        long[] dims = new long[sizes.length];
        for (int i = 0; i < dims.length; i++) {
            dims[i] = call.sizes()[sizes[i]];
        }
        return first < 0 ? dims : BatchDims.with(call.tensor(first), trailing, dims);
    }
}
