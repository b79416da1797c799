package io.graphkernel.op.definition.network;

import static io.graphkernel.op.row.OpParameter.attribute;
import static io.graphkernel.op.row.OpParameter.bool;
import static io.graphkernel.op.row.OpParameter.enumeration;
import static io.graphkernel.op.row.OpParameter.integer;
import static io.graphkernel.op.row.OpParameter.number;
import static io.graphkernel.op.row.OpParameter.optionalTensor;
import static io.graphkernel.op.row.OpParameter.tensor;
import static io.graphkernel.op.row.OpRow.composite;

import io.graphkernel.graph.DataType;
import io.graphkernel.graph.Node;
import io.graphkernel.graph.TypeException;
import io.graphkernel.op.build.AxesBuilder.Axes;
import io.graphkernel.op.build.DimsBuilder.Dims;
import io.graphkernel.op.build.DimsBuilder.Extent;
import io.graphkernel.op.build.ExpansionBuilder;
import io.graphkernel.op.build.GradientBuilder;
import io.graphkernel.op.definition.shape.WindowAxis;
import io.graphkernel.op.row.IndexRule;
import io.graphkernel.op.row.OpDtype;
import io.graphkernel.op.row.OpParameter.Kind;
import io.graphkernel.op.row.OpRowBuilder;
import java.util.List;
import java.util.Map;

/** Losses of classes, and normalization across channels. */
public final class ClassificationOps {

    /** Label that PyTorch ignores. */
    private static final long IGNORED = -100;

    private ClassificationOps() {}

    /**
     * Returns the row of an op.
     *
     * @param name name of an op
     * @return its columns, or null if this family has no such op
     */
    public static OpRowBuilder row(String name) {
        return switch (name) {
            case "CrossEntropyLoss" ->
                composite(name, ClassificationOps::crossEntropy)
                        .parameters(
                                tensor("logits"),
                                tensor("labels", OpDtype.INDEX),
                                optionalTensor("weight"),
                                number("labelSmoothing"),
                                integer("ignoreIndex", IGNORED),
                                enumeration("reduction", "Reduction", "MEAN"))
                        .shape("the shape of labels without reduction, else []")
                        .document("(1 - s) · weight[label] · -p[label] - s / c · Σ weight · p, reduced, with p = log"
                                + " softmax of the c logits of the last axis and the label smoothing s; MEAN divides by"
                                + " the sum of the weights of the labels")
                        .note("a label equal to ignoreIndex, or of no class, adds nothing");
            case "CTCLoss" ->
                composite(name, ClassificationOps::alignmentLoss)
                        .parameters(
                                tensor(AlignmentLattice.SCORES),
                                tensor("targets", OpDtype.INDEX),
                                tensor("inputLengths", OpDtype.INDEX),
                                tensor("targetLengths", OpDtype.INDEX),
                                integer("blank", 0),
                                enumeration("reduction", "Reduction", "MEAN"),
                                bool("zeroInfinity", false))
                        .limits(ClassificationOps::alignmentLimits)
                        .indexes(IndexRule.lastAxis("targets", AlignmentLattice.SCORES, "adds 0 for the label"))
                        .gradient(AlignmentLattice.SCORES, ClassificationOps::alignmentGradient)
                        .shape("[n] without reduction, else []; of [t, n, c], [n, s], [n] and [n]")
                        .document("-ln of the probability of all alignments of the targets with the times: labels in"
                                + " their order, each one or more times, and blanks between them, of which equal"
                                + " neighbors need one; MEAN first divides by the target lengths")
                        .note("∞ without an alignment, or 0 with zeroInfinity: then the gradient is 0. PyTorch's"
                                + " gradient is that of logits: it differs by the softmax, which logSoftmax adds");
            case "CTCLossGrad" ->
                composite(name, b -> alignmentSlope(b, AlignmentLattice.of(b).posterior()))
                        .parameters(
                                tensor(AlignmentLattice.SCORES),
                                tensor("targets", OpDtype.INDEX),
                                tensor("inputLengths", OpDtype.INDEX),
                                tensor("targetLengths", OpDtype.INDEX),
                                tensor("dout"),
                                integer("blank", 0))
                        .limits(ClassificationOps::alignmentLimits)
                        .indexes(IndexRule.lastAxis("targets", AlignmentLattice.SCORES, "adds 0 for the label"))
                        .gradient(
                                AlignmentLattice.SCORES,
                                b -> alignmentSlope(b, AlignmentLattice.of(b).posteriorTangent(b.dy())))
                        .gradient("dout", b -> {
                            Node share = b.mul(AlignmentLattice.of(b).posterior(), b.dy());
                            return b.op("Neg", b.reduce("ReduceSum", share, b.axes(0, 2), false));
                        })
                        .shape("the shape of logProbabilities, [t, n, c]; dout is [n]")
                        .document("-dout · the probability of each class at each time, given the targets");
            case "LocalResponseNorm" ->
                composite(name, ClassificationOps::localResponse)
                        .parameters(
                                tensor("x"),
                                number("alpha"),
                                number("beta"),
                                number("bias"),
                                attribute("size", Kind.LONG))
                        .limits(b -> b.atLeast("size", b.extent("size"), b.extent(1)))
                        .shape("the shape of x, [n, channels, …]")
                        .document("x / (bias + alpha / size · Σ x²)^beta, with the sum over size channels around each"
                                + " one, of which an even size has one more before than after");
            default -> null;
        };
    }

    private static Node crossEntropy(ExpansionBuilder b) throws TypeException {
        Node logits = b.operand("logits");
        Axes last = b.axes(-1);
        Extent classes = b.dim(logits, last);
        Node label = b.cast(b.operand("labels"), DataType.I64);
        Dims column = b.insert(b.dims(label), last, b.extent(1));
        Node isClass =
                b.op("LogicalAnd", b.op("GreaterEqual", label, 0), b.op("Less", label, b.number(classes, label)));
        Node isUsed = b.op("LogicalAnd", isClass, b.op("NotEqual", label, b.number(b.extent("ignoreIndex"), label)));
        Node logarithms = b.call("LogSoftmax", Map.of("axis", last), logits);
        Node isLabel = b.op("Equal", b.index(b.dims(logits), last), b.reshape(label, column));
        Node one = b.number(1, logits);
        Node weight = b.has("weight") ? b.operand("weight") : one;
        Node ofLabel = b.reduce("ReduceSum", b.select(isLabel, b.mul(logarithms, weight), 0), last, false);
        Node ofAll = b.reduce("ReduceSum", b.mul(logarithms, weight), last, false);
        Node smoothing = b.castLike(b.operand("labelSmoothing"), logits);
        Node even = b.mul(b.div(smoothing, b.number(classes, smoothing)), ofAll);
        Node loss = b.op("Neg", b.add(b.mul(b.sub(one, smoothing), ofLabel), even));
        Node used = b.select(isUsed, loss, 0);
        return switch (b.choice("reduction")) {
            case "NONE" -> used;
            case "SUM" -> b.reduce("ReduceSum", used, b.allAxes(), false);
            default -> {
                Node own = b.reduce("ReduceSum", b.select(isLabel, weight, 0), last, false);
                Node weights = b.reduce("ReduceSum", b.select(isUsed, own, 0), b.allAxes(), false);
                yield b.div(b.reduce("ReduceSum", used, b.allAxes(), false), weights);
            }
        };
    }

    private static void alignmentLimits(ExpansionBuilder b) throws TypeException {
        Node scores = b.operand(AlignmentLattice.SCORES);
        Node targets = b.operand("targets");
        b.requireRank(AlignmentLattice.SCORES, scores, 3, 3);
        b.requireRank("targets", targets, 2, 2);
        Extent count = b.dim(scores, b.axes(1));
        b.equal("the number of targets", b.dim(targets, b.axes(0)), count);
        for (String lengths : List.of("inputLengths", "targetLengths")) {
            b.requireRank(lengths, b.operand(lengths), 1, 1);
            b.equal("the size of " + lengths, b.dim(b.operand(lengths), b.axes(0)), count);
        }
        b.atLeast("the number of times", b.dim(scores, b.axes(0)), b.extent(1));
        b.atLeast("the number of labels", b.dim(targets, b.axes(1)), b.extent(1));
        b.atLeast("blank", b.extent("blank"), b.extent(0));
        b.atMost("blank", b.extent("blank"), b.minus(b.dim(scores, b.axes(2)), b.extent(1)));
    }

    private static Node alignmentLoss(ExpansionBuilder b) throws TypeException {
        Node loss = b.op("Neg", AlignmentLattice.of(b).total());
        if (b.flag("zeroInfinity")) {
            loss = b.select(b.op("Equal", loss, Double.POSITIVE_INFINITY), b.number(0, loss), loss);
        }
        return switch (b.choice("reduction")) {
            case "NONE" -> loss;
            case "SUM" -> b.reduce("ReduceSum", loss, b.allAxes(), false);
            default -> {
                Node sum = b.reduce("ReduceSum", b.div(loss, labelCounts(b, loss)), b.allAxes(), false);
                yield b.div(sum, b.elementCount(loss, b.allAxes()));
            }
        };
    }

    private static Node labelCounts(ExpansionBuilder b, Node like) throws TypeException {
        return b.castLike(b.max(b.operand("targetLengths"), 1), like);
    }

    private static Node alignmentGradient(GradientBuilder b) throws TypeException {
        Node scores = b.operand(AlignmentLattice.SCORES);
        Node lengths = b.operand("targetLengths");
        Node dy = b.dy();
        if (b.choice("reduction").equals("MEAN")) {
            Node counts = labelCounts(b, dy);
            dy = b.div(b.div(dy, b.elementCount(counts, b.allAxes())), counts);
        }
        Node perSequence = b.broadcastTo(dy, b.dims(lengths));
        return b.call(
                "CTCLossGrad", Map.of(), scores, b.operand("targets"), b.operand("inputLengths"), lengths, perSequence);
    }

    private static Node alignmentSlope(ExpansionBuilder b, Node probability) throws TypeException {
        Node dout = b.operand("dout");
        return b.op("Neg", b.mul(probability, b.reshape(dout, b.insert(b.dims(dout), b.axes(1), b.extent(1)))));
    }

    private static Node localResponse(ExpansionBuilder b) throws TypeException {
        long size = b.integer("size");
        WindowAxis channels = new WindowAxis(1, size, 1, 1, size / 2, (size - 1) / 2);
        Node sum = channels.combined(b, channels.framed(b, b.square(b.x()), 0), b::add);
        Node mean = b.div(b.mul(sum, b.operand("alpha")), b.number(size, sum));
        return b.div(b.x(), b.op("Pow", b.add(mean, b.operand("bias")), b.operand("beta")));
    }
}
