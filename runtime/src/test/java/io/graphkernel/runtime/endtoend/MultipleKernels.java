package io.graphkernel.runtime.endtoend;

import static io.graphkernel.runtime.Ops.add;
import static io.graphkernel.runtime.Ops.expandDims;
import static io.graphkernel.runtime.Ops.mul;
import static io.graphkernel.runtime.Ops.reduceSum;
import static io.graphkernel.runtime.Ops.reshape;

import io.graphkernel.annotations.GraphKernel;
import io.graphkernel.annotations.TensorType;
import io.graphkernel.runtime.Tensor;

/** Kernels with a dim that is known by multiples of it alone. */
final class MultipleKernels {

    private MultipleKernels() {}

    /** The sums of each four elements of a row, scaled by row. */
    @GraphKernel
    static Tensor sumsOfFour(@TensorType("f32[n, 4 * h]") Tensor x, @TensorType("f32[n]") Tensor scale) {
        return mul(reduceSum(reshape(x, x.dimension(0), -1, 4), -1), expandDims(scale, 1));
    }

    /** Calls it with other multiples. */
    @GraphKernel
    static Tensor sumsOfBoth(
            @TensorType("f32[n, 8 * k]") Tensor x,
            @TensorType("f32[n, 8 * k]") Tensor y,
            @TensorType("f32[n]") Tensor scale) {
        return add(sumsOfFour(x, scale), sumsOfFour(y, scale));
    }
}
