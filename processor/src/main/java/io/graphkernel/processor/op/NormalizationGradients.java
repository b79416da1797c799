package io.graphkernel.processor.op;

import io.graphkernel.processor.graph.Node;
import io.graphkernel.processor.graph.TypeException;
import io.graphkernel.processor.op.DimsBuilder.Axes;
import io.graphkernel.processor.op.DimsBuilder.Dims;
import io.graphkernel.processor.op.NormalizationRows.Moments;
import java.util.ArrayList;
import java.util.List;

/**
 * Gradient rules of normalisations. Mean and variance are computed from x as the forward pass computes them, so that the two
 * are the same ops: what the op gives as its results may have been rounded to 16 bits.
 */
final class NormalizationGradients {

    private static final String Y = "y";
    private static final String GAMMA = "gamma";
    private static final String SUM = "sum";

    private NormalizationGradients() {}

    /** The adjoints of x, gamma and beta. */
    static List<Node> layerNorm(GradientBuilder b, Node x, Axes axes) throws TypeException {
        Moments moments = Moments.of(b, x, axes);
        Node normalized = moments.normalized(b);
        Node q = b.mul(b.dy(Y), b.operand(GAMMA));
        Node dx = NormalizationRows.centredGradient(b, q, normalized, moments.rstd(b), axes);
        return List.of(dx, b.mul(b.dy(Y), normalized), b.dy(Y));
    }

    static List<Node> layerNorm(GradientBuilder b) throws TypeException {
        return layerNorm(b, b.x(), b.axesFrom(b.x(), b.axes("beginNormAxis")));
    }

    /** The adjoints of x1, x2, gamma and beta. */
    static List<Node> addLayerNorm(GradientBuilder b) throws TypeException {
        Node sum = b.add(b.operand("x1"), b.operand("x2"));
        List<Node> found = layerNorm(b, sum, b.axesFrom(sum, b.axes("beginNormAxis")));
        return List.of(found.get(0), found.get(0), found.get(1), found.get(2));
    }

    /** The adjoints of x and gamma. */
    static List<Node> rmsNorm(GradientBuilder b, Node x) throws TypeException {
        Node gamma = b.operand(GAMMA);
        Axes axes = b.trailingAxes(x, gamma);
        Node meanSquare = StatisticsRows.mean(b, b.square(x), axes);
        Node rstd = b.op("Rsqrt", b.add(meanSquare, b.operand("epsilon")));
        Node normalized = b.mul(x, rstd);
        Node q = b.mul(b.dy(Y), gamma);
        Node dx = NormalizationRows.scaledGradient(b, q, normalized, rstd, axes);
        return List.of(dx, b.mul(b.dy(Y), normalized));
    }

    /** The adjoints of x1, x2 and gamma. */
    static List<Node> addRmsNorm(GradientBuilder b) throws TypeException {
        List<Node> found = rmsNorm(b, b.add(b.operand("x1"), b.operand("x2")));
        return List.of(found.get(0), found.get(0), found.get(1));
    }

    /** The rules of a normalisation of x1 + x2: from the normalised value, and from that and the sum. */
    static List<GradientRule> ofSum(GradientRule.Formula formula, String... operands) {
        List<String> names = List.of(operands);
        return List.of(
                new GradientRule(List.of(Y), names, formula),
                new GradientRule(List.of(Y, SUM), names, b -> withSum(b, formula.adjoints(b))));
    }

    private static List<Node> withSum(GradientBuilder b, List<Node> found) throws TypeException {
        Node both = b.add(found.get(0), b.dy(SUM));
        List<Node> all = new ArrayList<>(found);
        all.set(0, both);
        all.set(1, both);
        return all;
    }

    /** The adjoints of x, scale and bias of a normalisation over all axes but that of the channels. */
    static List<Node> batchNorm(GradientBuilder b) throws TypeException {
        Axes channel = ArithmeticRows.channels(b);
        Axes reduced = b.axesBut(b.x(), channel);
        Moments moments = Moments.of(b, b.x(), reduced);
        Node normalized = moments.normalized(b);
        Node q = b.mul(b.dy(Y), NormalizationRows.channel(b, b.operand("scale"), channel));
        Node dx = NormalizationRows.centredGradient(b, q, normalized, moments.rstd(b), reduced);
        return perChannel(b, dx, normalized, reduced);
    }

    /** The adjoints of x, gamma and beta of a normalisation over the axes from 2 on. */
    static List<Node> instanceNorm(GradientBuilder b) throws TypeException {
        Axes axes = b.axesFrom(b.x(), b.axes(2));
        Moments moments = Moments.of(b, b.x(), axes);
        Node normalized = moments.normalized(b);
        Node q = b.mul(b.dy(Y), NormalizationRows.channel(b, b.operand(GAMMA), b.axes(1)));
        Node dx = NormalizationRows.centredGradient(b, q, normalized, moments.rstd(b), axes);
        return perChannel(b, dx, normalized, b.axesBut(b.x(), b.axes(1)));
    }

    /** The adjoints of x, gamma and beta of a normalisation over groups of channels. */
    static List<Node> groupNorm(GradientBuilder b) throws TypeException {
        Dims groups = b.list(b.dim(b.x(), b.axes(0)), b.extent("groups"), b.extent(-1));
        Moments moments = Moments.of(b, b.reshape(b.x(), groups), b.axes(-1));
        Node normalized = moments.normalized(b);
        Node q = b.reshape(b.mul(b.dy(Y), NormalizationRows.channel(b, b.operand(GAMMA), b.axes(1))), groups);
        Node dx = NormalizationRows.centredGradient(b, q, normalized, moments.rstd(b), b.axes(-1));
        Node shaped = b.reshape(normalized, b.dims(b.x()));
        return perChannel(b, b.reshape(dx, b.dims(b.x())), shaped, b.axesBut(b.x(), b.axes(1)));
    }

    private static List<Node> perChannel(GradientBuilder b, Node dx, Node normalized, Axes reduced)
            throws TypeException {
        Node scale = b.reduce("ReduceSum", b.mul(b.dy(Y), normalized), reduced, false);
        return List.of(dx, scale, b.reduce("ReduceSum", b.dy(Y), reduced, false));
    }
}
