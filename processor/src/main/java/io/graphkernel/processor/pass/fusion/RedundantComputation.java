package io.graphkernel.processor.pass.fusion;

import io.graphkernel.common.target.TrafficCostModel;
import io.graphkernel.graph.Node;
import io.graphkernel.graph.iteration.IterationSpace;
import io.graphkernel.graph.iteration.IterationSpace.Level;
import io.graphkernel.op.ContractionAxes;
import io.graphkernel.op.OpTable;
import io.graphkernel.op.row.OpKind;
import io.graphkernel.processor.loop.Views;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Redundant computation of a loop nest compared with separate ops. */
final class RedundantComputation {

    private RedundantComputation() {}

    /**
     * Returns an expensive op that varies only along the inner loop and would be recomputed for each row, or an op on the
     * rows of a matmul that would be recomputed for each few columns.
     */
    static Optional<Node> expensive(List<Node> members, IterationSpace space, TrafficCostModel costs) {
        Optional<Node> ofRows = ofRows(members, space);
        if (ofRows.isPresent()) {
            return ofRows;
        }
        Set<Node> perRow = Collections.newSetFromMap(new IdentityHashMap<>(members.size()));
        boolean once = space.template() == IterationSpace.LoopTemplate.COLUMN_REDUCTION;
        for (int i = members.size() - 1; i >= 0; i--) {
            Node node = members.get(i);
            boolean repeated = space.level(node) == Level.ELEMENT && space.mask(node) != space.fullMask();
            boolean reduction = OpTable.get().is(node, OpKind.REDUCTION);
            // The second phase of a column reduction computes only what the first phase does not.
            boolean inRow = !once || perRow.contains(node) || space.mask(node) == space.fullMask();
            if (repeated && inRow && !reduction && OpTable.get().row(node).cost() >= costs.minExpensiveCost()) {
                return Optional.of(node);
            }
            if (reduction || inRow) {
                perRow.addAll(node.operands());
            }
        }
        return Optional.empty();
    }

    /** Returns an op on the rows of a matmul, after one that costs an instruction, such as a conversion. */
    private static Optional<Node> ofRows(List<Node> members, IterationSpace space) {
        Optional<ContractionAxes> axes = ContractionAxes.of(space);
        if (axes.isEmpty() || axes.get().columns() == 0) {
            return Optional.empty();
        }
        int columns = axes.get().columns();
        return members.stream()
                .filter(node -> space.level(node) == Level.ELEMENT
                        && (space.mask(node) & columns) == 0
                        && !Views.isView(node)
                        && OpTable.get().row(node).cost(node.operands()) > 0)
                .skip(1)
                .findFirst();
    }
}
