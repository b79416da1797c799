package io.graphkernel.examples.pages;

import static io.graphkernel.runtime.Ops.*;

import io.graphkernel.annotations.GraphKernel;
import io.graphkernel.annotations.TensorType;
import io.graphkernel.runtime.Tensor;

/** Layers that the pages call. */
final class Layers {

    private Layers() {}

    @GraphKernel(gradient = true)
    static Tensor layer(@TensorType("f32[d]") Tensor h, @TensorType("f32[d]") Tensor w) {
        return mul(h, w);
    }

    @GraphKernel
    static Tensor parallelLinear(@TensorType("f32[n, d]") Tensor x, @TensorType("f32[d, h]") Tensor weights) {
        return allReduce(matMul(x, weights));
    }
}
