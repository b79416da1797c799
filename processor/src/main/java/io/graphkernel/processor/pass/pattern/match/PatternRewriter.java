package io.graphkernel.processor.pass.pattern.match;

import io.graphkernel.graph.Attributes;
import io.graphkernel.graph.Graph;
import io.graphkernel.graph.Node;
import io.graphkernel.graph.Origin;
import io.graphkernel.graph.TypeException;
import io.graphkernel.graph.ValueType;
import io.graphkernel.op.OpTable;
import io.graphkernel.processor.pass.GraphRewriter;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Creates the new ops of matches and plans the replacements. */
final class PatternRewriter {

    private final GraphRewriter rewriter;
    private final Map<Node, List<Node>> readers;
    private final Set<Node> outputs = new HashSet<>();

    PatternRewriter(Graph graph) {
        rewriter = new GraphRewriter(graph);
        readers = graph.users();
        graph.outputs().forEach(output -> outputs.add(output.node()));
    }

    /**
     * Returns the new ops of a match, by the names of their results.
     *
     * @return empty if a result would have a different type than the value that it replaces, or none
     */
    static Optional<Map<String, Node>> results(PatternMatch match, PatternPass pass) {
        Map<String, Node> results = new LinkedHashMap<>();
        Origin origin = match.found(match.pattern().root()).get(0).origin();
        for (PatternOp op : match.pattern().replacement()) {
            List<Node> operands = new ArrayList<>();
            for (String name : op.operands()) {
                operands.addAll(results.containsKey(name) ? List.of(results.get(name)) : pass.operands(match, name));
            }
            if (op.isNoOp()) {
                String name = op.results().get(0);
                if (!operands.get(0).type().equals(match.value(name).type())) {
                    return Optional.empty();
                }
                results.put(name, operands.get(0));
                continue;
            }
            Attributes attributes = pass.attributes(match, op.results().get(0));
            for (int number = 0; number < op.results().size(); number++) {
                String name = op.results().get(number);
                Attributes own =
                        op.results().size() > 1 ? attributes.with(Attributes.OUTPUT, (long) number) : attributes;
                Optional<Node> result = operation(op.op(), operands, own, match.value(name), origin);
                if (result.isEmpty()) {
                    return Optional.empty();
                }
                results.put(name, result.get());
            }
        }
        return Optional.of(results);
    }

    /** Plans the replacement of a match by the new ops of {@link #results}. */
    void replace(PatternMatch match, Map<String, Node> results) {
        Set<Node> removed = new HashSet<>(match.inside());
        results.forEach((name, next) -> match.values(name).stream()
                .filter(node -> isRead(node, match.inside()))
                .forEach(node -> {
                    removed.remove(node);
                    rewriter.replace(node, next);
                }));
        rewriter.keepOnlyIfRead(removed);
    }

    private boolean isRead(Node node, Set<Node> inside) {
        return outputs.contains(node) || !inside.containsAll(readers.get(node));
    }

    /** Returns a new op, with or without a replaced value; empty if its operands or its type do not match. */
    private static Optional<Node> operation(
            String op, List<Node> operands, Attributes attributes, Node replaced, Origin origin) {
        try {
            ValueType type = OpTable.get().infer(op, operands, attributes);
            if (replaced == null) {
                return Optional.of(Node.operation(op, operands, attributes, type, "", origin));
            }
            return type.equals(replaced.type())
                    ? Optional.of(Node.operation(op, operands, attributes, type, replaced.label(), replaced.origin()))
                    : Optional.empty();
        } catch (TypeException e) {
            return Optional.empty();
        }
    }

    Graph rewritten() {
        return rewriter.rewritten();
    }
}
