package io.graphkernel.examples.benchmarks.attention;

import static io.graphkernel.runtime.Ops.promptFlashAttention;

import io.graphkernel.annotations.GraphKernel;
import io.graphkernel.annotations.TensorType;
import io.graphkernel.runtime.Tensor;

/** Attention with and without a mask. */
public final class AttentionOps {

    private AttentionOps() {}

    /** Attends to all keys. */
    @GraphKernel
    public static Tensor all(
            @TensorType("f32[b, h, s, d]") Tensor query,
            @TensorType("f32[b, h, t, d]") Tensor keys,
            @TensorType("f32[b, h, t, d]") Tensor values) {
        return promptFlashAttention(query, keys, values, 0.125f);
    }

    /** Adds a mask of all queries and keys to the scores. */
    @GraphKernel
    public static Tensor masked(
            @TensorType("f32[b, h, s, d]") Tensor query,
            @TensorType("f32[b, h, t, d]") Tensor keys,
            @TensorType("f32[b, h, t, d]") Tensor values,
            @TensorType("f32[s, t]") Tensor mask) {
        return promptFlashAttention(query, keys, values, mask, 0.125f);
    }
}
