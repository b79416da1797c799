package io.graphkernel.conformance.argument;

import java.util.ArrayList;
import java.util.List;

/** Calls with computed arguments: one or more for each parameter of a row that takes dims. */
final class ComputedArguments {

    private static final String X = "@TensorType(\"f32[n, 3]\") Tensor x";
    private static final String ROW = "@TensorType(\"f32[1, 3]\") Tensor x";
    private static final String COLUMN = "@TensorType(\"f32[n, 1]\") Tensor x";
    private static final String INDICES = "@TensorType(\"i32[n]\") Tensor i";
    private static final String WEIGHT = ", @TensorType(\"f32[4, 3]\") Tensor w";
    private static final String BYTES =
            "@TensorType(\"i8[n, 3]\") Tensor x, @TensorType(\"i8[4, 3]\") Tensor w, @TensorType(\"f32[4]\") Tensor s";

    private static final List<String> SPLITS = List.of("Out2", "Out3", "SiluOut2", "SiluOut3");

    private static final List<ComputedArgument> CALLS = calls();

    private ComputedArguments() {}

    /** Returns the calls, in a fixed order. */
    static List<ComputedArgument> all() {
        return CALLS;
    }

    private static List<ComputedArgument> calls() {
        List<ComputedArgument> calls = new ArrayList<>(List.of(
                inferring("Reshape", "dims", X, "reshape(x, $, 3)"),
                inferring("Reshape", "dims", X, "reshape(x, 3, $)"),
                inferring("Reshape", "dims", X, "reshape(x, $, -1)"),
                of("Reshape", "dims", X, "reshape(x, x.dimension(0), -1, $)"),
                inferring("BroadcastTo", "dims", ROW, "broadcastTo(x, $, 3)"),
                of("BroadcastTo", "dims", X, "broadcastTo(x, $, x.dimension(0), 3)"),
                of("StridedSlice", "begin", X, slice("$", "2", 1)),
                of("StridedSlice", "begin", X, slice("$", "Long.MAX_VALUE", 2)),
                of("StridedSlice", "begin", X, slice("$", "0", -1)),
                of("StridedSlice", "begin", X, slice("$", "Long.MIN_VALUE", -2)),
                of("StridedSlice", "end", X, slice("0", "$", 1)),
                of("StridedSlice", "end", X, slice("1", "$", 3)),
                of("StridedSlice", "end", X, slice("-1", "$", -1)),
                of("StridedSlice", "end", X, slice("$", "$ + 2", 1)),
                of("StridedSlice", "end", X, "concat(0, x, " + slice("0", "$", 1) + ")"),
                of("Index", "dims", "", "index(0, $, 2)"),
                of("RowMajorIndex", "dims", "", "rowMajorIndex($, 2)"),
                of("Narrow", "start", X, "narrow(x, 0, $, 2)"),
                of("Narrow", "start", X, "add(narrow(x, 0, $, 1), 0.5)"),
                of("Narrow", "start", X, "concat(0, x, narrow(x, 0, $, 1), x)"),
                of("Narrow", "start", X, "narrow(mul(x, 2), 1, $, 1)"),
                of("Narrow", "length", X, "narrow(x, 0, 1, $)"),
                of("Narrow", "length", X, "exp(narrow(x, 0, x.dimension(0) - $, $))"),
                of("Slice", "begin", X, "slice(x, new long[] {$, 0}, new long[] {2, 3})"),
                of("Slice", "begin", X, "slice(x, new long[] {$, 1}, new long[] {-1, 2})"),
                inferring("Slice", "size", X, "slice(x, new long[] {1, 0}, new long[] {$, 3})"),
                of("Tile", "multiples", X, "tile(x, $, 2)"),
                of("Tile", "multiples", X, "tile(x, $, 1, 1)"),
                of("Tile", "multiples", COLUMN, "tile(x, 1, $)"),
                of("RepeatInterleaveInt", "repeats", X, "repeatInterleaveInt(x, $, 0)"),
                of("RepeatInterleaveInt", "repeats", X, "neg(repeatInterleaveInt(x, $, -1))"),
                of("SplitWithSize", "sizes", X, "splitWithSize(x, new long[] {$, x.dimension(0) - $}, 0)[0]"),
                of("SplitWithSize", "sizes", X, "splitWithSize(x, new long[] {1, $}, 0)[1]"),
                of("Pad", "before", X, "pad(x, 7, new long[] {$, 0}, new long[] {0, 0})"),
                of("Pad", "after", X, "pad(x, 7, new long[] {0, 1}, new long[] {$, 0})"),
                of("OneHot", "depth", INDICES, "oneHot(i, 1, 0, $)"),
                of("FillV2", "dims", "", "fillV2(1.5f, $, 2)"),
                of("FillV2", "dims", X, "reduceSum(fillV2(1.5f, $, 2), 0)"),
                of("Range", "n", "", "range($)"),
                of("Eye", "n", "", "eye($, 2)"),
                of("Eye", "m", "", "eye(2, $)"),
                of("RandomUniform", "dims", "", "randomUniform(1, 2, $, 2)"),
                of("StandardNormal", "dims", "", "standardNormal(1, 2, $)"),
                of("UniformRange", "dims", "", "uniformRange(-1, 2, 1, 2, $, 2)"),
                of("Normal", "dims", "", "normal(1, 2, 1, 2, $)"),
                of("TruncatedNormal", "dims", "", "truncatedNormal(-1, 2, 1, 2, $, 2)"),
                of("Exponential", "dims", "", "exponential(2, 1, 2, $)"),
                of("RandomGamma", "dims", "", "randomGamma(2, 1, 1, 2, $)"),
                of("RandomInteger", "dims", "", "randomInteger(-3, 5, 1, 2, $)"),
                of("RandomPermutation", "n", "", "randomPermutation($, 1, 2)"),
                of(
                        "GroupNorm",
                        "groups",
                        "@TensorType(\"f32[n, 4, 2]\") Tensor z, @TensorType(\"f32[4]\") Tensor s",
                        "groupNorm(z, s, s, $).y()"),
                of(
                        "LayerNormExt",
                        "normalizedShape",
                        X + ", @TensorType(\"f32[3]\") Tensor v",
                        "layerNormExt(x, new long[] {$}, v, v).y()"),
                of("TopK", "k", X, "topK(x, $, 0).values()"),
                of("KthValue", "k", X, "kthValue(x, $, 0).value()"),
                of("Bincount", "bins", INDICES, "bincount(i, $)"),
                of("Histogram", "bins", X, "histogram(x, 0, 1, $)"),
                of("Unique", "size", X, "unique(x, $).values()"),
                of("MaskedSelect", "size", X, "maskedSelect(x, greater(x, 0), $).values()"),
                of("Nonzero", "size", X, "nonzero(x, $).indices()"),
                of("RepeatInterleaveTensor", "total", X + ", " + INDICES, "repeatInterleaveTensor(x, i, 0, $)"),
                of(
                        "NonMaxSuppression",
                        "size",
                        "@TensorType(\"f32[n, 4]\") Tensor z, @TensorType(\"f32[n]\") Tensor s",
                        "nonMaxSuppression(z, s, 0.5, $).indices()"),
                of("Arange", "start", "", "arange($, 5)"),
                of("Arange", "end", "", "arange(-3, $, 2)"),
                of("LinSpace", "n", "", "linSpace(-1, 2, $)"),
                of("LogSpace", "n", "", "logSpace(-1, 2, 10, $)"),
                of("Multinomial", "size", X, "multinomial(add(abs(x), 1), 1, 2, $)"),
                of("TrilIndices", "rows", "", "trilIndices($, 3)"),
                of("TrilIndices", "columns", "", "trilIndices(3, $, 1)"),
                of("TriuIndices", "rows", "", "triuIndices($, 3)"),
                of("TriuIndices", "columns", "", "triuIndices(3, $, 1)"),
                of("PadV3", "before", X, "padV3(x, new long[] {$, 0}, new long[] {0, 1})"),
                of("PadV3", "after", X, "padV3(x, new long[] {0, 1}, new long[] {$, 0}, PaddingMode.EDGE)"),
                of("Fold", "size", X, "fold(reshape(x, 1, -1, 1), new long[] {$}, new long[] {1})"),
                of("DynamicSlice", "size", X, "dynamicSlice(x, index(0, 2), $, 2)"),
                of("MaxUnpool", "size", X, "maxUnpool(reshape(x, 1, -1, 3), index(2, 1, x.dimension(0), 3), $)"),
                of("AdaptiveAvgPool", "size", X, "adaptiveAvgPool(reshape(x, 1, -1, 3), $)"),
                of("AdaptiveMaxPool", "size", X, "adaptiveMaxPool(reshape(x, 1, -1, 3), $)"),
                of("Resize", "size", X, "resize(x, $)"),
                of("AffineGrid", "rows", "@TensorType(\"f32[1, 2, 3]\") Tensor t", "affineGrid(t, $, 2)"),
                of("AffineGrid", "columns", "@TensorType(\"f32[1, 2, 3]\") Tensor t", "affineGrid(t, 2, $)"),
                of("GatherGrad", "size", INDICES + ", @TensorType(\"f32[2, n, 3]\") Tensor d", "gatherGrad(d, i, $)")));
        for (String split : SPLITS) {
            String sizes = split.endsWith("3") ? "1, $, 3 - $" : "$, 4 - $";
            String position = split.startsWith("Silu") ? "1, " : "";
            calls.add(of(
                    "MatmulSplit" + split,
                    "sizes",
                    X + WEIGHT,
                    "matmulSplit" + split + "(x, w, " + position + sizes + ").first()"));
            calls.add(of(
                    "MatmulBiasSplit" + split,
                    "sizes",
                    X + WEIGHT + ", @TensorType(\"f32[4]\") Tensor s",
                    "matmulBiasSplit" + split + "(x, w, s, " + position + sizes + ").second()"));
            calls.add(of(
                    "QuantbatchmatmulSplit" + split,
                    "sizes",
                    BYTES,
                    "quantbatchmatmulSplit" + split + "(x, w, s, DType.F32, " + position + sizes + ").second()"));
        }
        return List.copyOf(calls);
    }

    private static String slice(String begin, String end, long stride) {
        return "stridedSlice(x, new long[] {" + begin + "}, new long[] {" + end + "}, new long[] {" + stride + "})";
    }

    private static ComputedArgument of(String op, String parameter, String parameters, String call) {
        return new ComputedArgument(op, parameter, parameters, call, false);
    }

    private static ComputedArgument inferring(String op, String parameter, String parameters, String call) {
        return new ComputedArgument(op, parameter, parameters, call, true);
    }
}
