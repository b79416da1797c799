package io.graphkernel.graph;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The text form of a graph.
 *
 * <pre>
 * graph layerNorm(%x: f32[n, d], float epsilon) {
 *   %epsilon = Scalar() {expression="epsilon"} : f32[]
 *   kernel Fused_Sub_Mul_fusion {
 *     %centred = Sub(%x, 2.0) : f32[n, d]  # MyOps.java:12
 *     %1 = Mul(%centred, %centred) : f32[n, d]
 *   }
 *   return out=%1
 * }
 * </pre>
 *
 * <p>A constant tensor is printed with the hash of its elements:
 * {@code %table = TensorConstant() {sha256="…"} : f32[4, 8]}.
 *
 * <p>The line of a node ends with its gradient role, if it has one: {@code # MyOps.java:12 gradient}.
 *
 * <p>The lines of a loop's body follow its node, further indented.
 *
 * <p>A kernel's name is followed by {@code together} or {@code after} if it shares its predecessor's launch.
 */
public final class GraphPrinter {

    private final Graph graph;
    private final Map<Node, String> names = new IdentityHashMap<>();
    private final StringBuilder text = new StringBuilder();

    private GraphPrinter(Graph graph) {
        this.graph = graph;
    }

    /**
     * Prints a graph.
     *
     * @param graph the graph
     * @return its text, ending in a line feed
     */
    public static String print(Graph graph) {
        return new GraphPrinter(graph).run();
    }

    /**
     * Returns the unique name of every node: its Java variable if that is unused, else a number.
     *
     * @param graph the graph
     * @return names without the leading {@code %}
     */
    public static Map<Node, String> names(Graph graph) {
        GraphPrinter printer = new GraphPrinter(graph);
        printer.chooseNames();
        return printer.names;
    }

    private String run() {
        chooseNames();
        text.append("graph ").append(graph.name()).append('(');
        text.append(graph.parameters().stream()
                .map(p -> p.isTensor()
                        ? "%" + names.get(p.node()) + ": " + p.node().type()
                        : p.javaType() + " " + p.name())
                .collect(Collectors.joining(", ")));
        text.append(") {\n");
        if (graph.groups().isEmpty()) {
            graph.nodes().stream()
                    .filter(node -> node.kind() != Node.Kind.CONSTANT)
                    .forEach(node -> line("  ", node));
        } else {
            graph.nodes().stream().filter(GraphPrinter::precedesKernels).forEach(node -> line("  ", node));
            for (FusionGroup group : graph.groups()) {
                text.append("  kernel ")
                        .append(group.name())
                        .append(group.launch().word())
                        .append(" {\n");
                group.nodes().forEach(node -> line("    ", node));
                text.append("  }\n");
            }
        }
        graph.conditions().forEach(this::condition);
        text.append("  return ");
        text.append(graph.outputs().stream()
                .map(output -> output.name() + "=" + reference(output.node()))
                .collect(Collectors.joining(", ")));
        return text.append("\n}\n").toString();
    }

    /** Returns true if the node has its own line and belongs to no kernel. */
    private static boolean precedesKernels(Node node) {
        return !node.isOperation() && node.kind() != Node.Kind.CONSTANT;
    }

    private void line(String indent, Node node) {
        text.append(indent).append('%').append(names.get(node)).append(" = ").append(node.op());
        text.append(node.operands().stream().map(this::reference).collect(Collectors.joining(", ", "(", ")")));
        if (!attributes(node).isEmpty()) {
            text.append(" {").append(attributes(node)).append('}');
        }
        text.append(" : ").append(node.type());
        Origin.Role role = node.origin().role();
        endLine(node.origin(), role == Origin.Role.METHOD ? "" : " " + role.word());
        node.attributes()
                .body()
                .ifPresent(body -> print(body)
                        .lines()
                        .forEach(line ->
                                text.append(indent).append("  ").append(line).append('\n')));
    }

    private void condition(DimCondition condition) {
        text.append("  require ").append(condition).append(' ').append(value(condition.reason()));
        endLine(condition.origin(), "");
    }

    private void endLine(Origin origin, String role) {
        if (origin.line() != 0) {
            text.append("  # ").append(origin).append(role);
        }
        text.append('\n');
    }

    private String reference(Node node) {
        return node.kind() == Node.Kind.CONSTANT ? constant(node) : "%" + names.get(node);
    }

    /**
     * Returns a constant as text.
     *
     * @param node a node of kind CONSTANT
     * @return the shortest decimal that reads back as the same number, followed by {@code :dtype} unless it is {@code
     *     f32}
     */
    public static String constant(Node node) {
        Number value = node.attributes().number();
        String digits = !node.dtype().isFloating()
                ? value.toString()
                : node.dtype() == DataType.F64 ? FloatText.of(value.doubleValue()) : FloatText.of(value.floatValue());
        return node.dtype() == DataType.F32 ? digits : digits + ":" + node.dtype();
    }

    /**
     * Returns the attributes of a node as text.
     *
     * @param node any node
     * @return {@code axes=[1], keep_dims=true}; empty if it has none
     */
    public static String attributes(Node node) {
        return node.attributes().values().entrySet().stream()
                .filter(entry -> !(entry.getValue() instanceof Graph))
                .map(entry -> entry.getKey() + "=" + value(entry.getValue()))
                .collect(Collectors.joining(", "));
    }

    private static String value(Object value) {
        if (value instanceof List<?> list) {
            boolean dims = list.stream().anyMatch(Dim.class::isInstance);
            String items = list.stream().map(Object::toString).collect(Collectors.joining(dims ? ", " : " "));
            return dims ? "(" + items + ")" : "[" + items + "]";
        }
        return value instanceof String string
                ? '"' + string.replace("\\", "\\\\").replace("\"", "\\\"") + '"'
                : value.toString();
    }

    private void chooseNames() {
        Set<String> usedNames = new HashSet<>();
        for (Graph.Parameter parameter : graph.parameters()) {
            if (parameter.isTensor()) {
                names.put(parameter.node(), parameter.name());
                usedNames.add(parameter.name());
            }
        }
        int number = 0;
        for (Node node : printed()) {
            String name = node.label();
            if (name.isEmpty() || !usedNames.add(name)) {
                name = Integer.toString(number++);
            }
            names.put(node, name);
        }
    }

    /** Returns the nodes that have a line, in the order of the lines. */
    private List<Node> printed() {
        if (graph.groups().isEmpty()) {
            return graph.nodes().stream()
                    .filter(node -> node.kind() != Node.Kind.CONSTANT)
                    .toList();
        }
        List<Node> order = new ArrayList<>(
                graph.nodes().stream().filter(GraphPrinter::precedesKernels).toList());
        graph.groups().forEach(group -> order.addAll(group.nodes()));
        return order;
    }
}
