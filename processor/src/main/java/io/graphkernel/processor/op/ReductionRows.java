package io.graphkernel.processor.op;

import static io.graphkernel.processor.op.OpParameter.axis;
import static io.graphkernel.processor.op.OpParameter.bool;
import static io.graphkernel.processor.op.OpParameter.tensor;
import static io.graphkernel.processor.op.OpParameter.tensorOrNumber;

import java.util.List;

/** Reductions, scans and the in-place update. */
final class ReductionRows {

    /** Sums and products are exact for integers; floats are accumulated in {@code f32} or {@code f64}. */
    private static final String ACCUMULATED = "n roundings of the accumulator, for n elements combined";

    private static final String EXACT = "exact";

    private ReductionRows() {}

    static List<OpRowBuilder> all() {
        return List.of(
                OpRow.reduction("ReduceSum", Combiner.SUM)
                        .gradient("x", b -> b.spread(b.dy(), b.x()))
                        .tolerance(ACCUMULATED)
                        .document("sum over axes; integers wrap around"),
                OpRow.reduction("ReduceProd", Combiner.PROD)
                        .gradient("x", ReductionGradients::product)
                        .tolerance(ACCUMULATED)
                        .document("product over axes; integers wrap around"),
                OpRow.reduction("ReduceMax", Combiner.MAX)
                        .gradient("x", b -> ReductionGradients.extreme(b, "ReduceMax"))
                        .tolerance(EXACT)
                        .document("largest element over axes; NaN if any is NaN"),
                OpRow.reduction("ReduceMin", Combiner.MIN)
                        .gradient("x", b -> ReductionGradients.extreme(b, "ReduceMin"))
                        .tolerance(EXACT)
                        .document("smallest element over axes; NaN if any is NaN"),
                OpRow.reduction("ReduceAll", Combiner.ALL)
                        .dtypes(DtypeClass.BOOL)
                        .tolerance(EXACT)
                        .document("whether all elements over axes are true"),
                OpRow.reduction("ReduceAny", Combiner.ANY)
                        .dtypes(DtypeClass.BOOL)
                        .tolerance(EXACT)
                        .document("whether any element over axes is true"),
                scan("CumSum", Combiner.SUM)
                        .gradient("x", ReductionGradients::sums)
                        .document("sum of all elements up to each along an axis"),
                scan("CumProd", Combiner.PROD)
                        .gradient("x", ReductionGradients::products)
                        .document("product of all elements up to each along an axis"),
                OpRow.special("Assign", OpKind.ASSIGN, tensor("parameter"), tensorOrNumber("value"))
                        .gives(OpResult.updated("parameter"))
                        .gradient("value", GradientBuilder::dy)
                        .constantIn("parameter")
                        .tolerance(EXACT)
                        .document("writes value into parameter, in place"));
    }

    private static OpRowBuilder scan(String name, Combiner combiner) {
        return OpRow.special(
                        name, OpKind.SCAN, tensor("x"), axis("axis"), bool("exclusive", false), bool("reverse", false))
                .dtypes(DtypeClass.NUMBER)
                .combines(combiner)
                .tolerance(ACCUMULATED);
    }
}
