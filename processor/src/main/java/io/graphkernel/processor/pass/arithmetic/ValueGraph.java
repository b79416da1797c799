package io.graphkernel.processor.pass.arithmetic;

import io.graphkernel.graph.Graph;
import io.graphkernel.graph.Node;
import io.graphkernel.processor.pass.GraphRewriter;
import io.graphkernel.processor.pass.arithmetic.RewriteValue.Position;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * A graph that is rewritten in place. The cost of a replacement is proportional to the users of the replaced value,
 * independent of the graph's size.
 */
final class ValueGraph {

    private final Graph graph;
    private final Map<Node, RewriteValue> values = new IdentityHashMap<>();
    private final List<RewriteValue> allValues = new ArrayList<>();
    private final List<RewriteValue> results = new ArrayList<>();
    private boolean changed;

    ValueGraph(Graph graph) {
        this.graph = graph;
        for (Node parameter : graph.tensorParameters()) {
            read(parameter, -1).setPinned(true);
        }
        for (int i = 0; i < graph.nodes().size(); i++) {
            Node node = graph.nodes().get(i);
            RewriteValue value = read(node, i);
            value.setPinned(node.isAssign());
            allValues.add(value);
        }
        for (Graph.Output output : graph.outputs()) {
            RewriteValue result = values.get(output.node());
            result.setPinned(true);
            results.add(result);
        }
    }

    private RewriteValue read(Node node, int index) {
        List<RewriteValue> operands = node.operands().stream().map(values::get).toList();
        RewriteValue value = new RewriteValue(node, operands, new Position(index, 0));
        operands.forEach(operand -> operand.users().add(value));
        values.put(node, value);
        return value;
    }

    /** Returns the original ops, operands first. */
    List<RewriteValue> operations() {
        return allValues.stream().filter(value -> value.node().isOperation()).toList();
    }

    /**
     * Creates a value at the position of another one; it is not part of the graph until it is {@linkplain #replace
     * used}.
     */
    RewriteValue make(Node node, List<RewriteValue> operands, RewriteValue near, int serial) {
        return new RewriteValue(node, operands, new Position(near.position().index(), serial));
    }

    /**
     * Replaces a value by another one.
     *
     * @param old the replaced value
     * @param replacement a value of the same type
     * @param added new values, operands first, including the replacement if it is new
     * @param freed receives the values that lost a user and still have others
     */
    void replace(
            RewriteValue old, RewriteValue replacement, Collection<RewriteValue> added, Consumer<RewriteValue> freed) {
        changed = true;
        for (RewriteValue value : added) {
            value.operands().forEach(operand -> operand.users().add(value));
            allValues.add(value);
        }
        for (RewriteValue user : old.users()) {
            user.operands().replaceAll(operand -> operand == old ? replacement : operand);
            replacement.users().add(user);
        }
        old.users().clear();
        if (old.isPinned()) {
            results.replaceAll(result -> result == old ? replacement : result);
            replacement.setPinned(true);
            old.setPinned(false);
        }
        drop(old, freed);
    }

    private static void drop(RewriteValue value, Consumer<RewriteValue> freed) {
        Deque<RewriteValue> unread = new ArrayDeque<>(List.of(value));
        while (!unread.isEmpty()) {
            RewriteValue next = unread.pop();
            next.drop();
            for (RewriteValue operand : new LinkedHashSet<>(next.operands())) {
                operand.users().remove(next);
                if (!operand.users().isEmpty()) {
                    freed.accept(operand);
                } else if (!operand.isPinned()) {
                    unread.push(operand);
                }
            }
        }
    }

    /** Returns the rewritten graph; the same instance if nothing was replaced. */
    Graph build() {
        if (!changed) {
            return graph;
        }
        List<RewriteValue> remaining = allValues.stream()
                .filter(value -> !value.isDropped())
                .sorted(Comparator.comparing(RewriteValue::position))
                .toList();
        List<Node> nodes = remaining.stream().map(RewriteValue::node).toList();
        List<Graph.Output> outputs = new ArrayList<>();
        for (int i = 0; i < results.size(); i++) {
            outputs.add(new Graph.Output(
                    graph.outputs().get(i).name(), results.get(i).node()));
        }
        GraphRewriter rewriter = new GraphRewriter(
                new Graph(graph.name(), graph.parameters(), nodes, outputs, List.of(), graph.conditions()));
        for (RewriteValue value : remaining) {
            Node node = value.node();
            List<Node> operands =
                    value.operands().stream().map(RewriteValue::node).toList();
            if (!operands.equals(node.operands())) {
                rewriter.replace(node, node.withOperands(operands));
            }
        }
        return rewriter.rewritten();
    }
}
