package io.graphkernel.processor.pass.fusion;

import io.graphkernel.processor.graph.IterationSpace;
import io.graphkernel.processor.graph.IterationSpace.Level;
import io.graphkernel.processor.graph.Node;
import io.graphkernel.processor.op.OpKind;
import io.graphkernel.processor.op.OpTable;
import java.util.Collections;
import java.util.EnumSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;

/** Rows and columns are reduced in one kernel where that saves reading or storing a value of the whole domain. */
final class CrossedReductions {

    private CrossedReductions() {}

    /**
     * Whether one of two kernels reduces rows and the other one columns without a whole value that both touch.
     *
     * @param first the ops of a kernel
     * @param second the ops of another one
     * @param space the loops of both together
     * @return true if they are better kept apart
     */
    static boolean areAvoidable(List<Node> first, List<Node> second, IterationSpace space) {
        Set<Level> rowsOrColumns = reductionLevels(first, space);
        Set<Level> others = reductionLevels(second, space);
        boolean crossed = !rowsOrColumns.isEmpty() && !others.isEmpty() && Collections.disjoint(rowsOrColumns, others);
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

    /** What ops read and compute. */
    private static Set<Node> touched(List<Node> nodes) {
        Set<Node> touched = Collections.newSetFromMap(new IdentityHashMap<>());
        for (Node node : nodes) {
            touched.add(node);
            touched.addAll(node.operands());
        }
        return touched;
    }
}
