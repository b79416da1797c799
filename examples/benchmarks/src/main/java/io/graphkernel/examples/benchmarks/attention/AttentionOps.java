package io.graphkernel.examples.benchmarks.attention;

import static io.graphkernel.runtime.FlexAttention.attention;
import static io.graphkernel.runtime.Ops.cast;
import static io.graphkernel.runtime.Ops.mul;
import static io.graphkernel.runtime.Ops.promptFlashAttention;

import io.graphkernel.annotations.GraphKernel;
import io.graphkernel.annotations.TensorType;
import io.graphkernel.runtime.DType;
import io.graphkernel.runtime.RaggedBatch;
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

    /** Attends to keys and values of f16. */
    @GraphKernel(maxTemporaryBytes = 0)
    public static Tensor stored16(
            @TensorType("f32[b, h, s, d]") Tensor query,
            @TensorType("f16[b, h, t, d]") Tensor keys,
            @TensorType("f16[b, h, t, d]") Tensor values) {
        return attention(query, cast(keys, DType.F32), cast(values, DType.F32), 0.125f);
    }

    /** Attends to keys and values of i8 with a scale per row. */
    @GraphKernel(maxTemporaryBytes = 0)
    public static Tensor stored8(
            @TensorType("f32[b, h, s, d]") Tensor query,
            @TensorType("i8[b, h, t, d]") Tensor keys,
            @TensorType("i8[b, h, t, d]") Tensor values,
            @TensorType("f32[b, h, t, 1]") Tensor keyScales,
            @TensorType("f32[b, h, t, 1]") Tensor valueScales) {
        return attention(
                query, mul(cast(keys, DType.F32), keyScales), mul(cast(values, DType.F32), valueScales), 0.125f);
    }

    /** Converts keys and values of f16 before the attention. */
    @GraphKernel(flags = "--disable_pass=stored_key_fusion")
    public static Tensor converted16(
            @TensorType("f32[b, h, s, d]") Tensor query,
            @TensorType("f16[b, h, t, d]") Tensor keys,
            @TensorType("f16[b, h, t, d]") Tensor values) {
        return attention(query, cast(keys, DType.F32), cast(values, DType.F32), 0.125f);
    }

    /** Attends to the keys of the same sequence. */
    @GraphKernel
    public static Tensor ragged(
            @TensorType("f32[1, h, t, d]") Tensor query,
            @TensorType("f32[1, h, t, d]") Tensor keys,
            @TensorType("f32[1, h, t, d]") Tensor values,
            RaggedBatch batch) {
        return attention(query, keys, values, 0.125f, batch);
    }

    /** Attends to the keys of the same sequence, by a mask of all queries and keys. */
    @GraphKernel
    public static Tensor segments(
            @TensorType("f32[1, h, t, d]") Tensor query,
            @TensorType("f32[1, h, t, d]") Tensor keys,
            @TensorType("f32[1, h, t, d]") Tensor values,
            @TensorType("i32[t, 1]") Tensor ofQueries,
            @TensorType("i32[1, t]") Tensor ofKeys) {
        return attention(
                query,
                keys,
                values,
                0.125f,
                ofQueries,
                ofKeys,
                (score, b, h, i, j, x, y) -> x == y ? score : Float.NEGATIVE_INFINITY);
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
