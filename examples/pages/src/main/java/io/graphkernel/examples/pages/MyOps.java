package io.graphkernel.examples.pages;

import static io.graphkernel.runtime.Ops.*;

import io.graphkernel.annotations.GraphKernel;
import io.graphkernel.annotations.NoGradient;
import io.graphkernel.annotations.TensorType;
import io.graphkernel.runtime.Tensor;

/** The kernels that the pages call. */
public final class MyOps {

    private MyOps() {}

    /** The custom op of the MindSpore tutorial. */
    @GraphKernel
    public static Tensor myOp(Tensor x, Tensor y) {
        Tensor a = sub(x, y);
        return mul(a, x);
    }

    /** Calls myOp: its basic ops are inlined here and fuse across the boundary into one kernel. */
    @GraphKernel
    public static Tensor myNet(Tensor x, Tensor y) {
        return myOp(pow(mul(x, 2.0), 3.0), y);
    }

    @GraphKernel(gradient = true)
    static Tensor layerNorm(
            @TensorType("f32[n, d]") Tensor x,
            @TensorType("f32[d]") Tensor gamma,
            @TensorType("f32[d]") @NoGradient Tensor beta,
            float epsilon) {
        Tensor centred = sub(x, reduceMean(x, -1, KEEP_DIMS));
        Tensor variance = reduceMean(square(centred), -1, KEEP_DIMS);
        return add(mul(mul(centred, rsqrt(add(variance, epsilon))), gamma), beta);
    }
}
