package io.graphkernel.op.definition.reduction;

import static io.graphkernel.op.row.OpParameter.axis;
import static io.graphkernel.op.row.OpParameter.bool;
import static io.graphkernel.op.row.OpParameter.tensor;
import static io.graphkernel.op.row.OpParameter.tensorOrNumber;

import io.graphkernel.op.build.GradientBuilder;
import io.graphkernel.op.row.Combiner;
import io.graphkernel.op.row.DtypeClass;
import io.graphkernel.op.row.OpKind;
import io.graphkernel.op.row.OpResult;
import io.graphkernel.op.row.OpRow;
import io.graphkernel.op.row.OpRowBuilder;

/** Reductions, scans and the in-place update. */
public final class ReduceOps {

    /**
     * Error bound of sums and products, which are exact for integers; floats are accumulated in {@code f32} or {@code
     * f64}.
     */
    private static final String ACCUMULATED = "n roundings of the accumulator, for n elements combined";

    private static final String EXACT = "exact";

    private ReduceOps() {}

    /**
     * Returns the row of an op.
     *
     * @param name name of an op
     * @return its columns, or null if this family has no such op
     */
    public static OpRowBuilder row(String name) {
        return switch (name) {
            case "ReduceSum" ->
                OpRow.reduction(name, Combiner.SUM)
                        .gradient("x", b -> b.spread(b.dy(), b.x()))
                        .tolerance(ACCUMULATED)
                        .document("sum over axes; integers wrap around");
            case "ReduceProd" ->
                OpRow.reduction(name, Combiner.PROD)
                        .gradient("x", ReductionGradients::product)
                        .tolerance(ACCUMULATED)
                        .document("product over axes; integers wrap around");
            case "ReduceMax" ->
                OpRow.reduction(name, Combiner.MAX)
                        .gradient("x", b -> ReductionGradients.extreme(b, "ReduceMax"))
                        .tolerance(EXACT)
                        .document("largest element over axes; NaN if any is NaN");
            case "ReduceMin" ->
                OpRow.reduction(name, Combiner.MIN)
                        .gradient("x", b -> ReductionGradients.extreme(b, "ReduceMin"))
                        .tolerance(EXACT)
                        .document("smallest element over axes; NaN if any is NaN");
            case "ReduceAll" ->
                OpRow.reduction(name, Combiner.ALL)
                        .dtypes(DtypeClass.BOOL)
                        .tolerance(EXACT)
                        .document("whether all elements over axes are true");
            case "ReduceAny" ->
                OpRow.reduction(name, Combiner.ANY)
                        .dtypes(DtypeClass.BOOL)
                        .tolerance(EXACT)
                        .document("whether any element over axes is true");
            case "CumSum" ->
                scan(name, Combiner.SUM)
                        .gradient("x", ReductionGradients::sums)
                        .document("sum of all elements up to each along an axis");
            case "CumProd" ->
                scan(name, Combiner.PROD)
                        .gradient("x", ReductionGradients::products)
                        .document("product of all elements up to each along an axis");
            case "CumMax" ->
                scan(name, Combiner.MAX)
                        .gradient("x", b -> ReductionGradients.runningExtreme(b, "CumMax"))
                        .tolerance(EXACT)
                        .document("largest of all elements up to each along an axis; NaN from the first NaN on");
            case "CumMin" ->
                scan(name, Combiner.MIN)
                        .gradient("x", b -> ReductionGradients.runningExtreme(b, "CumMin"))
                        .tolerance(EXACT)
                        .document("smallest of all elements up to each along an axis; NaN from the first NaN on");
            case "Assign" ->
                OpRow.special(name, OpKind.ASSIGN, tensor("parameter"), tensorOrNumber("value"))
                        .dtypes(DtypeClass.STORED)
                        .results(OpResult.updated("parameter"))
                        .gradient("value", GradientBuilder::dy)
                        .nonDifferentiable("parameter")
                        .tolerance(EXACT)
                        .document("writes value into parameter, in place");
            default -> null;
        };
    }

    private static OpRowBuilder scan(String name, Combiner combiner) {
        return OpRow.special(
                        name, OpKind.SCAN, tensor("x"), axis("axis"), bool("exclusive", false), bool("reverse", false))
                .dtypes(DtypeClass.NUMBER)
                .combines(combiner)
                .tolerance(ACCUMULATED);
    }
}
