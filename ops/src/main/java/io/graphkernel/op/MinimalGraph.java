package io.graphkernel.op;

import io.graphkernel.graph.Graph;
import io.graphkernel.graph.Node;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Deque;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Elimination of dead code and common subexpressions of a graph over numbers. */
final class MinimalGraph {

    private final Graph graph;
    private final Map<Node, Node> replacements;
    private final Map<Node, Node> values = new IdentityHashMap<>();
    private final Map<List<Object>, Node> known = new HashMap<>();
    private final List<Node> kept = new ArrayList<>();

    /**
     * Creates the graph.
     *
     * @param graph the original graph
     * @param replacements equal results of other loops, by the result of a loop; ignored for loops that are not used
     */
    MinimalGraph(Graph graph, Map<Node, Node> replacements) {
        this.graph = graph;
        this.replacements = new IdentityHashMap<>(replacements);
        Set<Node> used = used(Map.of());
        this.replacements
                .values()
                .removeIf(value -> used.stream().noneMatch(node -> ElementLoop.isSameLoop(value, node)));
    }

    /** Returns a graph with the same parameters and results. */
    Graph result() {
        Set<Node> used = used(replacements);
        graph.nodes().stream().filter(used::contains).forEach(this::add);
        List<Graph.Output> outputs = graph.outputs().stream()
                .map(output -> new Graph.Output(output.name(), value(output.node())))
                .toList();
        return new Graph(graph.name(), graph.parameters(), kept, outputs, List.of(), List.of());
    }

    private Set<Node> used(Map<Node, Node> replacing) {
        Set<Node> used = Collections.newSetFromMap(new IdentityHashMap<>());
        Deque<Node> pending = new ArrayDeque<>();
        graph.outputs().forEach(output -> pending.push(output.node()));
        while (!pending.isEmpty()) {
            Node next = pending.pop();
            Node node = replacing.getOrDefault(next, next);
            if (used.add(node)) {
                node.operands().forEach(pending::push);
            }
        }
        return used;
    }

    /** Adds a value after those that it needs. */
    private void add(Node result) {
        Deque<Node> pending = new ArrayDeque<>(List.of(result));
        while (!pending.isEmpty()) {
            Node node = pending.peek();
            if (node.kind() == Node.Kind.PARAMETER || values.containsKey(node)) {
                pending.pop();
                continue;
            }
            int before = pending.size();
            for (int i = node.operands().size() - 1; i >= 0; i--) {
                Node operand = replaced(node.operands().get(i));
                if (operand.kind() != Node.Kind.PARAMETER && !values.containsKey(operand)) {
                    pending.push(operand);
                }
            }
            if (pending.size() == before) {
                pending.pop();
                addReady(node);
            }
        }
    }

    private void addReady(Node node) {
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

    private Node replaced(Node node) {
        return replacements.getOrDefault(node, node);
    }

    private Node value(Node node) {
        Node replaced = replaced(node);
        return values.getOrDefault(replaced, replaced);
    }
}
