package element;

import static io.graphkernel.runtime.FlexAttention.attention;
import static io.graphkernel.runtime.Gradients.gradient;
import static io.graphkernel.runtime.Ops.*;

import io.graphkernel.annotations.*;
import io.graphkernel.runtime.*;

/** Attention over sequences of different lengths, with the gradients of weighted sums of its results. */
public final class RaggedScores {

    static final float NONE = Float.NEGATIVE_INFINITY;

    static float capped(float score) {
        return 2 * (float) Math.tanh(score / 2);
    }

    @GraphKernel
    public static Tensor plain(
            @TensorType("f32[1, 6, t, 16]") Tensor q,
            @TensorType("f32[1, 2, t, 16]") Tensor k,
            @TensorType("f32[1, 2, t, 16]") Tensor v,
            RaggedBatch batch) {
        return attention(q, k, v, batch);
    }

    @GraphKernel
    public static Tensor causal(
            @TensorType("f32[1, 6, t, 16]") Tensor q,
            @TensorType("f32[1, 2, t, 16]") Tensor k,
            @TensorType("f32[1, 2, t, 16]") Tensor v,
            RaggedBatch batch) {
        return attention(q, k, v, 0.25, batch, (score, b, h, i, j) -> j <= i ? score : NONE);
    }

    @GraphKernel
    public static Tensor capped(
            @TensorType("f32[1, 6, t, 16]") Tensor q,
            @TensorType("f32[1, 2, t, 16]") Tensor k,
            @TensorType("f32[1, 2, t, 16]") Tensor v,
            RaggedBatch batch) {
        return attention(q, k, v, batch, (score, b, h, i, j) -> capped(score));
    }

    @GraphKernel
    public static Tensor stored(
            @TensorType("f32[1, 6, t, 16]") Tensor q,
            @TensorType("f16[1, 2, t, 16]") Tensor k,
            @TensorType("f16[1, 2, t, 16]") Tensor v,
            RaggedBatch batch) {
        return attention(q, cast(k, DType.F32), cast(v, DType.F32), batch);
    }

    @GraphKernel
    public static Tensor[] plainGradient(
            @TensorType("f32[1, 6, t, 16]") Tensor q,
            @TensorType("f32[1, 2, t, 16]") Tensor k,
            @TensorType("f32[1, 2, t, 16]") Tensor v,
            RaggedBatch batch,
            @TensorType("f32[1, 6, t, 16]") Tensor w) {
        return gradient(() -> reduceSum(mul(plain(q, k, v, batch), w)), q, k, v);
    }

    @GraphKernel
    public static Tensor[] causalGradient(
            @TensorType("f32[1, 6, t, 16]") Tensor q,
            @TensorType("f32[1, 2, t, 16]") Tensor k,
            @TensorType("f32[1, 2, t, 16]") Tensor v,
            RaggedBatch batch,
            @TensorType("f32[1, 6, t, 16]") Tensor w) {
        return gradient(() -> reduceSum(mul(causal(q, k, v, batch), w)), q, k, v);
    }

    @GraphKernel
    public static Tensor[] cappedGradient(
            @TensorType("f32[1, 6, t, 16]") Tensor q,
            @TensorType("f32[1, 2, t, 16]") Tensor k,
            @TensorType("f32[1, 2, t, 16]") Tensor v,
            RaggedBatch batch,
            @TensorType("f32[1, 6, t, 16]") Tensor w) {
        return gradient(() -> reduceSum(mul(capped(q, k, v, batch), w)), q, k, v);
    }

    /** Two bounds per query are all that is stored: the scores of 4,096 queries and keys would be 64 MB per head. */
    @GraphKernel(maxTemporaryBytes = 2 * 4 * 4096)
    public static Tensor bounded(
            @TensorType("f32[1, 6, 4096, 16]") Tensor q,
            @TensorType("f32[1, 2, 4096, 16]") Tensor k,
            @TensorType("f32[1, 2, 4096, 16]") Tensor v,
            @TensorType("i32[9]") Tensor offsets,
            @TensorType("i32[4096]") Tensor segments) {
        return attention(q, k, v, new RaggedBatch(offsets, segments, segments));
    }

    /** The adjoints, three numbers per query, and the bounds of keys are all that is stored. */
    @GraphKernel(maxTemporaryBytes = 5 << 20)
    public static Tensor[] boundedGradient(
            @TensorType("f32[1, 6, 4096, 16]") Tensor q,
            @TensorType("f32[1, 2, 4096, 16]") Tensor k,
            @TensorType("f32[1, 2, 4096, 16]") Tensor v,
            @TensorType("i32[9]") Tensor offsets,
            @TensorType("i32[4096]") Tensor segments) {
        return gradient(
                () -> reduceSum(square(attention(q, k, v, new RaggedBatch(offsets, segments, segments)))), q, k, v);
    }
}
