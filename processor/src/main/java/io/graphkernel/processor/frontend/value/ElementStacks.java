package io.graphkernel.processor.frontend.value;

import io.graphkernel.graph.Attributes;
import io.graphkernel.graph.Dim;
import io.graphkernel.graph.GraphBuilder;
import io.graphkernel.graph.Node;
import io.graphkernel.graph.Origin;
import io.graphkernel.graph.Shape;
import io.graphkernel.graph.TypeException;
import io.graphkernel.graph.ValueType;
import io.graphkernel.op.LoopValues;
import io.graphkernel.op.row.ViewKind;
import io.graphkernel.processor.frontend.value.SymbolicValue.ArrayValue;
import io.graphkernel.processor.frontend.value.SymbolicValue.LoopList;
import io.graphkernel.processor.frontend.value.SymbolicValue.LoopList.Segment;
import io.graphkernel.processor.frontend.value.SymbolicValue.RecordValue;
import io.graphkernel.processor.frontend.value.SymbolicValue.StepArray;
import io.graphkernel.processor.frontend.value.SymbolicValue.TensorNumber;
import io.graphkernel.processor.frontend.value.SymbolicValue.TensorValue;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Stacks of the elements of an array or list. The stack of records is a record, each of whose tensors has a new first
 * axis.
 */
public final class ElementStacks {

    private static final String UNRANKED = "unranked";

    private final GraphBuilder graph;
    private final Origin origin;

    /**
     * Creates stacks.
     *
     * @param graph receives the ops
     * @param origin line of the ops
     */
    public ElementStacks(GraphBuilder graph, Origin origin) {
        this.graph = graph;
        this.origin = origin;
    }

    /** Function of the tensors of a value. */
    public interface NodeFunction {
        Node apply(Node node) throws TypeException;
    }

    /** Returns the same value over the results of a function. */
    public SymbolicValue map(SymbolicValue value, NodeFunction function) throws TypeException {
        List<Node> results = new ArrayList<>();
        for (Node node : nodes(value)) {
            results.add(function.apply(graph.current(node)));
        }
        Iterator<Node> next = results.iterator();
        return value.withNodes(node -> next.next());
    }

    /** Returns the tensors of a value and its numbers that kernels compute. */
    public static List<Node> nodes(SymbolicValue value) {
        List<Node> nodes = new ArrayList<>();
        value.withNodes(node -> {
            nodes.add(node);
            return node;
        });
        return nodes;
    }

    /** Returns the names of the tensors of an element, which are below that of its array or list. */
    public static List<String> names(String array, SymbolicValue element) {
        List<String> names = new ArrayList<>();
        element.leaves().forEach((path, leaf) -> {
            if (leaf instanceof TensorValue || leaf instanceof TensorNumber) {
                names.add(path.isEmpty() ? array : array + "." + path);
            }
        });
        return names;
    }

    /** Returns one element of a stack. */
    public SymbolicValue slice(SymbolicValue stack, Dim position) throws TypeException {
        return map(stack, node -> LoopValues.slice(graph, node, 0, position, origin));
    }

    /**
     * Returns an array or list of loops with an element for each of its values.
     *
     * @param value an array or list of constant length, whose elements have values
     */
    public ArrayValue known(SymbolicValue value) {
        try {
            return ArrayValue.fixed(value instanceof LoopList list ? elements(list) : elements((StepArray) value));
        } catch (TypeException e) {
            throw new IllegalStateException(e);
        }
    }

    private List<SymbolicValue> elements(StepArray array) throws TypeException {
        List<SymbolicValue> elements = new ArrayList<>();
        long length = ((Dim.Constant) array.length()).size();
        for (long i = 0; i < length; i++) {
            boolean isStack = array.content() == StepArray.Content.STACK;
            elements.add(isStack ? slice(array.value(), Dim.of(i)) : array.value());
        }
        return elements;
    }

    private List<SymbolicValue> elements(LoopList list) throws TypeException {
        List<SymbolicValue> elements = new ArrayList<>();
        for (Segment segment : list.segments()) {
            if (segment.count().isEmpty()) {
                elements.add(map(segment.value(), node -> node));
            } else {
                elements.addAll(
                        elements(StepArray.empty(segment.size()).with(segment.value(), StepArray.Content.STACK)));
            }
        }
        return elements;
    }

    /** Returns the stack of equal elements. */
    public SymbolicValue repeated(SymbolicValue element, Dim length) throws TypeException {
        return map(element, node -> {
            List<Dim> dims = new ArrayList<>(List.of(length));
            dims.addAll(node.shape().dims());
            return view(ViewKind.BROADCAST, node, dims);
        });
    }

    /** Returns the elements of stacks of stacks along one axis. */
    public SymbolicValue flattened(SymbolicValue stacks, Dim size) throws TypeException {
        return map(stacks, node -> {
            List<Dim> dims = new ArrayList<>(node.shape().dims());
            dims.remove(0);
            dims.set(0, size);
            return view(ViewKind.RESHAPE, node, dims);
        });
    }

    /**
     * Returns the stack of the elements of a list.
     *
     * @param list a list with elements that do not differ
     */
    public SymbolicValue joined(LoopList list) throws TypeException {
        List<List<Node>> stacks = new ArrayList<>();
        for (Segment segment : list.segments()) {
            stacks.add(nodes(stack(segment)));
        }
        SymbolicValue first = list.segments().get(0).value();
        List<Node> joined = new ArrayList<>();
        Attributes axis = Attributes.NONE.with(Attributes.AXIS, 0L);
        for (int i = 0; i < stacks.get(0).size(); i++) {
            int component = i;
            List<Node> operands =
                    stacks.stream().map(nodes -> nodes.get(component)).toList();
            joined.add(operands.size() == 1 ? operands.get(0) : graph.operation("Concat", operands, axis, "", origin));
        }
        Iterator<Node> next = joined.iterator();
        boolean isConstructed = list.segments().stream()
                .anyMatch(segment -> segment.value() instanceof RecordValue record && record.constructed());
        SymbolicValue stack = first.withNodes(node -> next.next());
        return stack instanceof RecordValue record && isConstructed
                ? new RecordValue(record.components(), true)
                : stack;
    }

    private SymbolicValue stack(Segment segment) throws TypeException {
        return map(segment.value(), node -> {
            if (segment.count().isPresent()) {
                return node;
            }
            List<Dim> dims = new ArrayList<>(List.of(Dim.ONE));
            dims.addAll(node.shape().dims());
            return view(ViewKind.RESHAPE, node, dims);
        });
    }

    private Node view(ViewKind kind, Node node, List<Dim> dims) throws TypeException {
        Attributes attributes = Attributes.NONE.with(Attributes.DIMS, List.copyOf(dims));
        return graph.operation(kind.op(), List.of(node), attributes, "", origin);
    }

    /** Returns a verb and the first difference between the elements of a list; empty if they have one type. */
    public Optional<String> difference(LoopList list) {
        Map<String, Object> types = null;
        for (Segment segment : list.segments()) {
            Map<String, Object> others = types(segment.value(), segment.count().isPresent());
            if (others.containsValue(UNRANKED)) {
                return Optional.of("have any number of axes");
            }
            Optional<String> difference = types == null ? Optional.empty() : difference(types, others);
            if (difference.isPresent()) {
                return difference;
            }
            types = others;
        }
        return Optional.empty();
    }

    /**
     * Returns a verb and the first difference between two elements; empty if they have one type.
     *
     * @param first type of an element, by {@link #types}
     * @param second type of another one
     */
    public static Optional<String> difference(Map<String, Object> first, Map<String, Object> second) {
        if (!first.keySet().equals(second.keySet())) {
            return Optional.of("differ in their lists: " + first.size() + " and " + second.size() + " values");
        }
        for (Map.Entry<String, Object> component : first.entrySet()) {
            String name = component.getKey().isEmpty() ? "" : " in '" + component.getKey() + "'";
            Object other = second.get(component.getKey());
            if (!component.getValue().equals(other)) {
                return Optional.of("differ" + name + ": " + component.getValue() + " and " + other);
            }
        }
        return Optional.empty();
    }

    /**
     * Returns the type of an element: that of each tensor, and each constant.
     *
     * @param value an element or a stack
     */
    public Map<String, Object> types(SymbolicValue value, boolean isStack) {
        Map<String, Object> types = new LinkedHashMap<>();
        value.leaves().forEach((path, leaf) -> types.put(path, type(leaf, isStack)));
        return types;
    }

    private Object type(SymbolicValue leaf, boolean isStack) {
        if (leaf instanceof TensorNumber number) {
            return number.type();
        }
        if (!(leaf instanceof TensorValue tensor)) {
            return leaf;
        }
        ValueType type = graph.current(tensor.node()).type();
        if (type.shape().isUnranked()) {
            return UNRANKED;
        }
        List<Dim> dims = type.shape().dims();
        return isStack ? new ValueType(type.dtype(), Shape.of(dims.subList(1, dims.size()))) : type;
    }
}
