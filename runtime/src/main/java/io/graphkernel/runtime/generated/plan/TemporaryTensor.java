package io.graphkernel.runtime.generated.plan;

import io.graphkernel.runtime.DType;
import io.graphkernel.runtime.Tensor;

/** A temporary that is a tensor: a call over rankless shapes makes it before the step that stores into it first. */
final class TemporaryTensor {
    private final int number;
    private final DType dtype;
    /** Null for the dims of the loops that have been broadcast last. */
    private final PlanDims dims;

    private TemporaryTensor(PlanReader in, PlanLimits limits) {
        number = in.below(limits.tensors(), "a tensor");
        dtype = in.constant(DType.class);
        dims = in.flag() ? null : new PlanDims(in, limits);
    }

    static TemporaryTensor[] readAll(PlanReader in, PlanLimits limits) {
        TemporaryTensor[] made = new TemporaryTensor[in.count("temporaries")];
        for (int i = 0; i < made.length; i++) {
            made[i] = new TemporaryTensor(in, limits);
        }
        return made;
    }

    /** Makes the tensor, which the scope of the call closes. */
    void make(PlanCall call) {
        long[] wanted = dims == null ? call.frame().broadcastDimensions() : dims.of(call);
        call.tensor(number, Tensor.empty(call.frame().device(), dtype, wanted));
    }
}
