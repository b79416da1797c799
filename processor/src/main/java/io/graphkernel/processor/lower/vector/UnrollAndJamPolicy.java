package io.graphkernel.processor.lower.vector;

import io.graphkernel.common.target.CpuModel;
import io.graphkernel.common.target.TrafficCostModel;
import io.graphkernel.graph.Node;
import io.graphkernel.op.OpTable;
import io.graphkernel.processor.schedule.Buffer;
import io.graphkernel.processor.schedule.Stage;
import java.util.IntSummaryStatistics;
import java.util.stream.Stream;

/**
 * Policy of unroll-and-jam, which computes several vectors at once, op by op, to hide the latency of long dependency
 * chains; see docs/bench/unroll-and-jam.md.
 */
final class UnrollAndJamPolicy {

    private UnrollAndJamPolicy() {}

    /**
     * Returns true if unroll-and-jam is profitable for a stage without reductions: it is compute bound, and no single
     * op dominates the cost.
     */
    static boolean isProfitable(BasePointers basePointers, Stage stage) {
        IntSummaryStatistics cost = stage.computed().stream()
                .mapToInt(node -> OpTable.get().row(node).cost(node.operands()))
                .summaryStatistics();
        int totalCost = (int) cost.getSum();
        int maxCost = Math.max(0, cost.getMax());
        TrafficCostModel costs = basePointers.kernel.capabilities().costs();
        return isVectorizedByRow(basePointers)
                && basePointers.kernel.buffers().indexedStores().isEmpty()
                && totalCost <= CpuModel.DEFAULT.unrolling().maxJammedCost()
                && totalCost - maxCost >= costs.minExpensiveCost()
                && !costs.isProfitable(totalCost, movedBytes(basePointers, stage));
    }

    /** Returns true if vectors run along rows, which may be long. */
    private static boolean isVectorizedByRow(BasePointers basePointers) {
        return switch (basePointers.space.template()) {
            case ELEMENTWISE -> basePointers.kernel.buffers().tiling() == null;
            case ROW_REDUCTION -> true;
            case COLUMN_REDUCTION -> basePointers.accumulatesInMemory();
            case STRIDED_REDUCTION, FULL_REDUCTION, SCAN, RECURRENCE, ATTENTION -> false;
        };
    }

    /** Returns the bytes that a stage moves per element. */
    private static int movedBytes(BasePointers basePointers, Stage stage) {
        Stream<Node> read =
                stage.inputs().stream().filter(basePointers::isReadOnce).map(Buffer::value);
        Stream<Node> written = stage.stores().stream().map(Buffer::stored);
        return Stream.concat(read, written)
                .mapToInt(value -> value.dtype().byteSize())
                .sum();
    }
}
