package io.graphkernel.processor.report;

import io.graphkernel.processor.graph.Attributes;
import io.graphkernel.processor.graph.Graph;
import io.graphkernel.processor.graph.GraphPrinter;
import io.graphkernel.processor.graph.Node;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;

/**
 * The tensors of all graphs of one method, each with a number. A node that a pass leaves alone has the same number in
 * the graphs before and after it.
 */
final class NodeTable {

    private final Map<Node, Integer> numbers = new IdentityHashMap<>();
    private final List<Node> nodes = new ArrayList<>();

    /** Numbers the tensors of a graph that have none yet: parameters, then ops in their order. */
    void add(Graph graph) {
        graph.tensorParameters().forEach(this::add);
        graph.operations().forEach(this::add);
    }

    private void add(Node node) {
        if (numbers.putIfAbsent(node, nodes.size()) == null) {
            nodes.add(node);
        }
    }

    boolean contains(Node node) {
        return numbers.containsKey(node);
    }

    int number(Node node) {
        return numbers.get(node);
    }

    void write(JsonWriter json) {
        json.name("nodes").array();
        for (Node node : nodes) {
            json.object().member("id", number(node)).member("op", node.op());
            json.member("label", node.label()).member("type", node.type().toString());
            json.name("operands").array();
            node.operands().forEach(operand -> value(operand, json));
            json.endArray().member("attributes", GraphPrinter.attributes(node));
            json.member("origin", node.origin().toString()).endObject();
        }
        json.endArray();
    }

    /** A tensor's number, or the text of a number. */
    void value(Node node, JsonWriter json) {
        switch (node.kind()) {
            case CONSTANT -> json.value(GraphPrinter.constant(node));
            case SCALAR -> json.value(scalar(node));
            case DIMENSION -> json.value(node.attributes().dims().get(0).toString());
            default -> json.value(number(node));
        }
    }

    /** A parameter's name; what is computed from parameters has none. */
    private static String scalar(Node node) {
        return node.label().isEmpty() ? node.attributes().text(Attributes.EXPRESSION) : node.label();
    }
}
