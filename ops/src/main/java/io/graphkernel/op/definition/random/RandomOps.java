package io.graphkernel.op.definition.random;

import static io.graphkernel.op.row.OpParameter.axis;
import static io.graphkernel.op.row.OpParameter.bool;
import static io.graphkernel.op.row.OpParameter.enumeration;
import static io.graphkernel.op.row.OpParameter.number;
import static io.graphkernel.op.row.OpParameter.tensor;
import static io.graphkernel.op.row.OpResult.result;

import io.graphkernel.graph.DataType;
import io.graphkernel.graph.Node;
import io.graphkernel.graph.TypeException;
import io.graphkernel.op.build.AxesBuilder.Axes;
import io.graphkernel.op.build.DimsBuilder.Dims;
import io.graphkernel.op.build.DimsBuilder.Extent;
import io.graphkernel.op.build.ExpansionBuilder;
import io.graphkernel.op.definition.movement.AlongAxis;
import io.graphkernel.op.definition.movement.MovementOps;
import io.graphkernel.op.row.DtypeClass;
import io.graphkernel.op.row.OpDtype;
import io.graphkernel.op.row.OpParameter;
import io.graphkernel.op.row.OpParameter.Kind;
import io.graphkernel.op.row.OpRow;
import io.graphkernel.op.row.OpRowBuilder;
import java.util.List;
import java.util.Map;

/** Random tensors, in which each element is a function of its index and the seeds, independent of the target. */
public final class RandomOps {

    private RandomOps() {}

    /**
     * Returns the row of an op.
     *
     * @param name name of an op
     * @return its columns, or null if this family has no such op
     */
    public static OpRowBuilder row(String name) {
        return switch (name) {
            case "RandomUniform" ->
                generator(name, "PhiloxUniform")
                        .aliases("UniformReal")
                        .document("uniform in [0, 1), reproducible from the seeds");
            case "StandardNormal" ->
                generator(name, "PhiloxNormal")
                        .document("normal with mean 0 and variance 1, reproducible from the seeds");
            case "Dropout" ->
                OpRow.composites(
                                name,
                                RandomOps::dropout,
                                tensor("x"),
                                number("keepProbability"),
                                number("seed", OpDtype.I64),
                                number("seed2", OpDtype.I64))
                        .results(result("y"), result("mask"))
                        .shape("the shape of x")
                        .document("y = x / keepProbability where u < keepProbability, else 0; mask is 1 and 0, of the"
                                + " dtype of x; u is RandomUniform of the seeds")
                        .note("dropped elements are 0 even where x is infinite or NaN");
            case "DropoutGrad" ->
                OpRow.composite(name, RandomOps::dropoutGradient)
                        .parameters(tensor("dy"), tensor("mask"), number("keepProbability"))
                        .shape("the shape of dy")
                        .document("dy · mask / keepProbability");
            case "Bernoulli" ->
                OpRow.composite(name, b -> b.castLike(b.op("Less", uniform(b), b.cast(b.x(), DataType.F32)), b.x()))
                        .parameters(tensor("x"), number("seed", OpDtype.I64), number("seed2", OpDtype.I64))
                        .nonDifferentiable()
                        .tolerance("exact")
                        .shape("the shape of x")
                        .document("1 with the probability x, else 0: 1 where u < x, with u the RandomUniform of the"
                                + " seeds");
            case "Categorical" ->
                OpRow.composite(name, RandomOps::categorical)
                        .parameters(
                                tensor("x"),
                                number("seed", OpDtype.I64),
                                number("seed2", OpDtype.I64),
                                axis("axis", -1),
                                enumeration("method", "CategoricalMethod", "GUMBEL"))
                        .results(OpDtype.I64)
                        .nonDifferentiable()
                        .tolerance("another position where sums differ by roundings")
                        .shape("the shape of x without the axis")
                        .document("a position along an axis with the probabilities softmax(x); by GUMBEL the position"
                                + " of the largest x - ln(-ln u), by INVERSE the first one whose cumulative probability"
                                + " is greater than u, with u the RandomUniform of the seeds")
                        .note("GUMBEL draws a u for each element, INVERSE one for each row");
            case "Multinomial" ->
                OpRow.composite(name, RandomOps::multinomial)
                        .parameters(
                                tensor("x"),
                                number("seed", OpDtype.I64),
                                number("seed2", OpDtype.I64),
                                OpParameter.attribute("size", Kind.DIM),
                                bool("replacement", false))
                        .limits(RandomOps::drawLimits)
                        .results(OpDtype.I64)
                        .nonDifferentiable()
                        .tolerance("another position where sums differ by roundings")
                        .shape("the shape of x, with size in place of the last axis")
                        .document("positions along the last axis, drawn with probabilities in proportion to x: the"
                                + " positions of the largest ln(x) - ln(-ln u) in descending order, each at most once")
                        .note("with replacement, each draw is the position of the largest one, with random numbers of"
                                + " the dims […, size, n]; without it, as many elements as drawn must be above 0");
            default -> null;
        };
    }

    private static Node uniform(ExpansionBuilder b) throws TypeException {
        return b.op("PhiloxUniform", b.rowMajorIndex(b.dims(b.x())), b.operand("seed"), b.operand("seed2"));
    }

    private static Node categorical(ExpansionBuilder b) throws TypeException {
        return b.choice("method").equals("INVERSE")
                ? inverse(b)
                : b.call("ArgMax", Map.of(), b.sub(b.x(), noise(b, b.dims(b.x()))));
    }

    /**
     * Counts the cumulative weights that are not greater than u times their total. In floating point, u · total is less
     * than the total too, so that the position has a weight above 0.
     */
    private static Node inverse(ExpansionBuilder b) throws TypeException {
        Axes axis = b.axes("axis");
        Extent size = b.notEmpty(b.dim(b.x(), axis));
        Node weights = b.op("Exp", b.sub(b.x(), b.reduce("ReduceMax", b.x(), axis, true)));
        Node cumulative = b.call("CumSum", Map.of("axis", axis, "exclusive", false, "reverse", false), weights);
        Node total = b.narrow(cumulative, axis, b.minus(size, b.extent(1)), b.extent(1));
        Dims rows = b.replace(b.dims(b.x()), axis, b.extent(1));
        Node uniform = b.op("PhiloxUniform", b.rowMajorIndex(rows), b.operand("seed"), b.operand("seed2"));
        Node isBelow = b.op("LessEqual", cumulative, b.mul(b.castLike(uniform, total), total));
        return b.reduce("ReduceSum", b.cast(isBelow, DataType.I64), axis, false);
    }

    private static void drawLimits(ExpansionBuilder b) throws TypeException {
        b.sizes("size");
        Extent columns = b.notEmpty(b.dim(b.x(), b.axes(-1)));
        if (!b.flag("replacement")) {
            b.atMost("size", b.extent("size"), columns);
        }
    }

    /** Draws by the Gumbel distribution: the order of the perturbed logarithms is that of draws without replacement. */
    private static Node multinomial(ExpansionBuilder b) throws TypeException {
        Node x = b.x();
        Axes last = b.axes(-1);
        Extent size = b.extent("size");
        Node scores = b.op("Log", x);
        if (!b.flag("replacement")) {
            Node order = AlongAxis.order(b, b.sub(scores, noise(b, b.dims(x))), last, true);
            return b.narrow(order, last, b.extent(0), size);
        }
        Dims draws = b.insert(b.dims(x), b.axes(b.rank(x) - 1), size);
        Node rows = b.reshape(scores, b.insert(b.dims(x), b.axes(b.rank(x) - 1), b.extent(1)));
        return b.call("ArgMax", Map.of("axis", last), b.sub(rows, noise(b, draws)));
    }

    /** Returns ln(-ln u) for the random numbers of the seeds. */
    private static Node noise(ExpansionBuilder b, Dims dims) throws TypeException {
        Node uniform = b.op("PhiloxUniform", b.rowMajorIndex(dims), b.operand("seed"), b.operand("seed2"));
        return b.castLike(b.op("Log", b.op("Neg", b.op("Log", uniform))), b.x());
    }

    private static OpRowBuilder generator(String name, String function) {
        return OpRow.composite(
                        name,
                        b -> b.op(function, b.rowMajorIndex(b.dims("dims")), b.operand("seed"), b.operand("seed2")))
                .parameters(
                        number("seed", OpDtype.I64),
                        number("seed2", OpDtype.I64),
                        OpParameter.attribute("dims", Kind.DIMS))
                .limits(MovementOps::dims)
                .results(OpDtype.F32)
                .dtypes(DtypeClass.ANY)
                .shape("dims");
    }

    private static List<Node> dropout(ExpansionBuilder b) throws TypeException {
        Node x = b.x();
        Node uniform = b.op("PhiloxUniform", b.rowMajorIndex(b.dims(x)), b.operand("seed"), b.operand("seed2"));
        Node keepProbability = b.operand("keepProbability");
        Node kept = b.op("Less", uniform, b.cast(keepProbability, DataType.F32));
        return List.of(b.select(kept, b.div(x, keepProbability), 0), b.castLike(kept, x));
    }

    private static Node dropoutGradient(ExpansionBuilder b) throws TypeException {
        return b.div(b.mul(b.operand("dy"), b.operand("mask")), b.operand("keepProbability"));
    }
}
