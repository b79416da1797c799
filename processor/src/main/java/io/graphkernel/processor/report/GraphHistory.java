package io.graphkernel.processor.report;

import io.graphkernel.common.json.JsonWriter;
import io.graphkernel.graph.Attributes;
import io.graphkernel.graph.Graph;
import io.graphkernel.graph.GraphPrinter;
import io.graphkernel.graph.Node;
import io.graphkernel.graph.ValueType;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * History of a method's graphs, stored as differences, so that its size grows with the changes by passes.
 *
 * <p>A pass that replaces one op copies all later ops, since nodes are immutable. A copy keeps the index of its
 * original, and its operands are recorded only if their indices differ.
 */
final class GraphHistory {

    /**
     * Identity of an op for readers; operands are recorded for each graph.
     *
     * @param op the op
     * @param label name of the Java variable
     * @param type dtype and shape
     * @param attributes text of the attributes
     * @param origin text of the Java line, without the op's role
     */
    private record Identity(String op, String label, ValueType type, String attributes, String origin) {}

    /**
     * Tensor of the history.
     *
     * @param identity properties visible to readers
     * @param operands operands in its first graph: indices of tensors, texts of other values
     */
    private record Tensor(Identity identity, List<Object> operands) {}

    /**
     * Graph of the history.
     *
     * @param graph the graph
     * @param edits edits from the ops of the previous graph
     * @param rewired changed operands by tensor
     */
    private record Version(Graph graph, List<ListDiff.Edit> edits, SortedMap<Integer, List<Object>> rewired) {}

    private final List<Tensor> tensors = new ArrayList<>();
    private final Map<Node, Integer> numbers = new IdentityHashMap<>();
    private final Map<Integer, List<Object>> operands = new HashMap<>();
    private final List<Version> versions = new ArrayList<>();
    /** Texts by attributes, which copies of a node share. */
    private final Map<Attributes, String> attributeTexts = new IdentityHashMap<>();

    /** Ops of the previous graph. */
    private List<Node> last = List.of();

    /** Adds the next graph, and assigns indices to its parameters and ops. */
    void add(Graph graph) {
        if (!versions.isEmpty() && versions.get(versions.size() - 1).graph().nodes() == graph.nodes()) {
            // Only the groups differ.
            versions.add(new Version(graph, List.of(), new TreeMap<>()));
            return;
        }
        graph.tensorParameters().forEach(this::addGiven);
        graph.nodes().stream().filter(Node::isInputTensor).forEach(this::addGiven);
        List<Node> ops = graph.operations();
        Set<Node> present = Collections.newSetFromMap(new IdentityHashMap<>(ops.size()));
        present.addAll(ops);
        Map<Identity, Deque<Integer>> replaced = new HashMap<>();
        for (Node node : last) {
            if (!present.contains(node)) {
                replaced.computeIfAbsent(identity(node), key -> new ArrayDeque<>())
                        .add(numbers.get(node));
            }
        }
        Set<Integer> taken = new HashSet<>();
        for (Node node : ops) {
            Integer known = numbers.get(node);
            if (known != null && !taken.add(known)) {
                // The graph contains a node of an earlier graph again, in addition to the copy with its index.
                numbers.remove(node);
            }
        }
        SortedMap<Integer, List<Object>> rewired = new TreeMap<>();
        for (Node node : ops) {
            if (!numbers.containsKey(node)) {
                numbers.put(node, number(node, replaced, taken));
            }
            int number = numbers.get(node);
            List<Object> now = encoded(node);
            if (!operands.put(number, now).equals(now)) {
                rewired.put(number, now);
            }
        }
        List<Integer> before = last.stream().map(numbers::get).toList();
        List<Integer> after = ops.stream().map(numbers::get).toList();
        versions.add(new Version(graph, ListDiff.between(before, after), rewired));
        last = ops;
    }

    private void addGiven(Node given) {
        numbers.computeIfAbsent(given, node -> append(identity(node), List.of()));
    }

    private Identity identity(Node node) {
        String attributes = attributeTexts.computeIfAbsent(node.attributes(), key -> GraphPrinter.attributes(node));
        return new Identity(
                node.op(), node.label(), node.type(), attributes, node.origin().toString());
    }

    /** Returns the index of the op that this one is a copy of, or else a new index. */
    private int number(Node node, Map<Identity, Deque<Integer>> replaced, Set<Integer> taken) {
        Identity identity = identity(node);
        Deque<Integer> candidates = replaced.getOrDefault(identity, new ArrayDeque<>());
        while (!candidates.isEmpty()) {
            int candidate = candidates.remove();
            if (taken.add(candidate)) {
                return candidate;
            }
        }
        return append(identity, encoded(node));
    }

    private int append(Identity identity, List<Object> values) {
        int number = tensors.size();
        tensors.add(new Tensor(identity, values));
        operands.put(number, values);
        return number;
    }

    private List<Object> encoded(Node node) {
        List<Object> values = new ArrayList<>(node.operands().size());
        node.operands().forEach(operand -> values.add(encodedValue(operand)));
        return values;
    }

    /** Returns a tensor's index, or the text of another value. */
    private Object encodedValue(Node node) {
        return switch (node.kind()) {
            case CONSTANT -> GraphPrinter.constant(node);
            case SCALAR -> scalar(node);
            case DIMENSION -> node.attributes().dims().get(0).toString();
            default -> number(node);
        };
    }

    /** Returns a parameter's name; expressions over parameters have none. */
    private static String scalar(Node node) {
        return node.label().isEmpty() ? node.attributes().text(Attributes.EXPRESSION) : node.label();
    }

    boolean contains(Node node) {
        return numbers.containsKey(node);
    }

    int number(Node node) {
        return numbers.get(node);
    }

    void writeNodes(JsonWriter json) {
        json.name("nodes").array();
        for (int number = 0; number < tensors.size(); number++) {
            Identity identity = tensors.get(number).identity();
            json.object().member("id", number).member("op", identity.op());
            writeUnlessEmpty("label", identity.label(), json);
            json.member("type", identity.type().toString());
            writeOperands(tensors.get(number).operands(), json.name("operands"));
            writeUnlessEmpty("attributes", identity.attributes(), json);
            writeUnlessEmpty("origin", identity.origin(), json);
            json.endObject();
        }
        json.endArray();
    }

    void writeGraphs(JsonWriter json) {
        json.name("graphs").array();
        for (Version version : versions) {
            json.object().name("nodes").array();
            for (ListDiff.Edit edit : version.edits()) {
                json.array().value(edit.at()).value(edit.removed());
                edit.added().forEach(json::value);
                json.endArray();
            }
            json.endArray().name("rewired").array();
            version.rewired().forEach((number, values) -> {
                json.array().value(number);
                values.forEach(value -> write(value, json));
                json.endArray();
            });
            json.endArray();
            writeGroups(version.graph(), json);
            json.name("results").array();
            for (Graph.Output output : version.graph().outputs()) {
                json.object().member("name", output.name()).name("value");
                write(encodedValue(output.node()), json);
                json.endObject();
            }
            json.endArray().endObject();
        }
        json.endArray();
    }

    /** Writes the groups. A group with one op usually has the op's name, and is then written as the op's index. */
    private void writeGroups(Graph graph, JsonWriter json) {
        json.name("groups").array();
        graph.groups().forEach(group -> {
            Node first = group.nodes().get(0);
            if (group.nodes().size() == 1 && group.name().equals(first.op())) {
                json.value(number(first));
            } else {
                json.array().value(group.name());
                group.nodes().forEach(node -> json.value(number(node)));
                json.endArray();
            }
        });
        json.endArray();
    }

    private static void writeUnlessEmpty(String name, String text, JsonWriter json) {
        if (!text.isEmpty()) {
            json.member(name, text);
        }
    }

    private static void writeOperands(List<Object> values, JsonWriter json) {
        json.array();
        values.forEach(value -> write(value, json));
        json.endArray();
    }

    private static void write(Object value, JsonWriter json) {
        if (value instanceof Integer number) {
            json.value(number);
        } else {
            json.value((String) value);
        }
    }
}
