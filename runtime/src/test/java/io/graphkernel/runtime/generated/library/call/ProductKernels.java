package io.graphkernel.runtime.generated.library.call;

import io.graphkernel.annotations.GraphKernel;
import io.graphkernel.annotations.TensorType;
import io.graphkernel.runtime.Ops;
import io.graphkernel.runtime.Tensor;

/** Methods with library calls, between kernels and with tails. */
final class ProductKernels {
    private ProductKernels() {}

    @GraphKernel
    static Tensor dense(
            @TensorType("f32[m, k]") Tensor x,
            @TensorType("f32[k, n]") Tensor weight,
            @TensorType("f32[n]") Tensor bias) {
        return Ops.geLU(Ops.add(Ops.matMul(x, weight), bias));
    }

    @GraphKernel
    static Tensor attention(
            @TensorType("f32[b, n, d]") Tensor query,
            @TensorType("f32[b, m, d]") Tensor key,
            @TensorType("f32[b, m, d]") Tensor value) {
        Tensor scores = Ops.softmax(Ops.mul(Ops.batchMatMul(query, key, false, true), 0.125), -1);
        return Ops.batchMatMul(scores, value);
    }

    @GraphKernel
    static Tensor convolution(
            @TensorType("f32[n, c, h, w]") Tensor x,
            @TensorType("f32[o, c, 3, 3]") Tensor weight,
            @TensorType("f32[o]") Tensor bias) {
        Tensor y = Ops.conv2D(x, weight, new long[] {1, 1}, new long[] {1, 1, 1, 1}, new long[] {1, 1}, 1);
        return Ops.exp(Ops.reLU(Ops.biasAdd(y, bias)));
    }
}
