package io.graphkernel.runtime.endtoend;

import static io.graphkernel.runtime.Ops.*;

import io.graphkernel.annotations.GraphKernel;
import io.graphkernel.annotations.TensorType;
import io.graphkernel.runtime.Tensor;

/** Kernels whose operands have any number of batch dims. */
public final class LeadingKernels {

    private LeadingKernels() {}

    /** Rows, and one number for each of them. */
    public record RowsAndSums(Tensor rows, Tensor sums) {}

    @GraphKernel
    public static Tensor doubled(@TensorType("f32[b..., d]") Tensor x) {
        return mul(x, 2.0);
    }

    @GraphKernel
    public static RowsAndSums withSums(@TensorType("f32[b..., d]") Tensor x) {
        return new RowsAndSums(mul(x, 2.0), reduceSum(x, -1));
    }
}
