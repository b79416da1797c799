package io.graphkernel.processor.pass.pattern.match;

import io.graphkernel.graph.Attributes;
import io.graphkernel.graph.Graph;
import io.graphkernel.graph.Node;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Grouping of nodes that are results of one op: they differ only in the attribute {@code output}. */
public final class OpFamilies {

    private final Map<Node, List<Node>> families = new IdentityHashMap<>();
    private final Map<String, List<List<Node>>> byOp = new HashMap<>();

    OpFamilies(Graph graph) {
        Map<Object, List<Node>> byKey = new LinkedHashMap<>();
        for (Node node : graph.operations()) {
            // Equal calls of an op with one result remain separate.
            Object key = node.attributes().has(Attributes.OUTPUT) ? key(node) : node;
            List<Node> family = byKey.computeIfAbsent(key, missing -> new ArrayList<>(1));
            family.add(node);
            families.put(node, family);
        }
        byKey.values().forEach(family -> {
            family.sort(Comparator.comparingInt(OpFamilies::number));
            byOp.computeIfAbsent(family.get(0).op(), missing -> new ArrayList<>())
                    .add(family);
        });
    }

    /** Returns all results of an op in the graph, by their indices. */
    List<Node> of(Node node) {
        return families.get(node);
    }

    /** Returns the ops of a name, in the order of their first results. */
    List<List<Node>> all(String op) {
        return byOp.getOrDefault(op, List.of());
    }

    /** Returns the index of a result. */
    public static int number(Node node) {
        return (int) node.attributes().integer(Attributes.OUTPUT);
    }

    /** Returns the key shared by the results of an op. */
    private static List<Object> key(Node node) {
        List<Object> key = new ArrayList<>(List.of(node.op()));
        for (Node operand : node.operands()) {
            boolean constant = operand.kind() == Node.Kind.CONSTANT;
            key.add(constant ? List.of(operand.attributes(), operand.dtype()) : operand);
        }
        key.add(node.attributes().with(Attributes.OUTPUT, 0L));
        return key;
    }
}
