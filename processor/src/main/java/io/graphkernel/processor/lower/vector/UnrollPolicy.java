package io.graphkernel.processor.lower.vector;

import io.graphkernel.common.target.CpuModel;
import io.graphkernel.op.OpTable;

/** Policy of unrolling the loop of a stage; see docs/bench/unrolling.md. */
final class UnrollPolicy {

    private UnrollPolicy() {}

    /**
     * Returns the unroll factor of a stage's loop.
     *
     * <p>Several accumulators hide the latency of cheap reductions. In a kernel of several stages, unrolling amortizes
     * conditions and addresses. A single stage without reductions is memory bound, and a scan is sequential.
     *
     * @param stage function of the stage
     * @return the number of vectors per iteration
     */
    static int factor(StageFunction stage) {
        boolean isSingle = stage.basePointers.kernel.body().stages().size() == 1;
        if (stage.reductions().isEmpty()
                && (isSingle || !stage.registerAccumulations().isEmpty())) {
            return 1;
        }
        int cost = OpTable.get().cost(stage.liveOps());
        CpuModel.Unrolling model = CpuModel.DEFAULT.unrolling();
        return cost >= model.minExpensiveCost() ? model.expensiveVectors() : model.cheapVectors();
    }
}
