package io.graphkernel.processor.pass;

import io.graphkernel.processor.graph.Graph;
import io.graphkernel.processor.graph.Node;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Drops nodes that no result and no in-place update needs, and all but the last update of each parameter: reads in
 * between have read the assigned value itself.
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
     * The graph without the nodes that nothing needs.
     *
     * @param graph with or without groups
     * @return the same instance if there are none
     */
    public static Graph withoutDeadCode(Graph graph) {
        Set<Node> alive = Collections.newSetFromMap(new IdentityHashMap<>());
        graph.outputs().forEach(output -> alive.add(output.node()));
        Map<Node, Node> lastAssign = new IdentityHashMap<>();
        graph.assigns().forEach(assign -> lastAssign.put(assign.operands().get(0), assign));
        alive.addAll(lastAssign.values());
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
}
