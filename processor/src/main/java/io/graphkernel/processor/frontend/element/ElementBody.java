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
import io.graphkernel.op.ElementFunction;
import io.graphkernel.op.OpTable;
import io.graphkernel.op.row.BasicOps;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import javax.lang.model.type.TypeKind;

/** Builder of the graph of an element function. Equal ops are added once. */
final class ElementBody {

    private final GraphBuilder graph = new GraphBuilder(OpTable.get());
    private final Map<String, Node> known = new HashMap<>();
    private final Map<Node, Integer> ids = new IdentityHashMap<>();
    private final Set<String> names = new HashSet<>();
    private Origin origin = Origin.NONE;

    /** Sets the line of the ops that follow. */
    void at(Origin line) {
        origin = line;
    }

    Origin line() {
        return origin;
    }

    /** Returns the number of ops and constants. */
    int size() {
        return graph.size();
    }

    /** Adds a parameter, under another name if the given one is taken. */
    Node parameter(String name, DataType dtype) {
        String unique = name;
        for (int number = 1; !names.add(unique); number++) {
            unique = name + number;
        }
        return graph.tensorParameter(unique, new ValueType(dtype, Shape.SCALAR));
    }

    /** Returns the node of a boxed constant. */
    Node constant(Object value, DataType dtype) {
        Number number = value instanceof Boolean truth
                ? Long.valueOf(truth ? 1 : 0)
                : value instanceof Character character ? Long.valueOf(character) : (Number) value;
        Node constant = Node.constant(number, dtype);
        String key = dtype + " " + constant.attributes();
        return known.computeIfAbsent(key, absent -> graph.add(constant));
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
        StringBuilder key = new StringBuilder(name).append(' ').append(attributes);
        for (Node operand : operands) {
            key.append(' ').append(ids.computeIfAbsent(operand, node -> ids.size()));
        }
        Node earlier = known.get(key.toString());
        if (earlier != null) {
            return earlier;
        }
        try {
            Node node = graph.operation(name, List.of(operands), attributes, "", origin);
            known.put(key.toString(), node);
            return node;
        } catch (TypeException e) {
            throw new IllegalStateException(name + " of numbers", e);
        }
    }

    /** Returns the function of results, without the ops that they do not need. */
    ElementFunction function(String name, List<Node> results) {
        List<Graph.Output> outputs = new ArrayList<>();
        for (int i = 0; i < results.size(); i++) {
            outputs.add(new Graph.Output("result" + i, results.get(i)));
        }
        Graph complete = graph.build(name, outputs);
        Set<Node> used = Collections.newSetFromMap(new IdentityHashMap<>());
        used.addAll(results);
        List<Node> kept = new ArrayList<>();
        for (int i = complete.nodes().size() - 1; i >= 0; i--) {
            Node node = complete.nodes().get(i);
            if (used.contains(node)) {
                used.addAll(node.operands());
                kept.add(node);
            }
        }
        Collections.reverse(kept);
        return new ElementFunction(new Graph(name, complete.parameters(), kept, outputs, List.of(), List.of()));
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
