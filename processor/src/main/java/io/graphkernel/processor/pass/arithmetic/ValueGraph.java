package io.graphkernel.processor.pass.arithmetic;

import io.graphkernel.processor.graph.Graph;
import io.graphkernel.processor.graph.Node;
import io.graphkernel.processor.pass.GraphRewriter;
import io.graphkernel.processor.pass.arithmetic.Value.Place;
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
 * A graph that is rewritten in place. A replacement costs as much as the replaced value has users, whatever the size of the
 * graph.
 */
final class ValueGraph {

    private final Graph graph;
    private final Map<Node, Value> values = new IdentityHashMap<>();
    private final List<Value> all = new ArrayList<>();
    private final List<Value> results = new ArrayList<>();
    private boolean changed;

    ValueGraph(Graph graph) {
        this.graph = graph;
        for (Node parameter : graph.tensorParameters()) {
            read(parameter, -1).setPinned(true);
        }
        for (int i = 0; i < graph.nodes().size(); i++) {
            Node node = graph.nodes().get(i);
            Value value = read(node, i);
            value.setPinned(node.isAssign());
            all.add(value);
        }
        for (Graph.Output output : graph.outputs()) {
            Value result = values.get(output.node());
            result.setPinned(true);
            results.add(result);
        }
    }

    private Value read(Node node, int index) {
        List<Value> operands = node.operands().stream().map(values::get).toList();
        Value value = new Value(node, operands, new Place(index, 0));
        operands.forEach(operand -> operand.users().add(value));
        values.put(node, value);
        return value;
    }

    /** The ops of the graph as it was, operands first. */
    List<Value> operations() {
        return all.stream().filter(value -> value.node().isOperation()).toList();
    }

    /** A value at the place of another; not part of the graph until it is {@linkplain #replace used}. */
    Value make(Node node, List<Value> operands, Value near, int serial) {
        return new Value(node, operands, new Place(near.place().index(), serial));
    }

    /**
     * Puts a value in the place of another.
     *
     * @param old what is replaced
     * @param replacement of the same type
     * @param added the replacement, if it is new, and the other new values that it needs, operands first
     * @param freed takes what has lost a reader and is still read
     */
    void replace(Value old, Value replacement, Collection<Value> added, Consumer<Value> freed) {
        changed = true;
        for (Value value : added) {
            value.operands().forEach(operand -> operand.users().add(value));
            all.add(value);
        }
        for (Value user : old.users()) {
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

    private static void drop(Value value, Consumer<Value> freed) {
        Deque<Value> unread = new ArrayDeque<>(List.of(value));
        while (!unread.isEmpty()) {
            Value next = unread.pop();
            next.drop();
            for (Value operand : new LinkedHashSet<>(next.operands())) {
                operand.users().remove(next);
                if (!operand.users().isEmpty()) {
                    freed.accept(operand);
                } else if (!operand.isPinned()) {
                    unread.push(operand);
                }
            }
        }
    }

    /** The graph as it is now; the same instance if nothing was replaced. */
    Graph build() {
        if (!changed) {
            return graph;
        }
        List<Value> left = all.stream()
                .filter(value -> !value.isDropped())
                .sorted(Comparator.comparing(Value::place))
                .toList();
        List<Node> nodes = left.stream().map(Value::node).toList();
        List<Graph.Output> outputs = new ArrayList<>();
        for (int i = 0; i < results.size(); i++) {
            outputs.add(new Graph.Output(
                    graph.outputs().get(i).name(), results.get(i).node()));
        }
        GraphRewriter rewriter = new GraphRewriter(
                new Graph(graph.name(), graph.parameters(), nodes, outputs, List.of(), graph.conditions()));
        for (Value value : left) {
            Node node = value.node();
            List<Node> operands = value.operands().stream().map(Value::node).toList();
            if (!operands.equals(node.operands())) {
                rewriter.replace(node, node.withOperands(operands));
            }
        }
        return rewriter.rewritten();
    }
}
