package io.graphkernel.op.definition.reduction;

import static io.graphkernel.op.row.OpParameter.attribute;
import static io.graphkernel.op.row.OpParameter.axis;
import static io.graphkernel.op.row.OpParameter.bool;
import static io.graphkernel.op.row.OpParameter.tensor;
import static io.graphkernel.op.row.OpRow.composite;

import io.graphkernel.graph.DataType;
import io.graphkernel.graph.Node;
import io.graphkernel.graph.TypeException;
import io.graphkernel.op.build.AxesBuilder.Axes;
import io.graphkernel.op.build.DimsBuilder.Dims;
import io.graphkernel.op.build.DimsBuilder.Extent;
import io.graphkernel.op.build.Expansion;
import io.graphkernel.op.build.ExpansionBuilder;
import io.graphkernel.op.definition.movement.AlongAxis;
import io.graphkernel.op.row.DtypeClass;
import io.graphkernel.op.row.OpDtype;
import io.graphkernel.op.row.OpParameter.Kind;
import io.graphkernel.op.row.OpRowBuilder;

/** Norms, counts, and reductions that ignore NaN. */
public final class CompositeReductionOps {

    private CompositeReductionOps() {}

    /**
     * Returns the row of an op.
     *
     * @param name name of an op
     * @return its columns, or null if this family has no such op
     */
    public static OpRowBuilder row(String name) {
        return switch (name) {
            case "ReduceL1" ->
                reduction(name, b -> b.reduceWithAttributes("ReduceSum", b.op("Abs", b.x())))
                        .document("Σ |x| over axes");
            case "ReduceLInf" ->
                reduction(name, b -> b.max(b.reduceWithAttributes("ReduceMax", b.op("Abs", b.x())), 0))
                        .tolerance("exact")
                        .document("the largest |x| over axes; 0 for no elements, NaN if any is NaN");
            case "ReduceSumSquare" ->
                reduction(name, b -> b.reduceWithAttributes("ReduceSum", b.square(b.x())))
                        .document("Σ x² over axes");
            case "CountNonzero" ->
                reduction(name, b -> b.reduceWithAttributes("ReduceSum", b.cast(nonzero(b), DataType.I64)))
                        .dtypes(DtypeClass.ANY)
                        .results(OpDtype.I64)
                        .nonDifferentiable()
                        .tolerance("exact")
                        .document("the number of elements over axes that are not 0; NaN counts");
            case "NanSum" ->
                reduction(name, b -> b.reduceWithAttributes("ReduceSum", withoutNan(b)))
                        .document("sum over axes of the elements that are not NaN");
            case "NanMean" ->
                reduction(name, CompositeReductionOps::nanMean)
                        .document("mean over axes of the elements that are not NaN; NaN if there are none");
            case "LogCumSumExp" ->
                composite(name, CompositeReductionOps::logCumSumExp)
                        .parameters(tensor("x"), axis("axis", -1))
                        .shape("the shape of x")
                        .document("ln Σ eˣ of all elements up to each along an axis, relative to their maximum")
                        .note("computes each sum by itself, n² exponentials for n elements");
            default -> null;
        };
    }

    /** Reduces the elements up to each one along an axis of their own; an infinite maximum is not subtracted. */
    private static Node logCumSumExp(ExpansionBuilder b) throws TypeException {
        Axes axis = b.axes("axis");
        Extent size = b.dim(b.x(), axis);
        Extent one = b.extent(1);
        Dims rows = AlongAxis.rows(b, b.x(), axis, size);
        Dims square = b.list(size, size, one);
        Node isEarlier = b.op("LessEqual", b.index(square, b.axes(1)), b.index(square, b.axes(0)));
        Node row = b.reshape(b.x(), b.list(b.at(rows, b.extent(0)), one, size, b.at(rows, b.extent(2))));
        Node earlier = b.select(isEarlier, row, Double.NEGATIVE_INFINITY);
        Node maximum = b.op("StopGradient", b.reduce("ReduceMax", earlier, b.axes(2), true));
        Node finite = b.select(b.op("IsFinite", maximum), maximum, 0);
        Node sum = b.reduce("ReduceSum", b.op("Exp", b.sub(earlier, finite)), b.axes(2), true);
        return b.reshape(b.add(b.op("Log", sum), finite), b.dims(b.x()));
    }

    private static Node nonzero(ExpansionBuilder b) throws TypeException {
        return b.op("NotEqual", b.x(), 0);
    }

    private static Node withoutNan(ExpansionBuilder b) throws TypeException {
        return b.select(b.op("IsNan", b.x()), b.number(0, b.x()), b.x());
    }

    private static Node nanMean(ExpansionBuilder b) throws TypeException {
        Node isNan = b.op("IsNan", b.x());
        Node present = b.select(isNan, b.number(0, b.x()), 1);
        Node count = b.reduceWithAttributes("ReduceSum", present);
        return b.div(b.reduceWithAttributes("ReduceSum", withoutNan(b)), count);
    }

    private static OpRowBuilder reduction(String name, Expansion.Single expansion) {
        return composite(name, expansion)
                .parameters(tensor("x"), attribute("axes", Kind.AXES), bool("keepDims", false))
                .shape("the shape of x without the axes, or with size 1 there");
    }
}
