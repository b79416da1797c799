package io.graphkernel.runtime.generated.plan;

import io.graphkernel.runtime.DType;
import io.graphkernel.runtime.Tensor;

/** A temporary that is a tensor. A call over unranked shapes allocates it before the first step that stores into it. */
final class TemporaryTensor {
    private final int number;
    private final DType dtype;
    /** Null for the dims of the most recent broadcast. */
    private final PlanDims dims;

    private TemporaryTensor(PlanReader in, PlanLimits limits) {
        number = in.below(limits.tensors(), "a tensor");
        dtype = in.constant(DType.class);
        dims = in.flag() ? null : new PlanDims(in, limits);
    }

    static TemporaryTensor[] readAll(PlanReader in, PlanLimits limits) {
        TemporaryTensor[] temporaries = new TemporaryTensor[in.count("temporaries")];
        for (int i = 0; i < temporaries.length; i++) {
            temporaries[i] = new TemporaryTensor(in, limits);
        }
        return temporaries;
    }

    /** Allocates the tensor, which the scope of the call closes. */
    void make(PlanCall call) {
        long[] resultDims = dims == null ? call.frame().broadcastDimensions() : dims.of(call);
        call.tensor(number, Tensor.empty(call.frame().device(), dtype, resultDims));
    }
}
