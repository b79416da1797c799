package io.graphkernel.processor.op;

import io.graphkernel.processor.op.OpRow.Combiner;
import java.util.List;

/** Reductions and the in-place update. */
final class ReductionRows {

    private ReductionRows() {}

    static List<OpRow> all() {
        return List.of(
                OpRow.reduction("ReduceSum", Combiner.SUM).document("sum over axes"),
                OpRow.reduction("ReduceProd", Combiner.PROD).document("product over axes"),
                OpRow.reduction("ReduceMax", Combiner.MAX).document("largest element over axes; NaN if any is NaN"),
                OpRow.reduction("ReduceMin", Combiner.MIN).document("smallest element over axes; NaN if any is NaN"),
                OpRow.special("Assign", OpKind.ASSIGN, OpParameter.tensor("parameter"), OpParameter.tensor("value"))
                        .document("writes value into parameter, in place"));
    }
}
