package element;

import static io.graphkernel.runtime.FlexAttention.attention;
import static io.graphkernel.runtime.Gradients.gradient;
import static io.graphkernel.runtime.Ops.*;

import io.graphkernel.annotations.*;
import io.graphkernel.runtime.*;

/** Attention over keys and values in their storage dtype, which have no temporaries in f32. */
public final class StoredKeys {

    static final float NONE = Float.NEGATIVE_INFINITY;

    static float capped(float score) {
        return 2 * (float) Math.tanh(score / 2);
    }

    @GraphKernel(maxLaunches = 1, maxTemporaryBytes = 0)
    public static Tensor plain16(
            @TensorType("f32[b, 6, s, d]") Tensor q,
            @TensorType("f16[b, 6, t, d]") Tensor k,
            @TensorType("f16[b, 6, t, d]") Tensor v) {
        return attention(q, cast(k, DType.F32), cast(v, DType.F32), 0.25);
    }

    @GraphKernel(maxLaunches = 1, maxTemporaryBytes = 0)
    public static Tensor capped16(
            @TensorType("f32[b, 6, s, d]") Tensor q,
            @TensorType("bf16[b, 2, t, d]") Tensor k,
            @TensorType("bf16[b, 2, t, d]") Tensor v) {
        return attention(q, cast(k, DType.F32), cast(v, DType.F32), 0.25, (score, b, h, i, j) -> capped(score));
    }

    /** The same attention of keys and values that are converted before. */
    @GraphKernel
    public static Tensor capped32(
            @TensorType("f32[b, 6, s, d]") Tensor q,
            @TensorType("f32[b, 2, t, d]") Tensor k,
            @TensorType("f32[b, 2, t, d]") Tensor v) {
        return attention(q, k, v, 0.25, (score, b, h, i, j) -> capped(score));
    }

    @GraphKernel(maxLaunches = 1, maxTemporaryBytes = 0)
    public static Tensor scaled8(
            @TensorType("f32[b, 6, s, d]") Tensor q,
            @TensorType("i8[b, 2, t, d]") Tensor k,
            @TensorType("i8[b, 2, t, d]") Tensor v,
            @TensorType("f32[b, 2, t, 1]") Tensor ofKeys,
            @TensorType("f32[b, 2, t, 1]") Tensor ofValues) {
        return attention(
                q,
                mul(cast(k, DType.F32), ofKeys),
                mul(ofValues, cast(v, DType.F32)),
                0.25,
                (score, b, h, i, j) -> capped(score));
    }

    /** Scales per row, where no heads share keys. */
    @GraphKernel(maxLaunches = 1, maxTemporaryBytes = 0)
    public static Tensor scaledHeads8(
            @TensorType("f32[b, 6, s, d]") Tensor q,
            @TensorType("i8[b, 6, t, d]") Tensor k,
            @TensorType("i8[b, 6, t, d]") Tensor v,
            @TensorType("f32[b, 6, t, 1]") Tensor ofKeys,
            @TensorType("f32[b, 6, t, 1]") Tensor ofValues) {
        return attention(
                q,
                mul(cast(k, DType.F32), ofKeys),
                mul(cast(v, DType.F32), ofValues),
                0.25,
                (score, b, h, i, j) -> capped(score));
    }

    /** Scales per head, an additive mask, and the written form of attention. */
    @GraphKernel(maxLaunches = 1, maxTemporaryBytes = 0)
    public static Tensor masked8(
            @TensorType("f32[b, 6, s, d]") Tensor q,
            @TensorType("i8[b, 6, t, d]") Tensor k,
            @TensorType("i8[b, 6, t, d]") Tensor v,
            @TensorType("f32[6, 1, 1]") Tensor ofKeys,
            @TensorType("f32[6, 1, 1]") Tensor ofValues,
            @TensorType("f32[s, t]") Tensor mask) {
        Tensor scores = batchMatMul(q, mul(cast(k, DType.F32), ofKeys), false, true);
        Tensor weights = softmax(add(mul(scores, 0.25), mask), -1);
        return batchMatMul(weights, mul(cast(v, DType.F32), ofValues));
    }

    /** Rows of a cache, which are read in place. */
    @GraphKernel(maxLaunches = 1, maxTemporaryBytes = 0)
    public static Tensor cached16(
            @TensorType("f32[b, 6, s, d]") Tensor q,
            @TensorType("f16[r, 2, t, d]") Tensor keys,
            @TensorType("f16[r, 2, t, d]") Tensor values,
            int row) {
        Tensor k = narrow(cast(keys, DType.F32), 0, row, q.dimension(0));
        Tensor v = cast(narrow(values, 0, row, q.dimension(0)), DType.F32);
        return attention(q, k, v, 0.25, (score, b, h, i, j) -> capped(score));
    }

    /** Appends rows to a cache of 16 bits, and attends to the slots up to theirs. */
    @GraphKernel
    public static Tensor decode16(
            @TensorType("f32[b, 6, n, d]") Tensor q,
            @TensorType("f32[b, 2, n, d]") Tensor key,
            @TensorType("f32[b, 2, n, d]") Tensor value,
            @TensorType("f16[r, 2, c, d]") Tensor keys,
            @TensorType("f16[r, 2, c, d]") Tensor values,
            @TensorType("i32[b, 1, n, 1]") Tensor slots,
            int row) {
        Tensor k = narrow(keys, 0, row, q.dimension(0));
        Tensor v = narrow(values, 0, row, q.dimension(0));
        assign(k, scatter(k, slots, cast(key, DType.F16), 2));
        assign(v, scatter(v, slots, cast(value, DType.F16), 2));
        return attention(
                q,
                cast(k, DType.F32),
                cast(v, DType.F32),
                0.25,
                mask(slots, keys.dimension(2)),
                (score, batch, head, i, j, hidden) -> score + hidden);
    }

    /** The same over a cache of f32, whose rows are rounded before. */
    @GraphKernel
    public static Tensor decode32(
            @TensorType("f32[b, 6, n, d]") Tensor q,
            @TensorType("f32[b, 2, n, d]") Tensor key,
            @TensorType("f32[b, 2, n, d]") Tensor value,
            @TensorType("f32[r, 2, c, d]") Tensor keys,
            @TensorType("f32[r, 2, c, d]") Tensor values,
            @TensorType("i32[b, 1, n, 1]") Tensor slots,
            int row) {
        Tensor k = narrow(keys, 0, row, q.dimension(0));
        Tensor v = narrow(values, 0, row, q.dimension(0));
        assign(k, scatter(k, slots, cast(cast(key, DType.F16), DType.F32), 2));
        assign(v, scatter(v, slots, cast(cast(value, DType.F16), DType.F32), 2));
        return attention(
                q,
                k,
                v,
                0.25,
                mask(slots, keys.dimension(2)),
                (score, batch, head, i, j, hidden) -> score + hidden);
    }

    static Tensor mask(Tensor slots, long capacity) {
        return select(lessEqual(cast(index(0, capacity), DType.I32), slots), 0f, NONE);
    }

    @GraphKernel
    public static Tensor[] gradients(
            @TensorType("f32[b, 6, s, d]") Tensor q,
            @TensorType("bf16[b, 2, t, d]") Tensor k,
            @TensorType("bf16[b, 2, t, d]") Tensor v,
            @TensorType("f32[b, 6, s, d]") Tensor w) {
        return gradient(() -> reduceSum(mul(capped16(q, k, v), w)), q, k);
    }

    @GraphKernel
    public static Tensor[] gradients32(
            @TensorType("f32[b, 6, s, d]") Tensor q,
            @TensorType("f32[b, 2, t, d]") Tensor k,
            @TensorType("f32[b, 2, t, d]") Tensor v,
            @TensorType("f32[b, 6, s, d]") Tensor w) {
        return gradient(() -> reduceSum(mul(capped32(q, k, v), w)), q, k);
    }
}
