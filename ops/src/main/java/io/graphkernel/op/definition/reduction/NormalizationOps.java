package io.graphkernel.op.definition.reduction;

import static io.graphkernel.op.row.OpParameter.axis;
import static io.graphkernel.op.row.OpParameter.bool;
import static io.graphkernel.op.row.OpParameter.number;
import static io.graphkernel.op.row.OpParameter.tensor;
import static io.graphkernel.op.row.OpResult.result;
import static io.graphkernel.op.row.OpResult.updated;
import static io.graphkernel.op.row.OpRow.composites;

import io.graphkernel.graph.Node;
import io.graphkernel.graph.TypeException;
import io.graphkernel.op.build.AxesBuilder.Axes;
import io.graphkernel.op.build.ExpansionBuilder;
import io.graphkernel.op.definition.element.ArithmeticOps;
import io.graphkernel.op.row.OpParameter;
import io.graphkernel.op.row.OpParameter.Kind;
import io.graphkernel.op.row.OpRow;
import io.graphkernel.op.row.OpRowBuilder;
import java.util.List;

/** Normalizations and their gradients. The variance is the mean of (x - mean x)², computed in two passes. */
public final class NormalizationOps {

    private static final OpParameter EPSILON = number("epsilon", 1e-5);
    private static final String NOTE = "mean and variance in two passes, by division";

    private NormalizationOps() {}

    /**
     * Returns the row of an op.
     *
     * @param name name of an op
     * @return its columns, or null if this family has no such op
     */
    public static OpRowBuilder row(String name) {
        return switch (name) {
            case "LayerNorm" ->
                composites(
                                name,
                                NormalizationOps::layerNorm,
                                tensor("x"),
                                tensor("gamma"),
                                tensor("beta"),
                                EPSILON,
                                axis("beginNormAxis", -1),
                                axis("beginParamsAxis", -1))
                        .results(result("y"), result("mean"), result("variance"))
                        .gradient(NormalizationGradients::layerNorm, "x", "gamma", "beta")
                        .shape("the shape of x; mean and variance with size 1 from beginNormAxis on")
                        .document(
                                "(x - mean) / √(variance + epsilon) · gamma + beta over the axes from beginNormAxis on;"
                                        + " gamma and beta have the dims of x from beginParamsAxis on")
                        .note(NOTE);
            case "LayerNormGrad" ->
                composites(
                                name,
                                NormalizationOps::layerNormGradient,
                                tensor("x"),
                                tensor("dy"),
                                tensor("variance"),
                                tensor("mean"),
                                tensor("gamma"),
                                EPSILON,
                                axis("beginNormAxis", -1),
                                axis("beginParamsAxis", -1))
                        .results(result("dx"), result("dgamma"), result("dbeta"))
                        .shape("the shape of x; that of gamma; that of gamma")
                        .document(
                                "r · (q - mean q - x̂ · mean(q · x̂)), Σ dy · x̂, Σ dy with r = 1 / √(variance + epsilon),"
                                        + " x̂ = (x - mean) · r, q = dy · gamma")
                        .note(
                                "r is a reciprocal root, not exp(-0.5 · log); the default of epsilon is that of LayerNorm");
            case "RmsNorm" ->
                composites(name, NormalizationOps::rmsNorm, tensor("x"), tensor("gamma"), number("epsilon", 1e-6))
                        .results(result("y"), result("rstd"))
                        .gradient(b -> NormalizationGradients.rmsNorm(b, b.x()), "x", "gamma")
                        .shape("the shape of x; with size 1 along the axes of gamma")
                        .document("x · rstd · gamma, rstd = 1 / √(mean x² + epsilon) over the axes of gamma");
            case "RmsNormGrad" ->
                composites(
                                name,
                                NormalizationOps::rmsNormGradient,
                                tensor("dy"),
                                tensor("x"),
                                tensor("rstd"),
                                tensor("gamma"))
                        .results(result("dx"), result("dgamma"))
                        .shape("the shape of x; that of gamma")
                        .document("rstd · (q - x̂ · mean(q · x̂)), Σ dy · x̂ with x̂ = x · rstd, q = dy · gamma");
            case "BatchNorm" ->
                OpRow.composite(name, NormalizationOps::batchNorm)
                        .parameters(
                                tensor("x"),
                                tensor("scale"),
                                tensor("bias"),
                                tensor("mean"),
                                tensor("variance"),
                                EPSILON,
                                ArithmeticOps.format())
                        .shape("the shape of x")
                        .document("(x - mean) / √(variance + epsilon) · scale + bias per channel, for inference");
            case "BatchNormTrain" ->
                composites(
                                name,
                                NormalizationOps::batchNormTrain,
                                tensor("x"),
                                tensor("scale"),
                                tensor("bias"),
                                tensor("mean"),
                                tensor("variance"),
                                number("momentum", 0.1),
                                EPSILON,
                                ArithmeticOps.format())
                        .results(
                                result("y"),
                                updated("mean"),
                                updated("variance"),
                                result("batchMean"),
                                result("batchVariance"))
                        .gradient(NormalizationGradients::batchNorm, "x", "scale", "bias")
                        .shape("the shape of x; the others [channels]")
                        .document(
                                "normalizes x by the mean and variance of the batch, per channel, and moves the running"
                                        + " mean and the running unbiased variance towards them by momentum")
                        .note(NOTE);
            case "BatchNormGrad" ->
                composites(
                                name,
                                NormalizationOps::batchNormGradient,
                                tensor("dy"),
                                tensor("x"),
                                tensor("scale"),
                                tensor("mean"),
                                tensor("variance"),
                                EPSILON,
                                bool("isTraining", true),
                                ArithmeticOps.format())
                        .results(result("dx"), result("dscale"), result("dbias"))
                        .shape("the shape of x; the others [channels]")
                        .document(
                                "the gradients of BatchNormTrain, from the batch's mean and variance, or of BatchNorm");
            case "GroupNorm" ->
                composites(
                                name,
                                NormalizationOps::groupNorm,
                                tensor("x"),
                                tensor("gamma"),
                                tensor("beta"),
                                OpParameter.attribute("groups", Kind.DIM),
                                EPSILON)
                        .limits(NormalizationOps::groups)
                        .results(result("y"), result("mean"), result("variance"))
                        .gradient(NormalizationGradients::groupNorm, "x", "gamma", "beta")
                        .shape("the shape of x; [n, groups, 1] the others")
                        .document("normalizes x [n, channels, …] over groups of channels; gamma and beta per channel")
                        .note(NOTE);
            case "InstanceNorm" ->
                composites(name, NormalizationOps::instanceNorm, tensor("x"), tensor("gamma"), tensor("beta"), EPSILON)
                        .results(result("y"), result("mean"), result("variance"))
                        .gradient(NormalizationGradients::instanceNorm, "x", "gamma", "beta")
                        .shape("the shape of x; with size 1 from axis 2 on the others")
                        .document("normalizes x [n, channels, …] over the axes from 2 on; gamma and beta per channel")
                        .note(NOTE);
            default -> null;
        };
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
        Node centred = b.sub(q, StatisticsOps.mean(b, q, axes));
        Node slope = StatisticsOps.mean(b, b.mul(q, normalized), axes);
        return b.mul(b.sub(centred, b.mul(normalized, slope)), rstd);
    }

    private static List<Node> rmsNorm(ExpansionBuilder b) throws TypeException {
        Axes axes = b.trailingAxes(b.x(), b.operand("gamma"));
        Node meanSquare = StatisticsOps.mean(b, b.square(b.x()), axes);
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
        Node slope = StatisticsOps.mean(b, b.mul(q, normalized), axes);
        return b.mul(b.sub(q, b.mul(normalized, slope)), rstd);
    }

    /** Broadcasts a vector along the channel axis. */
    static Node channel(ExpansionBuilder b, Node vector, Axes axis) throws TypeException {
        return b.reshape(vector, b.alongAxis(vector, b.x(), axis));
    }

    private static Node batchNorm(ExpansionBuilder b) throws TypeException {
        Axes axis = ArithmeticOps.channels(b);
        Node rstd = b.op("Rsqrt", b.add(b.operand("variance"), b.operand("epsilon")));
        Node scale = channel(b, b.mul(rstd, b.operand("scale")), axis);
        Node centred = b.sub(b.x(), channel(b, b.operand("mean"), axis));
        return b.add(b.mul(centred, scale), channel(b, b.operand("bias"), axis));
    }

    private static List<Node> batchNormTrain(ExpansionBuilder b) throws TypeException {
        Axes axis = ArithmeticOps.channels(b);
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
        Axes axis = ArithmeticOps.channels(b);
        Axes reduced = b.axesBut(b.x(), axis);
        Node dy = b.operand("dy");
        Node rstd = channel(b, b.op("Rsqrt", b.add(b.operand("variance"), b.operand("epsilon"))), axis);
        Node normalized = b.mul(b.sub(b.x(), channel(b, b.operand("mean"), axis)), rstd);
        Node q = b.mul(dy, channel(b, b.operand("scale"), axis));
        Node dx = b.flag("isTraining") ? centredGradient(b, q, normalized, rstd, reduced) : b.mul(q, rstd);
        Node dscale = b.reduce("ReduceSum", b.mul(dy, normalized), reduced, false);
        return List.of(dx, dscale, b.reduce("ReduceSum", dy, reduced, false));
    }

    private static void groups(ExpansionBuilder b) throws TypeException {
        b.atLeast("groups", b.extent("groups"), b.extent(1));
        b.divides(b.extent("groups"), b.dim(b.x(), b.axes(1)));
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

    /** Centered values with their mean and variance, with reduced axes kept. */
    record Moments(Node centred, Node mean, Node variance) {

        static Moments of(ExpansionBuilder b, Node x, Axes axes) throws TypeException {
            Node mean = StatisticsOps.mean(b, x, axes);
            Node centred = b.sub(x, mean);
            return new Moments(centred, mean, StatisticsOps.mean(b, b.square(centred), axes));
        }

        Node normalized(ExpansionBuilder b) throws TypeException {
            return b.mul(centred, rstd(b));
        }

        Node rstd(ExpansionBuilder b) throws TypeException {
            return b.op("Rsqrt", b.add(variance, b.operand("epsilon")));
        }
    }
}
