package io.graphkernel.interop;

import static io.graphkernel.runtime.Ops.add;
import static io.graphkernel.runtime.Ops.mul;
import static io.graphkernel.runtime.Ops.reduceMean;
import static io.graphkernel.runtime.Ops.sub;

import io.graphkernel.annotations.GraphKernel;
import io.graphkernel.annotations.TensorType;
import io.graphkernel.runtime.Ops;
import io.graphkernel.runtime.Tensor;

/** Kernels that the tests run on the memory of frameworks. */
public final class MyOps {
    private MyOps() {}

    /** x · y + y, of any shape. */
    @GraphKernel
    public static Tensor mulAdd(Tensor x, Tensor y) {
        return add(mul(x, y), y);
    }

    /** Each row less its mean. */
    @GraphKernel
    public static Tensor centre(@TensorType("f32[n, d]") Tensor x) {
        return sub(x, reduceMean(x, -1, Ops.KEEP_DIMS));
    }
}
