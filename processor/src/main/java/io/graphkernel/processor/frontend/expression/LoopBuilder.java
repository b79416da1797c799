package io.graphkernel.processor.frontend.expression;

import com.sun.source.util.TreePath;
import io.graphkernel.graph.Attributes;
import io.graphkernel.graph.Dim;
import io.graphkernel.graph.Graph;
import io.graphkernel.graph.GraphBuilder;
import io.graphkernel.graph.Loop;
import io.graphkernel.graph.LossParameters;
import io.graphkernel.graph.Node;
import io.graphkernel.graph.Origin;
import io.graphkernel.graph.TypeException;
import io.graphkernel.op.row.BasicOps;
import io.graphkernel.processor.diagnostic.Diagnostic;
import io.graphkernel.processor.frontend.javac.Javac;
import io.graphkernel.processor.frontend.javac.RejectedTreeException;
import io.graphkernel.processor.frontend.value.BodyGraph;
import io.graphkernel.processor.frontend.value.SymbolicValue;
import io.graphkernel.processor.frontend.value.SymbolicValue.DimValue;
import io.graphkernel.processor.frontend.value.SymbolicValue.StepArray;
import io.graphkernel.processor.frontend.value.SymbolicValue.TensorValue;
import io.graphkernel.processor.frontend.value.VariableScope;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import javax.lang.model.element.Element;

/**
 * Builder of a loop in the graph. Variables that the body assigns are carried from one iteration to the next; arrays of
 * which it assigns an element are stacked; other tensors are captured.
 */
final class LoopBuilder {

    /**
     * A tensor of the graph around the loop, and the parameter of the body for it.
     *
     * @param outer value before the loop
     * @param inner parameter of the body
     */
    private record Port(Node outer, Node inner) {}

    private final Javac javac;
    private final VariableScope scope;
    private final BodyGraph graph;
    private final Dim trips;
    private final Map<Element, TreePath> assigned;
    private final BodyGraph body;
    private final Map<Node, Port> captured = new LinkedHashMap<>();
    /** Ports of each assigned variable, in the order of its leaves. */
    private final Map<Element, List<Port>> carried = new LinkedHashMap<>();

    private final Map<Element, StepArray> arrays = new LinkedHashMap<>();
    private final Set<String> names = new HashSet<>();
    private TreePath loop;
    private Origin origin;
    private String index;
    private VariableScope inside;

    LoopBuilder(Javac javac, VariableScope scope, BodyGraph graph, Dim trips, Map<Element, TreePath> assigned) {
        this.javac = javac;
        this.scope = scope;
        this.graph = graph;
        this.trips = trips;
        this.assigned = assigned;
        this.body = graph.loopBody();
    }

    /** Returns the graph of the body. */
    BodyGraph body() {
        return body;
    }

    /** Returns the symbol of the index. */
    String index() {
        return index;
    }

    /**
     * Begins the body.
     *
     * @param path the loop
     * @param variable the variable that counts the iterations
     * @param start its value in the first iteration
     * @param step difference of its values in two iterations
     * @return the variables of the body
     */
    VariableScope begin(TreePath path, Element variable, Dim start, long step) {
        loop = path;
        origin = javac.origin(path);
        index = graph.builder().loopIndex(variable.getSimpleName().toString());
        inside = scope.copy(this::valueInBody);
        inside.bind(
                variable,
                DimValue.of(
                        start.plus(Dim.of(step).times(new Dim.Symbol(index))),
                        variable.asType().getKind()));
        return inside;
    }

    private SymbolicValue valueInBody(Element variable, SymbolicValue value) {
        String name = variable.getSimpleName().toString();
        if (!assigned.containsKey(variable)) {
            return value.withNodes(node -> capture(name, node));
        }
        if (value instanceof StepArray array) {
            arrays.put(variable, array);
            return new StepArray(array.length(), null);
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

    /** Reason why a body cannot be compiled once for all iterations. */
    private static final class DifferentIterationsException extends Exception {

        private static final long serialVersionUID = 1;

        private final transient TreePath path;
        private final transient Diagnostic diagnostic;
        private final transient Object[] arguments;

        DifferentIterationsException(TreePath path, Diagnostic diagnostic, Object... arguments) {
            this.path = path;
            this.diagnostic = diagnostic;
            this.arguments = arguments;
        }
    }

    /**
     * Ends the body: adds the loop to the graph, and binds the variables to its results.
     *
     * @param mayUnroll true if a loop whose iterations differ can be unrolled instead
     * @return false if the iterations differ, and nothing was added
     * @throws RejectedTreeException if the iterations differ, and the loop cannot be unrolled
     */
    boolean end(boolean mayUnroll) throws RejectedTreeException {
        try {
            add();
            return true;
        } catch (TypeException e) {
            return different(
                    mayUnroll,
                    new DifferentIterationsException(
                            loop,
                            Diagnostic.LOOP_NOT_COMPILED,
                            e.getMessage(),
                            "keep shapes the same in all iterations, and slices inside their tensors"));
        } catch (DifferentIterationsException e) {
            return different(mayUnroll, e);
        }
    }

    private boolean different(boolean mayUnroll, DifferentIterationsException e) throws RejectedTreeException {
        if (!mayUnroll) {
            throw javac.reject(e.path, e.diagnostic, e.arguments);
        }
        return false;
    }

    private void add() throws TypeException, RejectedTreeException, DifferentIterationsException {
        GraphBuilder inner = body.builder();
        Map<Node, Port> updated = updated();
        Map<Node, Node> next = new LinkedHashMap<>();
        for (Map.Entry<Element, List<Port>> variable : carried.entrySet()) {
            addNext(variable.getKey(), variable.getValue(), next);
        }
        List<Graph.Output> outputs = new ArrayList<>();
        List<Element> filled = new ArrayList<>();
        for (Element variable : arrays.keySet()) {
            StepArray array = (StepArray) inside.find(variable).orElseThrow();
            if (array.node() != null) {
                requireLength(variable, array);
                filled.add(variable);
                outputs.add(
                        new Graph.Output(variable.getSimpleName().toString(), computed(inner.current(array.node()))));
            }
        }
        List<Port> states = new ArrayList<>();
        carried.values().forEach(states::addAll);
        states.addAll(updated.values());
        // A gradient reads the carried values of each iteration.
        for (Port state : states) {
            Node previous = inner.operation(BasicOps.COPY, List.of(state.inner()), Attributes.NONE, "", origin);
            outputs.add(new Graph.Output(Loop.PREVIOUS + state.inner().label(), previous));
        }
        for (Map.Entry<Node, Node> update : next.entrySet()) {
            inner.operation(Node.ASSIGN, List.of(update.getKey(), update.getValue()), Attributes.NONE, "", origin);
        }
        List<Node> results = loop(outputs, states);
        bind(results, filled, updated);
    }

    /** Adds the final value of each leaf of a variable that an iteration changes. */
    private void addNext(Element variable, List<Port> ports, Map<Node, Node> next)
            throws TypeException, RejectedTreeException, DifferentIterationsException {
        SymbolicValue before = scope.find(variable).orElseThrow();
        SymbolicValue after = inside.find(variable).orElseThrow(RejectedTreeException::new);
        Map<String, SymbolicValue> leaves = after.leaves();
        if (!leaves.keySet().equals(before.leaves().keySet())) {
            throw changes(variable, "a list of " + before.leaves().size(), "one of " + leaves.size());
        }
        int port = 0;
        for (Map.Entry<String, SymbolicValue> leaf : before.leaves().entrySet()) {
            SymbolicValue value = leaves.get(leaf.getKey());
            if (!(leaf.getValue() instanceof TensorValue) || !(value instanceof TensorValue tensor)) {
                if (!value.equals(leaf.getValue())) {
                    throw new DifferentIterationsException(
                            assigned.get(variable), Diagnostic.LOOP_NUMBER_CHANGES, variable.getSimpleName());
                }
                continue;
            }
            Node parameter = ports.get(port++).inner();
            Node node = body.builder().current(tensor.node());
            if (!node.type().equals(parameter.type())) {
                throw changes(variable, parameter.type().toString(), node.type().toString());
            }
            if (node != parameter) {
                next.put(parameter, computed(node));
            }
        }
    }

    private DifferentIterationsException changes(Element variable, String before, String after) {
        return new DifferentIterationsException(
                assigned.get(variable), Diagnostic.LOOP_VALUE_CHANGES, variable.getSimpleName(), before, after);
    }

    private void requireLength(Element variable, StepArray array) throws DifferentIterationsException {
        if (!array.length().equals(trips)) {
            throw new DifferentIterationsException(
                    assigned.get(variable),
                    Diagnostic.LOOP_ARRAY,
                    "'" + variable.getSimpleName() + "' has " + array.length() + " elements, and the loop has " + trips
                            + " iterations",
                    "create the array with one element per iteration");
        }
    }

    /** Returns a value that later updates of parameters leave unchanged. */
    private Node computed(Node value) throws TypeException {
        return value.isOperation()
                ? value
                : body.builder().operation(BasicOps.COPY, List.of(value), Attributes.NONE, "", origin);
    }

    /** Returns the captured parameters of the method that the body updates in place, by the body's parameter. */
    private Map<Node, Port> updated() {
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

    /** Adds the loop, and returns its results: the carried values, then the stacked ones. */
    private List<Node> loop(List<Graph.Output> outputs, List<Port> states) throws TypeException {
        GraphBuilder outer = graph.builder();
        Graph read = body.builder().build(index, outputs);
        Set<Node> used = Collections.newSetFromMap(new IdentityHashMap<>());
        read.nodes().forEach(node -> used.addAll(node.operands()));
        read.outputs().forEach(output -> used.add(output.node()));
        List<Port> ports = new ArrayList<>(states);
        captured.values().stream().filter(port -> used.contains(port.inner())).forEach(ports::add);
        List<Graph.Parameter> parameters = ports.stream()
                .map(port -> new Graph.Parameter(port.inner().label(), "Tensor", port.inner()))
                .toList();
        reportLosses(read.lossParameters(), ports);
        Graph iteration = new Graph(
                index, parameters, read.nodes(), read.outputs(), List.of(), read.conditions(), LossParameters.NONE);
        Loop contents = new Loop(iteration, trips, index, states.size());
        List<Node> operands =
                ports.stream().map(port -> outer.current(port.outer())).toList();
        Node node = outer.operation(Loop.OP, operands, contents.attributes(), "", origin);
        List<Node> results = new ArrayList<>();
        for (int i = 0; i < contents.resultCount() - states.size(); i++) {
            Attributes result = Attributes.NONE.with(Attributes.OUTPUT, (long) i);
            results.add(outer.operation(Loop.RESULT, List.of(node), result, "", origin));
        }
        return results;
    }

    private void reportLosses(LossParameters losses, List<Port> ports) {
        graph.builder().loss(outer(losses.differentiated(), ports), outer(losses.read(), ports));
    }

    private static List<Node> outer(List<String> names, List<Port> ports) {
        return ports.stream()
                .filter(port -> names.contains(port.inner().label()))
                .map(Port::outer)
                .toList();
    }

    private void bind(List<Node> results, List<Element> filled, Map<Node, Port> updated) throws TypeException {
        int[] next = new int[1];
        for (Element variable : carried.keySet()) {
            SymbolicValue before = value(variable);
            scope.bind(variable, before.withNodes(node -> results.get(next[0]++)));
        }
        for (Port port : updated.values()) {
            graph.builder()
                    .operation(Node.ASSIGN, List.of(port.outer(), results.get(next[0]++)), Attributes.NONE, "", origin);
        }
        graph.countUpdates(updated.size());
        for (Element variable : filled) {
            scope.bind(variable, new StepArray(arrays.get(variable).length(), results.get(next[0]++)));
        }
    }

    private SymbolicValue value(Element variable) {
        try {
            return scope.find(variable).orElseThrow();
        } catch (RejectedTreeException e) {
            throw new IllegalStateException(e);
        }
    }
}
