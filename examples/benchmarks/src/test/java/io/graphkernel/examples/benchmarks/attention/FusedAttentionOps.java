package io.graphkernel.examples.benchmarks.attention;

import io.graphkernel.annotations.GraphKernel;
import io.graphkernel.annotations.TensorType;
import io.graphkernel.runtime.Ops;
import io.graphkernel.runtime.Tensor;

/** Attention for heads of 64 columns, whose scores are scaled by 1 / √64. */
final class FusedAttentionOps {
    private static final double SCALE = 0.125;

    private FusedAttentionOps() {}

    @GraphKernel
    static Tensor f32(
            @TensorType("f32[b, n, s, 64]") Tensor query,
            @TensorType("f32[b, n, t, 64]") Tensor key,
            @TensorType("f32[b, n, t, 64]") Tensor value) {
        Tensor scores = Ops.mul(Ops.batchMatMul(query, key, false, true), SCALE);
        return Ops.batchMatMul(Ops.softmax(scores, -1), value);
    }

    @GraphKernel
    static Tensor bf16(
            @TensorType("bf16[b, n, s, 64]") Tensor query,
            @TensorType("bf16[b, n, t, 64]") Tensor key,
            @TensorType("bf16[b, n, t, 64]") Tensor value) {
        Tensor scores = Ops.mul(Ops.batchMatMul(query, key, false, true), SCALE);
        return Ops.batchMatMul(Ops.softmax(scores, -1), value);
    }
}
