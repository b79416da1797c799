package io.graphkernel.examples.pages;

import static io.graphkernel.runtime.FlexAttention.attention;
import static io.graphkernel.runtime.Ops.cast;
import static io.graphkernel.runtime.Ops.gather;
import static io.graphkernel.runtime.Ops.mul;
import static io.graphkernel.runtime.Ops.reshape;
import static io.graphkernel.runtime.Ops.transpose;

import io.graphkernel.annotations.GraphKernel;
import io.graphkernel.annotations.TensorType;
import io.graphkernel.runtime.DType;
import io.graphkernel.runtime.Tensor;

/** Attention by score functions. */
final class AttentionPatterns {

    private static final float NONE = Float.NEGATIVE_INFINITY;

    private AttentionPatterns() {}

    @GraphKernel
    static Tensor causal(
            @TensorType("f32[b, 8, s, 64]") Tensor query,
            @TensorType("f32[b, 2, t, 64]") Tensor key,
            @TensorType("f32[b, 2, t, 64]") Tensor value,
            int past) {
        return attention(query, key, value, (score, b, h, i, j) -> j <= i + past ? score : NONE);
    }

    @GraphKernel
    static Tensor window(
            @TensorType("f32[b, 8, s, 64]") Tensor query,
            @TensorType("f32[b, 8, s, 64]") Tensor key,
            @TensorType("f32[b, 8, s, 64]") Tensor value,
            int width) {
        return attention(query, key, value, (score, b, h, i, j) -> j <= i && i - j < width ? score : NONE);
    }

    @GraphKernel
    static Tensor alibi(
            @TensorType("f32[b, 8, s, 64]") Tensor query,
            @TensorType("f32[b, 8, s, 64]") Tensor key,
            @TensorType("f32[b, 8, s, 64]") Tensor value,
            @TensorType("f32[8, 1, 1]") Tensor slopes) {
        return attention(
                query, key, value, slopes, (score, b, h, i, j, slope) -> j > i ? NONE : score - slope * (i - j));
    }

    @GraphKernel
    static Tensor documents(
            @TensorType("f32[b, 8, s, 64]") Tensor query,
            @TensorType("f32[b, 8, s, 64]") Tensor key,
            @TensorType("f32[b, 8, s, 64]") Tensor value,
            @TensorType("i32[b, s]") Tensor document) {
        Tensor ofQuery = reshape(document, query.dimension(0), 1, query.dimension(2), 1);
        Tensor ofKey = reshape(document, query.dimension(0), 1, 1, query.dimension(2));
        return attention(
                query, key, value, 0.125, ofQuery, ofKey, (score, b, h, i, j, x, y) -> x == y && j <= i ? score : NONE);
    }

    @GraphKernel
    static Tensor softCap(
            @TensorType("f32[b, 8, s, 64]") Tensor query,
            @TensorType("f32[b, 8, t, 64]") Tensor key,
            @TensorType("f32[b, 8, t, 64]") Tensor value,
            float cap) {
        return attention(query, key, value, (score, b, h, i, j) -> cap * (float) Math.tanh(score / cap));
    }

    @GraphKernel
    static Tensor stored(
            @TensorType("f32[b, 8, s, 64]") Tensor query,
            @TensorType("i8[b, 2, t, 64]") Tensor key,
            @TensorType("i8[b, 2, t, 64]") Tensor value,
            @TensorType("f32[b, 2, t, 1]") Tensor keyScales,
            @TensorType("f32[b, 2, t, 1]") Tensor valueScales) {
        return attention(query, mul(cast(key, DType.F32), keyScales), mul(cast(value, DType.F32), valueScales));
    }

    @GraphKernel
    static Tensor paged(
            @TensorType("f32[1, 8, s, 64]") Tensor query,
            @TensorType("f32[blocks, 16, 2, 64]") Tensor keys,
            @TensorType("f32[blocks, 16, 2, 64]") Tensor values,
            @TensorType("i32[n]") Tensor table,
            int past) {
        return attention(
                query, pages(keys, table), pages(values, table), (score, b, h, i, j) -> j <= i + past ? score : NONE);
    }

    /** Returns the rows of the blocks of a sequence, [1, 2, t, 64]. */
    static Tensor pages(Tensor blocks, Tensor table) {
        Tensor rows = reshape(gather(blocks, table, 0), 1, table.dimension(0) * 16, 2, 64);
        return transpose(rows, 0, 2, 1, 3);
    }
}
