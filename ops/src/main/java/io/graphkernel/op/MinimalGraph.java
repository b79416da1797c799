package io.graphkernel.op;

import io.graphkernel.graph.Graph;
import io.graphkernel.graph.Node;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Elimination of dead code and common subexpressions of a graph over numbers. */
final class MinimalGraph {

    private final Graph graph;
    private final Map<Node, Node> values = new IdentityHashMap<>();
    private final Map<List<Object>, Node> known = new HashMap<>();

    MinimalGraph(Graph graph) {
        this.graph = graph;
    }

    /** Returns a graph with the same parameters and results. */
    Graph result() {
        Set<Node> used = used();
        List<Node> kept = new ArrayList<>();
        for (Node node : graph.nodes()) {
            if (used.contains(node)) {
                add(node, kept);
            }
        }
        List<Graph.Output> outputs = graph.outputs().stream()
                .map(output -> new Graph.Output(output.name(), value(output.node())))
                .toList();
        return new Graph(graph.name(), graph.parameters(), kept, outputs, List.of(), List.of());
    }

    private Set<Node> used() {
        Set<Node> used = Collections.newSetFromMap(new IdentityHashMap<>());
        graph.outputs().forEach(output -> used.add(output.node()));
        for (int i = graph.nodes().size() - 1; i >= 0; i--) {
            Node node = graph.nodes().get(i);
            if (used.contains(node)) {
                used.addAll(node.operands());
            }
        }
        return used;
    }

    private void add(Node node, List<Node> kept) {
        List<Node> operands = node.operands().stream().map(this::value).toList();
        List<Object> key = Arrays.asList(node.kind(), node.op(), node.dtype(), node.attributes(), operands);
        Node earlier = known.get(key);
        if (earlier == null) {
            earlier = operands.equals(node.operands()) ? node : node.withOperands(operands);
            known.put(key, earlier);
            kept.add(earlier);
        }
        values.put(node, earlier);
    }

    private Node value(Node node) {
        return values.getOrDefault(node, node);
    }
}
