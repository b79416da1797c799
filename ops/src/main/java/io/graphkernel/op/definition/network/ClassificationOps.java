package io.graphkernel.op.definition.network;

import static io.graphkernel.op.row.OpParameter.attribute;
import static io.graphkernel.op.row.OpParameter.enumeration;
import static io.graphkernel.op.row.OpParameter.integer;
import static io.graphkernel.op.row.OpParameter.number;
import static io.graphkernel.op.row.OpParameter.optionalTensor;
import static io.graphkernel.op.row.OpParameter.tensor;
import static io.graphkernel.op.row.OpRow.composite;

import io.graphkernel.graph.DataType;
import io.graphkernel.graph.Node;
import io.graphkernel.graph.TypeException;
import io.graphkernel.op.build.DimsBuilder.Axes;
import io.graphkernel.op.build.DimsBuilder.Dims;
import io.graphkernel.op.build.DimsBuilder.Extent;
import io.graphkernel.op.build.ExpansionBuilder;
import io.graphkernel.op.definition.shape.WindowAxis;
import io.graphkernel.op.row.OpDtype;
import io.graphkernel.op.row.OpParameter.Kind;
import io.graphkernel.op.row.OpRowBuilder;
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

    private static Node localResponse(ExpansionBuilder b) throws TypeException {
        long size = b.integer("size");
        WindowAxis channels = new WindowAxis(1, size, 1, 1, size / 2, (size - 1) / 2);
        Node sum = channels.combined(b, channels.framed(b, b.square(b.x()), 0), b::add);
        Node mean = b.div(b.mul(sum, b.operand("alpha")), b.number(size, sum));
        return b.div(b.x(), b.op("Pow", b.add(mean, b.operand("bias")), b.operand("beta")));
    }
}
