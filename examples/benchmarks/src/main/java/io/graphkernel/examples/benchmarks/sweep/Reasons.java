package io.graphkernel.examples.benchmarks.sweep;

import java.util.Arrays;
import java.util.List;

/** Why an op takes more time than its traffic. */
enum Reasons {
    ARITHMETIC(
            "arithmetic: memory is faster than the instructions per element",
            "FloorMod, Mod, Exp, Expm1, Sin, Cos, Tan, Asin, ACos, Atan, Atan2, Sinh, Cosh, Asinh, Acosh, Atanh, Erfc, Log1p",
            "Pow, GeLU, GeLUErf, FastGeLU, SiLU, Softplus, SoftplusExt, LogSigmoid, Mish, Selu, EluExt, CeLU, GeLUGrad",
            "Lgamma, Digamma, Trigamma, ErfInv, NormalCdf, NormalQuantile, BesselI0, BesselI1, Ldexp, Frexp",
            "GeLUErfGrad, FastGeLUGrad, MishGrad, KLDivLoss, BinaryCrossEntropy, BCEWithLogitsLoss",
            "SigmoidCrossEntropyWithLogits, SoftmaxCrossEntropyWithLogits, SparseSoftmaxCrossEntropyWithLogits"),
    RANDOM(
            "ten rounds of Philox for each element",
            "RandomUniform, StandardNormal, Dropout, Bernoulli, Categorical, UniformRange, Normal, TruncatedNormal",
            "Exponential, RandomGamma, RandomInteger, ChannelDropout"),
    POSITIONS(
            "positions have 64 bits: two vectors for each of f32",
            "ArgMax, Argmin, ArgMaxWithValue, ArgMinWithValue, NLLLoss"),
    NARROW(
            "a vector has no more elements than one of f32: memory is moved in blocks of 16 or 32 bytes",
            "LogicalAnd, LogicalOr, LogicalXor, LogicalNot, IsNan, IsInf, IsFinite, ReduceAll, ReduceAny, Cast"),
    PASSES(
            "what it reduces to decides every element: operands are read again, from the last-level cache",
            "Softmax, LogSoftmax, SoftmaxGrad, SoftmaxGradExt, LogSoftmaxGrad, L2Normalize, CosineSimilarity, LogSumExp",
            "ReduceVariance, ReduceStd, BatchNormTrain, BatchNormGrad, GroupNorm, InstanceNorm, LayerNormGrad, RmsNormGrad"),
    PIECES(
            "elements or short runs are moved one by one, out of the order of memory",
            "Transpose, Stack, Gather, StridedSlice, RepeatInterleaveInt, Reverse, Split, GLU, SwiGLU, CumSum, CumProd",
            "CumMax, CumMin, TakeAlongAxis, GatherNd, IndexAdd, RepeatInterleaveTensor, Roll, PadV3, Resize, PixelShuffle"),
    ORDER(
            "a row is sorted in several passes over keys and positions",
            "SortOrder, Sort, ArgSort, RandomPermutation, Multinomial, TopK, KthValue, Median, Quantile, Mode, Unique, Nonzero, MaskedSelect, Scatter,"
                    + " ScatterNd, IndexCopy"),
    COUNTS(
            "each element is compared with a boundary for each bit of their number, or counted by its index",
            "SearchSorted, Bucketize, Histogram, Bincount, LogCumSumExp"),
    STAGES(
            "a transform of 1,024 elements is four stages, each of which reads and writes all elements",
            "Fft, Ifft, Rfft, Irfft"),
    LAUNCHES("a kernel for each part", "Concat, Unstack, Pad");

    /** Reason for unexplained results. */
    static final String UNKNOWN = "not known: measure again, this machine has two speeds";

    private final String text;
    private final List<String> ops;

    Reasons(String text, String... ops) {
        this.text = text;
        this.ops = Arrays.stream(ops)
                .flatMap(names -> Arrays.stream(names.split(", ")))
                .toList();
    }

    /** The reason for a case, by its title. */
    static String of(String title) {
        String op = title.replaceFirst(",.*", "");
        return Arrays.stream(values())
                .filter(reason -> reason.ops.contains(op))
                .map(reason -> reason.text)
                .findFirst()
                .orElse(UNKNOWN);
    }
}
