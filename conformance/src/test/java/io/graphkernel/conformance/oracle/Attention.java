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

    /** Returns the adjoints of query, key and value, concatenated along the rows. */
    public static NdArray gradient(
            NdArray query, NdArray key, NdArray value, NdArray dy, NdArray scores, double scale, Scalar zero) {
        NdArray weights = Losses.softmax(scores, -1, zero);
        NdArray dweights = Products.matMul(dy, value, false, true, zero);
        Scalar factor = zero.number(scale);
        NdArray dscores = Losses.softmaxGrad(dweights, weights, -1, zero).map(score -> score.times(factor));
        NdArray dquery = Products.matMul(dscores, key, false, false, zero);
        NdArray dkey = Products.matMul(dscores, query, true, false, zero);
        NdArray dvalue = Products.matMul(weights, dy, true, false, zero);
        int queries = query.dims()[2];
        int keys = key.dims()[2];
        int[] dims = query.dims().clone();
        dims[2] = queries + 2 * keys;
        return NdArray.generate(query.dtype(), dims, p -> {
            int row = p[2];
            NdArray source = row < queries ? dquery : row < queries + keys ? dkey : dvalue;
            return source.at(p[0], p[1], row < queries ? row : (row - queries) % keys, p[3]);
        });
    }

    private static Scalar rounded(Scalar weight) {
        Real exact = (Real) weight;
        return new Real(exact.value(), exact.error() + exact.value() * BF16_ROUNDING, exact.precision());
    }
}
