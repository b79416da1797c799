package io.graphkernel.examples.benchmarks.device;

import io.graphkernel.annotations.GraphKernel;
import io.graphkernel.annotations.TensorType;
import io.graphkernel.runtime.Ops;
import io.graphkernel.runtime.Tensor;

/** Sums along each axis, and a sum of two tensors, the smallest traffic that a kernel can have. */
public final class ReductionOps {
    private ReductionOps() {}

    /** x + y. */
    @GraphKernel
    public static Tensor sum(@TensorType("f32[n, d]") Tensor x, @TensorType("f32[n, d]") Tensor y) {
        return Ops.add(x, y);
    }

    /** The sum of each row. */
    @GraphKernel
    public static Tensor rowSum(@TensorType("f32[n, d]") Tensor x) {
        return Ops.reduceSum(x, 1);
    }

    /** The sum of each column. */
    @GraphKernel
    public static Tensor columnSum(@TensorType("f32[n, d]") Tensor x) {
        return Ops.reduceSum(x, 0);
    }
}
