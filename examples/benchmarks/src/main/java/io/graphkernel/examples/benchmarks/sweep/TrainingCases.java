package io.graphkernel.examples.benchmarks.sweep;

import static io.graphkernel.examples.benchmarks.sweep.Forms.IMAGES;
import static io.graphkernel.examples.benchmarks.sweep.Forms.ONE;
import static io.graphkernel.examples.benchmarks.sweep.Forms.ROW;
import static io.graphkernel.examples.benchmarks.sweep.Forms.UNIT;
import static io.graphkernel.examples.benchmarks.sweep.Forms.X;

import io.graphkernel.runtime.DType;
import java.util.List;
import java.util.stream.Stream;

/** Losses, gradients that sum, and the steps of optimizers. */
final class TrainingCases {
    private static final Operand LABELS = Operand.of(DType.I32, "n").within(0, 1024);
    private static final Operand SQUARES = X.within(0.25, 0.75);
    private static final String MEAN = ", Reduction.MEAN)";

    private TrainingCases() {}

    static Stream<Case> all() {
        return Stream.of(losses(), gradients(), optimizers()).flatMap(List::stream);
    }

    private static List<Case> losses() {
        return List.of(
                Case.of("MSELoss", "mean", "$(a, b" + MEAN, X, X),
                Case.of("L1Loss", "mean", "$(a, b" + MEAN, X, X),
                Case.of("SmoothL1Loss", "mean", "$(a, b, 1.0" + MEAN, X, X),
                Case.of("KLDivLoss", "mean", "$(a, b" + MEAN, X, UNIT),
                Case.of("BinaryCrossEntropy", "mean", "$(a, b" + MEAN, UNIT, UNIT),
                Case.of("BinaryCrossEntropy", "each", "$(a, b, c, Reduction.NONE)", UNIT, UNIT, UNIT),
                Case.of("BCEWithLogitsLoss", "mean", "$(a, b" + MEAN, X, UNIT),
                Case.of("BCEWithLogitsLoss", "each", "$(a, b, c, d, Reduction.NONE)", X, UNIT, UNIT, UNIT),
                Case.of("SigmoidCrossEntropyWithLogits", "", "$(a, b)", X, UNIT),
                Case.of("SoftmaxCrossEntropyWithLogits", "loss", "$(a, b)", X, UNIT)
                        .results(".loss()"),
                Case.of("SoftmaxCrossEntropyWithLogits", "loss and gradient", "$(a, b)", X, UNIT)
                        .results(".loss()", ".dlogits()"),
                Case.of("SparseSoftmaxCrossEntropyWithLogits", "loss", "$(a, b" + MEAN, X, LABELS)
                        .results(".loss()"),
                Case.of("SparseSoftmaxCrossEntropyWithLogits", "loss and gradient", "$(a, b" + MEAN, X, LABELS)
                        .results(".loss()", ".dlogits()"),
                Case.of("NLLLoss", "mean", "$(a, b" + MEAN, X, LABELS));
    }

    private static List<Case> gradients() {
        return List.of(
                Case.of("SmoothL1LossGrad", "", "$(a, b, c, 1.0)", X, X, X),
                Case.of("BinaryCrossEntropyGrad", "", "$(a, b, c, Reduction.NONE)", UNIT, UNIT, X),
                Case.of("SigmoidCrossEntropyWithLogitsGrad", "", "$(a, b, c)", X, UNIT, X),
                Case.of("BiasAddGrad", "last axis", "$(a, DataFormat.NHWC)", X),
                Case.of("BiasAddGrad", "images", "$(a, DataFormat.NCHW)", IMAGES));
    }

    private static List<Case> optimizers() {
        String decayed = "1e-3, 0.9, 0.1, 0.999, 1e-3, 0.01, 1e-8)";
        return List.of(
                Case.of("Assign", "", "$(a, b)", X, X).updating(0).reads(0, 0),
                Case.of("Assign", "a row to each row", "$(a, b)", X, ROW)
                        .updating(0)
                        .reads(0, 0),
                Case.of("AssignAdd", "", "$(a, b)", X, X).updating(0),
                Case.of("AssignSub", "", "$(a, b)", X, X).updating(0),
                Case.of("Adam", "", "$(a, b, c, 0.9, 0.999, 1e-3, 0.9, 0.999, 1e-8, d, false)", X, X, SQUARES, X)
                        .updating(0, 1, 2),
                Case.of("AdamWeightDecay", "", "$(a, b, c, 1e-3, 0.9, 0.999, 1e-8, 0.01, d)", X, X, SQUARES, X)
                        .updating(0, 1, 2),
                Case.of("AdamApplyOneWithDecay", "", "$(a, b, c, d, " + decayed, X, SQUARES, X, X)
                        .results(".v()", ".m()", ".var()"),
                Case.of("AdamApplyOneWithDecayAssign", "", "$(a, b, c, d, " + decayed, X, SQUARES, X, X)
                        .updating(1, 2, 3),
                Case.of(
                                "LambApplyOptimizerAssign",
                                "",
                                "$(a, b, c, d, 0.9, 0.1, 0.999, 1e-3, 1e-6, 5.0, 1.0, 0.01)",
                                X,
                                SQUARES,
                                X,
                                X)
                        .updating(1, 2)
                        .results(".update()"),
                Case.of("LambApplyWeightAssign", "", "$(a, b, 1e-3, c, d)", ONE, ONE, X, X)
                        .updating(3),
                Case.of("ApplyMomentum", "", "$(a, b, 1e-3, c, 0.9, false)", X, X, X)
                        .updating(0, 1),
                Case.of("SGD", "", "$(a, b, 1e-3, c, 0.9, 0.0, 0.01, false)", X, X, X)
                        .updating(0, 2),
                Case.of("ApplyRMSProp", "", "$(a, b, c, 1e-3, d, 0.9, 0.9, 1e-8)", X, SQUARES, X, X)
                        .updating(0, 1, 2),
                Case.of("ApplyAdagradV2", "", "$(a, b, 1e-3, c, 1e-8)", X, SQUARES, X)
                        .updating(0, 1));
    }
}
