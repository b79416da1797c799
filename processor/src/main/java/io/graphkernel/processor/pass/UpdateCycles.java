package io.graphkernel.processor.pass;

import io.graphkernel.graph.Graph;
import io.graphkernel.graph.Node;
import io.graphkernel.processor.loop.Views;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Breaks cycles of updates that read each other's parameters, such as a swap of two parameters, by copying one of the
 * values before it is overwritten. In a cycle every update would have to run first.
 */
public final class UpdateCycles implements GraphPass {

    @Override
    public String name() {
        return "update_cycles";
    }

    @Override
    public int level() {
        return 0;
    }

    @Override
    public Graph run(Graph graph, PassContext context) {
        Map<Node, Node> readBy = new IdentityHashMap<>();
        graph.assigns()
                .forEach(assign ->
                        readBy.put(updated(assign), Views.base(assign.operands().get(1))));
        Set<Node> copied = Collections.newSetFromMap(new IdentityHashMap<>());
        for (Node assign : graph.assigns()) {
            if (isOnCycle(updated(assign), readBy)) {
                copied.add(updated(assign));
                readBy.remove(updated(assign));
            }
        }
        return copied.isEmpty()
                ? graph
                : GraphRewriter.rewrite(graph, (node, builder) -> {
                    if (!node.isAssign() || !copied.contains(updated(node))) {
                        return node;
                    }
                    Node value = CopyOps.of(builder, node.operands().get(1), "");
                    return node.withOperands(List.of(updated(node), value));
                });
    }

    private static Node updated(Node assign) {
        return assign.operands().get(0);
    }

    /** Returns true if a parameter's update transitively reads itself through the updates of other parameters. */
    private static boolean isOnCycle(Node parameter, Map<Node, Node> readBy) {
        Node next = readBy.get(parameter);
        for (int steps = 0; steps < readBy.size() && next != null && next != parameter; steps++) {
            next = readBy.get(next);
        }
        return next == parameter && readBy.get(parameter) != parameter;
    }
}
