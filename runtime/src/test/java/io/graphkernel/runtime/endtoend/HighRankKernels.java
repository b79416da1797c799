package io.graphkernel.runtime.endtoend;

import static io.graphkernel.runtime.Ops.add;
import static io.graphkernel.runtime.Ops.mul;

import io.graphkernel.annotations.GraphKernel;
import io.graphkernel.annotations.TensorType;
import io.graphkernel.runtime.Tensor;

/** Kernels of ranks above those of everyday tensors, up to the highest. */
final class HighRankKernels {

    private HighRankKernels() {}

    @GraphKernel
    static Tensor five(@TensorType("f32[a, b, c, d, e]") Tensor x, @TensorType("f32[c, 1, e]") Tensor y) {
        return mul(x, y);
    }

    @GraphKernel
    static Tensor eight(
            @TensorType("f32[a, b, c, d, e, f, g, h]") Tensor x, @TensorType("f32[b, 1, d, 1, f, 1, h]") Tensor y) {
        return add(x, y);
    }
}
