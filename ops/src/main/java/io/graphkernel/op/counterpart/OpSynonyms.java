package io.graphkernel.op.counterpart;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Names of ops in PyTorch, NumPy, TensorFlow, ONNX and DJL, with the equivalent calls. In the calls, {@code x} and {@code y}
 * are floating-point matrices, {@code i} has indices, and {@code c} conditions.
 */
public final class OpSynonyms {

    /**
     * Op of another library.
     *
     * @param names names in other libraries, in lower case without underscores
     * @param calls equivalent calls, each an expression
     */
    public record Synonym(List<String> names, List<String> calls) {

        /** Returns the calls as text. */
        public String advice() {
            return "write " + String.join(" or ", calls);
        }
    }

    private static final List<Synonym> TABLE = table();

    private OpSynonyms() {}

    /**
     * Returns all synonyms.
     *
     * @return synonyms in page order
     */
    public static List<Synonym> all() {
        return TABLE;
    }

    /**
     * Returns the synonym for a name.
     *
     * @param name a name in any case, with or without underscores
     * @return the synonym; empty if no library has an op with this name, or it is the same here
     */
    public static Optional<Synonym> of(String name) {
        String plain = name.toLowerCase(Locale.ROOT).replace("_", "");
        return TABLE.stream().filter(row -> row.names().contains(plain)).findFirst();
    }

    private static List<Synonym> table() {
        List<Synonym> rows = new ArrayList<>();
        row(rows, "sum", "reduceSum(x, -1)");
        row(rows, "mean average avg", "reduceMean(x, -1)");
        row(rows, "max", "maximum(x, y)", "reduceMax(x, -1)");
        row(rows, "min", "minimum(x, y)", "reduceMin(x, -1)");
        row(rows, "amax", "reduceMax(x, -1)");
        row(rows, "amin", "reduceMin(x, -1)");
        row(rows, "prod product", "reduceProd(x, -1)");
        row(rows, "all", "reduceAll(c, -1)");
        row(rows, "any", "reduceAny(c, -1)");
        row(rows, "std stddev", "reduceStd(x, -1)");
        row(rows, "var variance", "reduceVariance(x, -1)");
        row(rows, "norm vectornorm", "reduceL2(x, -1)", "reduceL1(x, -1)", "reduceLInf(x, -1)");
        row(rows, "reducelogsumexp", "logSumExp(x, -1)");
        row(rows, "ptp", "sub(reduceMax(x, -1), reduceMin(x, -1))");
        row(rows, "countnonzero", "countNonzero(x, -1)");
        row(rows, "nansum", "nanSum(x, -1)");
        row(rows, "nanmean", "nanMean(x, -1)");
        row(rows, "plus", "add(x, y)");
        row(rows, "subtract minus", "sub(x, y)");
        row(rows, "multiply times", "mul(x, y)");
        row(rows, "divide truedivide truediv", "realDiv(x, y)");
        row(rows, "floordivide", "floorDiv(x, y)");
        row(rows, "remainder", "floorMod(x, y)");
        row(rows, "fmod", "mod(x, y)");
        row(rows, "power", "pow(x, 2)");
        row(rows, "negative negate", "neg(x)");
        row(rows, "absolute fabs", "abs(x)");
        row(rows, "signum sgn", "sign(x)");
        row(rows, "sqr", "square(x)");
        row(rows, "inv", "inverse(matMul(x, x, true, false))", "reciprocal(x)");
        row(rows, "ln", "log(x)");
        row(rows, "logaddexp", "logAddExp(x, y)");
        row(rows, "arcsin", "asin(x)");
        row(rows, "arccos", "acos(x)");
        row(rows, "arctan", "atan(x)");
        row(rows, "arctan2", "atan2(x, y)");
        row(rows, "arcsinh", "asinh(x)");
        row(rows, "arccosh", "acosh(x)");
        row(rows, "arctanh", "atanh(x)");
        row(rows, "radians", "deg2rad(x)");
        row(rows, "degrees", "rad2deg(x)");
        row(rows, "expit logistic", "sigmoid(x)");
        row(rows, "rint", "round(x)");
        row(rows, "fix", "trunc(x)");
        row(rows, "copysign", "copySign(x, y)");
        row(rows, "signbit", "signBit(x)");
        row(rows, "nantonum", "nanToNum(x, 0, 1e30, -1e30)");
        row(rows, "clamp clipbyvalue", "clip(x, 0, 1)");
        row(rows, "hardtanh", "clip(x, -1, 1)");
        row(rows, "eq", "equal(x, y)");
        row(rows, "isclose", "isClose(x, y)");
        row(rows, "allclose", "reduceAll(isClose(x, y))");
        row(rows, "ne", "notEqual(x, y)");
        row(rows, "gt greaterthan", "greater(x, y)");
        row(rows, "ge gte", "greaterEqual(x, y)");
        row(rows, "lt lessthan", "less(x, y)");
        row(rows, "le lte", "lessEqual(x, y)");
        row(rows, "and", "logicalAnd(c, c)");
        row(rows, "or", "logicalOr(c, c)");
        row(rows, "not", "logicalNot(c)");
        row(rows, "xor", "logicalXor(c, c)");
        row(rows, "invert", "bitwiseNot(i)");
        row(rows, "bitwiseleftshift", "leftShift(i, 1)");
        row(rows, "bitwiserightshift", "rightShift(i, 1)");
        row(rows, "populationcount popcount bitwisecount", "bitCount(i)");
        row(rows, "where cond", "select(c, x, y)");
        row(rows, "zeros", "fillV2(0f, 2, 3)", "zerosLike(x)");
        row(rows, "ones", "fillV2(1f, 2, 3)", "onesLike(x)");
        row(rows, "full fill constant constantofshape", "fillV2(0.5f, 2, 3)");
        row(rows, "meshgrid", "meshGrid(i, i)[0]");
        row(rows, "identity", "eye(3, 3)");
        row(rows, "rand uniform randomuniform", "randomUniform(1, 2, 3, 4)");
        row(rows, "randn randomnormal", "standardNormal(1, 2, 3, 4)");
        row(rows, "flip fliplr flipud", "reverse(x, 1)");
        row(rows, "cat concatenate vstack", "concat(0, x, y)");
        row(rows, "hstack columnstack", "concat(1, x, y)");
        row(rows, "permute swapaxes swapdims", "transpose(x, 1, 0)");
        row(rows, "moveaxis", "movedim(x, 0, 1)");
        row(
                rows,
                "mirrorpad reflectionpad reflectionpad1d reflectionpad2d",
                "padV3(x, new long[] {1, 1}, new long[] {1, 1})");
        row(
                rows,
                "replicationpad replicationpad1d replicationpad2d",
                "padV3(x, new long[] {1, 1}, new long[] {1, 1}, PaddingMode.EDGE)");
        row(
                rows,
                "circularpad circularpad1d circularpad2d",
                "padV3(x, new long[] {1, 1}, new long[] {1, 1}, PaddingMode.WRAP)");
        row(rows, "im2col", "unfold(reshape(x, 1, 1, -1, 1), new long[] {1, 1})");
        row(rows, "linspace", "linSpace(0.0, 1.0, 5)");
        row(rows, "logspace geomspace", "logSpace(0.0, 3.0, 10.0, 4)");
        row(rows, "trilindices", "trilIndices(3, 3)");
        row(rows, "triuindices", "triuIndices(3, 3)");
        row(rows, "tensordot", "tensorDot(x, transpose(y), 1)");
        row(rows, "upsample interpolate resizebilinear resizebicubic", "resize(reshape(x, 1, 1, -1, 1), 2, 1)");
        row(rows, "depthtospace", "pixelShuffle(reshape(x, 1, 4, -1, 1), 2)");
        row(rows, "spacetodepth", "pixelUnshuffle(reshape(x, 1, 1, -1, 2), 2)");
        row(rows, "lrn", "localResponseNorm(x, 1e-4, 0.75, 1.0, 5)");
        row(rows, "embeddingbag", "embeddingBag(x, i, i)");
        row(rows, "maxpool1d maxpool3d", "maxPoolNd(reshape(x, 1, 1, -1), new long[] {2})");
        row(rows, "avgpool1d avgpool3d averagepool", "avgPoolNd(reshape(x, 1, 1, -1), new long[] {2})");
        row(rows, "adaptiveavgpool1d adaptiveavgpool2d adaptiveavgpool3d", "adaptiveAvgPool(reshape(x, 1, 1, -1), 2)");
        row(rows, "adaptivemaxpool1d adaptivemaxpool2d adaptivemaxpool3d", "adaptiveMaxPool(reshape(x, 1, 1, -1), 2)");
        row(rows, "view ravel", "reshape(x, -1)");
        row(rows, "expand", "broadcastTo(x, x.dimension(0), x.dimension(1))");
        row(rows, "repeat", "tile(x, 2, 1)", "repeatInterleaveInt(x, 2, 0)");
        row(rows, "repeatinterleave", "repeatInterleaveInt(x, 2, 0)");
        row(rows, "diag", "diagEmbed(x)", "diagonal(x)");
        row(rows, "diagembed diagflat matrixdiag", "diagEmbed(x)");
        row(rows, "diagpart matrixdiagpart", "diagonal(x)");
        row(rows, "logcumsumexp", "logCumSumExp(x)");
        row(rows, "argsort", "argSort(x)");
        row(rows, "msort", "sort(x, 0)");
        row(rows, "topk", "topK(x, 2).values()");
        row(rows, "kthvalue", "kthValue(x, 2).value()");
        row(rows, "nanquantile percentile", "quantile(x, 0.5)");
        row(rows, "searchsorted", "searchSorted(sort(x), y)");
        row(rows, "digitize", "bucketize(x, reduceMax(y, 0))");
        row(rows, "histc histogramfixedwidth", "histogram(x, 0.0, 1.0, 8)");
        row(rows, "uniqueconsecutive", "unique(x, 2).values()");
        row(rows, "flatnonzero argwhere", "nonzero(x, 2).indices()");
        row(rows, "booleanmask compress extract", "maskedSelect(x, c, 2).values()");
        row(rows, "cummax maximumaccumulate", "cumMax(x, 1, false, false)");
        row(rows, "cummin minimumaccumulate", "cumMin(x, 1, false, false)");
        row(rows, "takealongaxis takealongdim gatherelements", "takeAlongAxis(x, i)");
        row(rows, "gathernd", "gatherNd(x, expandDims(i, -1))");
        row(rows, "putalongaxis scatterelements", "scatter(x, expandDims(i, 1), expandDims(reduceSum(y, 1), 1))");
        row(
                rows,
                "scatteradd",
                "scatter(x, expandDims(i, 1), expandDims(reduceSum(y, 1), 1), -1, ScatterReduction.ADD)");
        row(
                rows,
                "scatterreduce",
                "scatter(x, expandDims(i, 1), expandDims(reduceSum(y, 1), 1), -1, ScatterReduction.MAX)");
        row(rows, "tensorscatterndupdate tensorscatterupdate", "scatterNd(x, expandDims(i, -1), gather(x, i, 0))");
        row(rows, "tensorscatterndadd", "scatterNd(x, expandDims(i, -1), gather(x, i, 0), ScatterReduction.ADD)");
        row(rows, "indexput", "scatterNd(x, expandDims(i, -1), gather(x, i, 0))");
        row(rows, "indexselect take embedding embeddinglookup", "gather(x, i, 0)");
        row(rows, "astype to totype half", "cast(x, DType.F16)");
        row(rows, "bfloat16", "cast(x, DType.BF16)");
        row(rows, "clone copy", "identityMath(x)");
        row(rows, "detach", "stopGradient(x)");
        row(rows, "choleskyex potrf", "cholesky(matMul(x, x, true, false))");
        row(rows, "solvetriangular triangularsolvebatched matrixtriangularsolve", "triangularSolve(x, y)");
        row(rows, "linalgsolve", "solve(x, y)");
        row(rows, "lu lufactor", "luFactor(matMul(x, x, true, false)).factors()");
        row(rows, "det matrixdeterminant", "determinant(matMul(x, x, true, false))");
        row(rows, "slogdet logdet logmatrixdeterminant", "logDeterminant(matMul(x, x, true, false)).logarithm()");
        row(rows, "matrixinverse", "inverse(matMul(x, x, true, false))");
        row(rows, "linalgqr", "qr(x).q()");
        row(rows, "eigvalsh selfadjointeig selfadjointeigvals symeig", "eigh(matMul(x, x, true, false)).values()");
        row(rows, "mm matmult linear dense gemm", "matMul(x, y, false, true)");
        row(rows, "dot", "vecdot(x, y)", "matMul(x, y, false, true)");
        row(rows, "vdot inner", "vecdot(x, y)");
        row(rows, "ger", "outer(x, y)");
        row(rows, "bmm", "batchMatMul(x, y, false, true)");
        row(rows, "relu", "reLU(x)");
        row(rows, "relu6", "reLU6(x)");
        row(rows, "silu", "siLU(x)");
        row(rows, "hardswish", "hSwish(x)");
        row(rows, "hardsigmoid", "hSigmoid(x)");
        row(rows, "hardshrink", "hShrink(x, 0.5)");
        row(rows, "tanhshrink", "tanhShrink(x)");
        row(rows, "thresholdedrelu", "threshold(x, 1.0, 0.0)");
        row(rows, "softmin", "softmax(neg(x), -1)");
        row(rows, "normalize", "l2Normalize(x, -1)");
        row(rows, "crossentropy", "crossEntropyLoss(x, i, 0.0)", "sparseSoftmaxCrossEntropyWithLogits(x, i).loss()");
        row(rows, "mse", "mseLoss(x, y)");
        return List.copyOf(rows);
    }

    private static void row(List<Synonym> rows, String names, String... calls) {
        rows.add(new Synonym(List.of(names.split(" ")), List.of(calls)));
    }

    /**
     * Prints the table.
     *
     * @return Markdown
     */
    public static String print() {
        return TABLE.stream()
                .map(row -> row.names().stream().map(OpSynonyms::code).collect(Collectors.joining(", ", "| ", " | "))
                        + row.calls().stream().map(OpSynonyms::code).collect(Collectors.joining(", "))
                        + " |\n")
                .collect(Collectors.joining("", "| elsewhere | here |\n|---|---|\n", ""));
    }

    private static String code(String text) {
        return "`" + text + "`";
    }
}
