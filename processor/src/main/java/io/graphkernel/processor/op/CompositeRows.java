package io.graphkernel.processor.op;

import static io.graphkernel.processor.op.OpRow.composite;

import io.graphkernel.processor.graph.Attributes;
import io.graphkernel.processor.graph.Node;
import io.graphkernel.processor.graph.TypeException;
import java.util.List;

/** Ops that are expanded into basic ops, in numerically stable forms. */
final class CompositeRows {

    /** √(2/π), the constant of the tanh form of GeLU (Hendrycks and Gimpel, 2016). */
    private static final double SQRT_2_OVER_PI = 0.7978845608028654;
    /** The cubic coefficient of the tanh form of GeLU (Hendrycks and Gimpel, 2016). */
    private static final double GELU_CUBIC = 0.044715;
    /** The slope of the sigmoid form of GeLU (Hendrycks and Gimpel, 2016). */
    private static final double FAST_GELU_SLOPE = 1.702;

    private CompositeRows() {}

    static List<OpRow> all() {
        return List.of(
                composite("Square", (b, v, a) -> b.mul(v.get(0), v.get(0)), OpParameter.tensor("x"))
                        .document("x²"),
                composite(
                                "SquaredDifference",
                                CompositeRows::squaredDifference,
                                OpParameter.tensorOrNumber("x"),
                                OpParameter.tensorOrNumber("y"))
                        .document("(x - y)²"),
                composite("ReLU", (b, v, a) -> b.op("Maximum", v.get(0), b.constant(0)), OpParameter.tensor("x"))
                        .document("max(x, 0)"),
                composite(
                                "LeakyReLUExt",
                                CompositeRows::leakyRelu,
                                OpParameter.tensorOrNumber("x"),
                                OpParameter.tensorOrNumber("slope"))
                        .document("x for x ≥ 0, else slope · x"),
                composite("SiLU", (b, v, a) -> b.mul(v.get(0), b.op("Sigmoid", v.get(0))), OpParameter.tensor("x"))
                        .document("x · sigmoid(x)"),
                composite("GeLU", CompositeRows::gelu, OpParameter.tensor("x"))
                        .document("0.5 · x · (1 + tanh(√(2/π) · (x + 0.044715 x³))), computed as x · sigmoid(2u)"),
                composite("FastGeLU", CompositeRows::fastGelu, OpParameter.tensor("x"))
                        .document("x · sigmoid(1.702 x)"),
                composite("HSigmoid", CompositeRows::hardSigmoid, OpParameter.tensor("x"))
                        .document("clip(x / 6 + 0.5, 0, 1)"),
                composite("HSwish", CompositeRows::hardSwish, OpParameter.tensor("x"))
                        .document("x · clip(x + 3, 0, 6) / 6"),
                composite("Softplus", CompositeRows::softplus, OpParameter.tensor("x"))
                        .document("ln(1 + eˣ), computed as max(x, 0) + ln(1 + e^-|x|)"),
                composite(
                                "FusedMulAdd",
                                (b, v, a) -> b.add(b.mul(v.get(0), v.get(1)), v.get(2)),
                                OpParameter.tensorOrNumber("x"),
                                OpParameter.tensorOrNumber("y"),
                                OpParameter.tensorOrNumber("z"))
                        .document("x · y + z"),
                composite(
                                "ReduceMean",
                                CompositeRows::reduceMean,
                                OpParameter.tensor("x"),
                                OpParameter.attribute("axes", OpParameter.Kind.AXES),
                                OpParameter.bool("keepDims", false))
                        .document("mean over axes"),
                composite(
                                "Softmax",
                                CompositeRows::softmax,
                                OpParameter.tensor("x"),
                                OpParameter.attribute("axes", OpParameter.Kind.AXES))
                        .document("eˣ / Σ eˣ along an axis, after subtracting the maximum"),
                composite(
                                "LogSoftmax",
                                CompositeRows::logSoftmax,
                                OpParameter.tensor("x"),
                                OpParameter.attribute("axes", OpParameter.Kind.AXES))
                        .document("ln softmax(x) along an axis, computed as d - ln Σ eᵈ with d = x - max x"));
    }

    private static Node squaredDifference(ExpansionBuilder b, List<Node> v, Attributes a) throws TypeException {
        Node difference = b.sub(v.get(0), v.get(1));
        return b.mul(difference, difference);
    }

    private static Node leakyRelu(ExpansionBuilder b, List<Node> v, Attributes a) throws TypeException {
        Node x = v.get(0);
        return b.op("Select", b.op("Less", x, b.constant(0)), b.mul(v.get(1), x), x);
    }

    private static Node gelu(ExpansionBuilder b, List<Node> v, Attributes a) throws TypeException {
        Node x = v.get(0);
        Node cubic = b.mul(b.mul(x, x), b.constant(2 * SQRT_2_OVER_PI * GELU_CUBIC));
        Node twiceU = b.mul(x, b.add(cubic, b.constant(2 * SQRT_2_OVER_PI)));
        return b.mul(x, b.op("Sigmoid", twiceU));
    }

    private static Node fastGelu(ExpansionBuilder b, List<Node> v, Attributes a) throws TypeException {
        return b.mul(v.get(0), b.op("Sigmoid", b.mul(v.get(0), b.constant(FAST_GELU_SLOPE))));
    }

    private static Node hardSigmoid(ExpansionBuilder b, List<Node> v, Attributes a) throws TypeException {
        Node line = b.add(b.mul(v.get(0), b.constant(1.0 / 6)), b.constant(0.5));
        return b.op("Maximum", b.op("Minimum", line, b.constant(1)), b.constant(0));
    }

    private static Node hardSwish(ExpansionBuilder b, List<Node> v, Attributes a) throws TypeException {
        Node clipped = b.op("Minimum", b.op("Maximum", b.add(v.get(0), b.constant(3)), b.constant(0)), b.constant(6));
        return b.mul(v.get(0), b.mul(clipped, b.constant(1.0 / 6)));
    }

    private static Node softplus(ExpansionBuilder b, List<Node> v, Attributes a) throws TypeException {
        Node x = v.get(0);
        Node tail = b.op("Log1p", b.op("Exp", b.op("Neg", b.op("Abs", x))));
        return b.add(b.op("Maximum", x, b.constant(0)), tail);
    }

    private static Node reduceMean(ExpansionBuilder b, List<Node> v, Attributes a) throws TypeException {
        Node sum = b.reduce("ReduceSum", v.get(0), a.axes(), a.keepDims());
        return b.div(sum, b.elementCount(v.get(0), a.axes()));
    }

    private static Node softmax(ExpansionBuilder b, List<Node> v, Attributes a) throws TypeException {
        Node shifted = b.sub(v.get(0), b.reduce("ReduceMax", v.get(0), a.axes(), true));
        Node exponential = b.op("Exp", shifted);
        Node scale = b.op("Reciprocal", b.reduce("ReduceSum", exponential, a.axes(), true));
        return b.mul(exponential, scale);
    }

    private static Node logSoftmax(ExpansionBuilder b, List<Node> v, Attributes a) throws TypeException {
        Node shifted = b.sub(v.get(0), b.reduce("ReduceMax", v.get(0), a.axes(), true));
        return b.sub(shifted, b.op("Log", b.reduce("ReduceSum", b.op("Exp", shifted), a.axes(), true)));
    }
}
