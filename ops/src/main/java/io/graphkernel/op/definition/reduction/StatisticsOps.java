package io.graphkernel.op.definition.reduction;

import static io.graphkernel.op.row.OpParameter.attribute;
import static io.graphkernel.op.row.OpParameter.axis;
import static io.graphkernel.op.row.OpParameter.bool;
import static io.graphkernel.op.row.OpParameter.integer;
import static io.graphkernel.op.row.OpParameter.number;
import static io.graphkernel.op.row.OpParameter.tensor;
import static io.graphkernel.op.row.OpResult.result;
import static io.graphkernel.op.row.OpRow.composite;

import io.graphkernel.graph.DataType;
import io.graphkernel.graph.Node;
import io.graphkernel.graph.TypeException;
import io.graphkernel.op.build.AxesBuilder.Axes;
import io.graphkernel.op.build.DimsBuilder.Dims;
import io.graphkernel.op.build.Expansion;
import io.graphkernel.op.build.ExpansionBuilder;
import io.graphkernel.op.build.GradientBuilder;
import io.graphkernel.op.row.DtypeClass;
import io.graphkernel.op.row.GradientRule;
import io.graphkernel.op.row.OpDtype;
import io.graphkernel.op.row.OpParameter.Kind;
import io.graphkernel.op.row.OpRow;
import io.graphkernel.op.row.OpRowBuilder;
import java.util.List;

/** Reductions composed of basic ones, argmax and argmin. */
public final class StatisticsOps {

    private static final String REDUCED = "the shape of x without the axes, or with size 1 there";

    private StatisticsOps() {}

    /**
     * Returns the row of an op.
     *
     * @param name name of an op
     * @return its columns, or null if this family has no such op
     */
    public static OpRowBuilder row(String name) {
        return switch (name) {
            case "ReduceMean" -> reduction(name, b -> mean(b, b.x())).document("mean over axes; NaN for no elements");
            case "MeanExt" ->
                reduction(name, b -> b.castTo(mean(b, floating(b)), "dtype"))
                        .parameters(
                                tensor("x"),
                                attribute("axes", Kind.AXES),
                                bool("keepDims", false),
                                attribute("dtype", Kind.DTYPE))
                        .dtypes(DtypeClass.NUMBER)
                        .results(OpDtype.ATTRIBUTE)
                        .document("mean over axes, converted to dtype; of integers computed in f32");
            case "ReduceVariance" ->
                variance(name, b -> spread(b))
                        .gradient("x", StatisticsOps::varianceGradient)
                        .document("mean of (x - mean x)² over axes");
            case "ReduceStd" ->
                variance(name, b -> b.op("Sqrt", spread(b)))
                        .gradient("x", StatisticsOps::deviationGradient)
                        .document("√ of the variance over axes");
            case "ReduceL2" ->
                reduction(name, b -> b.op("Sqrt", b.reduceWithAttributes("ReduceSum", b.square(b.x()))))
                        .gradient("x", StatisticsOps::normGradient)
                        .document("√ Σ x² over axes");
            case "LogSumExp" ->
                reduction(name, StatisticsOps::logSumExp)
                        .gradient("x", StatisticsOps::logSumExpGradient)
                        .document("ln Σ eˣ over axes, computed as m + ln Σ e^(x - m) with m = max x");
            case "L2Normalize" ->
                composite(name, StatisticsOps::l2Normalize)
                        .parameters(tensor("x"), axis("axis", -1), number("epsilon", 1e-12))
                        .shape("the shape of x")
                        .document("x / √ max(Σ x², epsilon) along an axis");
            case "CosineSimilarity" ->
                composite(name, StatisticsOps::cosineSimilarity)
                        .parameters(tensor("x"), tensor("y"), axis("axis", -1), number("epsilon", 1e-8))
                        .shape("the shape of x without the axis")
                        .document("Σ x · y / max(√ Σ x² · √ Σ y², epsilon) along an axis");
            case "EqualCount" ->
                composite(name, StatisticsOps::equalCount)
                        .parameters(tensor("x"), tensor("y"))
                        .nonDifferentiable()
                        .dtypes(DtypeClass.NUMBER)
                        .shape("[1]")
                        .tolerance("one rounding to the dtype of x")
                        .document("the number of equal elements")
                        .note("counted in i64, exact beyond 2²⁴");
            case "SquareSumAll" ->
                OpRow.composites(name, StatisticsOps::squareSums, tensor("x"), tensor("y"))
                        .results(result("squareSumX"), result("squareSumY"))
                        .shape("[]")
                        .document("Σ x² and Σ y² over all elements");
            case "ArgMax" -> position(name, "ReduceMax").document("the position of the first largest element, or NaN");
            case "Argmin" ->
                position(name, "ReduceMin")
                        .aliases("ArgMin")
                        .document("the position of the first smallest element, or NaN");
            case "ArgMaxWithValue" ->
                positionAndValue(name, "ReduceMax")
                        .document("the position of the first largest element or NaN along an axis, and its value");
            case "ArgMinWithValue" ->
                positionAndValue(name, "ReduceMin")
                        .document("the position of the first smallest element or NaN along an axis, and its value");
            default -> null;
        };
    }

    private static Node mean(ExpansionBuilder b, Node x) throws TypeException {
        return b.div(b.reduceWithAttributes("ReduceSum", x), b.elementCount(x, b.axes("axes")));
    }

    /** Returns the mean over axes, which are kept with size 1. */
    static Node mean(ExpansionBuilder b, Node x, Axes axes) throws TypeException {
        return b.div(b.reduce("ReduceSum", x, axes, true), b.elementCount(x, axes));
    }

    private static Node floating(ExpansionBuilder b) throws TypeException {
        return b.isFloating("x") ? b.x() : b.cast(b.x(), DataType.F32);
    }

    private static Node spread(ExpansionBuilder b) throws TypeException {
        Node x = b.x();
        Node centred = b.sub(x, mean(b, x, b.axes("axes")));
        Node sum = b.reduceWithAttributes("ReduceSum", b.square(centred));
        return b.div(sum, b.correctedCount(x, b.axes("axes"), b.extent("correction")));
    }

    /** 2 · (x - mean x) · dy / (n - correction). */
    private static Node varianceGradient(GradientBuilder b) throws TypeException {
        Node scale = b.div(b.mul(b.dy(), 2), divisor(b));
        return b.mul(b.spread(scale, b.x()), centred(b));
    }

    /** (x - mean x) · dy / (y · (n - correction)), and 0 where all elements are equal. */
    private static Node deviationGradient(GradientBuilder b) throws TypeException {
        Node scale = b.div(b.div(b.dy(), b.result()), divisor(b));
        Node positive = b.spread(b.op("NotEqual", b.result(), 0), b.x());
        return b.select(positive, b.mul(b.spread(scale, b.x()), centred(b)), 0);
    }

    private static Node divisor(GradientBuilder b) throws TypeException {
        return b.correctedCount(b.x(), b.axes("axes"), b.extent("correction"));
    }

    private static Node centred(GradientBuilder b) throws TypeException {
        return b.sub(b.x(), mean(b, b.x(), b.axes("axes")));
    }

    /** x / y · dy, and 0 for x = 0, as in PyTorch. */
    private static Node normGradient(GradientBuilder b) throws TypeException {
        Node x = b.x();
        Node slope = b.mul(b.div(x, b.spread(b.result(), x)), b.spread(b.dy(), x));
        return b.select(b.op("NotEqual", x, 0), slope, 0);
    }

    /**
     * e^(x - y) · dy, with 0 for a result of -∞ and for finite elements if one is ∞. The result is recomputed from x at
     * the precision of x, since its rounding error would enter the exponent.
     */
    private static Node logSumExpGradient(GradientBuilder b) throws TypeException {
        Node sum = logSumExp(b);
        Node counts = b.op("LogicalOr", b.op("IsFinite", sum), b.op("LogicalNot", b.op("Less", sum, 0)));
        Node y = b.spread(b.select(counts, sum, 0), b.x());
        return b.mul(b.op("Exp", b.sub(b.x(), y)), b.spread(b.dy(), b.x()));
    }

    /** dy at the position of the result. */
    private static Node chosenGradient(GradientBuilder b) throws TypeException {
        Node x = b.x();
        Axes axis = b.axes("axis");
        Dims kept = b.replace(b.dims(x), axis, b.extent(1));
        Node isChosen = b.op("Equal", b.index(b.dims(x), axis), b.reshape(b.result("index"), kept));
        return b.select(isChosen, b.broadcastTo(b.reshape(b.dy("value"), kept), b.dims(x)), 0);
    }

    /** An infinite maximum is not subtracted: the sum is then correctly 0 or infinite. */
    private static Node logSumExp(ExpansionBuilder b) throws TypeException {
        Node shifted = b.sub(b.x(), finite(b, b.reduce("ReduceMax", b.x(), b.axes("axes"), true)));
        Node logarithm = b.op("Log", b.reduceWithAttributes("ReduceSum", b.op("Exp", shifted)));
        return b.add(logarithm, finite(b, b.reduceWithAttributes("ReduceMax", b.x())));
    }

    private static Node finite(ExpansionBuilder b, Node maximum) throws TypeException {
        return b.select(b.op("IsFinite", maximum), maximum, 0);
    }

    private static Node l2Normalize(ExpansionBuilder b) throws TypeException {
        Node sum = b.reduce("ReduceSum", b.square(b.x()), b.axes("axis"), true);
        return b.mul(b.x(), b.op("Rsqrt", b.op("Maximum", sum, b.operand("epsilon"))));
    }

    private static Node cosineSimilarity(ExpansionBuilder b) throws TypeException {
        Node y = b.operand("y");
        Node product = b.reduce("ReduceSum", b.mul(b.x(), y), b.axes("axis"), false);
        Node norms = b.mul(norm(b, b.x()), norm(b, y));
        return b.div(product, b.op("Maximum", norms, b.operand("epsilon")));
    }

    private static Node norm(ExpansionBuilder b, Node x) throws TypeException {
        return b.op("Sqrt", b.reduce("ReduceSum", b.square(x), b.axes("axis"), false));
    }

    private static Node equalCount(ExpansionBuilder b) throws TypeException {
        Node equal = b.cast(b.op("Equal", b.x(), b.operand("y")), DataType.I64);
        Node count = b.reduce("ReduceSum", equal, b.allAxes(), false);
        return b.castLike(b.reshape(count, b.list(b.extent(1))), b.x());
    }

    private static List<Node> squareSums(ExpansionBuilder b) throws TypeException {
        Node x = b.reduce("ReduceSum", b.square(b.x()), b.allAxes(), false);
        return List.of(x, b.reduce("ReduceSum", b.square(b.operand("y")), b.allAxes(), false));
    }

    /**
     * NaN counts as the extreme, detected as the number that differs from itself. Since the extreme may be rounded by a
     * store before the comparison, x is rounded too.
     */
    private static Node position(ExpansionBuilder b, Node x, Node extreme, boolean keepDims) throws TypeException {
        Axes axis = b.axes("axis");
        Node isExtreme = b.op("LogicalOr", b.op("Equal", x, extreme), b.op("NotEqual", x, x));
        Node index = b.index(b.dims(x), axis);
        Node candidate = b.select(isExtreme, index, b.number(b.notEmpty(b.dim(x, axis)), index));
        return b.reduce("ReduceMin", candidate, axis, keepDims);
    }

    private static OpRowBuilder position(String name, String reduction) {
        return composite(name, b -> {
                    Node x = b.rounded(b.x());
                    return position(b, x, b.reduce(reduction, x, b.axes("axis"), true), false);
                })
                .parameters(tensor("x"), axis("axis", -1))
                .dtypes(DtypeClass.NUMBER)
                .results(OpDtype.I64)
                .tolerance("exact")
                .shape("the shape of x without the axis");
    }

    private static OpRowBuilder positionAndValue(String name, String reduction) {
        return OpRow.composites(
                        name,
                        b -> {
                            boolean keepDims = b.flag("keepDims");
                            Node x = b.rounded(b.x());
                            Node extreme = b.reduce(reduction, x, b.axes("axis"), true);
                            Node value = keepDims ? extreme : b.reduce(reduction, x, b.axes("axis"), false);
                            return List.of(position(b, x, extreme, keepDims), value);
                        },
                        tensor("x"),
                        axis("axis", -1),
                        bool("keepDims", false))
                .dtypes(DtypeClass.NUMBER)
                .results(result("index", OpDtype.I64), result("value"))
                .gradient(new GradientRule(List.of("value"), List.of("x"), b -> List.of(chosenGradient(b))))
                .tolerance("exact")
                .shape(REDUCED)
                .note("the position too");
    }

    private static OpRowBuilder reduction(String name, Expansion.Single expansion) {
        return composite(name, expansion)
                .parameters(tensor("x"), attribute("axes", Kind.AXES), bool("keepDims", false))
                .shape(REDUCED);
    }

    private static OpRowBuilder variance(String name, Expansion.Single expansion) {
        return reduction(name, expansion)
                .parameters(
                        tensor("x"), attribute("axes", Kind.AXES), bool("keepDims", false), integer("correction", 0))
                .note("two passes; the mean divides by n - correction");
    }
}
