package io.graphkernel.processor.pass.fusion;

import io.graphkernel.processor.capability.Costs;
import io.graphkernel.processor.graph.IterationSpace;
import io.graphkernel.processor.graph.IterationSpace.Level;
import io.graphkernel.processor.graph.Node;
import io.graphkernel.processor.op.OpKind;
import io.graphkernel.processor.op.OpTable;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** What a loop nest computes more often than the ops by themselves would. */
final class RepeatedWork {

    private RepeatedWork() {}

    /** An expensive op that varies along the inner loop only and would be computed again for each row. */
    static Optional<Node> expensive(List<Node> members, IterationSpace space, Costs costs) {
        Set<Node> perRow = Collections.newSetFromMap(new IdentityHashMap<>(members.size()));
        boolean once = space.form() == IterationSpace.Form.COLUMN_REDUCTION;
        for (int i = members.size() - 1; i >= 0; i--) {
            Node node = members.get(i);
            boolean repeated = space.level(node) == Level.ELEMENT && space.mask(node) != space.fullMask();
            boolean reduction = OpTable.get().is(node, OpKind.REDUCTION);
            // The second phase of a column reduction computes what its first phase does not need.
            boolean inRow = !once || perRow.contains(node) || space.mask(node) == space.fullMask();
            if (repeated && inRow && !reduction && OpTable.get().row(node).cost() >= costs.expensive()) {
                return Optional.of(node);
            }
            if (reduction || inRow) {
                perRow.addAll(node.operands());
            }
        }
        return Optional.empty();
    }
}
