package io.graphkernel.runtime.generated.library.call;

import io.graphkernel.annotations.GraphKernel;
import io.graphkernel.annotations.TensorType;
import io.graphkernel.runtime.Ops;
import io.graphkernel.runtime.Tensor;

/** Attention as users write it, in the forms that become one op. */
final class AttentionMethods {
    private AttentionMethods() {}

    @GraphKernel
    static Tensor divided(
            @TensorType("f32[b, n, s, d]") Tensor query,
            @TensorType("f32[b, n, t, d]") Tensor key,
            @TensorType("f32[b, n, t, d]") Tensor value,
            @TensorType("f32[b, 1, 1, t]") Tensor mask) {
        Tensor scores = Ops.realDiv(Ops.batchMatMul(query, Ops.transpose(key, 0, 1, 3, 2)), 2.5);
        Tensor penalty = Ops.mul(Ops.sub(1, mask), -10000);
        return Ops.batchMatMul(Ops.softmax(Ops.add(penalty, scores), -1), value);
    }

    @GraphKernel
    static Tensor dividedByNumber(
            @TensorType("f32[b, n, s, d]") Tensor query,
            @TensorType("f32[b, n, t, d]") Tensor key,
            @TensorType("f32[b, n, t, d]") Tensor value,
            float divisor) {
        Tensor scores = Ops.div(Ops.batchMatMul(query, key, false, true), divisor);
        return Ops.batchMatMul(Ops.softmax(scores, 3), value);
    }

    @GraphKernel
    static Tensor multiplied(
            @TensorType("f32[b, n, s, d]") Tensor query,
            @TensorType("f32[b, n, t, d]") Tensor key,
            @TensorType("f32[b, n, t, d]") Tensor value,
            @TensorType("f32[s, t]") Tensor mask,
            float scale) {
        Tensor scores = Ops.mul(Ops.batchMatMul(query, key, false, true), scale);
        return Ops.batchMatMul(Ops.softmax(Ops.add(scores, mask), -1), value);
    }

    /** Between kernels, on parts of a tensor. */
    @GraphKernel
    static Tensor betweenKernels(
            @TensorType("f32[b, n, s, d]") Tensor query, @TensorType("f32[2, b, n, t, d]") Tensor keyAndValue) {
        Tensor[] halves = Ops.split(keyAndValue, 2, 0);
        long b = query.dimension(0);
        long n = query.dimension(1);
        long t = keyAndValue.dimension(3);
        long d = query.dimension(3);
        Tensor key = Ops.reshape(halves[0], b, n, t, d);
        Tensor value = Ops.reshape(halves[1], b, n, t, d);
        return Ops.exp(Ops.promptFlashAttention(Ops.tanh(query), key, value, 0.5));
    }
}
