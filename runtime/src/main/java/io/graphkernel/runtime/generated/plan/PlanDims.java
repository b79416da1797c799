package io.graphkernel.runtime.generated.plan;

import io.graphkernel.runtime.Tensor;
import io.graphkernel.runtime.generated.LeadingDims;

/** Dims of a value: those that follow from the dims of a call, after the leading ones of a parameter if it has a pack. */
final class PlanDims {
    /** The parameter with the leading dims; -1 without any. */
    private final int first;
    /** How many dims of the parameter are no leading ones. */
    private final int trailing;

    private final int[] sizes;

    PlanDims(PlanReader in, PlanLimits limits) {
        this(in, limits.tensors(), limits.sizes());
    }

    /** Dims over so many tensors and sizes. */
    PlanDims(PlanReader in, int tensors, int sizeCount) {
        boolean leading = in.flag();
        first = leading ? in.below(tensors, "a tensor") : -1;
        trailing = leading ? in.below(Integer.MAX_VALUE, "a number of dims") : 0;
        sizes = new int[in.count("dims")];
        for (int i = 0; i < sizes.length; i++) {
            sizes[i] = in.below(sizeCount, "a size");
        }
    }

    /** Whether a tensor has these dims in a call. */
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

    /** The dims in a call, in a new array. */
    long[] of(PlanCall call) {
        long[] dims = new long[sizes.length];
        for (int i = 0; i < dims.length; i++) {
            dims[i] = call.sizes()[sizes[i]];
        }
        return first < 0 ? dims : LeadingDims.with(call.tensor(first), trailing, dims);
    }
}
