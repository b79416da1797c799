package io.graphkernel.processor.frontend.element;

import io.graphkernel.graph.Attributes;
import io.graphkernel.graph.DataType;
import io.graphkernel.graph.Graph;
import io.graphkernel.graph.GraphBuilder;
import io.graphkernel.graph.Node;
import io.graphkernel.graph.Origin;
import io.graphkernel.graph.Shape;
import io.graphkernel.graph.TypeException;
import io.graphkernel.graph.ValueType;
import io.graphkernel.op.ElementLoop;
import io.graphkernel.op.OpTable;
import io.graphkernel.op.ScalarFunction;
import io.graphkernel.op.row.BasicOps;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import javax.lang.model.type.TypeKind;

/**
 * Builder of the graph of an element function. Equal ops are added once.
 *
 * <p>The ops of a loop are added to a graph of its own, which captures the values that it reads from outside.
 */
final class ElementBody {

    /** Graph of the function, or of a loop. */
    private static final class Region {

        private final GraphBuilder graph = new GraphBuilder(OpTable.get());
        private final Map<String, Node> known = new HashMap<>();
        private final Set<Node> nodes = Collections.newSetFromMap(new IdentityHashMap<>());
        private final List<Graph.Parameter> states = new ArrayList<>();
        /** Parameters of the loop by the values outside. */
        private final Map<Node, Graph.Parameter> captured = new LinkedHashMap<>();

        private Graph.Parameter parameter(String name, DataType dtype) {
            Node node = graph.tensorParameter(name, new ValueType(dtype, Shape.SCALAR));
            nodes.add(node);
            return new Graph.Parameter(name, "Tensor", node);
        }
    }

    private final Deque<Region> regions = new ArrayDeque<>();
    private final Map<Node, Integer> ids = new IdentityHashMap<>();
    private final Set<String> names = new HashSet<>();
    private Origin origin = Origin.NONE;

    ElementBody() {
        regions.push(new Region());
    }

    /** Sets the line of the ops that follow. */
    void at(Origin line) {
        origin = line;
    }

    Origin line() {
        return origin;
    }

    /** Returns the number of ops and constants. */
    int size() {
        return regions.stream().mapToInt(region -> region.graph.size()).sum();
    }

    /** Adds a parameter of the function, under another name if the given one is taken. */
    Node parameter(String name, DataType dtype) {
        return regions.getLast().parameter(unique(name), dtype).node();
    }

    private String unique(String name) {
        String unique = name;
        for (int number = 1; !names.add(unique); number++) {
            unique = name + number;
        }
        return unique;
    }

    /** Begins the step of a loop, which receives the ops until {@link #endLoop}. */
    void beginLoop() {
        regions.push(new Region());
    }

    /** Adds a state of the innermost loop. */
    Node state(String name, DataType dtype) {
        Graph.Parameter state = regions.element().parameter(unique(name), dtype);
        regions.element().states.add(state);
        return state.node();
    }

    /**
     * Ends the step of a loop.
     *
     * @param condition condition of another iteration
     * @param next value of each state after an iteration
     * @param initial value of each state before the loop, outside of it
     * @return value of each state after the loop
     */
    List<Node> endLoop(Node condition, List<Node> next, List<Node> initial) {
        List<Graph.Output> outputs = new ArrayList<>();
        outputs.add(new Graph.Output("condition", local(condition)));
        for (int i = 0; i < next.size(); i++) {
            outputs.add(new Graph.Output("next" + i, local(next.get(i))));
        }
        Region region = regions.pop();
        Graph complete =
                ScalarFunction.minimal(region.graph.build("loop", outputs)).body();
        Set<Node> used = Collections.newSetFromMap(new IdentityHashMap<>());
        complete.nodes().forEach(node -> used.addAll(node.operands()));
        complete.outputs().forEach(output -> used.add(output.node()));
        List<Graph.Parameter> parameters = new ArrayList<>(region.states);
        List<Node> operands = new ArrayList<>(initial);
        region.captured.forEach((value, parameter) -> {
            if (used.contains(parameter.node())) {
                parameters.add(parameter);
                operands.add(value);
            }
        });
        Graph step = new Graph(complete.name(), parameters, complete.nodes(), complete.outputs(), List.of(), List.of());
        ElementLoop loop = new ElementLoop(new ScalarFunction(step), next.size());
        List<Node> results = new ArrayList<>();
        for (int i = 0; i < next.size(); i++) {
            results.add(op(BasicOps.ELEMENT_LOOP, loop.attributes(i), operands.toArray(Node[]::new)));
        }
        return results;
    }

    /** Discards the innermost loop, whose step cannot be read. */
    void discardLoop() {
        regions.pop();
    }

    /** Returns the value in the innermost loop that is equal to a value of this loop or of those around it. */
    private Node local(Node value) {
        Region region = regions.element();
        if (region.nodes.contains(value)) {
            return value;
        }
        if (value.kind() == Node.Kind.CONSTANT) {
            return constant(value);
        }
        return region.captured
                .computeIfAbsent(value, outside -> region.parameter(unique("captured"), outside.dtype()))
                .node();
    }

    /** Returns the node of a boxed constant. */
    Node constant(Object value, DataType dtype) {
        Number number = value instanceof Boolean truth
                ? Long.valueOf(truth ? 1 : 0)
                : value instanceof Character character ? Long.valueOf(character) : (Number) value;
        return constant(Node.constant(number, dtype));
    }

    private Node constant(Node constant) {
        Region region = regions.element();
        String key = constant.dtype() + " " + constant.attributes();
        Node known = region.known.computeIfAbsent(key, absent -> region.graph.add(constant));
        region.nodes.add(known);
        return known;
    }

    Node op(String name, Node... operands) {
        return op(name, Attributes.NONE, operands);
    }

    Node cast(Node value, DataType dtype) {
        return value.dtype() == dtype
                ? value
                : op(BasicOps.CAST, Attributes.NONE.with(Attributes.DTYPE, dtype.text()), value);
    }

    Node op(String name, Attributes attributes, Node... operands) {
        Region region = regions.element();
        List<Node> inside = Stream.of(operands).map(this::local).toList();
        StringBuilder key = new StringBuilder(name).append(' ').append(attributes);
        for (Node operand : inside) {
            key.append(' ').append(ids.computeIfAbsent(operand, node -> ids.size()));
        }
        Node earlier = region.known.get(key.toString());
        if (earlier != null) {
            return earlier;
        }
        try {
            Node node = region.graph.operation(name, inside, attributes, "", origin);
            region.known.put(key.toString(), node);
            region.nodes.add(node);
            return node;
        } catch (TypeException e) {
            throw new IllegalStateException(name + " of numbers", e);
        }
    }

    /** Returns the function of results, without the ops that they do not need. */
    ScalarFunction function(String name, List<Node> results) {
        List<Graph.Output> outputs = new ArrayList<>();
        for (int i = 0; i < results.size(); i++) {
            outputs.add(new Graph.Output("result" + i, results.get(i)));
        }
        return ScalarFunction.minimal(regions.element().graph.build(name, outputs));
    }

    /** Returns the dtype that holds values of a primitive type; narrow integers are computed as {@code int}. */
    static DataType dtype(TypeKind kind) {
        return switch (kind) {
            case BOOLEAN -> DataType.BOOL;
            case LONG -> DataType.I64;
            case FLOAT -> DataType.F32;
            case DOUBLE -> DataType.F64;
            default -> DataType.I32;
        };
    }
}
