package io.graphkernel.examples.benchmarks.sweep;

import static io.graphkernel.examples.benchmarks.sweep.Forms.COLUMN;
import static io.graphkernel.examples.benchmarks.sweep.Forms.HALVES;
import static io.graphkernel.examples.benchmarks.sweep.Forms.ROW;
import static io.graphkernel.examples.benchmarks.sweep.Forms.SCALES;
import static io.graphkernel.examples.benchmarks.sweep.Forms.X;

import java.util.List;
import java.util.stream.Stream;

/** The memory-bound graphs of the main benchmark, for any dtype and size, and a few single ops. */
final class FusedCases {
    private FusedCases() {}

    static List<Case> all() {
        return List.of(
                Case.of("bias + GeLU(tanh)", "", "Ops.geLU(Ops.add(a, b))", X, ROW),
                Case.of("LayerNorm", "", "$(a, b, c, 1e-5, -1, -1).y()", X, SCALES, SCALES),
                Case.of("Softmax", "", "$(a, -1)", X),
                Case.of("RmsNorm", "", "$(a, b, 1e-6).y()", X, SCALES),
                Case.of(
                        "residual add + layer normalization",
                        "",
                        "Ops.layerNorm(Ops.add(a, b), c, d, 1e-5, -1, -1).y()",
                        X,
                        X,
                        SCALES,
                        SCALES),
                Case.of("SiLU(x) * y", "", "Ops.mul(Ops.siLU(a), b)", X, X),
                Case.of("b = (2x)^3, (b - y) * b", "", seed(), X, X),
                Case.of(
                                "AdamWeightDecay",
                                "",
                                "$(a, b, c, 1e-3, 0.9, 0.999, 1e-6, 0.01, d)",
                                X,
                                X,
                                X.within(0.25, 0.75),
                                X)
                        .updating(0, 1, 2),
                Case.of("Add", "", "$(a, b)", X, X),
                Case.of("ReLU", "", "$(a)", X),
                Case.of("ReduceSum", "last axis", "$(a, -1)", X),
                Case.of("ReduceSum", "first axis", "$(a, 0)", X));
    }

    /** The patterns of named fusions, without other results and with those that a residual block reads. */
    static List<Case> named() {
        String sum = "Ops.add(a, b)";
        String layerNorm = "Ops.layerNorm(" + sum + ", c, d, 1e-5, -1, -1).y()";
        String rmsNorm = "Ops.rmsNorm(" + sum + ", c, 1e-6).y()";
        String first = "Ops.split(a, 2, -1)[0]";
        String second = "Ops.split(a, 2, -1)[1]";
        String quantized = "Ops.quantV2(" + rmsNorm + ", d, e)";
        return List.of(
                Case.of("add + layer norm", "", layerNorm, X, X, SCALES, SCALES),
                Case.of(
                                "add + layer norm",
                                "and the sum",
                                "Ops.addLayerNorm(a, b, c, d, 1e-5, -1, -1)",
                                X,
                                X,
                                SCALES,
                                SCALES)
                        .results(".y()", ".sum()"),
                Case.of("add + RMS norm", "", rmsNorm, X, X, SCALES),
                Case.of("add + RMS norm", "and the sum", "Ops.addRmsNorm(a, b, c, 1e-6)", X, X, SCALES)
                        .results(".y()", ".sum()"),
                Case.of("add + RMS norm + quantization", "", quantized, X, X, SCALES, SCALES, SCALES),
                Case.of(
                                "add + RMS norm + quantization",
                                "and the sum",
                                "Ops.addRmsNormQuant(a, b, c, d, e, 1e-6)",
                                X,
                                X,
                                SCALES,
                                SCALES,
                                SCALES)
                        .results(".quantized()", ".sum()"),
                Case.of(
                        "SwiGLU of halves, scaled",
                        "",
                        "Ops.mul(Ops.mul(Ops.siLU(" + first + "), " + second + "), b)",
                        HALVES,
                        SCALES));
    }

    /** Returns cases whose last columns of a row may cost too much. */
    static List<Case> oddSizes() {
        return Stream.concat(
                        all().stream(),
                        Stream.of(
                                Case.of("Softmax", "first axis", "$(a, 0)", X),
                                Case.of("Transpose", "", "$(a, 1, 0)", X),
                                Case.of("Concat", "columns", "$(1, a, b)", X, X),
                                Case.of("CumSum", "last axis", "$(a, -1, false, false)", X)))
                .toList();
    }

    static List<Case> rowReductions() {
        return Stream.of("ReduceSum", "ReduceMax", "ReduceMean", "ReduceL2", "LogSumExp")
                .map(op -> Case.of(op, "last axis", "$(a, -1)", X))
                .toList();
    }

    static List<Case> columnReductions() {
        return List.of(
                Case.of("ReduceSum", "first axis", "$(a, 0)", X),
                Case.of("BiasAddGrad", "", "$(a, DataFormat.NHWC)", X),
                Case.of("LayerNormGrad", "", "$(a, b, c, d, e, 1e-5, -1, -1)", X, X, COLUMN, COLUMN, SCALES)
                        .results(".dx()", ".dgamma()", ".dbeta()"));
    }

    private static String seed() {
        String b = "Ops.pow(Ops.mul(a, 2.0), 3.0)";
        return "Ops.mul(Ops.sub(" + b + ", b), " + b + ")";
    }
}
