package io.graphkernel.generation;

import static io.graphkernel.runtime.Ops.*;

import io.graphkernel.annotations.GraphKernel;
import io.graphkernel.annotations.TensorType;
import io.graphkernel.runtime.DType;
import io.graphkernel.runtime.Ops;
import io.graphkernel.runtime.Tensor;

/**
 * Selection of a token from scores, as kernels that other kernels call and that also run eagerly. Each filter gives tokens
 * that it excludes the score -∞.
 */
public final class Sampling {

    private Sampling() {}

    /**
     * Returns the tokens with the largest scores.
     *
     * @param scores f32 [b, v]
     * @return i64 [b]
     */
    @GraphKernel
    public static Tensor greedy(@TensorType("f32[b, v]") Tensor scores) {
        return argMax(scores);
    }

    /**
     * Excludes all but the tokens with the largest scores; tokens that tie with the last of them stay.
     *
     * @param scores f32 [b, v]
     * @param count number of tokens, at most v
     * @return f32 [b, v]
     */
    @GraphKernel
    public static Tensor topK(@TensorType("f32[b, v]") Tensor scores, int count) {
        Tensor largest = Ops.topK(scores, count).values();
        return atLeast(scores, narrow(largest, 1, count - 1, 1));
    }

    /**
     * Excludes tokens after the smallest set of the most probable ones that together reach a probability.
     *
     * @param scores f32 [b, v]
     * @param probability probability of the set, greater than 0
     * @return f32 [b, v]
     */
    @GraphKernel
    public static Tensor topP(@TensorType("f32[b, v]") Tensor scores, float probability) {
        Tensor sorted = sort(scores, -1, true);
        Tensor before = cumSum(softmax(sorted), -1, true);
        return atLeast(scores, smallest(sorted, less(before, probability)));
    }

    /**
     * Excludes tokens that are less probable than a share of the most probable one.
     *
     * @param scores f32 [b, v]
     * @param share share of the largest probability, greater than 0
     * @return f32 [b, v]
     */
    @GraphKernel
    public static Tensor minP(@TensorType("f32[b, v]") Tensor scores, float share) {
        return atLeast(scores, add(reduceMax(scores, -1, true), Math.log(share)));
    }

    /**
     * Divides scores by a temperature.
     *
     * @param scores f32 [b, v]
     * @param temperature greater than 0; below 1, probable tokens become more probable
     * @return f32 [b, v]
     */
    @GraphKernel
    public static Tensor temperature(@TensorType("f32[b, v]") Tensor scores, float temperature) {
        return div(scores, temperature);
    }

    /**
     * Reduces the scores of tokens that a sequence has: positive ones are divided, negative ones multiplied by a number.
     *
     * @param scores f32 [b, v]
     * @param tokens i64 [b, n], the tokens of each sequence, of which any may be repeated
     * @param penalties f32 [b, 1], at least 1
     * @return f32 [b, v]
     */
    @GraphKernel
    public static Tensor repetitionPenalty(
            @TensorType("f32[b, v]") Tensor scores,
            @TensorType("i64[b, n]") Tensor tokens,
            @TensorType("f32[b, 1]") Tensor penalties) {
        Tensor present = scatter(zerosLike(scores), tokens, onesLike(cast(tokens, DType.F32)), -1);
        Tensor reduced = select(greater(scores, 0), div(scores, penalties), mul(scores, penalties));
        return select(greater(present, 0), reduced, scores);
    }

    /**
     * Draws a token of each sequence with the probabilities softmax(scores). A draw depends on the scores, the seed and
     * the step of its sequence alone.
     *
     * @param scores f32 [b, v]
     * @param seeds i64 [b]
     * @param steps i64 [b], the number of draws of the sequence before
     * @return i64 [b]
     */
    @GraphKernel
    public static Tensor draw(
            @TensorType("f32[b, v]") Tensor scores,
            @TensorType("i64[b]") Tensor seeds,
            @TensorType("i64[b]") Tensor steps) {
        Tensor index = index(1, 1, scores.dimension(1));
        Tensor uniform = philoxUniform(index, expandDims(seeds, 1), expandDims(steps, 1));
        return argMax(sub(scores, log(neg(log(uniform)))));
    }

    /**
     * Chooses a token of each sequence by settings of its own: divides by the temperature, applies top-k, then top-p and
     * min-p, and draws. A temperature of 0 selects the largest score.
     *
     * @param scores f32 [b, v]
     * @param temperatures f32 [b]
     * @param counts i64 [b], numbers of tokens of top-k; v excludes none
     * @param probabilities f32 [b], probabilities of top-p; 2 excludes none
     * @param shares f32 [b], shares of min-p; 0 excludes none
     * @param seeds i64 [b]
     * @param steps i64 [b], the number of draws of the sequence before
     * @return i64 [b]
     */
    @GraphKernel
    public static Tensor choose(
            @TensorType("f32[b, v]") Tensor scores,
            @TensorType("f32[b]") Tensor temperatures,
            @TensorType("i64[b]") Tensor counts,
            @TensorType("f32[b]") Tensor probabilities,
            @TensorType("f32[b]") Tensor shares,
            @TensorType("i64[b]") Tensor seeds,
            @TensorType("i64[b]") Tensor steps) {
        Tensor scaled = scaled(scores, temperatures);
        Tensor sorted = sort(scaled, -1, true);
        Tensor isCounted = less(index(1, 1, scores.dimension(1)), expandDims(counts, 1));
        Tensor counted = select(isCounted, sorted, Float.NEGATIVE_INFINITY);
        Tensor before = cumSum(softmax(counted), -1, true);
        Tensor isProbable = less(before, expandDims(probabilities, 1));
        Tensor threshold = maximum(
                smallest(sorted, logicalAnd(isCounted, isProbable)),
                add(reduceMax(scaled, -1, true), log(expandDims(shares, 1))));
        Tensor drawn = draw(atLeast(scaled, threshold), seeds, steps);
        return select(lessEqual(temperatures, 0), argMax(scores), drawn);
    }

    /**
     * Chooses a token of each sequence from all tokens; see {@link #choose}.
     *
     * @param scores f32 [b, v]
     * @param temperatures f32 [b]
     * @param seeds i64 [b]
     * @param steps i64 [b], the number of draws of the sequence before
     * @return i64 [b]
     */
    @GraphKernel
    public static Tensor chooseOfAll(
            @TensorType("f32[b, v]") Tensor scores,
            @TensorType("f32[b]") Tensor temperatures,
            @TensorType("i64[b]") Tensor seeds,
            @TensorType("i64[b]") Tensor steps) {
        Tensor drawn = draw(scaled(scores, temperatures), seeds, steps);
        return select(lessEqual(temperatures, 0), argMax(scores), drawn);
    }

    /** Divides by the temperatures that are not 0. */
    @GraphKernel
    static Tensor scaled(@TensorType("f32[b, v]") Tensor scores, @TensorType("f32[b]") Tensor temperatures) {
        Tensor divisors = select(lessEqual(temperatures, 0), onesLike(temperatures), temperatures);
        return div(scores, expandDims(divisors, 1));
    }

    @GraphKernel
    static Tensor atLeast(@TensorType("f32[b, v]") Tensor scores, @TensorType("f32[b, 1]") Tensor threshold) {
        return select(less(scores, threshold), Float.NEGATIVE_INFINITY, scores);
    }

    @GraphKernel
    static Tensor smallest(@TensorType("f32[b, v]") Tensor scores, @TensorType("bool[b, v]") Tensor included) {
        return reduceMin(select(included, scores, Float.POSITIVE_INFINITY), -1, true);
    }
}
