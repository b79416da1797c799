package io.graphkernel.conformance.oracle;

import io.graphkernel.runtime.DType;

/** Attention over the last two axes, with all scores. */
public final class Attention {

    /** Half the distance of two neighbours among the numbers of bf16, relative to them. */
    private static final double BF16_ROUNDING = 0x1p-9;

    private Attention() {}

    /** Products of rows of queries and keys, times a number. */
    public static NdArray scores(NdArray query, NdArray key, double scale, Scalar zero) {
        Scalar factor = zero.number(scale);
        return Products.matMul(query, key, false, true, zero).map(score -> score.times(factor));
    }

    /** Adds a mask that broadcasts to the scores. */
    public static NdArray masked(NdArray scores, NdArray mask) {
        return scores.zip(mask, Scalar::plus);
    }

    /** Values weighed by the softmax of their scores. A target may round the weights of bf16. */
    public static NdArray result(NdArray scores, NdArray value, Scalar zero) {
        NdArray weights = Losses.softmax(scores, -1, zero);
        boolean rounded = scores.dtype() == DType.BF16;
        return Products.matMul(rounded ? weights.map(Attention::rounded) : weights, value, false, false, zero);
    }

    private static Scalar rounded(Scalar weight) {
        Real exact = (Real) weight;
        return new Real(exact.value(), exact.error() + exact.value() * BF16_ROUNDING, exact.precision());
    }
}
