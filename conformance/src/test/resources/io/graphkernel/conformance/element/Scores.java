package element;

import static io.graphkernel.runtime.FlexAttention.attention;
import static io.graphkernel.runtime.Gradients.gradient;
import static io.graphkernel.runtime.Ops.*;

import io.graphkernel.annotations.*;
import io.graphkernel.runtime.*;

/** Attention by score functions, each with the gradient of a weighted sum of its results. */
public final class Scores {

    static final float NONE = Float.NEGATIVE_INFINITY;

    @GraphKernel(maxLaunches = 1)
    @SuppressWarnings("unused")
    public static Tensor plain(
            @TensorType("f32[b, 6, s, 16]") Tensor q,
            @TensorType("f32[b, 2, t, 16]") Tensor k,
            @TensorType("f32[b, 2, t, 16]") Tensor v,
            int past) {
        return attention(q, k, v, 0.3);
    }

    @GraphKernel(maxLaunches = 3)
    public static Tensor causal(
            @TensorType("f32[b, 6, s, 16]") Tensor q,
            @TensorType("f32[b, 2, t, 16]") Tensor k,
            @TensorType("f32[b, 2, t, 16]") Tensor v,
            int past) {
        return attention(q, k, v, (score, b, h, i, j) -> j <= i + past ? score : NONE);
    }

    @GraphKernel(flags = "--disable_pass=FlashAttentionFusionV1,FlashAttentionFusionV2")
    public static Tensor unfused(
            @TensorType("f32[b, 6, s, 16]") Tensor q,
            @TensorType("f32[b, 2, t, 16]") Tensor k,
            @TensorType("f32[b, 2, t, 16]") Tensor v,
            int past) {
        return attention(q, k, v, (score, b, h, i, j) -> j <= i + past ? score : NONE);
    }

    @GraphKernel(maxLaunches = 3)
    public static Tensor window(
            @TensorType("f32[b, h, s, d]") Tensor q,
            @TensorType("f32[b, h, t, d]") Tensor k,
            @TensorType("f32[b, h, t, d]") Tensor v,
            int past) {
        return attention(q, k, v, (score, b, h, i, j) -> {
            if (j > i + past || i + past - j >= 40) {
                return NONE;
            }
            return score;
        });
    }

    static float alibiScore(float score, int batch, int head, int query, int key, float slope) {
        return key > query ? NONE : score - slope * (query - key);
    }

    @GraphKernel(maxLaunches = 2)
    @SuppressWarnings("unused")
    public static Tensor alibi(
            @TensorType("f32[b, 6, s, 16]") Tensor q,
            @TensorType("f32[b, 6, t, 16]") Tensor k,
            @TensorType("f32[b, 6, t, 16]") Tensor v,
            @TensorType("f32[6, 1, 1]") Tensor slopes,
            int past) {
        return attention(q, k, v, slopes, Scores::alibiScore);
    }

    @GraphKernel(maxLaunches = 1, maxTemporaryBytes = 0)
    public static Tensor softCap(
            @TensorType("f32[b, 6, s, 16]") Tensor q,
            @TensorType("f32[b, 1, t, 16]") Tensor k,
            @TensorType("f32[b, 1, t, 16]") Tensor v,
            int past) {
        return attention(q, k, v, 0.5, (score, b, h, i, j) ->
                j > i + past ? NONE : 2 * (float) Math.tanh(score / 2) + 0.125f * h);
    }

    static float capped(float score, float cap) {
        return cap * (float) Math.tanh(score / cap);
    }

    @GraphKernel(maxLaunches = 1, maxTemporaryBytes = 0)
    public static Tensor cappedAlibi(
            @TensorType("f32[b, 6, s, 16]") Tensor q,
            @TensorType("f32[b, 2, t, 16]") Tensor k,
            @TensorType("f32[b, 2, t, 16]") Tensor v,
            @TensorType("f32[6, 1, 1]") Tensor slopes,
            int past) {
        return attention(q, k, v, slopes, (score, b, h, i, j, slope) ->
                j > i + past ? NONE : capped(score - slope * (i + past - j), 3));
    }

    /** One query of {@code cappedAlibi}, over the keys so far. */
    @GraphKernel
    public static Tensor cappedAlibiRow(
            @TensorType("f32[b, 6, 1, 16]") Tensor q,
            @TensorType("f32[b, 2, t, 16]") Tensor k,
            @TensorType("f32[b, 2, t, 16]") Tensor v,
            @TensorType("f32[6, 1, 1]") Tensor slopes,
            int past) {
        return attention(q, k, v, slopes, (score, b, h, i, j, slope) ->
                j > i + past ? NONE : capped(score - slope * (i + past - j), 3));
    }

    @GraphKernel(maxLaunches = 1, maxTemporaryBytes = 0)
    @SuppressWarnings("unused")
    public static Tensor perHead(
            @TensorType("f32[b, 6, s, 16]") Tensor q,
            @TensorType("f32[b, 6, t, 16]") Tensor k,
            @TensorType("f32[b, 6, t, 16]") Tensor v,
            @TensorType("f32[6, 1, 1]") Tensor factors,
            int past) {
        return attention(q, k, v, factors, (score, b, h, i, j, factor) -> score * factor);
    }

    @GraphKernel(maxLaunches = 1, maxTemporaryBytes = 0)
    @SuppressWarnings("unused")
    public static Tensor scaled(
            @TensorType("f32[b, 6, s, 16]") Tensor q,
            @TensorType("f32[b, 2, t, 16]") Tensor k,
            @TensorType("f32[b, 2, t, 16]") Tensor v,
            @TensorType("f32[6, s, t]") Tensor factors,
            int past) {
        return attention(q, k, v, factors, (score, b, h, i, j, x) -> score * (1 + x) - 0.01f * j);
    }

    @GraphKernel(maxLaunches = 1, maxTemporaryBytes = 0)
    @SuppressWarnings("unused")
    public static Tensor rational(
            @TensorType("f32[b, 6, s, 16]") Tensor q,
            @TensorType("f32[b, 3, t, 16]") Tensor k,
            @TensorType("f32[b, 3, t, 16]") Tensor v,
            @TensorType("f32[b, 1, s, 1]") Tensor ofQueries,
            @TensorType("f32[b, 1, 1, t]") Tensor ofKeys,
            int past) {
        return attention(q, k, v, 1, ofQueries, ofKeys, (score, b, h, i, j, x, y) ->
                (score * y + x) / (1 + score * score));
    }

    @GraphKernel
    public static Tensor half(
            @TensorType("f32[b, 6, s, 16]") Tensor q,
            @TensorType("f32[b, 2, t, 16]") Tensor k,
            @TensorType("f32[b, 2, t, 16]") Tensor v,
            int past) {
        return cast(
                attention(cast(q, DType.F16), cast(k, DType.F16), cast(v, DType.F16), (score, b, h, i, j) ->
                        j > i + past ? NONE : capped(score, 2)),
                DType.F32);
    }

    @GraphKernel(maxLaunches = 3)
    @SuppressWarnings("unused")
    public static Tensor documents(
            @TensorType("f32[b, 6, s, 16]") Tensor q,
            @TensorType("f32[b, 3, t, 16]") Tensor k,
            @TensorType("f32[b, 3, t, 16]") Tensor v,
            @TensorType("i32[b, 1, s, 1]") Tensor of,
            @TensorType("i32[b, 1, 1, t]") Tensor at,
            int past) {
        return attention(q, k, v, 1, of, at, (score, b, h, i, j, x, y) -> x == y ? 0.25f + score : NONE);
    }

    @GraphKernel(maxLaunches = 3)
    public static Tensor biased(
            @TensorType("f32[b, 6, s, 16]") Tensor q,
            @TensorType("f32[b, 2, t, 16]") Tensor k,
            @TensorType("f32[b, 2, t, 16]") Tensor v,
            @TensorType("f32[6, s, t]") Tensor bias,
            int past) {
        return attention(q, k, v, bias, (score, b, h, i, j, x) ->
                j > i + past ? NONE : score + x * x - (j == i + past ? 0.5f : 0));
    }

    /** Differs from {@code manyKeys} in the number of keys only. */
    @GraphKernel(maxLaunches = 1, maxTemporaryBytes = 0)
    @SuppressWarnings("unused")
    public static Tensor fewKeys(
            @TensorType("f32[2, 6, 40, 16]") Tensor q,
            @TensorType("f32[2, 6, 21, 16]") Tensor k,
            @TensorType("f32[2, 6, 21, 16]") Tensor v,
            int past) {
        return attention(q, k, v, (score, b, h, i, j) -> capped(score, 2));
    }

    @GraphKernel(maxLaunches = 1, maxTemporaryBytes = 0)
    @SuppressWarnings("unused")
    public static Tensor manyKeys(
            @TensorType("f32[2, 6, 40, 16]") Tensor q,
            @TensorType("f32[2, 6, 160, 16]") Tensor k,
            @TensorType("f32[2, 6, 160, 16]") Tensor v,
            int past) {
        return attention(q, k, v, (score, b, h, i, j) -> capped(score, 2));
    }

    /** A number of a tensor is captured after one of the call. */
    @GraphKernel
    public static Tensor read(
            @TensorType("f32[b, 6, s, 16]") Tensor q,
            @TensorType("f32[b, 2, t, 16]") Tensor k,
            @TensorType("f32[b, 2, t, 16]") Tensor v,
            @TensorType("f32[1]") Tensor factors,
            int past) {
        float factor = (float) factors.getDouble(0);
        return attention(q, k, v, (score, b, h, i, j) -> 0.02f * past * score + factor * score * score);
    }

    /** A captured size divides the scores. */
    @GraphKernel(maxLaunches = 1, maxTemporaryBytes = 0)
    public static Tensor sized(
            @TensorType("f32[b, 6, s, 16]") Tensor q,
            @TensorType("f32[b, 2, t, 16]") Tensor k,
            @TensorType("f32[b, 2, t, 16]") Tensor v,
            int past) {
        long n = q.dimension(0) * q.dimension(1);
        return attention(q, k, v, (score, b, h, i, j) -> score * score / n + 0.001f * past);
    }

    @GraphKernel(maxLaunches = 1, maxTemporaryBytes = 0)
    @SuppressWarnings("unused")
    public static Tensor reused(
            @TensorType("f32[b, 6, s, 16]") Tensor q,
            @TensorType("f32[b, 2, t, 16]") Tensor k,
            @TensorType("f32[b, 2, t, 16]") Tensor v,
            int past) {
        return attention(q, k, k, (score, b, h, i, j) -> capped(score, 2));
    }

    /** The keys have one batch. */
    @GraphKernel
    @SuppressWarnings("unused")
    public static Tensor oneBatch(
            @TensorType("f32[b, 6, s, 16]") Tensor q,
            @TensorType("f32[b, 2, t, 16]") Tensor k,
            @TensorType("f32[b, 2, t, 16]") Tensor v,
            int past) {
        return attention(q, narrow(k, 0, 0, 1), v, (score, b, h, i, j) -> capped(score, 2));
    }

    /** The values have more columns than the keys. */
    @GraphKernel
    @SuppressWarnings("unused")
    public static Tensor wideValues(
            @TensorType("f32[b, 6, s, 16]") Tensor q,
            @TensorType("f32[b, 6, t, 16]") Tensor k,
            @TensorType("f32[b, 6, t, 16]") Tensor v,
            int past) {
        Tensor wide = attention(q, k, concat(3, neg(v), v), (score, b, h, i, j) -> capped(score, 2));
        return narrow(wide, 3, 16, 16);
    }

    /** The number of factors is compared with that of the heads at the call. */
    @GraphKernel
    @SuppressWarnings("unused")
    public static Tensor openFactors(
            @TensorType("f32[b, 6, s, 16]") Tensor q,
            @TensorType("f32[b, 2, t, 16]") Tensor k,
            @TensorType("f32[b, 2, t, 16]") Tensor v,
            @TensorType("f32[n, 1, 1]") Tensor factors,
            int past) {
        return attention(q, k, v, factors, (score, b, h, i, j, factor) -> score * factor);
    }

    @GraphKernel
    public static Tensor[] plainGradient(
            @TensorType("f32[b, 6, s, 16]") Tensor q,
            @TensorType("f32[b, 2, t, 16]") Tensor k,
            @TensorType("f32[b, 2, t, 16]") Tensor v,
            int past,
            @TensorType("f32[b, 6, s, 16]") Tensor w) {
        return gradient(() -> reduceSum(mul(plain(q, k, v, past), w)), q, k, v);
    }

    @GraphKernel
    public static Tensor[] causalGradient(
            @TensorType("f32[b, 6, s, 16]") Tensor q,
            @TensorType("f32[b, 2, t, 16]") Tensor k,
            @TensorType("f32[b, 2, t, 16]") Tensor v,
            int past,
            @TensorType("f32[b, 6, s, 16]") Tensor w) {
        return gradient(() -> reduceSum(mul(causal(q, k, v, past), w)), q, k, v);
    }

    @GraphKernel
    public static Tensor[] softCapGradient(
            @TensorType("f32[b, 6, s, 16]") Tensor q,
            @TensorType("f32[b, 1, t, 16]") Tensor k,
            @TensorType("f32[b, 1, t, 16]") Tensor v,
            int past,
            @TensorType("f32[b, 6, s, 16]") Tensor w) {
        return gradient(() -> reduceSum(mul(softCap(q, k, v, past), w)), q, k, v);
    }

    @GraphKernel
    public static Tensor[] perHeadGradient(
            @TensorType("f32[b, 6, s, 16]") Tensor q,
            @TensorType("f32[b, 6, t, 16]") Tensor k,
            @TensorType("f32[b, 6, t, 16]") Tensor v,
            @TensorType("f32[6, 1, 1]") Tensor factors,
            int past,
            @TensorType("f32[b, 6, s, 16]") Tensor w) {
        return gradient(() -> reduceSum(mul(perHead(q, k, v, factors, past), w)), q, k, v, factors);
    }

    @GraphKernel
    public static Tensor[] scaledGradient(
            @TensorType("f32[b, 6, s, 16]") Tensor q,
            @TensorType("f32[b, 2, t, 16]") Tensor k,
            @TensorType("f32[b, 2, t, 16]") Tensor v,
            @TensorType("f32[6, s, t]") Tensor factors,
            int past,
            @TensorType("f32[b, 6, s, 16]") Tensor w) {
        return gradient(() -> reduceSum(mul(scaled(q, k, v, factors, past), w)), q, k, v, factors);
    }

    @GraphKernel
    public static Tensor[] biasedGradient(
            @TensorType("f32[b, 6, s, 16]") Tensor q,
            @TensorType("f32[b, 2, t, 16]") Tensor k,
            @TensorType("f32[b, 2, t, 16]") Tensor v,
            @TensorType("f32[6, s, t]") Tensor bias,
            int past,
            @TensorType("f32[b, 6, s, 16]") Tensor w) {
        return gradient(() -> reduceSum(mul(biased(q, k, v, bias, past), w)), q, k, v, bias);
    }

    @GraphKernel
    public static Tensor[] sizedGradient(
            @TensorType("f32[b, 6, s, 16]") Tensor q,
            @TensorType("f32[b, 2, t, 16]") Tensor k,
            @TensorType("f32[b, 2, t, 16]") Tensor v,
            int past,
            @TensorType("f32[b, 6, s, 16]") Tensor w) {
        return gradient(() -> reduceSum(mul(sized(q, k, v, past), w)), q, k, v);
    }

    @GraphKernel
    @SuppressWarnings("unused")
    public static Tensor[] reusedGradient(
            @TensorType("f32[b, 6, s, 16]") Tensor q,
            @TensorType("f32[b, 2, t, 16]") Tensor k,
            @TensorType("f32[b, 2, t, 16]") Tensor v,
            int past,
            @TensorType("f32[b, 6, s, 16]") Tensor w) {
        return gradient(() -> reduceSum(mul(reused(q, k, v, past), w)), q, k);
    }

    /** The gradient of half the squared norm of a gradient. */
    @GraphKernel
    public static Tensor[] scaledSecond(
            @TensorType("f32[b, 6, s, 16]") Tensor q,
            @TensorType("f32[b, 2, t, 16]") Tensor k,
            @TensorType("f32[b, 2, t, 16]") Tensor v,
            @TensorType("f32[6, 1, 1]") Tensor factors) {
        return gradient(() -> squaredNorm(cappedGradient(q, k, v, factors)), q, k, v, factors);
    }

    @GraphKernel
    public static Tensor[] cappedGradient(
            @TensorType("f32[b, 6, s, 16]") Tensor q,
            @TensorType("f32[b, 2, t, 16]") Tensor k,
            @TensorType("f32[b, 2, t, 16]") Tensor v,
            @TensorType("f32[6, 1, 1]") Tensor factors) {
        return gradient(
                () -> reduceSum(square(attention(q, k, v, factors, (score, b, h, i, j, x) ->
                        capped(x * score, 2) + 0.125f * score * score))),
                q,
                k,
                v,
                factors);
    }

    static Tensor squaredNorm(Tensor[] gradients) {
        Tensor sum = reduceSum(square(gradients[0]));
        sum = add(sum, reduceSum(square(gradients[1])));
        sum = add(sum, reduceSum(square(gradients[2])));
        return mul(0.5, add(sum, reduceSum(square(gradients[3]))));
    }

    /** Queries, keys, values, their adjoints and few rows are all that is stored: the scores would be 12 MB. */
    @GraphKernel(maxTemporaryBytes = 4 << 20)
    public static Tensor[] boundedGradient(
            @TensorType("f32[2, 6, 512, 16]") Tensor q,
            @TensorType("f32[2, 6, 512, 16]") Tensor k,
            @TensorType("f32[2, 6, 512, 16]") Tensor v,
            float cap) {
        return gradient(
                () -> reduceSum(square(attention(
                        q, k, v, (score, b, h, i, j) -> j <= i ? capped(score, cap) : NONE))),
                q,
                k,
                v);
    }

    /** A mask of [s, t] and the queries of all heads are all that is stored. */
    @GraphKernel(maxTemporaryBytes = 4 * 512 * 512)
    public static Tensor bounded(
            @TensorType("f32[2, 6, 512, 16]") Tensor q,
            @TensorType("f32[2, 6, 512, 16]") Tensor k,
            @TensorType("f32[2, 6, 512, 16]") Tensor v) {
        return attention(q, k, v, (score, b, h, i, j) -> j <= i ? score : NONE);
    }

    /** One query of {@code causal}, over the keys so far. */
    @GraphKernel
    public static Tensor causalRow(
            @TensorType("f32[b, 6, 1, 16]") Tensor q,
            @TensorType("f32[b, 2, t, 16]") Tensor k,
            @TensorType("f32[b, 2, t, 16]") Tensor v,
            int past) {
        return attention(q, k, v, (score, b, h, i, j) -> j <= i + past ? score : NONE);
    }

    @GraphKernel(maxLaunches = 1)
    public static Tensor written(
            @TensorType("f32[b, 2, s, 16]") Tensor q,
            @TensorType("f32[b, 2, t, 16]") Tensor k,
            @TensorType("f32[b, 2, t, 16]") Tensor v) {
        return batchMatMul(softmax(mul(batchMatMul(q, k, false, true), 0.25), -1), v);
    }

    @GraphKernel(maxLaunches = 1)
    public static Tensor writtenRow(
            @TensorType("f32[b, 2, 1, 16]") Tensor q,
            @TensorType("f32[b, 2, t, 16]") Tensor k,
            @TensorType("f32[b, 2, t, 16]") Tensor v) {
        return batchMatMul(softmax(mul(batchMatMul(q, k, false, true), 0.25), -1), v);
    }
}
