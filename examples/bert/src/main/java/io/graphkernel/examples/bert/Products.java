package io.graphkernel.examples.bert;

import static io.graphkernel.runtime.Ops.*;

import io.graphkernel.annotations.GraphKernel;
import io.graphkernel.annotations.TensorType;
import io.graphkernel.runtime.Tensor;

/** Single matmuls, which oneDNN computes, and a copy: what a step of training can't do without. */
final class Products {

    private Products() {}

    /** x · yᵀ. */
    @GraphKernel
    static Tensor forward(@TensorType("f32[n, k]") Tensor x, @TensorType("f32[m, k]") Tensor y) {
        return matMul(x, y, false, true);
    }

    /** x · y. */
    @GraphKernel
    static Tensor ofInput(@TensorType("f32[n, k]") Tensor x, @TensorType("f32[k, m]") Tensor y) {
        return matMul(x, y);
    }

    /** xᵀ · y. */
    @GraphKernel
    static Tensor ofWeight(@TensorType("f32[k, n]") Tensor x, @TensorType("f32[k, m]") Tensor y) {
        return matMul(x, y, true, false);
    }

    /** x · yᵀ, for each head. */
    @GraphKernel
    static Tensor scores(@TensorType("f32[b, n, k]") Tensor x, @TensorType("f32[b, m, k]") Tensor y) {
        return batchMatMul(x, y, false, true);
    }

    /** x · y, for each head. */
    @GraphKernel
    static Tensor mixed(@TensorType("f32[b, n, k]") Tensor x, @TensorType("f32[b, k, m]") Tensor y) {
        return batchMatMul(x, y);
    }

    /** xᵀ · y, for each head. */
    @GraphKernel
    static Tensor mixedBack(@TensorType("f32[b, k, n]") Tensor x, @TensorType("f32[b, k, m]") Tensor y) {
        return batchMatMul(x, y, true, false);
    }

    /** y = x. */
    @GraphKernel
    static void copy(@TensorType("f32[n]") Tensor x, @TensorType("f32[n]") Tensor y) {
        assign(y, x);
    }
}
