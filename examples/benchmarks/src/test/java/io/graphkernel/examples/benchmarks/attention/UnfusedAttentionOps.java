package io.graphkernel.examples.benchmarks.attention;

import io.graphkernel.annotations.GraphKernel;
import io.graphkernel.annotations.TensorType;
import io.graphkernel.runtime.Tensor;

/** The methods of {@link FusedAttentionOps} without fusion: products, and one native kernel per basic op. */
final class UnfusedAttentionOps {
    private static final String UNFUSED = "--opt_level=0";

    private UnfusedAttentionOps() {}

    @GraphKernel(flags = UNFUSED)
    static Tensor f32(
            @TensorType("f32[b, n, s, 64]") Tensor query,
            @TensorType("f32[b, n, t, 64]") Tensor key,
            @TensorType("f32[b, n, t, 64]") Tensor value) {
        return FusedAttentionOps.f32(query, key, value);
    }

    @GraphKernel(flags = UNFUSED)
    static Tensor bf16(
            @TensorType("bf16[b, n, s, 64]") Tensor query,
            @TensorType("bf16[b, n, t, 64]") Tensor key,
            @TensorType("bf16[b, n, t, 64]") Tensor value) {
        return FusedAttentionOps.bf16(query, key, value);
    }
}
