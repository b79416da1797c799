package io.graphkernel.processor.report;

import io.graphkernel.graph.FusionGroup;
import io.graphkernel.graph.Graph;
import io.graphkernel.graph.GraphPrinter;
import io.graphkernel.graph.Node;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Printer of graphs in Graphviz's DOT language: one box per op, one cluster per kernel with several ops. */
final class DotPrinter {

    private final Graph graph;
    private final Map<Node, String> names;
    private final StringBuilder text = new StringBuilder();

    private DotPrinter(Graph graph) {
        this.graph = graph;
        this.names = GraphPrinter.names(graph);
    }

    static String print(Graph graph) {
        return new DotPrinter(graph).run();
    }

    private String run() {
        text.append("digraph ").append(quote(graph.name())).append(" {\n");
        text.append("  node [shape=box, fontname=\"sans-serif\"];\n");
        for (Node parameter : graph.tensorParameters()) {
            node("  ", parameter, "ellipse", parameter.label());
        }
        for (Node node : graph.nodes()) {
            if (node.kind() == Node.Kind.TENSOR_CONSTANT) {
                node("  ", node, "ellipse", node.label().isEmpty() ? "constant" : node.label());
            } else if (node.kind() == Node.Kind.SCALAR || node.kind() == Node.Kind.DIMENSION) {
                node("  ", node, "ellipse", node.kind() == Node.Kind.SCALAR ? node.label() : "size");
            }
        }
        if (graph.groups().isEmpty()) {
            graph.operations().forEach(node -> operation("  ", node));
        }
        for (int i = 0; i < graph.groups().size(); i++) {
            group(graph.groups().get(i), i);
        }
        edges();
        return text.append("}\n").toString();
    }

    private void group(FusionGroup group, int index) {
        if (group.nodes().size() == 1) {
            operation("  ", group.nodes().get(0));
            return;
        }
        text.append("  subgraph cluster_").append(index).append(" {\n");
        text.append("    label=").append(quote(group.name())).append("; style=filled; color=lightgrey;\n");
        group.nodes().forEach(node -> operation("    ", node));
        text.append("  }\n");
    }

    private void operation(String indent, Node node) {
        String line = node.origin().line() == 0 ? "" : "\n" + node.origin();
        node(indent, node, "box", node.op() + line);
    }

    private void node(String indent, Node node, String shape, String title) {
        text.append(indent).append(quote(names.get(node)));
        text.append(" [shape=").append(shape).append(", label=");
        text.append(quote(title + "\n" + node.type())).append("];\n");
    }

    private void edges() {
        for (Node node : graph.operations()) {
            List<String> constants = new ArrayList<>();
            for (Node operand : node.operands()) {
                if (operand.kind() == Node.Kind.CONSTANT) {
                    constants.add(GraphPrinter.constant(operand));
                } else {
                    edge(names.get(operand), names.get(node));
                }
            }
            for (int i = 0; i < constants.size(); i++) {
                String constant = names.get(node) + " constant " + i;
                text.append("  ").append(quote(constant)).append(" [shape=plaintext, label=");
                text.append(quote(constants.get(i))).append("];\n");
                edge(constant, names.get(node));
            }
        }
        Map<String, Node> outputs = new TreeMap<>();
        graph.outputs().forEach(output -> outputs.put(output.name(), output.node()));
        outputs.forEach((name, node) -> {
            text.append("  ").append(quote("result " + name)).append(" [shape=ellipse, label=");
            text.append(quote(name)).append("];\n");
            if (node.kind() != Node.Kind.CONSTANT) {
                edge(names.get(node), "result " + name);
            }
        });
    }

    private void edge(String from, String to) {
        text.append("  ").append(quote(from)).append(" -> ").append(quote(to)).append(";\n");
    }

    private static String quote(String string) {
        StringBuilder quoted = new StringBuilder(string.length() + 2).append('"');
        for (int i = 0; i < string.length(); i++) {
            char letter = string.charAt(i);
            switch (letter) {
                case '\\', '"' -> quoted.append('\\').append(letter);
                case '\n' -> quoted.append("\\n");
                default -> quoted.append(letter);
            }
        }
        return quoted.append('"').toString();
    }
}
