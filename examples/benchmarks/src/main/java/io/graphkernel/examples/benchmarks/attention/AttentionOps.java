package io.graphkernel.examples.benchmarks.attention;

import static io.graphkernel.runtime.FlexAttention.attention;
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

    /** Attends to the keys up to the query, by a score function. */
    @GraphKernel
    public static Tensor causal(
            @TensorType("f32[b, h, s, d]") Tensor query,
            @TensorType("f32[b, h, t, d]") Tensor keys,
            @TensorType("f32[b, h, t, d]") Tensor values) {
        return attention(query, keys, values, 0.125f, (score, b, h, i, j) -> j <= i ? score : Float.NEGATIVE_INFINITY);
    }

    /** Limits the scores by a soft cap, and attends to the keys up to the query. */
    @GraphKernel
    public static Tensor softCap(
            @TensorType("f32[b, h, s, d]") Tensor query,
            @TensorType("f32[b, h, t, d]") Tensor keys,
            @TensorType("f32[b, h, t, d]") Tensor values) {
        return attention(
                query,
                keys,
                values,
                0.125f,
                (score, b, h, i, j) -> j <= i ? 30 * (float) Math.tanh(score / 30) : Float.NEGATIVE_INFINITY);
    }

    /** Scales the scores by a number of the head, and attends to the keys up to the query. */
    @GraphKernel
    public static Tensor perHead(
            @TensorType("f32[b, h, s, d]") Tensor query,
            @TensorType("f32[b, h, t, d]") Tensor keys,
            @TensorType("f32[b, h, t, d]") Tensor values,
            @TensorType("f32[h, 1, 1]") Tensor factors) {
        return attention(
                query,
                keys,
                values,
                0.125f,
                factors,
                (score, b, h, i, j, factor) -> j <= i ? score * factor : Float.NEGATIVE_INFINITY);
    }

    /** Attends to some keys up to the query, by a score function. */
    @GraphKernel
    public static Tensor window(
            @TensorType("f32[b, h, s, d]") Tensor query,
            @TensorType("f32[b, h, t, d]") Tensor keys,
            @TensorType("f32[b, h, t, d]") Tensor values,
            int width) {
        return attention(
                query,
                keys,
                values,
                0.125f,
                (score, b, h, i, j) -> j <= i && i - j < width ? score : Float.NEGATIVE_INFINITY);
    }
}
