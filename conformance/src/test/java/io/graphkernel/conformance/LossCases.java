package io.graphkernel.conformance;

import io.graphkernel.conformance.oracle.Elementwise;
import io.graphkernel.conformance.oracle.Gradients;
import io.graphkernel.conformance.oracle.Losses;
import io.graphkernel.conformance.oracle.Losses.Reduction;
import io.graphkernel.conformance.oracle.NdArray;
import io.graphkernel.conformance.oracle.Scalar;
import io.graphkernel.runtime.DType;
import io.graphkernel.testing.TestTier;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Losses, and gradients that sum over broadcast axes. */
final class LossCases {

    private static final int NO_LABEL = -1;
    private static final Sampler LOGITS = Sampler.between(-6, 6).atAllMagnitudes();
    private static final Sampler LABELS = Sampler.between(0, 1);
    private static final Sampler WEIGHTS = Sampler.between(0.5, 2);

    private LossCases() {}

    static Stream<Case> all() {
        List<Case> cases = new ArrayList<>();
        for (DType dtype : Dtypes.REALS) {
            for (Reduction reduction : Reduction.values()) {
                if (dtype == DType.F32 || reduction == Reduction.MEAN || TestTier.isExhaustive()) {
                    addBinary(cases, dtype, reduction);
                    addWithLogits(cases, dtype, reduction);
                    addDistances(cases, dtype, reduction);
                    addClasses(cases, dtype, reduction);
                }
            }
            addSoftmax(cases, dtype);
            addLossGradients(cases, dtype);
        }
        for (DType dtype : Dtypes.NUMBERS) {
            addBias(cases, dtype, "rows", "n, d", false);
            addBias(cases, dtype, "channels", "n, d, h, w", false);
            addBias(cases, dtype, "channelsLast", "n, h, w, d", true);
            addExtremum(cases, "MaximumGrad", dtype, true);
            addExtremum(cases, "MinimumGrad", dtype, false);
        }
        return cases.stream();
    }

    private static void addBinary(List<Case> cases, DType dtype, Reduction reduction) {
        Operand x = new Operand(dtype, "n, d", Sampler.between(0.01, 0.99).atMagnitudes(0, 1));
        Operand label = new Operand(dtype, "n, d", LABELS);
        Operand weight = new Operand(dtype, "n, d", WEIGHTS);
        String tail = ", Reduction." + reduction + ")";
        cases.add(loss(
                "BinaryCrossEntropy",
                "plain",
                dtype,
                "$(a, b" + tail,
                reduction,
                v -> Elementwise.binaryCrossEntropy(v[0], v[1], v[0].number(1)),
                x,
                label));
        cases.add(loss(
                "BinaryCrossEntropy",
                "weighted",
                dtype,
                "$(a, b, c" + tail,
                reduction,
                v -> Elementwise.binaryCrossEntropy(v[0], v[1], v[2]),
                x,
                label,
                weight));
    }

    private static void addWithLogits(List<Case> cases, DType dtype, Reduction reduction) {
        Operand x = new Operand(dtype, "n, d", LOGITS);
        Operand label = new Operand(dtype, "n, d", LABELS);
        Operand weight = new Operand(dtype, "n, d", WEIGHTS);
        String tail = ", Reduction." + reduction + ")";
        cases.add(loss(
                "BCEWithLogitsLoss",
                "plain",
                dtype,
                "$(a, b" + tail,
                reduction,
                v -> Elementwise.logitsCrossEntropy(v[0], v[1], v[0].number(1), v[0].number(1)),
                x,
                label));
        cases.add(loss(
                "BCEWithLogitsLoss",
                "weighted",
                dtype,
                "$(a, b, c, d" + tail,
                reduction,
                v -> Elementwise.logitsCrossEntropy(v[0], v[1], v[2], v[3]),
                x,
                label,
                weight,
                weight));
    }

    private static void addDistances(List<Case> cases, DType dtype, Reduction reduction) {
        Operand x = new Operand(dtype, "n, d", LOGITS);
        Operand share = new Operand(dtype, "n, d", LABELS);
        String tail = ", Reduction." + reduction + ")";
        cases.add(loss(
                "MSELoss",
                "plain",
                dtype,
                "$(a, b" + tail,
                reduction,
                v -> v[0].minus(v[1]).squared(),
                x,
                x));
        cases.add(loss(
                "L1Loss",
                "plain",
                dtype,
                "$(a, b" + tail,
                reduction,
                v -> v[0].minus(v[1]).magnitude(),
                x,
                x));
        cases.add(loss(
                "SmoothL1Loss",
                "plain",
                dtype,
                "$(a, b, 2.0" + tail,
                reduction,
                v -> Elementwise.smoothL1(v[0], v[1], v[0].number(2)),
                x,
                x));
        cases.add(loss(
                "KLDivLoss",
                "plain",
                dtype,
                "$(a, b" + tail,
                reduction,
                v -> Elementwise.klDivergence(v[0], v[1]),
                x,
                share));
    }

    private static void addClasses(List<Case> cases, DType dtype, Reduction reduction) {
        Operand logits = new Operand(dtype, "n, 7", LOGITS);
        Operand labels = new Operand(dtype == DType.F32 ? DType.I32 : DType.I64, "n", Sampler.between(0, 6));
        Operand weight = new Operand(dtype, "7", WEIGHTS);
        String tail = ", Reduction." + reduction + ")";
        cases.add(Case.of(
                        "NLLLoss",
                        "weighted_" + reduction,
                        dtype,
                        "$(a, b, c" + tail,
                        x -> List.of(Losses.negativeLogLikelihood(
                                x[0], x[1], x[2], NO_LABEL, reduction, Numbers.zero(dtype))),
                        logits,
                        labels,
                        weight)
                .withoutEmpty());
        cases.add(Case.of(
                        "CrossEntropyLoss",
                        "weighted_" + reduction,
                        dtype,
                        "$(a, b, c, 0.125, 3" + tail,
                        x -> List.of(Losses.crossEntropy(x[0], x[1], x[2], 0.125, 3, reduction, Numbers.zero(dtype))),
                        logits,
                        labels,
                        weight)
                .withoutEmpty());
        NdArray ones = NdArray.generate(dtype, new int[] {7}, p -> Numbers.number(dtype, 1));
        cases.add(Case.of(
                        "NLLLoss",
                        "plain_" + reduction,
                        dtype,
                        "$(a, b" + tail,
                        x -> List.of(Losses.negativeLogLikelihood(
                                x[0], x[1], ones, NO_LABEL, reduction, Numbers.zero(dtype))),
                        logits,
                        labels)
                .withoutEmpty());
        if (reduction != Reduction.SUM) {
            addIgnored(cases, dtype, reduction, ones, logits, labels, weight);
        }
        cases.add(Case.of(
                        "SparseSoftmaxCrossEntropyWithLogits",
                        reduction.toString(),
                        dtype,
                        "$(a, b" + tail,
                        x -> Losses.sparseCrossEntropy(x[0], x[1], NO_LABEL, reduction, Numbers.zero(dtype)),
                        logits,
                        labels)
                .results("loss", "dlogits")
                .withoutEmpty());
    }

    /** Adds losses in which rows of class 3 do not count. */
    private static void addIgnored(
            List<Case> cases, DType dtype, Reduction reduction, NdArray ones, Operand... operands) {
        String tail = ", Reduction." + reduction + ", 3)";
        Scalar zero = Numbers.zero(dtype);
        cases.add(Case.of(
                        "NLLLoss",
                        "ignoring_" + reduction,
                        dtype,
                        "$(a, b" + tail,
                        x -> List.of(Losses.negativeLogLikelihood(x[0], x[1], ones, 3, reduction, zero)),
                        operands[0],
                        operands[1])
                .withoutEmpty());
        cases.add(Case.of(
                        "NLLLoss",
                        "ignoring_weighted_" + reduction,
                        dtype,
                        "$(a, b, c" + tail,
                        x -> List.of(Losses.negativeLogLikelihood(x[0], x[1], x[2], 3, reduction, zero)),
                        operands)
                .withoutEmpty());
        cases.add(Case.of(
                        "SparseSoftmaxCrossEntropyWithLogits",
                        "ignoring_" + reduction,
                        dtype,
                        "$(a, b" + tail,
                        x -> Losses.sparseCrossEntropy(x[0], x[1], 3, reduction, zero),
                        operands[0],
                        operands[1])
                .results("loss", "dlogits")
                .withoutEmpty());
    }

    private static void addLossGradients(List<Case> cases, DType dtype) {
        Operand x = new Operand(dtype, "n, d", Sampler.between(0.05, 0.95).atMagnitudes(0, 1));
        Operand label = new Operand(dtype, "n, d", LABELS);
        Operand weight = new Operand(dtype, "n, d", WEIGHTS);
        cases.add(loss(
                "BinaryCrossEntropyGrad",
                "plain",
                dtype,
                "$(a, b, c, Reduction.NONE)",
                Reduction.NONE,
                v -> Gradients.binaryCrossEntropy(v[0], v[1], v[2], v[0].number(1)),
                x,
                label,
                weight));
        cases.add(loss(
                "BinaryCrossEntropyGrad",
                "weighted",
                dtype,
                "$(a, b, c, d, Reduction.SUM)",
                Reduction.NONE,
                v -> Gradients.binaryCrossEntropy(v[0], v[1], v[2], v[3]),
                x,
                label,
                weight,
                weight));
        cases.add(loss(
                "SmoothL1LossGrad",
                "",
                dtype,
                "$(a, b, c, 2.0)",
                Reduction.NONE,
                v -> Gradients.smoothL1(v[0], v[1], v[2], v[0].number(2)),
                x,
                label,
                weight));
    }

    private static Case loss(
            String op,
            String form,
            DType dtype,
            String call,
            Reduction reduction,
            ElementwiseOp.Definition definition,
            Operand... operands) {
        Oracle oracle = x -> {
            NdArray perElement = NdArray.generate(
                    dtype,
                    NdArray.broadcast(x),
                    p -> definition.apply(
                            Stream.of(x).map(operand -> operand.at(p)).toArray(Scalar[]::new)));
            return List.of(Losses.reduced(perElement, reduction, Numbers.zero(dtype)));
        };
        Case built = Case.of(op, form + "_" + reduction, dtype, call, oracle, operands);
        return switch (reduction) {
            case MEAN -> built.withoutEmpty();
            case NONE -> built.interpretedPlan();
            case SUM -> built;
        };
    }

    private static void addSoftmax(List<Case> cases, DType dtype) {
        cases.add(Case.of(
                        "SoftmaxCrossEntropyWithLogits",
                        "",
                        dtype,
                        "$(a, b)",
                        x -> Losses.softmaxCrossEntropy(x[0], x[1], Numbers.zero(dtype)),
                        new Operand(dtype, "n, d", LOGITS),
                        new Operand(dtype, "n, d", LABELS))
                .results("loss", "dlogits"));
    }

    private static void addBias(List<Case> cases, DType dtype, String form, String dims, boolean last) {
        String format = "DataFormat." + (last ? "NHWC" : "NCHW");
        Operand x = new Operand(dtype, dims, LOGITS);
        cases.add(Case.of(
                "BiasAdd",
                form,
                dtype,
                "$(a, b, " + format + ")",
                v -> List.of(Losses.biasAdd(v[0], v[1], last)),
                x,
                new Operand(dtype, "d", LOGITS)));
        cases.add(Case.of(
                "BiasAddGrad",
                form,
                dtype,
                "$(a, " + format + ")",
                v -> List.of(Losses.biasAddGrad(v[0], last, Numbers.zero(dtype))),
                x));
    }

    private static void addExtremum(List<Case> cases, String op, DType dtype, boolean larger) {
        Sampler ties = Sampler.oneOf(-2, -1, 0, 1, 2);
        String[][] forms = {{"n, d", "n, d"}, {"n, d", "d"}, {"n, 1", "n, d"}, {"n, d", ""}};
        IntStream.range(0, Scope.isWide(dtype) ? forms.length : 2)
                .mapToObj(i -> Case.of(
                                op,
                                "form" + i,
                                dtype,
                                "$(a, b, c)",
                                x -> Losses.extremumGrad(x[0], x[1], x[2], larger, Numbers.zero(dtype)),
                                new Operand(dtype, forms[i][0], ties),
                                new Operand(dtype, forms[i][1], ties),
                                new Operand(dtype, "n, d", LOGITS))
                        .results("dx", "dy"))
                .forEach(cases::add);
    }
}
