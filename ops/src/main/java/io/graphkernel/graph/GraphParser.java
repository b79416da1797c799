package io.graphkernel.graph;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Parser of the text form that {@link GraphPrinter} writes. */
public final class GraphParser {

    private static final Pattern HEADER = Pattern.compile("graph (\\S+)\\((.*)\\) \\{");
    private static final Pattern NODE =
            Pattern.compile("%(\\S+) = (\\w+)\\(([^)]*)\\)(?: \\{(.*)})? : (\\w+\\[[^\\]]*])(?:  # (\\S+):(\\d+)(?: ("
                    + roles() + "))?)?");
    private static final Pattern ATTRIBUTE = Pattern.compile(
            "(\\w+)=(\"[^\"\\\\]*+(?:\\\\.[^\"\\\\]*+)*+\"|\\[[^\\]]*]|\\(.*?\\)(?=$|, \\w+=)|[^,]+)(?:, )?");
    private static final Pattern CONDITION = Pattern.compile(
            "require (.+) (==|>=|<=|!=) (.+) (\"[^\"\\\\]*+(?:\\\\.[^\"\\\\]*+)*+\")(?:  # (\\S+):(\\d+))?");

    private static final Pattern WHOLE = Pattern.compile("-?[0-9]+");

    private final Map<String, Node> byName = new HashMap<>();
    private final List<Graph.Parameter> parameters = new ArrayList<>();
    private final List<Node> nodes = new ArrayList<>();
    private final List<Graph.Output> outputs = new ArrayList<>();
    private final List<FusionGroup> groups = new ArrayList<>();
    private final List<DimCondition> conditions = new ArrayList<>();

    /** Lookup of the elements of constant tensors by their hash. */
    private final Function<String, ConstantData> constants;

    private GraphParser(Function<String, ConstantData> constants) {
        this.constants = constants;
    }

    /**
     * Parses one graph.
     *
     * @param text the text form
     * @return the graph
     * @throws IllegalArgumentException if a line is malformed, naming the line
     */
    public static Graph parse(String text) {
        return parse(text, GraphParser::unknown);
    }

    /**
     * Parses one graph that may have constant tensors.
     *
     * @param text the text form
     * @param constants lookup of elements by hash
     * @return the graph
     * @throws IllegalArgumentException if a line is malformed, naming the line
     */
    public static Graph parse(String text, Function<String, ConstantData> constants) {
        return new GraphParser(constants).run(text.lines().map(String::strip).toList());
    }

    /**
     * Parses a file of several graphs.
     *
     * @param text the text forms of the graphs, concatenated
     * @return the graphs in order
     */
    public static List<Graph> parseAll(String text) {
        return parseAll(text, GraphParser::unknown);
    }

    private static ConstantData unknown(String sha256) {
        throw new IllegalArgumentException("no elements of the constant tensor " + sha256);
    }

    /**
     * Parses a file of several graphs that may have constant tensors.
     *
     * @param text the text forms of the graphs, concatenated
     * @param constants lookup of elements by hash
     * @return the graphs in order
     */
    public static List<Graph> parseAll(String text, Function<String, ConstantData> constants) {
        List<Graph> graphs = new ArrayList<>();
        List<String> current = new ArrayList<>();
        for (String line : text.lines().toList()) {
            current.add(line.strip());
            if (line.equals("}")) {
                graphs.add(new GraphParser(constants).run(current));
                current.clear();
            }
        }
        return graphs;
    }

    private Graph run(List<String> lines) {
        String name = null;
        String groupName = null;
        List<Node> members = new ArrayList<>();
        for (int i = 0; i < lines.size(); i++) {
            String line = lines.get(i);
            Matcher header = HEADER.matcher(line);
            if (line.startsWith("%")
                    && i + 1 < lines.size()
                    && HEADER.matcher(lines.get(i + 1)).matches()) {
                int end = bodyEnd(lines, i + 1);
                Graph body = new GraphParser(constants).run(lines.subList(i + 1, end));
                members.add(node(line, Attributes.NONE.with(Attributes.BODY, body)));
                i = end - 1;
            } else if (header.matches()) {
                name = header.group(1);
                parameters(header.group(2));
            } else if (line.startsWith("kernel ")) {
                groupName = line.substring("kernel ".length(), line.length() - " {".length());
            } else if (line.startsWith("%")) {
                members.add(node(line, Attributes.NONE));
            } else if (line.startsWith("require ")) {
                condition(line);
            } else if (line.startsWith("return")) {
                outputs(line.substring("return".length()).strip());
            } else if (line.equals("}") && groupName != null) {
                groups.add(group(groupName, members));
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
        return new Graph(name, parameters, nodes, outputs, groups, conditions);
    }

    /** Returns the end of the lines of a body: the line after the brace that closes it. */
    private static int bodyEnd(List<String> lines, int begin) {
        int depth = 0;
        for (int i = begin; i < lines.size(); i++) {
            depth += lines.get(i).endsWith(" {") ? 1 : 0;
            depth -= lines.get(i).equals("}") ? 1 : 0;
            if (depth == 0) {
                return i + 1;
            }
        }
        throw new IllegalArgumentException("no line '}' after " + lines.get(begin));
    }

    private static FusionGroup group(String header, List<Node> members) {
        for (FusionGroup.Launch launch : FusionGroup.Launch.values()) {
            if (launch != FusionGroup.Launch.ALONE && header.endsWith(launch.word())) {
                String name =
                        header.substring(0, header.length() - launch.word().length());
                return new FusionGroup(name, members, launch);
            }
        }
        return new FusionGroup(header, members);
    }

    private void parameters(String text) {
        if (text.isBlank()) {
            return;
        }
        for (String entry : text.split(", (?=%|[^\\s,\\]]+ [^\\s,\\]]+(?:,|$))")) {
            if (entry.startsWith("%")) {
                int colon = entry.indexOf(": ");
                String name = entry.substring(1, colon);
                Node node = Node.parameter(name, type(entry.substring(colon + 2)));
                byName.put(name, node);
                parameters.add(new Graph.Parameter(name, "Tensor", node));
            } else {
                String[] words = entry.split(" ");
                parameters.add(new Graph.Parameter(words[1], words[0], null));
            }
        }
    }

    private Node node(String line, Attributes further) {
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
        Attributes attributes = attributes(matcher.group(4), further);
        String name = matcher.group(1);
        String label = Character.isDigit(name.charAt(0)) ? "" : name;
        Origin origin = origin(matcher.group(6), matcher.group(7));
        if (matcher.group(8) != null) {
            origin = origin.as(Origin.Role.valueOf(matcher.group(8).toUpperCase(Locale.ROOT)));
        }
        ValueType type = type(matcher.group(5));
        Node node = switch (matcher.group(2)) {
            case "Scalar" -> scalar(label, attributes, type.dtype());
            case "Dimension" ->
                attributes.has(Attributes.JAVA_TYPE)
                        ? Node.checkedDimension(dimension(attributes.dims()), type.dtype())
                        : Node.dimension(dimension(attributes.dims()), type.dtype());
            case Node.TENSOR_CONSTANT ->
                Node.tensorConstant(label, type, constants.apply(attributes.text(Attributes.SHA256)));
            default -> Node.operation(matcher.group(2), operands, attributes, type, label, origin);
        };
        byName.put(name, node);
        nodes.add(node);
        return node;
    }

    private Node reference(String text) {
        if (!text.startsWith("%")) {
            Node constant = constant(text);
            nodes.add(constant);
            return constant;
        }
        Node node = byName.get(text.substring(1));
        if (node == null) {
            throw new IllegalArgumentException("no node " + text);
        }
        return node;
    }

    private static Node scalar(String label, Attributes attributes, DataType dtype) {
        String expression = attributes.text(Attributes.EXPRESSION);
        return attributes.has(Attributes.JAVA_TYPE)
                ? Node.convertedScalar(label, expression, attributes.text(Attributes.JAVA_TYPE), dtype)
                : Node.scalar(label, expression, dtype);
    }

    private static Dim dimension(List<Dim> dims) {
        if (dims.size() != 1) {
            throw new IllegalArgumentException("a dimension node has one dim, not " + dims);
        }
        return dims.get(0);
    }

    private static Node constant(String text) {
        String[] fields = text.split(":", 2);
        DataType dtype =
                fields.length == 1 ? DataType.F32 : DataType.byText(fields[1]).orElseThrow(() -> notAConstant(text));
        return dtype.isFloating()
                ? Node.constant(Double.valueOf(fields[0]), dtype)
                : Node.constant(Long.valueOf(fields[0]), dtype);
    }

    private static String roles() {
        return Stream.of(Origin.Role.values()).map(Origin.Role::word).collect(Collectors.joining("|"));
    }

    private static IllegalArgumentException notAConstant(String text) {
        return new IllegalArgumentException("not a number: " + text);
    }

    private static Origin origin(String file, String line) {
        return file == null ? Origin.NONE : new Origin(file, Integer.parseInt(line));
    }

    private void condition(String line) {
        Matcher matcher = CONDITION.matcher(line);
        if (!matcher.matches()) {
            throw new IllegalArgumentException("not a condition: " + line);
        }
        DimCondition.Relation relation = Stream.of(DimCondition.Relation.values())
                .filter(candidate -> candidate.operator().equals(matcher.group(2)))
                .findFirst()
                .orElseThrow();
        conditions.add(new DimCondition(
                Dim.of(matcher.group(1)),
                relation,
                Dim.of(matcher.group(3)),
                unquoted(matcher.group(4)),
                origin(matcher.group(5), matcher.group(6))));
    }

    private static String unquoted(String text) {
        return text.substring(1, text.length() - 1).replace("\\\"", "\"").replace("\\\\", "\\");
    }

    private void outputs(String text) {
        if (text.isEmpty()) {
            return;
        }
        for (String entry : text.split(", ")) {
            String[] sides = entry.split("=", 2);
            outputs.add(new Graph.Output(sides[0], reference(sides[1])));
        }
    }

    private static ValueType type(String text) {
        return ValueType.parse(text).orElseThrow(() -> new IllegalArgumentException("not a type: " + text));
    }

    private static Attributes attributes(String text, Attributes further) {
        Attributes attributes = further;
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
            return unquoted(text);
        }
        if (text.startsWith("(")) {
            String dims = text.substring(1, text.length() - 1);
            return dims.isBlank()
                    ? List.of()
                    : DimParser.parseList(dims).orElseThrow(() -> new IllegalArgumentException("not dims: " + text));
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
        if (text.equals("true") || text.equals("false")) {
            return Boolean.valueOf(text);
        }
        return WHOLE.matcher(text).matches() ? (Object) Long.valueOf(text) : Double.valueOf(text);
    }
}
