package io.graphkernel.processor.report;

import io.graphkernel.processor.graph.Attributes;
import io.graphkernel.processor.graph.Graph;
import io.graphkernel.processor.graph.GraphPrinter;
import io.graphkernel.processor.graph.Node;
import io.graphkernel.processor.graph.ValueType;
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
 * The graphs of one method, each as its difference from the one before, so that the record of many passes over many ops
 * grows with what the passes change.
 *
 * <p>A pass that replaces one op makes every op after it anew, since nodes are immutable. Such a copy keeps the number
 * of the node that it is a copy of, and only its operands are written again, if they have other numbers.
 */
final class GraphHistory {

    /**
     * What makes an op another one for a reader; operands are recorded for each graph.
     *
     * @param op the op
     * @param label the Java variable
     * @param type dtype and shape
     * @param attributes as text
     * @param origin the Java line, as text; the role of an op is none of a reader's
     */
    private record Identity(String op, String label, ValueType type, String attributes, String origin) {}

    /**
     * A tensor.
     *
     * @param identity what a reader sees of it
     * @param operands those of its first graph: numbers of tensors, texts of other values
     */
    private record Tensor(Identity identity, List<Object> operands) {}

    /**
     * One graph.
     *
     * @param graph the graph
     * @param edits turn the ops of the graph before into those of this one
     * @param rewired the operands of tensors that had others in the graph before
     */
    private record Version(Graph graph, List<ListEdits.Edit> edits, SortedMap<Integer, List<Object>> rewired) {}

    private final List<Tensor> tensors = new ArrayList<>();
    private final Map<Node, Integer> numbers = new IdentityHashMap<>();
    private final Map<Integer, List<Object>> operands = new HashMap<>();
    private final List<Version> versions = new ArrayList<>();
    /** By the attributes, which copies of a node share. */
    private final Map<Attributes, String> attributeTexts = new IdentityHashMap<>();

    /** The ops of the last graph. */
    private List<Node> last = List.of();

    /** Adds the next graph, and numbers its parameters and ops. */
    void add(Graph graph) {
        if (!versions.isEmpty() && versions.get(versions.size() - 1).graph().nodes() == graph.nodes()) {
            // Only the groups are others.
            versions.add(new Version(graph, List.of(), new TreeMap<>()));
            return;
        }
        graph.tensorParameters().forEach(this::addGiven);
        graph.nodes().stream().filter(Node::isGiven).forEach(this::addGiven);
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
                // The graph holds a node of an earlier graph again, next to the copy that has its number.
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
        versions.add(new Version(graph, ListEdits.between(before, after), rewired));
        last = ops;
    }

    private void addGiven(Node given) {
        numbers.computeIfAbsent(given, node -> append(identity(node), List.of()));
    }

    private Identity identity(Node node) {
        String attributes = attributeTexts.computeIfAbsent(node.attributes(), any -> GraphPrinter.attributes(node));
        return new Identity(
                node.op(), node.label(), node.type(), attributes, node.origin().toString());
    }

    /** The number of the op that this one is a copy of, if there is one, else a new number. */
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

    /** A tensor's number, or the text of another value. */
    private Object encodedValue(Node node) {
        return switch (node.kind()) {
            case CONSTANT -> GraphPrinter.constant(node);
            case SCALAR -> scalar(node);
            case DIMENSION -> node.attributes().dims().get(0).toString();
            default -> number(node);
        };
    }

    /** A parameter's name; what is computed from parameters has none. */
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
            for (ListEdits.Edit edit : version.edits()) {
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

    /** A group of one op has the op's name nearly always, and is then written as the op's number. */
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
