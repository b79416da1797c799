package io.graphkernel.examples.benchmarks.attention;

import io.graphkernel.annotations.GraphKernel;
import io.graphkernel.annotations.TensorType;
import io.graphkernel.runtime.Tensor;

/** The methods of {@link FusedAttentionOps} without the pass that makes one op of each: two products and a fused softmax. */
final class ProductAttentionOps {
    private static final String MATMULS = "--disable_pass=FlashAttentionFusionV2";

    private ProductAttentionOps() {}

    @GraphKernel(flags = MATMULS)
    static Tensor f32(
            @TensorType("f32[b, n, s, 64]") Tensor query,
            @TensorType("f32[b, n, t, 64]") Tensor key,
            @TensorType("f32[b, n, t, 64]") Tensor value) {
        return FusedAttentionOps.f32(query, key, value);
    }

    @GraphKernel(flags = MATMULS)
    static Tensor bf16(
            @TensorType("bf16[b, n, s, 64]") Tensor query,
            @TensorType("bf16[b, n, t, 64]") Tensor key,
            @TensorType("bf16[b, n, t, 64]") Tensor value) {
        return FusedAttentionOps.bf16(query, key, value);
    }
}
