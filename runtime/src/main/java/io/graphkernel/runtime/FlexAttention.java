package io.graphkernel.runtime;

import io.graphkernel.runtime.ElementFunctions.ScoreFunction;
import io.graphkernel.runtime.ElementFunctions.ScoreFunction1;
import io.graphkernel.runtime.ElementFunctions.ScoreFunction2;
import io.graphkernel.runtime.internal.expansion.AttentionOp;
import io.graphkernel.runtime.internal.tensor.Operands;
import java.io.Serializable;
import java.util.OptionalDouble;

/**
 * Attention with grouped heads, and with an ordinary Java function of each score. In a {@code @GraphKernel} method, the
 * compiler reads the function:
 *
 * <pre>{@code
 * @GraphKernel
 * static Tensor causal(
 *         @TensorType("f32[b, 8, s, 64]") Tensor query,
 *         @TensorType("f32[b, 2, t, 64]") Tensor key,
 *         @TensorType("f32[b, 2, t, 64]") Tensor value,
 *         int past) {
 *     return FlexAttention.attention(query, key, value, (score, batch, head, i, j) ->
 *             j <= i + past ? score : Float.NEGATIVE_INFINITY);
 * }
 * }</pre>
 *
 * <p>Queries are {@code [b, h, s, d]}, keys and values {@code [b, g, t, d]}, where h is a multiple of g: heads
 * {@code i·h/g} to {@code (i + 1)·h/g - 1} share the keys of head i. The result is
 * {@code softmax(score(scale · query · keyᵀ)) · value}, with the shape of the queries. Without a scale, it is
 * {@code 1 / sqrt(d)}.
 *
 * <p>The function receives a score as {@code float}, its batch, head, query and key, numbers of the method that it
 * captures, and the elements of further operands, which broadcast to {@code [b, h, s, t]} and are converted to
 * {@code float}. It returns minus infinity for a key that the query does not see, whatever the score is; the values of such
 * keys must be finite. A query that sees no key has the result NaN.
 *
 * <p>A kernel stores no scores, and does not compute tiles of keys that no query of the tile sees; neither do gradients with
 * respect to query, key and value.
 *
 * <p>With a {@link RaggedBatch}, queries, keys and values are those of its sequences, along the axes s and t. A query sees
 * the keys of its own sequence only: the time is proportional to the sum of the squared lengths. On GPUs, a tile of
 * queries computes the keys of all its sequences, so that a NaN of one may reach the others. The score function receives
 * positions among all elements.
 *
 * <p>Called as plain Java, the methods call the function for each score. {@link Tape} and {@link Gradients} differentiate
 * it as those of {@link Elementwise}.
 *
 * <p>All methods throw a {@link io.graphkernel.runtime.exception.GraphKernelException} of the matching type for null or
 * closed tensors, queries of another dtype than f32, f16 and bf16 (also f64 without a function), and shapes that do not
 * match.
 */
public final class FlexAttention {

    private static final String OP = "attention";

    private FlexAttention() {}

    /**
     * Returns attention.
     *
     * @param query queries, [b, h, s, d]
     * @param key keys, [b, g, t, d]
     * @param value values, [b, g, t, d]
     * @return new tensor of the shape of the queries
     */
    public static Tensor attention(Tensor query, Tensor key, Tensor value) {
        return AttentionOp.plain(OptionalDouble.empty(), query, key, value);
    }

    /**
     * Returns attention with a scale.
     *
     * @param query queries, [b, h, s, d]
     * @param key keys, [b, g, t, d]
     * @param value values, [b, g, t, d]
     * @param scale factor of the products of queries and keys
     * @return new tensor of the shape of the queries
     */
    public static Tensor attention(Tensor query, Tensor key, Tensor value, double scale) {
        return AttentionOp.plain(OptionalDouble.of(scale), query, key, value);
    }

    /**
     * Returns attention by a score function.
     *
     * @param query queries, [b, h, s, d]
     * @param key keys, [b, g, t, d]
     * @param value values, [b, g, t, d]
     * @param score function of the scores
     * @return new tensor of the shape of the queries
     */
    public static Tensor attention(Tensor query, Tensor key, Tensor value, ScoreFunction score) {
        return AttentionOp.scored(score, OptionalDouble.empty(), query, key, value);
    }

    /**
     * Returns attention by a score function and a scale.
     *
     * @param query queries, [b, h, s, d]
     * @param key keys, [b, g, t, d]
     * @param value values, [b, g, t, d]
     * @param scale factor of the products of queries and keys
     * @param score function of the scores
     * @return new tensor of the shape of the queries
     */
    public static Tensor attention(Tensor query, Tensor key, Tensor value, double scale, ScoreFunction score) {
        return AttentionOp.scored(score, OptionalDouble.of(scale), query, key, value);
    }

    /**
     * Returns attention over sequences of different lengths.
     *
     * @param query queries, [b, h, t, d]
     * @param key keys, [b, g, t, d]
     * @param value values, [b, g, t, d]
     * @param batch layout of the sequences along t
     * @return new tensor of the shape of the queries
     */
    public static Tensor attention(Tensor query, Tensor key, Tensor value, RaggedBatch batch) {
        return ragged(OptionalDouble.empty(), query, key, value, batch);
    }

    /**
     * Returns attention over sequences of different lengths with a scale.
     *
     * @param query queries, [b, h, t, d]
     * @param key keys, [b, g, t, d]
     * @param value values, [b, g, t, d]
     * @param scale factor of the products of queries and keys
     * @param batch layout of the sequences along t
     * @return new tensor of the shape of the queries
     */
    public static Tensor attention(Tensor query, Tensor key, Tensor value, double scale, RaggedBatch batch) {
        return ragged(OptionalDouble.of(scale), query, key, value, batch);
    }

    /**
     * Returns attention by a score function over sequences of different lengths.
     *
     * @param query queries, [b, h, t, d]
     * @param key keys, [b, g, t, d]
     * @param value values, [b, g, t, d]
     * @param batch layout of the sequences along t
     * @param score function of the scores
     * @return new tensor of the shape of the queries
     */
    public static Tensor attention(Tensor query, Tensor key, Tensor value, RaggedBatch batch, ScoreFunction score) {
        return ragged(score, OptionalDouble.empty(), query, key, value, batch);
    }

    /**
     * Returns attention by a score function over sequences of different lengths with a scale.
     *
     * @param query queries, [b, h, t, d]
     * @param key keys, [b, g, t, d]
     * @param value values, [b, g, t, d]
     * @param scale factor of the products of queries and keys
     * @param batch layout of the sequences along t
     * @param score function of the scores
     * @return new tensor of the shape of the queries
     */
    public static Tensor attention(
            Tensor query, Tensor key, Tensor value, double scale, RaggedBatch batch, ScoreFunction score) {
        return ragged(score, OptionalDouble.of(scale), query, key, value, batch);
    }

    private static Tensor ragged(OptionalDouble scale, Tensor query, Tensor key, Tensor value, RaggedBatch batch) {
        Operands.attribute(OP, "batch", batch);
        return AttentionOp.ragged(scale, query, key, value, begins(batch), ends(batch));
    }

    private static Tensor ragged(
            Serializable score, OptionalDouble scale, Tensor query, Tensor key, Tensor value, RaggedBatch batch) {
        Operands.attribute(OP, "batch", batch);
        return AttentionOp.raggedScored(score, scale, query, key, value, begins(batch), ends(batch));
    }

    /** Returns the first key of the sequence of each query. */
    private static Tensor begins(RaggedBatch batch) {
        return Ops.gather(batch.offsets(), batch.segments(), 0);
    }

    /** Returns the end of the keys of each query. */
    private static Tensor ends(RaggedBatch batch) {
        return Ops.gather(batch.offsets(), Ops.add(batch.segments(), 1), 0);
    }

    /**
     * Returns attention by a score function of a further operand.
     *
     * @param query queries, [b, h, s, d]
     * @param key keys, [b, g, t, d]
     * @param value values, [b, g, t, d]
     * @param x operand that broadcasts to [b, h, s, t]
     * @param score function of the scores
     * @return new tensor of the shape of the queries
     */
    public static Tensor attention(Tensor query, Tensor key, Tensor value, Tensor x, ScoreFunction1 score) {
        return AttentionOp.scored(score, OptionalDouble.empty(), query, key, value, x);
    }

    /**
     * Returns attention by a score function of a further operand and a scale.
     *
     * @param query queries, [b, h, s, d]
     * @param key keys, [b, g, t, d]
     * @param value values, [b, g, t, d]
     * @param scale factor of the products of queries and keys
     * @param x operand that broadcasts to [b, h, s, t]
     * @param score function of the scores
     * @return new tensor of the shape of the queries
     */
    public static Tensor attention(
            Tensor query, Tensor key, Tensor value, double scale, Tensor x, ScoreFunction1 score) {
        return AttentionOp.scored(score, OptionalDouble.of(scale), query, key, value, x);
    }

    /**
     * Returns attention by a score function of two further operands.
     *
     * @param query queries, [b, h, s, d]
     * @param key keys, [b, g, t, d]
     * @param value values, [b, g, t, d]
     * @param x first operand that broadcasts to [b, h, s, t]
     * @param y second operand that broadcasts to [b, h, s, t]
     * @param score function of the scores
     * @return new tensor of the shape of the queries
     */
    public static Tensor attention(Tensor query, Tensor key, Tensor value, Tensor x, Tensor y, ScoreFunction2 score) {
        return AttentionOp.scored(score, OptionalDouble.empty(), query, key, value, x, y);
    }

    /**
     * Returns attention by a score function of two further operands and a scale.
     *
     * @param query queries, [b, h, s, d]
     * @param key keys, [b, g, t, d]
     * @param value values, [b, g, t, d]
     * @param scale factor of the products of queries and keys
     * @param x first operand that broadcasts to [b, h, s, t]
     * @param y second operand that broadcasts to [b, h, s, t]
     * @param score function of the scores
     * @return new tensor of the shape of the queries
     */
    public static Tensor attention(
            Tensor query, Tensor key, Tensor value, double scale, Tensor x, Tensor y, ScoreFunction2 score) {
        return AttentionOp.scored(score, OptionalDouble.of(scale), query, key, value, x, y);
    }
}
