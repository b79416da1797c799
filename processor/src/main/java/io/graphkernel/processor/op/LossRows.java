package io.graphkernel.processor.op;

import static io.graphkernel.processor.op.OpParameter.enumeration;
import static io.graphkernel.processor.op.OpParameter.number;
import static io.graphkernel.processor.op.OpParameter.optionalTensor;
import static io.graphkernel.processor.op.OpParameter.tensor;
import static io.graphkernel.processor.op.OpResult.result;
import static io.graphkernel.processor.op.OpRow.composite;
import static io.graphkernel.processor.op.OpRow.composites;

import io.graphkernel.processor.graph.DType;
import io.graphkernel.processor.graph.Node;
import io.graphkernel.processor.graph.TypeException;
import java.util.List;

/** Losses and their gradients. */
final class LossRows {

    private static final String REDUCED = "the broadcast shape without reduction, else []";

    private LossRows() {}

    static List<OpRowBuilder> all() {
        return List.of(
                loss("MSELoss", b -> b.square(b.sub(b.x(), y(b))), tensor("x"), tensor("y"))
                        .gradient("x", b -> b.mul(b.mul(b.sub(b.x(), y(b)), 2), LossGradients.perElement(b)))
                        .gradient("y", b -> b.mul(b.mul(b.sub(y(b), b.x()), 2), LossGradients.perElement(b)))
                        .document("(x - y)², reduced"),
                loss("L1Loss", b -> b.op("Abs", b.sub(b.x(), y(b))), tensor("x"), tensor("y"))
                        .document("|x - y|, reduced"),
                loss("SmoothL1Loss", LossRows::smoothL1, tensor("x"), tensor("y"), number("beta", 1))
                        .gradient("x", b -> LossGradients.smoothL1(b, b.x(), y(b)))
                        .gradient("y", b -> LossGradients.smoothL1(b, y(b), b.x()))
                        .document("0.5 d² / beta for d < beta, else d - 0.5 beta, with d = |x - y|, reduced"),
                composite("SmoothL1LossGrad", LossRows::smoothL1Gradient)
                        .takes(tensor("x"), tensor("y"), tensor("dout"), number("beta", 1))
                        .document("clip((x - y) / beta, -1, 1) · dout"),
                loss("KLDivLoss", LossRows::klDivergence, tensor("x"), tensor("y"))
                        .document("y · (ln y - x) where y > 0, else 0, with x a logarithm, reduced"),
                loss(
                                "BinaryCrossEntropy",
                                LossRows::binaryCrossEntropy,
                                tensor("x"),
                                tensor("y"),
                                optionalTensor("weight"))
                        .gradient("x", LossGradients::probability)
                        .document("-(y · max(ln x, -100) + (1 - y) · max(ln(1 - x), -100)) · weight, reduced")
                        .note("ln(1 - x) by log1p, which is precise near 0"),
                composite("BinaryCrossEntropyGrad", LossRows::binaryCrossEntropyGradient)
                        .takes(tensor("x"), tensor("y"), tensor("dout"), optionalTensor("weight"), reduction())
                        .document(
                                "dout · weight · (x - y) / max(x · (1 - x), 1e-12), divided by their number for MEAN"),
                loss(
                                "BCEWithLogitsLoss",
                                LossRows::bceWithLogits,
                                tensor("x"),
                                tensor("y"),
                                optionalTensor("weight"),
                                optionalTensor("posWeight"))
                        .gradient("x", LossGradients::logits)
                        .gradient("y", LossGradients::label)
                        .gradient("weight", LossGradients::weight)
                        .gradient("posWeight", LossGradients::positiveWeight)
                        .document("((1 - y) · x + (1 + (posWeight - 1) · y) · (max(-x, 0) + ln(1 + e^-|x|))) · weight,"
                                + " reduced")
                        .note("computed as |x| · (1 - y for x ≥ 0, else posWeight · y) + (1 - y + posWeight · y) ·"
                                + " ln(1 + e^-|x|), where nothing cancels; the documents' ln(sigmoid x) becomes -∞"),
                composite("SigmoidCrossEntropyWithLogits", LossRows::sigmoidCrossEntropy)
                        .takes(tensor("x"), tensor("z"))
                        .gradient("x", b -> b.op("SigmoidCrossEntropyWithLogitsGrad", b.x(), b.operand("z"), b.dy()))
                        .gradient("z", b -> b.op("Neg", b.mul(b.x(), b.dy())))
                        .document("max(x, 0) - x · z + ln(1 + e^-|x|)")
                        .note("computed as |x| · (1 - z for x ≥ 0, else z) + ln(1 + e^-|x|), where nothing cancels"),
                composite("SigmoidCrossEntropyWithLogitsGrad", LossRows::sigmoidCrossEntropyGradient)
                        .takes(tensor("x"), tensor("z"), tensor("dout"))
                        .document("(sigmoid(x) - z) · dout")
                        .note("for x ≥ 0 by 1 - z - sigmoid(-x), which does not cancel for z = 1"),
                composites(
                                "SoftmaxCrossEntropyWithLogits",
                                LossRows::softmaxCrossEntropy,
                                tensor("logits"),
                                tensor("label"))
                        .gives(result("loss"), result("dlogits"))
                        .gradient("logits", LossGradients::distribution)
                        .gradient("label", LossGradients::distributionLabel)
                        .shape("the shape of logits without the last axis; that of logits")
                        .document("-Σ label · ln softmax(logits) and softmax(logits) - label along the last axis")
                        .note("by log-softmax, without the documents' bound of 1e-6 under the logarithm"),
                composites(
                                "SparseSoftmaxCrossEntropyWithLogits",
                                LossRows::sparseSoftmaxCrossEntropy,
                                tensor("logits"),
                                tensor("labels", OpDtype.INDEX),
                                reduction())
                        .gives(result("loss"), result("dlogits"))
                        .gradient("logits", LossGradients::sparseLabel)
                        .shape("the shape of labels without reduction, else []; the shape of logits")
                        .indexes(IndexRule.lastAxis(
                                "labels",
                                "logits",
                                "adds 0 to the loss, and gives the softmax as the gradient of its row"))
                        .document("-ln softmax(logits)[label] along the last axis, reduced, and its gradient"),
                composite("NLLLoss", LossRows::negativeLogLikelihood)
                        .takes(tensor("logits"), tensor("labels", OpDtype.INDEX), optionalTensor("weight"), reduction())
                        .shape("the shape of labels without reduction, else []")
                        .indexes(IndexRule.lastAxis(
                                "labels", "logits", "adds 0 to the loss and to the sum of the weights"))
                        .document("-logits[label] · weight[label] along the last axis, reduced; MEAN divides by the sum"
                                + " of the weights"));
    }

    private static Node smoothL1(ExpansionBuilder b) throws TypeException {
        Node beta = b.operand("beta");
        Node d = b.op("Abs", b.sub(b.x(), y(b)));
        Node near = b.mul(b.mul(d, 0.5), b.div(d, beta));
        return b.select(b.op("Less", d, beta), near, b.sub(d, b.mul(beta, 0.5)));
    }

    private static Node smoothL1Gradient(ExpansionBuilder b) throws TypeException {
        Node slope = b.div(b.sub(b.x(), y(b)), b.operand("beta"));
        return b.mul(b.max(b.min(slope, 1), -1), b.operand("dout"));
    }

    private static Node klDivergence(ExpansionBuilder b) throws TypeException {
        Node divergence = b.mul(y(b), b.sub(b.op("Log", y(b)), b.x()));
        return b.select(b.op("Greater", y(b), 0), divergence, 0);
    }

    private static Node binaryCrossEntropy(ExpansionBuilder b) throws TypeException {
        Node hit = b.mul(y(b), b.max(b.op("Log", b.x()), -100));
        Node miss = b.mul(b.sub(1, y(b)), b.max(b.op("Log1p", b.op("Neg", b.x())), -100));
        return weighted(b, b.op("Neg", b.add(hit, miss)));
    }

    private static Node binaryCrossEntropyGradient(ExpansionBuilder b) throws TypeException {
        Node spread = b.max(b.mul(b.x(), b.sub(1, b.x())), 1e-12);
        Node slope = weighted(b, b.div(b.sub(b.x(), y(b)), spread));
        Node gradient = b.mul(slope, b.operand("dout"));
        return b.choice("reduction").equals("MEAN") ? b.div(gradient, b.elementCount(b.x(), b.allAxes())) : gradient;
    }

    private static Node bceWithLogits(ExpansionBuilder b) throws TypeException {
        Node tail = ActivationRows.logOnePlusExpOfMinusAbs(b, b.x());
        if (!b.has("posWeight")) {
            return weighted(b, b.add(linear(b, y(b), y(b)), tail));
        }
        Node positive = b.mul(b.operand("posWeight"), y(b));
        Node both = b.add(b.sub(1, y(b)), positive);
        return weighted(b, b.add(linear(b, y(b), positive), b.mul(both, tail)));
    }

    /** |x| times the share of the class that x speaks against: 1 - label for x ≥ 0, else the weighted label. */
    private static Node linear(ExpansionBuilder b, Node label, Node weightedLabel) throws TypeException {
        Node share = b.select(b.op("Less", b.x(), 0), weightedLabel, b.sub(1, label));
        return b.mul(b.op("Abs", b.x()), share);
    }

    static Node weighted(ExpansionBuilder b, Node loss) throws TypeException {
        return b.has("weight") ? b.mul(loss, b.operand("weight")) : loss;
    }

    private static Node sigmoidCrossEntropy(ExpansionBuilder b) throws TypeException {
        Node linear = linear(b, b.operand("z"), b.operand("z"));
        return b.add(linear, ActivationRows.logOnePlusExpOfMinusAbs(b, b.x()));
    }

    private static Node sigmoidCrossEntropyGradient(ExpansionBuilder b) throws TypeException {
        Node z = b.operand("z");
        Node rare = b.op("Sigmoid", b.op("Neg", b.op("Abs", b.x())));
        Node positive = b.sub(b.sub(1, z), rare);
        return b.mul(b.select(b.op("Less", b.x(), 0), b.sub(rare, z), positive), b.operand("dout"));
    }

    private static List<Node> softmaxCrossEntropy(ExpansionBuilder b) throws TypeException {
        Node label = b.operand("label");
        Softmax softmax = Softmax.of(b, b.operand("logits"));
        Node labels = b.reduce("ReduceSum", label, b.axes(-1), true);
        Node chosen = b.reduce("ReduceSum", b.mul(label, softmax.shifted()), b.axes(-1), true);
        // The sum is at least 1, that of the largest logit, but where there is no class at all: its logarithm is 0
        // then.
        Node loss = b.sub(b.mul(labels, b.op("Log", b.max(softmax.sum(), 1))), chosen);
        return List.of(b.reshape(loss, b.squeezed(loss, b.axes(-1))), b.sub(softmax.probability(b), label));
    }

    private static List<Node> sparseSoftmaxCrossEntropy(ExpansionBuilder b) throws TypeException {
        Node logits = b.operand("logits");
        Softmax softmax = Softmax.of(b, logits);
        Label label = Label.of(b, logits);
        Node isLabel = label.isHere(b);
        // The logit is picked while the maximum is looked for: the logarithm is known when the row has been read twice.
        Node logit = b.reduce("ReduceSum", b.select(isLabel, logits, 0), b.axes(-1), true);
        Node logarithm = b.sub(b.sub(logit, softmax.maximum()), b.op("Log", softmax.sum()));
        Node perRow = b.select(label.exists(b), b.op("Neg", logarithm), 0);
        Node loss = b.reshape(perRow, b.squeezed(perRow, b.axes(-1)));
        Node gradient = b.sub(softmax.probability(b), b.castLike(isLabel, logits));
        if (b.choice("reduction").equals("MEAN")) {
            gradient = b.div(gradient, b.elementCount(loss, b.allAxes()));
        }
        return List.of(reduced(b, loss), gradient);
    }

    private static Node negativeLogLikelihood(ExpansionBuilder b) throws TypeException {
        Node logits = b.operand("logits");
        Node isLabel = Label.of(b, logits).isHere(b);
        Node loss = b.op("Neg", b.reduce("ReduceSum", b.select(isLabel, logits, 0), b.axes(-1), false));
        if (!b.has("weight")) {
            return reduced(b, loss);
        }
        Node weights = b.select(isLabel, b.operand("weight"), 0);
        Node weight = b.reduce("ReduceSum", weights, b.axes(-1), false);
        Node weighted = b.mul(loss, weight);
        return switch (b.choice("reduction")) {
            case "MEAN" -> b.div(sum(b, weighted), sum(b, weight));
            case "SUM" -> sum(b, weighted);
            default -> weighted;
        };
    }

    private static Node reduced(ExpansionBuilder b, Node loss) throws TypeException {
        return switch (b.choice("reduction")) {
            case "MEAN" -> b.div(sum(b, loss), b.elementCount(loss, b.allAxes()));
            case "SUM" -> sum(b, loss);
            default -> loss;
        };
    }

    private static Node sum(ExpansionBuilder b, Node x) throws TypeException {
        return b.reduce("ReduceSum", x, b.allAxes(), false);
    }

    static Node y(ExpansionBuilder b) {
        return b.operand("y");
    }

    private static OpParameter reduction() {
        return enumeration("reduction", "Reduction", "MEAN");
    }

    private static OpRowBuilder loss(String name, Expansion.Single elements, OpParameter... operands) {
        OpParameter[] all = new OpParameter[operands.length + 1];
        System.arraycopy(operands, 0, all, 0, operands.length);
        all[operands.length] = reduction();
        return composite(name, b -> reduced(b, elements.expand(b))).takes(all).shape(REDUCED);
    }

    /**
     * The labels of rows.
     *
     * @param position along the last axis of the logits
     * @param column the label of each row, with size 1 along the last axis
     */
    record Label(Node position, Node column) {

        static Label of(ExpansionBuilder b, Node logits) throws TypeException {
            Node labels = b.operand("labels");
            Node column = b.reshape(b.cast(labels, DType.I64), b.insert(b.dims(labels), b.axes(-1), b.extent(1)));
            return new Label(b.index(b.dims(logits), b.axes(-1)), column);
        }

        /** Whether a position is the label of its row. */
        Node isHere(ExpansionBuilder b) throws TypeException {
            return b.op("Equal", position, column);
        }

        /** Whether the label of a row is a position at all. */
        Node exists(ExpansionBuilder b) throws TypeException {
            Node count = b.elementCount(position, b.axes(-1));
            return b.op("LogicalAnd", b.op("GreaterEqual", column, 0), b.op("Less", column, count));
        }
    }

    /** Softmax along the last axis, as far as it is wanted. */
    record Softmax(Node maximum, Node shifted, Node exponential, Node sum) {

        static Softmax of(ExpansionBuilder b, Node x) throws TypeException {
            Node maximum = b.reduce("ReduceMax", x, b.axes(-1), true);
            Node shifted = b.sub(x, maximum);
            Node exponential = b.op("Exp", shifted);
            return new Softmax(maximum, shifted, exponential, b.reduce("ReduceSum", exponential, b.axes(-1), true));
        }

        Node logarithm(ExpansionBuilder b) throws TypeException {
            return b.sub(shifted, b.op("Log", sum));
        }

        Node probability(ExpansionBuilder b) throws TypeException {
            return b.mul(exponential, b.op("Reciprocal", sum));
        }
    }
}
