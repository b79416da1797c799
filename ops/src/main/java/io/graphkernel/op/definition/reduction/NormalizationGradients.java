package io.graphkernel.op.definition.reduction;

import io.graphkernel.graph.Node;
import io.graphkernel.graph.TypeException;
import io.graphkernel.op.build.AxesBuilder.Axes;
import io.graphkernel.op.build.DimsBuilder.Dims;
import io.graphkernel.op.build.GradientBuilder;
import io.graphkernel.op.definition.element.ArithmeticOps;
import io.graphkernel.op.definition.reduction.NormalizationOps.Moments;
import io.graphkernel.op.row.GradientRule;
import java.util.ArrayList;
import java.util.List;

/**
 * Gradient rules of normalizations. Mean and variance are recomputed from x with the ops of the forward pass, so that
 * they can be shared. The op's own results may have been rounded to 16 bits.
 */
final class NormalizationGradients {

    private static final String Y = "y";
    private static final String GAMMA = "gamma";
    private static final String SUM = "sum";

    private NormalizationGradients() {}

    /** Returns the adjoints of x, gamma and beta. */
    static List<Node> layerNorm(GradientBuilder b, Node x, Axes axes) throws TypeException {
        Moments moments = Moments.of(b, x, axes);
        Node normalized = moments.normalized(b);
        Node q = b.mul(b.dy(Y), b.operand(GAMMA));
        Node dx = NormalizationOps.centredGradient(b, q, normalized, moments.rstd(b), axes);
        return List.of(dx, b.mul(b.dy(Y), normalized), b.dy(Y));
    }

    static List<Node> layerNorm(GradientBuilder b) throws TypeException {
        return layerNorm(b, b.x(), b.axesFrom(b.x(), b.axes("beginNormAxis")));
    }

    /** Returns the adjoints of x1, x2, gamma and beta. */
    static List<Node> addLayerNorm(GradientBuilder b) throws TypeException {
        Node sum = b.add(b.operand("x1"), b.operand("x2"));
        List<Node> found = layerNorm(b, sum, b.axesFrom(sum, b.axes("beginNormAxis")));
        return List.of(found.get(0), found.get(0), found.get(1), found.get(2));
    }

    /** Returns the adjoints of x and gamma. */
    static List<Node> rmsNorm(GradientBuilder b, Node x) throws TypeException {
        Node gamma = b.operand(GAMMA);
        Axes axes = b.trailingAxes(x, gamma);
        Node meanSquare = StatisticsOps.mean(b, b.square(x), axes);
        Node rstd = b.op("Rsqrt", b.add(meanSquare, b.operand("epsilon")));
        Node normalized = b.mul(x, rstd);
        Node q = b.mul(b.dy(Y), gamma);
        Node dx = NormalizationOps.scaledGradient(b, q, normalized, rstd, axes);
        return List.of(dx, b.mul(b.dy(Y), normalized));
    }

    /** Returns the adjoints of x1, x2 and gamma. */
    static List<Node> addRmsNorm(GradientBuilder b) throws TypeException {
        List<Node> found = rmsNorm(b, b.add(b.operand("x1"), b.operand("x2")));
        return List.of(found.get(0), found.get(0), found.get(1));
    }

    /**
     * Returns the rules of a normalization of x1 + x2: from the cotangent of the normalized value alone, and with that
     * of the sum.
     */
    static List<GradientRule> ofSum(GradientRule.Formula formula, String... operands) {
        List<String> names = List.of(operands);
        return List.of(
                new GradientRule(List.of(Y), names, formula),
                new GradientRule(List.of(Y, SUM), names, b -> withSum(b, formula.adjoints(b))));
    }

    private static List<Node> withSum(GradientBuilder b, List<Node> found) throws TypeException {
        Node both = b.add(found.get(0), b.dy(SUM));
        List<Node> nodes = new ArrayList<>(found);
        nodes.set(0, both);
        nodes.set(1, both);
        return nodes;
    }

    /** Returns the adjoints of x, scale and bias of a normalization over all axes except the channels. */
    static List<Node> batchNorm(GradientBuilder b) throws TypeException {
        Axes channel = ArithmeticOps.channels(b);
        Axes reduced = b.axesBut(b.x(), channel);
        Moments moments = Moments.of(b, b.x(), reduced);
        Node normalized = moments.normalized(b);
        Node q = b.mul(b.dy(Y), NormalizationOps.channel(b, b.operand("scale"), channel));
        Node dx = NormalizationOps.centredGradient(b, q, normalized, moments.rstd(b), reduced);
        return perChannel(b, dx, normalized, reduced);
    }

    /** Returns the adjoints of x, gamma and beta of a normalization over the spatial axes. */
    static List<Node> instanceNorm(GradientBuilder b) throws TypeException {
        Axes axes = b.axesFrom(b.x(), b.axes(2));
        Moments moments = Moments.of(b, b.x(), axes);
        Node normalized = moments.normalized(b);
        Node q = b.mul(b.dy(Y), NormalizationOps.channel(b, b.operand(GAMMA), b.axes(1)));
        Node dx = NormalizationOps.centredGradient(b, q, normalized, moments.rstd(b), axes);
        return perChannel(b, dx, normalized, b.axesBut(b.x(), b.axes(1)));
    }

    /** Returns the adjoints of x, gamma and beta of a normalization over groups of channels. */
    static List<Node> groupNorm(GradientBuilder b) throws TypeException {
        Dims groups = b.list(b.dim(b.x(), b.axes(0)), b.extent("groups"), b.extent(-1));
        Moments moments = Moments.of(b, b.reshape(b.x(), groups), b.axes(-1));
        Node normalized = moments.normalized(b);
        Node q = b.reshape(b.mul(b.dy(Y), NormalizationOps.channel(b, b.operand(GAMMA), b.axes(1))), groups);
        Node dx = NormalizationOps.centredGradient(b, q, normalized, moments.rstd(b), b.axes(-1));
        Node shaped = b.reshape(normalized, b.dims(b.x()));
        return perChannel(b, b.reshape(dx, b.dims(b.x())), shaped, b.axesBut(b.x(), b.axes(1)));
    }

    private static List<Node> perChannel(GradientBuilder b, Node dx, Node normalized, Axes reduced)
            throws TypeException {
        Node scale = b.reduce("ReduceSum", b.mul(b.dy(Y), normalized), reduced, false);
        return List.of(dx, scale, b.reduce("ReduceSum", b.dy(Y), reduced, false));
    }
}
