package io.graphkernel.processor.pass.pattern;

import io.graphkernel.processor.graph.Attributes;
import io.graphkernel.processor.graph.Graph;
import io.graphkernel.processor.graph.Node;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Which nodes of a graph are results of one op: they differ in the attribute {@code output} alone. */
final class OpFamilies {

    private final Map<Node, List<Node>> families = new IdentityHashMap<>();
    private final Map<String, List<List<Node>>> byOp = new HashMap<>();

    OpFamilies(Graph graph) {
        Map<Object, List<Node>> byKey = new LinkedHashMap<>();
        for (Node node : graph.operations()) {
            // Two calls of an op with one result stay two: nothing tells that they are one.
            Object key = node.attributes().has(Attributes.OUTPUT) ? key(node) : node;
            List<Node> family = byKey.computeIfAbsent(key, any -> new ArrayList<>(1));
            family.add(node);
            families.put(node, family);
        }
        byKey.values().forEach(family -> {
            family.sort(Comparator.comparingInt(OpFamilies::number));
            byOp.computeIfAbsent(family.get(0).op(), any -> new ArrayList<>()).add(family);
        });
    }

    /** All results of an op that the graph has, by their numbers. */
    List<Node> of(Node node) {
        return families.get(node);
    }

    /** The ops of a name, in the order of their first results. */
    List<List<Node>> all(String op) {
        return byOp.getOrDefault(op, List.of());
    }

    /** The number of a result. */
    static int number(Node node) {
        return (int) node.attributes().integer(Attributes.OUTPUT);
    }

    /** What the results of an op have in common. */
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
