package io.graphkernel.processor.graph;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads the text form that {@link GraphPrinter} writes. */
public final class GraphParser {

    private static final Pattern HEADER = Pattern.compile("graph (\\S+)\\((.*)\\) \\{");
    private static final Pattern NODE =
            Pattern.compile("%(\\S+) = (\\w+)\\(([^)]*)\\)(?: \\{(.*)})? : (\\w+\\[[^\\]]*])(?:  # (\\S+):(\\d+))?");
    private static final Pattern ATTRIBUTE =
            Pattern.compile("(\\w+)=(\"(?:[^\"\\\\]|\\\\.)*\"|\\[[^\\]]*]|[^,]+)(?:, )?");

    private final Map<String, Node> byName = new HashMap<>();
    private final List<Graph.Parameter> parameters = new ArrayList<>();
    private final List<Node> nodes = new ArrayList<>();
    private final List<Graph.Output> outputs = new ArrayList<>();
    private final List<Group> groups = new ArrayList<>();

    private GraphParser() {}

    /**
     * Parses one graph.
     *
     * @param text the text form
     * @return the graph
     * @throws IllegalArgumentException if a line is not of the form, naming the line
     */
    public static Graph parse(String text) {
        return new GraphParser().run(text.lines().map(String::strip).toList());
    }

    /**
     * Parses a file of several graphs.
     *
     * @param text graphs one after the other
     * @return the graphs in order
     */
    public static List<Graph> parseAll(String text) {
        List<Graph> graphs = new ArrayList<>();
        List<String> current = new ArrayList<>();
        for (String line : text.lines().toList()) {
            current.add(line.strip());
            if (line.equals("}")) {
                graphs.add(new GraphParser().run(current));
                current.clear();
            }
        }
        return graphs;
    }

    private Graph run(List<String> lines) {
        String name = null;
        String groupName = null;
        List<Node> members = new ArrayList<>();
        for (String line : lines) {
            Matcher header = HEADER.matcher(line);
            if (header.matches()) {
                name = header.group(1);
                parameters(header.group(2));
            } else if (line.startsWith("kernel ")) {
                groupName = line.substring("kernel ".length(), line.length() - " {".length());
            } else if (line.startsWith("%")) {
                members.add(node(line));
            } else if (line.startsWith("return")) {
                outputs(line.substring("return".length()).strip());
            } else if (line.equals("}") && groupName != null) {
                groups.add(new Group(groupName, members));
                groupName = null;
            } else if (!line.isEmpty() && !line.equals("}")) {
                throw new IllegalArgumentException("not a line of a graph: " + line);
            }
            if (groupName == null || line.startsWith("kernel ")) {
                members.clear();
            }
        }
        if (name == null) {
            throw new IllegalArgumentException("no line 'graph name(…) {'");
        }
        return new Graph(name, parameters, nodes, outputs, groups);
    }

    private void parameters(String text) {
        if (text.isBlank()) {
            return;
        }
        for (String part : text.split(", (?=%|[^\\s,\\]]+ [^\\s,\\]]+(?:,|$))")) {
            if (part.startsWith("%")) {
                int colon = part.indexOf(": ");
                String name = part.substring(1, colon);
                Node node = Node.parameter(name, type(part.substring(colon + 2)));
                byName.put(name, node);
                parameters.add(new Graph.Parameter(name, "Tensor", node));
            } else {
                String[] words = part.split(" ");
                parameters.add(new Graph.Parameter(words[1], words[0], null));
            }
        }
    }

    private Node node(String line) {
        Matcher matcher = NODE.matcher(line);
        if (!matcher.matches()) {
            throw new IllegalArgumentException("not a node: " + line);
        }
        List<Node> operands = new ArrayList<>();
        if (!matcher.group(3).isBlank()) {
            for (String operand : matcher.group(3).split(", ")) {
                operands.add(reference(operand));
            }
        }
        Attributes attributes = attributes(matcher.group(4));
        String name = matcher.group(1);
        String label = Character.isDigit(name.charAt(0)) ? "" : name;
        Origin origin = matcher.group(6) == null
                ? Origin.NONE
                : new Origin(matcher.group(6), Integer.parseInt(matcher.group(7)));
        Node node = switch (matcher.group(2)) {
            case "Scalar" -> Node.scalar(label, attributes.text(Attributes.EXPRESSION));
            case "Dimension" -> Node.dimension(attributes.dims());
            default -> Node.operation(matcher.group(2), operands, attributes, type(matcher.group(5)), label, origin);
        };
        byName.put(name, node);
        nodes.add(node);
        return node;
    }

    private Node reference(String text) {
        if (!text.startsWith("%")) {
            Node constant = Node.constant(Double.parseDouble(text));
            nodes.add(constant);
            return constant;
        }
        Node node = byName.get(text.substring(1));
        if (node == null) {
            throw new IllegalArgumentException("no node " + text);
        }
        return node;
    }

    private void outputs(String text) {
        if (text.isEmpty()) {
            return;
        }
        for (String part : text.split(", ")) {
            String[] sides = part.split("=", 2);
            outputs.add(new Graph.Output(sides[0], reference(sides[1])));
        }
    }

    private static ValueType type(String text) {
        return ValueType.parse(text).orElseThrow(() -> new IllegalArgumentException("not a type: " + text));
    }

    private static Attributes attributes(String text) {
        Attributes attributes = Attributes.NONE;
        if (text == null) {
            return attributes;
        }
        Matcher matcher = ATTRIBUTE.matcher(text);
        while (matcher.find()) {
            attributes = attributes.with(matcher.group(1), attributeValue(matcher.group(2)));
        }
        return attributes;
    }

    private static Object attributeValue(String text) {
        if (text.startsWith("\"")) {
            return text.substring(1, text.length() - 1).replace("\\\"", "\"").replace("\\\\", "\\");
        }
        if (text.startsWith("[")) {
            List<Long> list = new ArrayList<>();
            for (String item : text.substring(1, text.length() - 1).split(" ")) {
                if (!item.isBlank()) {
                    list.add(Long.parseLong(item));
                }
            }
            return List.copyOf(list);
        }
        return text.equals("true") || text.equals("false") ? (Object) Boolean.valueOf(text) : Double.valueOf(text);
    }
}
