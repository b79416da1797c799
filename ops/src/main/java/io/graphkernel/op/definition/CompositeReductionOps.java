package io.graphkernel.op.definition;

import static io.graphkernel.op.row.OpParameter.attribute;
import static io.graphkernel.op.row.OpParameter.bool;
import static io.graphkernel.op.row.OpParameter.tensor;
import static io.graphkernel.op.row.OpRow.composite;

import io.graphkernel.graph.DataType;
import io.graphkernel.graph.Node;
import io.graphkernel.graph.TypeException;
import io.graphkernel.op.build.Expansion;
import io.graphkernel.op.build.ExpansionBuilder;
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
            default -> null;
        };
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
