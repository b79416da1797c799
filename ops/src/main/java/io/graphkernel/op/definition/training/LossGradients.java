package io.graphkernel.op.definition.training;

import io.graphkernel.graph.Node;
import io.graphkernel.graph.TypeException;
import io.graphkernel.op.build.GradientBuilder;
import io.graphkernel.op.definition.element.ActivationOps;
import io.graphkernel.op.definition.training.LossOps.Softmax;

/** Gradient rules of losses. */
final class LossGradients {

    private static final String WEIGHT = "weight";
    private static final String POSITIVE_WEIGHT = "posWeight";

    private LossGradients() {}

    /** Returns dy for each element of the loss before the reduction. */
    static Node perElement(GradientBuilder b, String... weights) throws TypeException {
        return perElement(b, elements(b, weights));
    }

    private static Node perElement(GradientBuilder b, Node elements) throws TypeException {
        return b.choice("reduction").equals("MEAN")
                ? b.div(b.dy(), b.castLike(b.elementCount(elements, b.allAxes()), b.dy()))
                : b.dy();
    }

    /** Returns a value with the shape of the loss before the reduction, of which only the shape is used. */
    private static Node elements(GradientBuilder b, String... weights) throws TypeException {
        Node elements = b.sub(b.x(), LossOps.y(b));
        for (String weight : weights) {
            elements = b.has(weight) ? b.mul(elements, b.operand(weight)) : elements;
        }
        return elements;
    }

    /** Broadcasts a slope that depends only on some operands to the shape of the loss. */
    private static Node perElement(GradientBuilder b, Node slope, String... weights) throws TypeException {
        Node elements = elements(b, weights);
        return b.broadcastTo(b.mul(slope, perElement(b, elements)), b.dims(elements));
    }

    /** clip((one - other) / beta, -1, 1) · dy. */
    static Node smoothL1(GradientBuilder b, Node one, Node other) throws TypeException {
        Node slope = b.div(b.sub(one, other), b.operand("beta"));
        return b.mul(b.max(b.min(slope, 1), -1), perElement(b));
    }

    /** (x - y) / max(x · (1 - x), 1e-12) · weight · dy. */
    static Node probability(GradientBuilder b) throws TypeException {
        Node spread = b.max(b.mul(b.x(), b.sub(1, b.x())), 1e-12);
        Node slope = b.div(b.sub(b.x(), LossOps.y(b)), spread);
        return b.mul(LossOps.weighted(b, slope), perElement(b, WEIGHT));
    }

    /**
     * (1 - y - c · sigmoid(-x)) · weight · dy with c = 1 - y + posWeight · y; for x < 0 by sigmoid(-x) = 1 - sigmoid(x), where
     * the first terms cancel.
     */
    static Node logits(GradientBuilder b) throws TypeException {
        Node y = LossOps.y(b);
        Node positive = positive(b);
        Node rare = b.mul(b.add(b.sub(1, y), positive), b.op("Sigmoid", b.op("Neg", b.op("Abs", b.x()))));
        Node slope = b.select(b.op("Less", b.x(), 0), b.sub(rare, positive), b.sub(b.sub(1, y), rare));
        return b.mul(LossOps.weighted(b, slope), perElement(b, WEIGHT, POSITIVE_WEIGHT));
    }

    private static Node positive(GradientBuilder b) throws TypeException {
        Node y = LossOps.y(b);
        return b.has(POSITIVE_WEIGHT) ? b.mul(b.operand(POSITIVE_WEIGHT), y) : y;
    }

    /** (-x + (posWeight - 1) · softplus(-x)) · weight · dy. */
    static Node label(GradientBuilder b) throws TypeException {
        Node linear = b.op("Neg", b.x());
        Node slope =
                b.has(POSITIVE_WEIGHT) ? b.add(linear, b.mul(b.add(b.operand(POSITIVE_WEIGHT), -1), miss(b))) : linear;
        return perElement(b, LossOps.weighted(b, slope), WEIGHT, POSITIVE_WEIGHT);
    }

    /** The unweighted loss, times dy. */
    static Node weight(GradientBuilder b) throws TypeException {
        Node y = LossOps.y(b);
        Node both = b.add(b.sub(1, y), positive(b));
        Node loss = b.add(b.mul(b.sub(1, y), b.x()), b.mul(both, miss(b)));
        return perElement(b, loss, WEIGHT, POSITIVE_WEIGHT);
    }

    /** y · softplus(-x) · weight · dy. */
    static Node positiveWeight(GradientBuilder b) throws TypeException {
        return perElement(b, LossOps.weighted(b, b.mul(LossOps.y(b), miss(b))), WEIGHT, POSITIVE_WEIGHT);
    }

    /** softplus(-x). */
    private static Node miss(GradientBuilder b) throws TypeException {
        return ActivationOps.softplus(b, b.op("Neg", b.x()));
    }

    /** (softmax(logits) · Σ label - label) · dy: the labels of a row need not sum to 1. */
    static Node distribution(GradientBuilder b) throws TypeException {
        Node label = b.operand("label");
        Node sum = b.reduce("ReduceSum", label, b.axes(-1), true);
        Node probability = Softmax.of(b, b.operand("logits")).probability(b);
        return b.mul(b.sub(b.mul(probability, sum), label), alongClasses(b, b.dy(), label));
    }

    /** -ln softmax(logits) · dy. */
    static Node distributionLabel(GradientBuilder b) throws TypeException {
        Node logarithm = Softmax.of(b, b.operand("logits")).logarithm(b);
        return b.op("Neg", b.mul(logarithm, alongClasses(b, b.dy(), logarithm)));
    }

    /** (softmax(logits) - 1 at the label) · dy; 0 for a row whose label is not a class. */
    static Node sparseLabel(GradientBuilder b) throws TypeException {
        Node logits = b.operand("logits");
        ClassLabels labels = ClassLabels.of(b, logits);
        Node probability = Softmax.of(b, logits).probability(b);
        Node slope = b.sub(probability, b.castLike(labels.areHere(b), logits));
        Node dy = switch (b.choice("reduction")) {
            case "NONE" -> alongClasses(b, b.dy(), logits);
            case "MEAN" ->
                ClassLabels.isIgnoring(b) ? b.div(b.dy(), labels.count(b, b.dy())) : perElement(b, b.operand("labels"));
            default -> b.dy();
        };
        return b.select(labels.exist(b), b.mul(slope, dy), 0);
    }

    private static Node alongClasses(GradientBuilder b, Node perRow, Node like) throws TypeException {
        return b.reshape(perRow, b.replace(b.dims(like), b.axes(-1), b.extent(1)));
    }
}
