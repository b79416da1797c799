package io.graphkernel.processor.op;

import static io.graphkernel.processor.op.OpParameter.axis;
import static io.graphkernel.processor.op.OpParameter.bool;
import static io.graphkernel.processor.op.OpParameter.number;
import static io.graphkernel.processor.op.OpParameter.tensor;
import static io.graphkernel.processor.op.OpResult.result;
import static io.graphkernel.processor.op.OpResult.updated;
import static io.graphkernel.processor.op.OpRow.composites;

import io.graphkernel.processor.graph.Node;
import io.graphkernel.processor.graph.TypeException;
import io.graphkernel.processor.op.DimsBuilder.Axes;
import io.graphkernel.processor.op.OpParameter.Kind;
import java.util.List;

/** Normalisations and their gradients. A variance is the mean of (x - mean x)², in two passes. */
final class NormalizationRows {

    private static final OpParameter EPSILON = number("epsilon", 1e-5);
    private static final String NOTE = "mean and variance in two passes, by division";

    private NormalizationRows() {}

    static List<OpRowBuilder> all() {
        return List.of(
                composites(
                                "LayerNorm",
                                NormalizationRows::layerNorm,
                                tensor("x"),
                                tensor("gamma"),
                                tensor("beta"),
                                EPSILON,
                                axis("beginNormAxis", -1),
                                axis("beginParamsAxis", -1))
                        .gives(result("y"), result("mean"), result("variance"))
                        .gradient(NormalizationGradients::layerNorm, "x", "gamma", "beta")
                        .shape("the shape of x; mean and variance with size 1 from beginNormAxis on")
                        .document(
                                "(x - mean) / √(variance + epsilon) · gamma + beta over the axes from beginNormAxis on;"
                                        + " gamma and beta have the dims of x from beginParamsAxis on")
                        .note(NOTE),
                composites(
                                "LayerNormGrad",
                                NormalizationRows::layerNormGradient,
                                tensor("x"),
                                tensor("dy"),
                                tensor("variance"),
                                tensor("mean"),
                                tensor("gamma"),
                                EPSILON,
                                axis("beginNormAxis", -1),
                                axis("beginParamsAxis", -1))
                        .gives(result("dx"), result("dgamma"), result("dbeta"))
                        .shape("the shape of x; that of gamma; that of gamma")
                        .document(
                                "r · (q - mean q - x̂ · mean(q · x̂)), Σ dy · x̂, Σ dy with r = 1 / √(variance + epsilon),"
                                        + " x̂ = (x - mean) · r, q = dy · gamma")
                        .note(
                                "r is a reciprocal root, not exp(-0.5 · log); the default of epsilon is that of LayerNorm"),
                composites("RmsNorm", NormalizationRows::rmsNorm, tensor("x"), tensor("gamma"), number("epsilon", 1e-6))
                        .gives(result("y"), result("rstd"))
                        .gradient(b -> NormalizationGradients.rmsNorm(b, b.x()), "x", "gamma")
                        .shape("the shape of x; with size 1 along the axes of gamma")
                        .document("x · rstd · gamma, rstd = 1 / √(mean x² + epsilon) over the axes of gamma"),
                composites(
                                "RmsNormGrad",
                                NormalizationRows::rmsNormGradient,
                                tensor("dy"),
                                tensor("x"),
                                tensor("rstd"),
                                tensor("gamma"))
                        .gives(result("dx"), result("dgamma"))
                        .shape("the shape of x; that of gamma")
                        .document("rstd · (q - x̂ · mean(q · x̂)), Σ dy · x̂ with x̂ = x · rstd, q = dy · gamma"),
                OpRow.composite("BatchNorm", NormalizationRows::batchNorm)
                        .takes(
                                tensor("x"),
                                tensor("scale"),
                                tensor("bias"),
                                tensor("mean"),
                                tensor("variance"),
                                EPSILON,
                                ArithmeticRows.format())
                        .shape("the shape of x")
                        .document("(x - mean) / √(variance + epsilon) · scale + bias per channel, for inference"),
                composites(
                                "BatchNormTrain",
                                NormalizationRows::batchNormTrain,
                                tensor("x"),
                                tensor("scale"),
                                tensor("bias"),
                                tensor("mean"),
                                tensor("variance"),
                                number("momentum", 0.1),
                                EPSILON,
                                ArithmeticRows.format())
                        .gives(
                                result("y"),
                                updated("mean"),
                                updated("variance"),
                                result("batchMean"),
                                result("batchVariance"))
                        .gradient(NormalizationGradients::batchNorm, "x", "scale", "bias")
                        .shape("the shape of x; the others [channels]")
                        .document(
                                "normalises x by the mean and variance of the batch, per channel, and moves the running"
                                        + " mean and the running unbiased variance towards them by momentum")
                        .note(NOTE),
                composites(
                                "BatchNormGrad",
                                NormalizationRows::batchNormGradient,
                                tensor("dy"),
                                tensor("x"),
                                tensor("scale"),
                                tensor("mean"),
                                tensor("variance"),
                                EPSILON,
                                bool("isTraining", true),
                                ArithmeticRows.format())
                        .gives(result("dx"), result("dscale"), result("dbias"))
                        .shape("the shape of x; the others [channels]")
                        .document(
                                "the gradients of BatchNormTrain, from the batch's mean and variance, or of BatchNorm"),
                composites(
                                "GroupNorm",
                                NormalizationRows::groupNorm,
                                tensor("x"),
                                tensor("gamma"),
                                tensor("beta"),
                                OpParameter.attribute("groups", Kind.DIM),
                                EPSILON)
                        .gives(result("y"), result("mean"), result("variance"))
                        .gradient(NormalizationGradients::groupNorm, "x", "gamma", "beta")
                        .shape("the shape of x; [n, groups, 1] the others")
                        .document("normalises x [n, channels, …] over groups of channels; gamma and beta per channel")
                        .note(NOTE),
                composites(
                                "InstanceNorm",
                                NormalizationRows::instanceNorm,
                                tensor("x"),
                                tensor("gamma"),
                                tensor("beta"),
                                EPSILON)
                        .gives(result("y"), result("mean"), result("variance"))
                        .gradient(NormalizationGradients::instanceNorm, "x", "gamma", "beta")
                        .shape("the shape of x; with size 1 from axis 2 on the others")
                        .document("normalises x [n, channels, …] over the axes from 2 on; gamma and beta per channel")
                        .note(NOTE));
    }

    private static List<Node> layerNorm(ExpansionBuilder b) throws TypeException {
        Axes axes = b.axesFrom(b.x(), b.axes("beginNormAxis"));
        Moments moments = Moments.of(b, b.x(), axes);
        Node y = b.mul(moments.normalized(b), b.operand("gamma"));
        return List.of(b.add(y, b.operand("beta")), moments.mean, moments.variance);
    }

    private static List<Node> layerNormGradient(ExpansionBuilder b) throws TypeException {
        Axes axes = b.axesFrom(b.x(), b.axes("beginNormAxis"));
        Node gamma = b.operand("gamma");
        Node dy = b.operand("dy");
        Node rstd = b.op("Rsqrt", b.add(b.operand("variance"), b.operand("epsilon")));
        Node normalized = b.mul(b.sub(b.x(), b.operand("mean")), rstd);
        Node dx = centredGradient(b, b.mul(dy, gamma), normalized, rstd, axes);
        return List.of(dx, b.sumTo(b.mul(dy, normalized), gamma), b.sumTo(dy, gamma));
    }

    /** rstd · (q - mean q - x̂ · mean(q · x̂)). */
    static Node centredGradient(ExpansionBuilder b, Node q, Node normalized, Node rstd, Axes axes)
            throws TypeException {
        Node centred = b.sub(q, StatisticsRows.mean(b, q, axes));
        Node slope = StatisticsRows.mean(b, b.mul(q, normalized), axes);
        return b.mul(b.sub(centred, b.mul(normalized, slope)), rstd);
    }

    private static List<Node> rmsNorm(ExpansionBuilder b) throws TypeException {
        Axes axes = b.trailingAxes(b.x(), b.operand("gamma"));
        Node meanSquare = StatisticsRows.mean(b, b.square(b.x()), axes);
        Node rstd = b.op("Rsqrt", b.add(meanSquare, b.operand("epsilon")));
        return List.of(b.mul(b.mul(b.x(), rstd), b.operand("gamma")), rstd);
    }

    private static List<Node> rmsNormGradient(ExpansionBuilder b) throws TypeException {
        Node gamma = b.operand("gamma");
        Node dy = b.operand("dy");
        Node rstd = b.operand("rstd");
        Node normalized = b.mul(b.x(), rstd);
        Node dx = scaledGradient(b, b.mul(dy, gamma), normalized, rstd, b.trailingAxes(b.x(), gamma));
        return List.of(dx, b.sumTo(b.mul(dy, normalized), gamma));
    }

    /** rstd · (q - x̂ · mean(q · x̂)). */
    static Node scaledGradient(ExpansionBuilder b, Node q, Node normalized, Node rstd, Axes axes) throws TypeException {
        Node slope = StatisticsRows.mean(b, b.mul(q, normalized), axes);
        return b.mul(b.sub(q, b.mul(normalized, slope)), rstd);
    }

    /** A vector along the axis of channels. */
    static Node channel(ExpansionBuilder b, Node vector, Axes axis) throws TypeException {
        return b.reshape(vector, b.alongAxis(vector, b.x(), axis));
    }

    private static Node batchNorm(ExpansionBuilder b) throws TypeException {
        Axes axis = ArithmeticRows.channels(b);
        Node rstd = b.op("Rsqrt", b.add(b.operand("variance"), b.operand("epsilon")));
        Node scale = channel(b, b.mul(rstd, b.operand("scale")), axis);
        Node centred = b.sub(b.x(), channel(b, b.operand("mean"), axis));
        return b.add(b.mul(centred, scale), channel(b, b.operand("bias"), axis));
    }

    private static List<Node> batchNormTrain(ExpansionBuilder b) throws TypeException {
        Axes axis = ArithmeticRows.channels(b);
        Axes reduced = b.axesBut(b.x(), axis);
        Moments moments = Moments.of(b, b.x(), reduced);
        Node scaled = b.mul(moments.normalized(b), channel(b, b.operand("scale"), axis));
        Node y = b.add(scaled, channel(b, b.operand("bias"), axis));
        Node batchMean = b.reshape(moments.mean, b.dims(b.operand("mean")));
        Node batchVariance = b.reshape(moments.variance, b.dims(b.operand("variance")));
        Node count = b.elementCount(b.x(), reduced);
        Node unbiased = b.mul(batchVariance, b.div(count, b.max(b.add(count, -1), 1)));
        return List.of(y, moved(b, "mean", batchMean), moved(b, "variance", unbiased), batchMean, batchVariance);
    }

    private static Node moved(ExpansionBuilder b, String running, Node batch) throws TypeException {
        Node distance = b.sub(batch, b.operand(running));
        return b.add(b.operand(running), b.mul(distance, b.operand("momentum")));
    }

    private static List<Node> batchNormGradient(ExpansionBuilder b) throws TypeException {
        Axes axis = ArithmeticRows.channels(b);
        Axes reduced = b.axesBut(b.x(), axis);
        Node dy = b.operand("dy");
        Node rstd = channel(b, b.op("Rsqrt", b.add(b.operand("variance"), b.operand("epsilon"))), axis);
        Node normalized = b.mul(b.sub(b.x(), channel(b, b.operand("mean"), axis)), rstd);
        Node q = b.mul(dy, channel(b, b.operand("scale"), axis));
        Node dx = b.flag("isTraining") ? centredGradient(b, q, normalized, rstd, reduced) : b.mul(q, rstd);
        Node dscale = b.reduce("ReduceSum", b.mul(dy, normalized), reduced, false);
        return List.of(dx, dscale, b.reduce("ReduceSum", dy, reduced, false));
    }

    private static List<Node> groupNorm(ExpansionBuilder b) throws TypeException {
        Node grouped = b.reshape(b.x(), b.list(b.dim(b.x(), b.axes(0)), b.extent("groups"), b.extent(-1)));
        Moments moments = Moments.of(b, grouped, b.axes(-1));
        Node normalized = b.reshape(moments.normalized(b), b.dims(b.x()));
        return List.of(perChannel(b, normalized), moments.mean, moments.variance);
    }

    private static List<Node> instanceNorm(ExpansionBuilder b) throws TypeException {
        Moments moments = Moments.of(b, b.x(), b.axesFrom(b.x(), b.axes(2)));
        return List.of(perChannel(b, moments.normalized(b)), moments.mean, moments.variance);
    }

    private static Node perChannel(ExpansionBuilder b, Node normalized) throws TypeException {
        Node scaled = b.mul(normalized, channel(b, b.operand("gamma"), b.axes(1)));
        return b.add(scaled, channel(b, b.operand("beta"), b.axes(1)));
    }

    /** The centred values with their mean and variance, over axes that stay with size 1. */
    record Moments(Node centred, Node mean, Node variance) {

        static Moments of(ExpansionBuilder b, Node x, Axes axes) throws TypeException {
            Node mean = StatisticsRows.mean(b, x, axes);
            Node centred = b.sub(x, mean);
            return new Moments(centred, mean, StatisticsRows.mean(b, b.square(centred), axes));
        }

        Node normalized(ExpansionBuilder b) throws TypeException {
            return b.mul(centred, rstd(b));
        }

        Node rstd(ExpansionBuilder b) throws TypeException {
            return b.op("Rsqrt", b.add(variance, b.operand("epsilon")));
        }
    }
}
