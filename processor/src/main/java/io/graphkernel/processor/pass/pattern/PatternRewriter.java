package io.graphkernel.processor.pass.pattern;

import io.graphkernel.processor.graph.Attributes;
import io.graphkernel.processor.graph.Graph;
import io.graphkernel.processor.graph.GraphBuilder;
import io.graphkernel.processor.graph.Node;
import io.graphkernel.processor.op.OpTable;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Builds a graph anew with one op in the place of each match. Ops stay in their order, but what a new op reads comes
 * before it.
 */
final class PatternRewriter {

    private final Graph graph;
    private final GraphBuilder builder = new GraphBuilder(OpTable.get());
    /** What takes the place of a value, with the operands of the old graph. */
    private final Map<Node, Node> replacements = new HashMap<>();

    private final Map<Node, Node> made = new HashMap<>();
    private final Map<Node, List<Node>> readers;
    private final Set<Node> results = new HashSet<>();

    PatternRewriter(Graph graph) {
        this.graph = graph;
        readers = graph.users();
        graph.outputs().forEach(output -> results.add(output.node()));
        builder.parametersOf(graph.parameters());
        builder.require(graph.conditions());
        graph.tensorParameters().forEach(parameter -> made.put(parameter, parameter));
    }

    /** Plans to put the new op in the place of a match. */
    void replace(PatternMatch match, List<Node> operands, Attributes attributes) {
        Set<Node> inside = match.inside();
        boolean several = match.pattern().replacement().results().size() > 1;
        String op = match.pattern().replacement().op();
        for (Node node : inside) {
            boolean vanishes = !results.contains(node) && inside.containsAll(readers.get(node));
            if (vanishes) {
                made.put(node, node);
            } else {
                long number = match.number(node).orElseThrow();
                Attributes own = several ? attributes.with(Attributes.OUTPUT, number) : attributes;
                replacements.put(node, Node.operation(op, operands, own, node.type(), node.label(), node.origin()));
            }
        }
    }

    Graph rewritten() {
        graph.nodes().forEach(this::make);
        List<Graph.Output> outputs = graph.outputs().stream()
                .map(output -> new Graph.Output(output.name(), made.get(output.node())))
                .toList();
        return builder.build(graph.name(), outputs);
    }

    /** Makes a node after what it reads. */
    private void make(Node wanted) {
        Deque<Node> open = new ArrayDeque<>(List.of(wanted));
        while (!open.isEmpty()) {
            Node node = open.peek();
            Node next = replacements.getOrDefault(node, node);
            List<Node> missing = next.operands().stream()
                    .filter(operand -> !made.containsKey(operand))
                    .toList();
            if (missing.isEmpty()) {
                made.computeIfAbsent(open.pop(), any -> builder.add(over(next)));
            } else {
                missing.forEach(open::push);
            }
        }
    }

    private Node over(Node node) {
        List<Node> operands = new ArrayList<>();
        node.operands().forEach(operand -> operands.add(made.get(operand)));
        return operands.equals(node.operands()) ? node : node.withOperands(operands);
    }
}
