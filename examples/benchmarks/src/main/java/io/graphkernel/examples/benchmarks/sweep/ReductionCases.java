package io.graphkernel.examples.benchmarks.sweep;

import static io.graphkernel.examples.benchmarks.sweep.Forms.CHANNELS;
import static io.graphkernel.examples.benchmarks.sweep.Forms.COLUMN;
import static io.graphkernel.examples.benchmarks.sweep.Forms.CUBE;
import static io.graphkernel.examples.benchmarks.sweep.Forms.IMAGES;
import static io.graphkernel.examples.benchmarks.sweep.Forms.NEAR_ONE;
import static io.graphkernel.examples.benchmarks.sweep.Forms.SCALES;
import static io.graphkernel.examples.benchmarks.sweep.Forms.TRUTH;
import static io.graphkernel.examples.benchmarks.sweep.Forms.WHOLE;
import static io.graphkernel.examples.benchmarks.sweep.Forms.X;

import java.util.List;
import java.util.stream.Stream;

/** Reductions, the softmax family and normalizations, with their gradients. */
final class ReductionCases {
    private static final String[][] AXES = {
        {"last axis", "-1"}, {"first axis", "0"},
    };

    private ReductionCases() {}

    static Stream<Case> all() {
        return Stream.of(
                        Stream.of("ReduceSum", "ReduceMax", "ReduceMean").flatMap(ReductionCases::everyAxis),
                        Stream.of("ReduceMin", "ReduceVariance", "ReduceStd", "ReduceL2", "LogSumExp")
                                .flatMap(op -> axes(op, "$(a, #)", "", X)),
                        Stream.of("ReduceL1", "ReduceLInf", "ReduceSumSquare", "CountNonzero", "NanSum", "NanMean")
                                .flatMap(op -> axes(op, "$(a, #)", "", X)),
                        axes("Vecdot", "$(a, b, #)", "", X, X),
                        axes("ReduceProd", "$(a, #)", "", NEAR_ONE),
                        axes("MeanExt", "$(a, Ops.axes(#), false, DType.F32)", "", X),
                        Stream.of("ReduceAll", "ReduceAny").flatMap(op -> axes(op, "$(a, #)", "", TRUTH)),
                        positions(),
                        softmax(),
                        normalizations().stream())
                .flatMap(stream -> stream);
    }

    private static Stream<Case> everyAxis(String op) {
        return Stream.concat(
                axes(op, "$(a, #)", "", X),
                Stream.of(
                        Case.of(op, "middle axis", "$(a, 1)", CUBE),
                        Case.of(op, "outer axes", "$(a, Ops.axes(0, 2), false)", CUBE),
                        Case.of(op, "all axes", "$(a)", X)));
    }

    /** A case for the last and the first axis, which stands for # in the call. */
    private static Stream<Case> axes(String op, String call, String results, Operand... operands) {
        return Stream.of(AXES).map(axis -> {
            Case tested = Case.of(op, axis[0], call.replace("#", axis[1]), operands);
            return results.isEmpty() ? tested : tested.results(results.split(" "));
        });
    }

    private static Stream<Case> positions() {
        return Stream.of(
                        axes("ArgMax", "$(a, #)", "", X),
                        axes("Argmin", "$(a, #)", "", X),
                        axes("ArgMaxWithValue", "$(a, #, false)", ".index() .value()", X),
                        axes("ArgMinWithValue", "$(a, #, false)", ".index() .value()", X),
                        Stream.of(
                                Case.of("EqualCount", "", "$(a, b)", WHOLE, WHOLE),
                                Case.of("SquareSumAll", "", "$(a, b)", X, X).results(".squareSumX()", ".squareSumY()")))
                .flatMap(stream -> stream);
    }

    private static Stream<Case> softmax() {
        return Stream.of(
                        axes("Softmax", "$(a, #)", "", X),
                        axes("LogSoftmax", "$(a, #)", "", X),
                        axes("SoftmaxGrad", "$(a, b, #)", "", X, X),
                        axes("SoftmaxGradExt", "$(a, b, c, #)", "", X, X, X),
                        axes("LogSoftmaxGrad", "$(a, b, #)", "", X, X),
                        axes("L2Normalize", "$(a, #, 1e-12)", "", X),
                        axes("CosineSimilarity", "$(a, b, #, 1e-8)", "", X, X))
                .flatMap(stream -> stream);
    }

    private static List<Case> normalizations() {
        return List.of(
                Case.of("LayerNorm", "", "$(a, b, c, 1e-5, -1, -1)", X, SCALES, SCALES)
                        .results(".y()", ".mean()", ".variance()"),
                Case.of("LayerNormGrad", "", "$(a, b, c, d, e, 1e-5, -1, -1)", X, X, COLUMN, COLUMN, SCALES)
                        .results(".dx()", ".dgamma()", ".dbeta()"),
                Case.of("RmsNorm", "", "$(a, b, 1e-6)", X, SCALES).results(".y()", ".rstd()"),
                Case.of("RmsNormGrad", "", "$(a, b, c, d)", X, X, COLUMN, SCALES)
                        .results(".dx()", ".dgamma()"),
                Case.of("LayerNormV3", "", "$(a, b, c, 1e-5, -1, -1)", X, SCALES, SCALES)
                        .results(".y()", ".mean()", ".rstd()"),
                Case.of("LayerNormExt", "", "$(a, new long[] {a.dimension(1)}, b, c, 1e-5)", X, SCALES, SCALES)
                        .results(".y()", ".mean()", ".rstd()"),
                Case.of("AddLayerNorm", "", "$(a, b, c, d, 1e-5, -1, -1)", X, X, SCALES, SCALES)
                        .results(".y()", ".mean()", ".variance()", ".sum()"),
                Case.of("AddLayerNormV3", "", "$(a, b, c, d, 1e-5, -1, -1)", X, X, SCALES, SCALES)
                        .results(".y()", ".mean()", ".rstd()", ".sum()"),
                Case.of("AddRmsNorm", "", "$(a, b, c, 1e-6)", X, X, SCALES).results(".y()", ".rstd()", ".sum()"),
                Case.of("QuantV2", "", "$(a, b, c)", X, SCALES, SCALES),
                Case.of("RmsNormQuant", "", "$(a, b, c, d, 1e-6)", X, SCALES, SCALES, SCALES),
                Case.of("AddRmsNormQuant", "", "$(a, b, c, d, e, 1e-6)", X, X, SCALES, SCALES, SCALES)
                        .results(".quantized()", ".y()", ".sum()"),
                Case.of("AvgPool", "2 by 2", "$(a, new long[] {2, 2}, new long[] {2, 2})", IMAGES),
                Case.of("MaxPool", "2 by 2", "$(a, new long[] {2, 2}, new long[] {2, 2})", IMAGES),
                Case.of(
                        "BatchNorm",
                        "last axis",
                        channel("b, c, d, e, 1e-5", "NHWC"),
                        X,
                        SCALES,
                        SCALES,
                        SCALES,
                        SCALES),
                Case.of(
                        "BatchNorm",
                        "images",
                        channel("b, c, d, e, 1e-5", "NCHW"),
                        IMAGES,
                        CHANNELS,
                        CHANNELS,
                        CHANNELS,
                        CHANNELS),
                Case.of(
                                "BatchNormTrain",
                                "images",
                                channel("b, c, d, e, 0.1, 1e-5", "NCHW"),
                                IMAGES,
                                CHANNELS,
                                CHANNELS,
                                CHANNELS,
                                CHANNELS)
                        .results(".y()", ".batchMean()", ".batchVariance()"),
                Case.of(
                                "BatchNormGrad",
                                "images",
                                channel("b, c, d, e, 1e-5, true", "NCHW"),
                                IMAGES,
                                IMAGES,
                                CHANNELS,
                                CHANNELS,
                                CHANNELS)
                        .results(".dx()", ".dscale()", ".dbias()"),
                Case.of("GroupNorm", "images", "$(a, b, c, 8, 1e-5)", IMAGES, CHANNELS, CHANNELS)
                        .results(".y()", ".mean()", ".variance()"),
                Case.of("InstanceNorm", "images", "$(a, b, c, 1e-5)", IMAGES, CHANNELS, CHANNELS)
                        .results(".y()", ".mean()", ".variance()"));
    }

    private static String channel(String arguments, String format) {
        return "$(a, " + arguments + ", DataFormat." + format + ")";
    }
}
