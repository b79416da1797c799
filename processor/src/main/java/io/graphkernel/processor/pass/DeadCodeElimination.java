package io.graphkernel.processor.pass;

import io.graphkernel.graph.Graph;
import io.graphkernel.graph.Node;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Removes nodes that no result and no in-place update depends on, and all but the last update of each parameter.
 * Intermediate reads already read the assigned value itself.
 */
public final class DeadCodeElimination implements GraphPass {

    @Override
    public String name() {
        return "dead_code_elimination";
    }

    @Override
    public int level() {
        return 0;
    }

    @Override
    public Graph run(Graph graph, PassContext context) {
        return withoutDeadCode(graph);
    }

    /**
     * Removes dead nodes.
     *
     * @param graph with or without groups
     * @return the same instance if there are none
     */
    public static Graph withoutDeadCode(Graph graph) {
        Set<Node> alive = Collections.newSetFromMap(new IdentityHashMap<>());
        graph.outputs().forEach(output -> alive.add(output.node()));
        Map<Node, Node> lastAssign = new IdentityHashMap<>();
        graph.assigns().forEach(assign -> lastAssign.put(assign.updatedParameter(), assign));
        alive.addAll(lastAssign.values());
        // The checks of a call are independent of the uses that passes remove.
        graph.nodes().stream().filter(DeadCodeElimination::isChecked).forEach(alive::add);
        for (int i = graph.nodes().size() - 1; i >= 0; i--) {
            Node node = graph.nodes().get(i);
            if (alive.contains(node)) {
                alive.addAll(node.operands());
            }
        }
        List<Node> nodes = graph.nodes().stream().filter(alive::contains).toList();
        return nodes.size() == graph.nodes().size()
                ? graph
                : new Graph(
                        graph.name(), graph.parameters(), nodes, graph.outputs(), graph.groups(), graph.conditions());
    }

    private static boolean isChecked(Node node) {
        return node.isConverted() && node.dtype().isInteger();
    }
}
