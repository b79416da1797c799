package io.graphkernel.processor.gradient;

import io.graphkernel.annotations.Saves;
import io.graphkernel.processor.graph.Node;
import io.graphkernel.processor.op.OpKind;
import io.graphkernel.processor.op.OpTable;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Set;

/** Chooses which values of the forward call the gradient call is given; it computes the others again. */
final class SavedChoice {

    private SavedChoice() {}

    /**
     * What the gradient call need not compute.
     *
     * @param joint the method with its gradient
     * @param saves how to choose
     * @return the tensor parameters, and values that the forward call stores if the gradient call reads them
     */
    static Set<Node> of(JointGraph joint, Saves saves) {
        Set<Node> kept = Collections.newSetFromMap(new IdentityHashMap<>());
        kept.addAll(joint.graph().tensorParameters());
        Set<Node> backward = joint.backward();
        for (Node node : joint.graph().nodes()) {
            if (backward.contains(node)) {
                if (saves == Saves.ALL || saves == Saves.AUTO) {
                    node.operands().stream()
                            .filter(operand -> !backward.contains(operand) && isWorthMemory(operand))
                            .forEach(kept::add);
                }
            } else if (saves == Saves.PRODUCTS && OpTable.get().is(node, OpKind.LIBRARY)) {
                kept.add(node);
            }
        }
        return kept;
    }

    /** Whether a value is more than a number or other elements of what is there anyway. */
    private static boolean isWorthMemory(Node node) {
        return node.isOperation() && !OpTable.get().is(node, OpKind.VIEW);
    }
}
