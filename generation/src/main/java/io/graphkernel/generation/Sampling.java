package io.graphkernel.generation;

import static io.graphkernel.runtime.Ops.*;

import io.graphkernel.annotations.GraphKernel;
import io.graphkernel.annotations.TensorType;
import io.graphkernel.runtime.DType;
import io.graphkernel.runtime.Ops;
import io.graphkernel.runtime.Tensor;

/**
 * Selection of a token from logits, as kernels that other kernels call and that also run eagerly. A filter sets the
 * logits of excluded tokens to -∞.
 */
public final class Sampling {

    private Sampling() {}

    /**
     * Returns the tokens with the largest logits.
     *
     * @param logits f32 [b, v]
     * @return i64 [b]
     */
    @GraphKernel
    public static Tensor greedy(@TensorType("f32[b, v]") Tensor logits) {
        return argMax(logits);
    }

    /**
     * Excludes all but the tokens with the largest logits; tokens that tie with the last of them stay.
     *
     * @param logits f32 [b, v]
     * @param count number of tokens, at most v
     * @return f32 [b, v]
     */
    @GraphKernel
    public static Tensor topK(@TensorType("f32[b, v]") Tensor logits, int count) {
        Tensor largest = Ops.topK(logits, count).values();
        return atLeast(logits, narrow(largest, 1, count - 1, 1));
    }

    /**
     * Excludes tokens after the smallest set of the most probable ones that together reach a probability.
     *
     * @param logits f32 [b, v]
     * @param probability probability of the set, greater than 0
     * @return f32 [b, v]
     */
    @GraphKernel
    public static Tensor topP(@TensorType("f32[b, v]") Tensor logits, float probability) {
        Tensor sorted = sort(logits, -1, true);
        Tensor before = cumSum(softmax(sorted), -1, true);
        return atLeast(logits, smallest(sorted, less(before, probability)));
    }

    /**
     * Excludes tokens that are less probable than a share of the most probable one.
     *
     * @param logits f32 [b, v]
     * @param share share of the largest probability, greater than 0
     * @return f32 [b, v]
     */
    @GraphKernel
    public static Tensor minP(@TensorType("f32[b, v]") Tensor logits, float share) {
        return atLeast(logits, add(reduceMax(logits, -1, true), Math.log(share)));
    }

    /**
     * Divides logits by a temperature.
     *
     * @param logits f32 [b, v]
     * @param temperature greater than 0; below 1, probable tokens become more probable
     * @return f32 [b, v]
     */
    @GraphKernel
    public static Tensor temperature(@TensorType("f32[b, v]") Tensor logits, float temperature) {
        return div(logits, temperature);
    }

    /**
     * Reduces the logits of tokens that a sequence has: positive ones are divided, negative ones multiplied by a number.
     *
     * @param logits f32 [b, v]
     * @param tokens i64 [b, n], the tokens of each sequence, of which any may be repeated
     * @param penalties f32 [b, 1], at least 1
     * @return f32 [b, v]
     */
    @GraphKernel
    public static Tensor repetitionPenalty(
            @TensorType("f32[b, v]") Tensor logits,
            @TensorType("i64[b, n]") Tensor tokens,
            @TensorType("f32[b, 1]") Tensor penalties) {
        Tensor present = scatter(zerosLike(logits), tokens, onesLike(cast(tokens, DType.F32)), -1);
        Tensor reduced = select(greater(logits, 0), div(logits, penalties), mul(logits, penalties));
        return select(greater(present, 0), reduced, logits);
    }

    /**
     * Samples a token of each sequence with the probabilities softmax(logits). A sample depends on the logits, the seed
     * and the step of its sequence alone.
     *
     * @param logits f32 [b, v]
     * @param seeds i64 [b]
     * @param steps i64 [b], the number of samples of the sequence before
     * @return i64 [b]
     */
    @GraphKernel
    public static Tensor sample(
            @TensorType("f32[b, v]") Tensor logits,
            @TensorType("i64[b]") Tensor seeds,
            @TensorType("i64[b]") Tensor steps) {
        Tensor index = index(1, 1, logits.dimension(1));
        Tensor uniform = philoxUniform(index, expandDims(seeds, 1), expandDims(steps, 1));
        // A uniform number is a multiple of 2^-24 and may be 0. Its noise of -∞ would equal the logit of excluded
        // tokens.
        Tensor positive = maximum(uniform, 0x1p-25);
        return argMax(sub(logits, log(neg(log(positive)))));
    }

    /**
     * Samples a token of each sequence by settings of its own: divides by the temperature, applies top-k, then top-p and
     * min-p. A temperature of 0 selects the largest logit.
     *
     * @param logits f32 [b, v]
     * @param temperatures f32 [b]
     * @param counts i64 [b], numbers of tokens of top-k; v excludes none
     * @param probabilities f32 [b], probabilities of top-p; 2 excludes none
     * @param shares f32 [b], shares of min-p; 0 excludes none
     * @param seeds i64 [b]
     * @param steps i64 [b], the number of samples of the sequence before
     * @return i64 [b]
     */
    @GraphKernel
    public static Tensor sampleFiltered(
            @TensorType("f32[b, v]") Tensor logits,
            @TensorType("f32[b]") Tensor temperatures,
            @TensorType("i64[b]") Tensor counts,
            @TensorType("f32[b]") Tensor probabilities,
            @TensorType("f32[b]") Tensor shares,
            @TensorType("i64[b]") Tensor seeds,
            @TensorType("i64[b]") Tensor steps) {
        Tensor scaled = scaled(logits, temperatures);
        Tensor sorted = sort(scaled, -1, true);
        Tensor isCounted = less(index(1, 1, logits.dimension(1)), expandDims(counts, 1));
        Tensor counted = select(isCounted, sorted, Float.NEGATIVE_INFINITY);
        Tensor before = cumSum(softmax(counted), -1, true);
        Tensor isProbable = less(before, expandDims(probabilities, 1));
        Tensor threshold = maximum(
                smallest(sorted, logicalAnd(isCounted, isProbable)),
                add(reduceMax(scaled, -1, true), log(expandDims(shares, 1))));
        Tensor sampled = sample(atLeast(scaled, threshold), seeds, steps);
        return select(lessEqual(temperatures, 0), argMax(logits), sampled);
    }

    /**
     * Samples a token of each sequence from all tokens; see {@link #sampleFiltered}.
     *
     * @param logits f32 [b, v]
     * @param temperatures f32 [b]
     * @param seeds i64 [b]
     * @param steps i64 [b], the number of samples of the sequence before
     * @return i64 [b]
     */
    @GraphKernel
    public static Tensor sampleScaled(
            @TensorType("f32[b, v]") Tensor logits,
            @TensorType("f32[b]") Tensor temperatures,
            @TensorType("i64[b]") Tensor seeds,
            @TensorType("i64[b]") Tensor steps) {
        Tensor sampled = sample(scaled(logits, temperatures), seeds, steps);
        return select(lessEqual(temperatures, 0), argMax(logits), sampled);
    }

    /** Divides by the temperatures that are not 0. */
    @GraphKernel
    static Tensor scaled(@TensorType("f32[b, v]") Tensor logits, @TensorType("f32[b]") Tensor temperatures) {
        Tensor divisors = select(lessEqual(temperatures, 0), onesLike(temperatures), temperatures);
        return div(logits, expandDims(divisors, 1));
    }

    @GraphKernel
    static Tensor atLeast(@TensorType("f32[b, v]") Tensor logits, @TensorType("f32[b, 1]") Tensor threshold) {
        return select(less(logits, threshold), Float.NEGATIVE_INFINITY, logits);
    }

    @GraphKernel
    static Tensor smallest(@TensorType("f32[b, v]") Tensor logits, @TensorType("bool[b, v]") Tensor included) {
        return reduceMin(select(included, logits, Float.POSITIVE_INFINITY), -1, true);
    }
}
