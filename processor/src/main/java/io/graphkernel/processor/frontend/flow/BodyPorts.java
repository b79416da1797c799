package io.graphkernel.processor.frontend.flow;

import com.sun.source.util.TreePath;
import io.graphkernel.graph.Node;
import io.graphkernel.processor.frontend.javac.RejectedTreeException;
import io.graphkernel.processor.frontend.value.BodyGraph;
import io.graphkernel.processor.frontend.value.SymbolicValue;
import io.graphkernel.processor.frontend.value.SymbolicValue.ArrayValue;
import io.graphkernel.processor.frontend.value.SymbolicValue.LoopList;
import io.graphkernel.processor.frontend.value.SymbolicValue.RecordValue;
import io.graphkernel.processor.frontend.value.SymbolicValue.StepArray;
import io.graphkernel.processor.frontend.value.VariableScope;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import javax.lang.model.element.Element;

/**
 * Variables of a body that is compiled separately: those that it assigns are carried, arrays of which it assigns an
 * element and lists that it extends are stacked, and other tensors are captured.
 */
public final class BodyPorts {

    /**
     * A tensor of the graph around a body that is compiled separately, and the parameter of the body for it.
     *
     * @param outer value before the body
     * @param inner parameter of the body
     */
    public record Port(Node outer, Node inner) {}

    private final VariableScope scope;
    private final BodyGraph graph;
    private final BodyGraph body;
    private final Map<Element, TreePath> assigned;
    private final boolean isBranch;
    private final Map<Node, Port> captured = new LinkedHashMap<>();
    /** Ports of each assigned variable, in the order of its leaves. */
    private final Map<Element, List<Port>> carried = new LinkedHashMap<>();

    private final Map<Element, StepArray> arrays = new LinkedHashMap<>();
    /** Lists that the body extends, before the body. */
    private final Map<Element, LoopList> lists = new LinkedHashMap<>();
    /** Leaves of mutable arrays and lists, and of records of these, that the body does not assign. */
    private final Map<Element, Map<String, SymbolicValue>> fixed = new LinkedHashMap<>();

    private final Set<String> names = new HashSet<>();
    private VariableScope inside;

    /**
     * Creates the ports of a body.
     *
     * @param scope variables around the body
     * @param graph graph around the body
     * @param body graph of the body
     * @param assigned variables that the body assigns, with an assignment
     * @param isBranch true for the body of a branch, which assigns elements of the iteration around it
     */
    public BodyPorts(
            VariableScope scope, BodyGraph graph, BodyGraph body, Map<Element, TreePath> assigned, boolean isBranch) {
        this.scope = scope;
        this.graph = graph;
        this.body = body;
        this.assigned = assigned;
        this.isBranch = isBranch;
    }

    /**
     * Creates the variables of the body.
     *
     * @param taken names that its parameters may not have
     */
    public VariableScope enter(List<String> taken) {
        names.addAll(taken);
        inside = scope.copy(this::valueInBody);
        return inside;
    }

    /** Returns the variables of the body. */
    public VariableScope inside() {
        return inside;
    }

    private SymbolicValue valueInBody(Element variable, SymbolicValue value) {
        String name = variable.getSimpleName().toString();
        if (!assigned.containsKey(variable)) {
            SymbolicValue read = value.withNodes(node -> capture(name, node));
            if (isMutable(read)) {
                fixed.put(variable, read.leaves());
            }
            return read;
        }
        if (value instanceof LoopList list) {
            lists.put(variable, list);
            return isBranch ? value.withNodes(node -> capture(name, node)) : LoopList.pending();
        }
        if (value instanceof StepArray array && !(isBranch && array.hasElement())) {
            if (!isBranch) {
                arrays.put(variable, array);
            }
            boolean isFilled = array.value() != null && array.content() == StepArray.Content.INITIAL;
            SymbolicValue initial = isFilled ? array.value().withNodes(node -> capture(name, node)) : null;
            return array.with(initial, StepArray.Content.PENDING);
        }
        List<Port> ports = new ArrayList<>();
        carried.put(variable, ports);
        return value.withNodes(node -> {
            Node current = graph.builder().current(node);
            Port port = new Port(current, parameter(name, current));
            ports.add(port);
            return port.inner();
        });
    }

    private static boolean isMutable(SymbolicValue value) {
        return value instanceof RecordValue record
                ? record.components().values().stream().anyMatch(BodyPorts::isMutable)
                : value instanceof ArrayValue array
                        && (array.mutability() != ArrayValue.Mutability.FIXED
                                || array.elements().stream().anyMatch(BodyPorts::isMutable));
    }

    private Node capture(String name, Node node) {
        Node current = graph.builder().current(node);
        return captured.computeIfAbsent(node, key -> new Port(node, parameter(name, current)))
                .inner();
    }

    private Node parameter(String name, Node value) {
        String unique = name;
        for (int number = 0; !names.add(unique); number++) {
            unique = name + number;
        }
        return body.builder().tensorParameter(unique, value.type());
    }

    /** Returns the carried variables, with a port per tensor. */
    public Map<Element, List<Port>> carried() {
        return carried;
    }

    /** Returns the arrays of which the body assigns an element. */
    public Map<Element, StepArray> arrays() {
        return arrays;
    }

    /** Returns the lists that the body of a loop extends, before the loop. */
    public Map<Element, LoopList> lists() {
        return isBranch ? Map.of() : lists;
    }

    /**
     * Returns the value of a variable after the body.
     *
     * @return for a list, the elements that the body has added; empty for a variable without a value
     * @throws RejectedTreeException if the last assignment of the variable was rejected
     */
    public Optional<SymbolicValue> after(Element variable) throws RejectedTreeException {
        Optional<SymbolicValue> value = inside.find(variable);
        return isBranch && lists.containsKey(variable)
                ? value.map(list ->
                        ((LoopList) list).from(lists.get(variable).segments().size()))
                : value;
    }

    /** Returns an array or list whose elements the body changes although it does not assign them. */
    public Optional<Element> changed() throws RejectedTreeException {
        for (Map.Entry<Element, Map<String, SymbolicValue>> entry : fixed.entrySet()) {
            Optional<SymbolicValue> value = inside.find(entry.getKey());
            if (value.isPresent() && !value.get().leaves().equals(entry.getValue())) {
                return Optional.of(entry.getKey());
            }
        }
        return Optional.empty();
    }

    /** Returns the ports of captured tensors. */
    public List<Port> captured() {
        return List.copyOf(captured.values());
    }

    /** Returns the assignment of a variable. */
    public TreePath assignment(Element variable) {
        return assigned.get(variable);
    }

    /** Returns the value of a variable around the body. */
    public SymbolicValue before(Element variable) {
        try {
            return scope.find(variable).orElseThrow();
        } catch (RejectedTreeException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Returns the captured parameters of the method that the body updates in place, which are no longer captured. */
    public Map<Node, Port> updated() {
        Map<Node, Port> updated = new LinkedHashMap<>();
        for (Node node : body.builder().nodes()) {
            if (node.isAssign()) {
                Node target = node.operands().get(0);
                captured.values().stream()
                        .filter(port -> port.inner() == target)
                        .forEach(port -> updated.put(target, port));
            }
        }
        updated.values().forEach(port -> captured.remove(port.outer()));
        return updated;
    }

    /** Carries a variable that the body assigns first. */
    public void adopt(Element variable) {
        String name = variable.getSimpleName().toString();
        List<Port> ports = new ArrayList<>();
        before(variable).withNodes(node -> {
            ports.add(new Port(node, parameter(name, node)));
            return node;
        });
        carried.put(variable, ports);
    }

    /** Replaces the initial values of carried variables by the current values of the variables around the body. */
    public void rebase() {
        carried.replaceAll((variable, ports) -> {
            List<Port> current = new ArrayList<>();
            before(variable).withNodes(node -> {
                Port port = ports.get(current.size());
                current.add(new Port(graph.builder().current(node), port.inner()));
                return node;
            });
            return current;
        });
    }
}
