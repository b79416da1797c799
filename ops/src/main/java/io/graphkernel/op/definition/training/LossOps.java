package io.graphkernel.op.definition.training;

import static io.graphkernel.op.row.OpParameter.enumeration;
import static io.graphkernel.op.row.OpParameter.number;
import static io.graphkernel.op.row.OpParameter.optionalInteger;
import static io.graphkernel.op.row.OpParameter.optionalTensor;
import static io.graphkernel.op.row.OpParameter.tensor;
import static io.graphkernel.op.row.OpResult.result;
import static io.graphkernel.op.row.OpRow.composite;
import static io.graphkernel.op.row.OpRow.composites;

import io.graphkernel.graph.Node;
import io.graphkernel.graph.TypeException;
import io.graphkernel.op.build.Expansion;
import io.graphkernel.op.build.ExpansionBuilder;
import io.graphkernel.op.definition.element.ActivationOps;
import io.graphkernel.op.row.IndexRule;
import io.graphkernel.op.row.OpDtype;
import io.graphkernel.op.row.OpParameter;
import io.graphkernel.op.row.OpRowBuilder;
import java.util.List;

/** Losses and their gradients. */
public final class LossOps {

    private static final String OF_IGNORED =
            "a label equal to ignoreIndex, which is absent by default, adds nothing, and MEAN then divides by the ";
    private static final String REDUCED = "the broadcast shape without reduction, else []";

    private LossOps() {}

    /**
     * Returns the row of an op.
     *
     * @param name name of an op
     * @return its columns, or null if this family has no such op
     */
    public static OpRowBuilder row(String name) {
        return switch (name) {
            case "MSELoss" ->
                loss(name, b -> b.square(b.sub(b.x(), y(b))), tensor("x"), tensor("y"))
                        .gradient("x", b -> b.mul(b.mul(b.sub(b.x(), y(b)), 2), LossGradients.perElement(b)))
                        .gradient("y", b -> b.mul(b.mul(b.sub(y(b), b.x()), 2), LossGradients.perElement(b)))
                        .document("(x - y)², reduced");
            case "L1Loss" ->
                loss(name, b -> b.op("Abs", b.sub(b.x(), y(b))), tensor("x"), tensor("y"))
                        .document("|x - y|, reduced");
            case "SmoothL1Loss" ->
                loss(name, LossOps::smoothL1, tensor("x"), tensor("y"), number("beta", 1))
                        .gradient("x", b -> LossGradients.smoothL1(b, b.x(), y(b)))
                        .gradient("y", b -> LossGradients.smoothL1(b, y(b), b.x()))
                        .document("0.5 d² / beta for d < beta, else d - 0.5 beta, with d = |x - y|, reduced");
            case "SmoothL1LossGrad" ->
                composite(name, LossOps::smoothL1Gradient)
                        .parameters(tensor("x"), tensor("y"), tensor("dout"), number("beta", 1))
                        .tolerance("4 ulp of the larger of the result and 2⁻¹²⁶ · |dout|")
                        .document("clip((x - y) / beta, -1, 1) · dout");
            case "KLDivLoss" ->
                loss(name, LossOps::klDivergence, tensor("x"), tensor("y"))
                        .document("y · (ln y - x) where y > 0, else 0, with x a logarithm, reduced");
            case "BinaryCrossEntropy" ->
                loss(name, LossOps::binaryCrossEntropy, tensor("x"), tensor("y"), optionalTensor("weight"))
                        .gradient("x", LossGradients::probability)
                        .document("-(y · max(ln x, -100) + (1 - y) · max(ln(1 - x), -100)) · weight, reduced")
                        .note("ln(1 - x) by log1p, which is precise near 0");
            case "BinaryCrossEntropyGrad" ->
                composite(name, LossOps::binaryCrossEntropyGradient)
                        .parameters(tensor("x"), tensor("y"), tensor("dout"), optionalTensor("weight"), reduction())
                        .document(
                                "dout · weight · (x - y) / max(x · (1 - x), 1e-12), divided by the number of elements for MEAN");
            case "BCEWithLogitsLoss" ->
                loss(
                                name,
                                LossOps::bceWithLogits,
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
                                + " ln(1 + e^-|x|), where nothing cancels; the documents' ln(sigmoid x) becomes -∞");
            case "SigmoidCrossEntropyWithLogits" ->
                composite(name, LossOps::sigmoidCrossEntropy)
                        .parameters(tensor("x"), tensor("z"))
                        .gradient("x", b -> b.op("SigmoidCrossEntropyWithLogitsGrad", b.x(), b.operand("z"), b.dy()))
                        .gradient("z", b -> b.op("Neg", b.mul(b.x(), b.dy())))
                        .tolerance("4 ulp of the larger of the result and |x| · (1 + |z|)")
                        .document("max(x, 0) - x · z + ln(1 + e^-|x|)")
                        .note("computed as |x| · (1 - z for x ≥ 0, else z) + ln(1 + e^-|x|), where nothing cancels");
            case "SigmoidCrossEntropyWithLogitsGrad" ->
                composite(name, LossOps::sigmoidCrossEntropyGradient)
                        .parameters(tensor("x"), tensor("z"), tensor("dout"))
                        .tolerance("4 ulp of |dout| · (1 + |z|)")
                        .document("(sigmoid(x) - z) · dout")
                        .note("for x ≥ 0 by 1 - z - sigmoid(-x), which does not cancel for z = 1");
            case "SoftmaxCrossEntropyWithLogits" ->
                composites(name, LossOps::softmaxCrossEntropy, tensor("logits"), tensor("label"))
                        .results(result("loss"), result("dlogits"))
                        .gradient("logits", LossGradients::distribution)
                        .gradient("label", LossGradients::distributionLabel)
                        .shape("the shape of logits without the last axis; that of logits")
                        .document("-Σ label · ln softmax(logits) and softmax(logits) - label along the last axis")
                        .note("by log-softmax, without the documents' bound of 1e-6 under the logarithm");
            case "SparseSoftmaxCrossEntropyWithLogits" ->
                composites(
                                name,
                                LossOps::sparseSoftmaxCrossEntropy,
                                tensor("logits"),
                                tensor("labels", OpDtype.INDEX),
                                reduction(),
                                optionalInteger(ClassLabels.IGNORED))
                        .results(result("loss"), result("dlogits"))
                        .gradient("logits", LossGradients::sparseLabel)
                        .shape("the shape of labels without reduction, else []; the shape of logits")
                        .indexes(IndexRule.lastAxis(
                                        "labels",
                                        "logits",
                                        "adds 0 to the loss, and gives the softmax as the gradient of its row, or 0 with"
                                                + " ignoreIndex")
                                .ignoring(ClassLabels.IGNORED))
                        .document("-ln softmax(logits)[label] along the last axis, reduced, and its gradient")
                        .note(OF_IGNORED + "number of labels that are classes");
            case "NLLLoss" ->
                composite(name, LossOps::negativeLogLikelihood)
                        .parameters(
                                tensor("logits"),
                                tensor("labels", OpDtype.INDEX),
                                optionalTensor("weight"),
                                reduction(),
                                optionalInteger(ClassLabels.IGNORED))
                        .shape("the shape of labels without reduction, else []")
                        .indexes(IndexRule.lastAxis(
                                        "labels", "logits", "adds 0 to the loss and to the sum of the weights")
                                .ignoring(ClassLabels.IGNORED))
                        .document("-logits[label] · weight[label] along the last axis, reduced; MEAN divides by the sum"
                                + " of the weights")
                        .note(OF_IGNORED + "sum of the weights, or the number, of labels that are classes");
            default -> null;
        };
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
        Node tail = ActivationOps.logOnePlusExpOfMinusAbs(b, b.x());
        if (!b.has("posWeight")) {
            return weighted(b, b.add(linear(b, y(b), y(b)), tail));
        }
        Node positive = b.mul(b.operand("posWeight"), y(b));
        Node both = b.add(b.sub(1, y(b)), positive);
        return weighted(b, b.add(linear(b, y(b), positive), b.mul(both, tail)));
    }

    /** |x| times the weight of the opposite class: 1 - label for x ≥ 0, otherwise the weighted label. */
    private static Node linear(ExpansionBuilder b, Node label, Node weightedLabel) throws TypeException {
        Node share = b.select(b.op("Less", b.x(), 0), weightedLabel, b.sub(1, label));
        return b.mul(b.op("Abs", b.x()), share);
    }

    static Node weighted(ExpansionBuilder b, Node loss) throws TypeException {
        return b.has("weight") ? b.mul(loss, b.operand("weight")) : loss;
    }

    private static Node sigmoidCrossEntropy(ExpansionBuilder b) throws TypeException {
        Node linear = linear(b, b.operand("z"), b.operand("z"));
        return b.add(linear, ActivationOps.logOnePlusExpOfMinusAbs(b, b.x()));
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
        // The sum is at least 1, the term of the largest logit, except for zero classes, where the clamp makes its
        // logarithm 0.
        Node loss = b.sub(b.mul(labels, b.op("Log", b.max(softmax.sum(), 1))), chosen);
        return List.of(b.reshape(loss, b.squeezed(loss, b.axes(-1))), b.sub(softmax.probability(b), label));
    }

    private static List<Node> sparseSoftmaxCrossEntropy(ExpansionBuilder b) throws TypeException {
        Node logits = b.operand("logits");
        Softmax softmax = Softmax.of(b, logits);
        ClassLabels labels = ClassLabels.of(b, logits);
        Node isLabel = labels.areHere(b);
        // Selects the logit in the pass that computes the maximum; the loss is then complete after the second pass over
        // the row.
        Node logit = b.reduce("ReduceSum", b.select(isLabel, logits, 0), b.axes(-1), true);
        Node logarithm = b.sub(b.sub(logit, softmax.maximum()), b.op("Log", softmax.sum()));
        Node perRow = b.select(labels.exist(b), b.op("Neg", logarithm), 0);
        Node loss = b.reshape(perRow, b.squeezed(perRow, b.axes(-1)));
        Node gradient = b.sub(softmax.probability(b), b.castLike(isLabel, logits));
        if (b.choice("reduction").equals("MEAN")) {
            gradient = b.div(gradient, labels.count(b, loss));
        }
        if (ClassLabels.isIgnoring(b)) {
            gradient = b.select(labels.exist(b), gradient, 0);
        }
        return List.of(reduced(b, loss, labels), gradient);
    }

    private static Node negativeLogLikelihood(ExpansionBuilder b) throws TypeException {
        Node logits = b.operand("logits");
        ClassLabels labels = ClassLabels.of(b, logits);
        Node isLabel = labels.areHere(b);
        Node loss = b.op("Neg", b.reduce("ReduceSum", b.select(isLabel, logits, 0), b.axes(-1), false));
        if (!b.has("weight")) {
            return reduced(b, loss, labels);
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

    /** Reduces a loss of rows; ignored labels do not count in a mean. */
    private static Node reduced(ExpansionBuilder b, Node loss, ClassLabels labels) throws TypeException {
        return b.choice("reduction").equals("MEAN") ? b.div(sum(b, loss), labels.count(b, loss)) : reduced(b, loss);
    }

    static Node sum(ExpansionBuilder b, Node x) throws TypeException {
        return b.reduce("ReduceSum", x, b.allAxes(), false);
    }

    static Node y(ExpansionBuilder b) {
        return b.operand("y");
    }

    private static OpParameter reduction() {
        return enumeration("reduction", "Reduction", "MEAN");
    }

    private static OpRowBuilder loss(String name, Expansion.Single elements, OpParameter... operands) {
        OpParameter[] parameters = new OpParameter[operands.length + 1];
        System.arraycopy(operands, 0, parameters, 0, operands.length);
        parameters[operands.length] = reduction();
        return composite(name, b -> reduced(b, elements.result(b)))
                .parameters(parameters)
                .shape(REDUCED);
    }

    /** Intermediate values of softmax along the last axis. */
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
