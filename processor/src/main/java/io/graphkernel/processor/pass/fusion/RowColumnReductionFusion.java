package io.graphkernel.processor.pass.fusion;

import io.graphkernel.graph.Node;
import io.graphkernel.graph.iteration.IterationSpace;
import io.graphkernel.graph.iteration.IterationSpace.Level;
import io.graphkernel.op.OpTable;
import io.graphkernel.op.row.OpKind;
import java.util.Collections;
import java.util.EnumSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;

/** Profitability of reducing rows and columns in one kernel, which must save reading or storing a full-size value. */
final class RowColumnReductionFusion {

    private RowColumnReductionFusion() {}

    /**
     * Returns true if one kernel reduces rows and the other columns, and they share no full-size value.
     *
     * @param first ops of the first kernel
     * @param second ops of the second kernel
     * @param space loops of the merged kernel
     * @return true if the kernels should not be merged
     */
    static boolean areAvoidable(List<Node> first, List<Node> second, IterationSpace space) {
        Set<Level> rowsOrColumns = reductionLevels(first, space);
        Set<Level> otherLevels = reductionLevels(second, space);
        boolean crossed =
                !rowsOrColumns.isEmpty() && !otherLevels.isEmpty() && Collections.disjoint(rowsOrColumns, otherLevels);
        if (!crossed) {
            return false;
        }
        Set<Node> shared = touched(first);
        shared.retainAll(touched(second));
        return shared.stream().noneMatch(value -> space.mask(value) == space.fullMask());
    }

    private static Set<Level> reductionLevels(List<Node> nodes, IterationSpace space) {
        Set<Level> levels = EnumSet.noneOf(Level.class);
        nodes.stream()
                .filter(node -> OpTable.get().is(node, OpKind.REDUCTION))
                .forEach(node -> levels.add(space.level(node)));
        return levels;
    }

    /** Returns the values that ops read and compute. */
    private static Set<Node> touched(List<Node> nodes) {
        Set<Node> touched = Collections.newSetFromMap(new IdentityHashMap<>());
        for (Node node : nodes) {
            touched.add(node);
            touched.addAll(node.operands());
        }
        return touched;
    }
}
