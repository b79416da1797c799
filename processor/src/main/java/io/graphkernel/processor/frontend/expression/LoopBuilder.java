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
import io.graphkernel.graph.Shape;
import io.graphkernel.graph.TypeException;
import io.graphkernel.graph.ValueType;
import io.graphkernel.op.row.BasicOps;
import io.graphkernel.processor.diagnostic.Diagnostic;
import io.graphkernel.processor.frontend.element.TensorNumbers;
import io.graphkernel.processor.frontend.expression.BodyPorts.Port;
import io.graphkernel.processor.frontend.javac.Javac;
import io.graphkernel.processor.frontend.javac.RejectedTreeException;
import io.graphkernel.processor.frontend.value.BodyGraph;
import io.graphkernel.processor.frontend.value.SymbolicValue;
import io.graphkernel.processor.frontend.value.SymbolicValue.DimValue;
import io.graphkernel.processor.frontend.value.SymbolicValue.StepArray;
import io.graphkernel.processor.frontend.value.SymbolicValue.TensorNumber;
import io.graphkernel.processor.frontend.value.SymbolicValue.TensorValue;
import io.graphkernel.processor.frontend.value.VariableScope;
import java.util.ArrayList;
import java.util.Collections;
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

    private final Javac javac;
    private final VariableScope scope;
    private final BodyGraph graph;
    private final Dim trips;
    private final BodyGraph body;
    private final BodyPorts ports;
    /** Null for a loop that runs all iterations. */
    private LoopControl control;
    /** Condition after an iteration; null if the loop has none, or one iteration. */
    private Node continues;
    /** Arithmetic on numbers of the body. */
    private TensorNumbers numbers;

    private TreePath loop;
    private Origin origin;
    private String index;

    /**
     * Creates a loop.
     *
     * @param trips number of iterations; at most so many if the loop has a condition
     * @param assigned variables that the body assigns, with an assignment
     * @param isBranch true for a branch, which is a loop of at most one iteration
     */
    LoopBuilder(
            Javac javac,
            VariableScope scope,
            BodyGraph graph,
            Dim trips,
            Map<Element, TreePath> assigned,
            boolean isBranch) {
        this.javac = javac;
        this.scope = scope;
        this.graph = graph;
        this.trips = trips;
        this.body = graph.loopBody();
        this.ports = new BodyPorts(scope, graph, body, assigned, isBranch);
    }

    /** Returns the graph of the body. */
    BodyGraph body() {
        return body;
    }

    /** Returns the variables of the body. */
    BodyPorts ports() {
        return ports;
    }

    /** Returns the symbol of the index. */
    String index() {
        return index;
    }

    /**
     * Begins the body of a loop with a condition.
     *
     * @param path the loop
     * @param name name of the index
     * @param condition the condition before the first iteration
     * @return the variables of the body
     */
    VariableScope begin(TreePath path, String name, Node condition) {
        loop = path;
        origin = javac.origin(path);
        index = graph.builder().loopIndex(name);
        boolean isBounded = !trips.equals(Loop.UNBOUNDED);
        control = LoopControl.of(graph.builder(), body.builder(), condition, isBounded, origin);
        return ports.enter(LoopControl.names());
    }

    /**
     * Sets the values of the body that only its reader knows.
     *
     * @param condition the condition after an iteration; null for a counted loop, or one of one iteration
     * @param arithmetic arithmetic on numbers of the body
     */
    void finish(Node condition, TensorNumbers arithmetic) {
        continues = condition;
        numbers = arithmetic;
    }

    /**
     * Begins the body of a loop that runs all iterations.
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
        VariableScope inside = ports.enter(List.of());
        inside.bind(
                variable,
                DimValue.of(
                        start.plus(Dim.of(step).times(new Dim.Symbol(index))),
                        variable.asType().getKind()));
        return inside;
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
        Map<Node, Port> updated = ports.updated();
        Map<Node, Node> next = new LinkedHashMap<>();
        for (Map.Entry<Element, List<Port>> variable : ports.carried().entrySet()) {
            addNext(variable.getKey(), variable.getValue(), next);
        }
        List<Graph.Output> outputs = new ArrayList<>();
        List<Element> filled = new ArrayList<>();
        for (Element variable : ports.arrays().keySet()) {
            StepArray array = (StepArray) ports.inside().find(variable).orElseThrow();
            if (array.content() != StepArray.Content.PENDING) {
                requireElement(variable, array);
                requireLength(variable, array);
                filled.add(variable);
                outputs.add(
                        new Graph.Output(variable.getSimpleName().toString(), computed(inner.current(array.node()))));
            }
        }
        List<Port> states = new ArrayList<>();
        if (control != null) {
            control.addNext(inner, continues, next, origin);
            states.addAll(control.ports());
        }
        ports.carried().values().forEach(states::addAll);
        states.addAll(updated.values());
        // A gradient reads the carried values of each iteration.
        for (Port state : trips.equals(Loop.UNBOUNDED) ? List.<Port>of() : states) {
            Node previous = inner.operation(BasicOps.COPY, List.of(state.inner()), Attributes.NONE, "", origin);
            outputs.add(new Graph.Output(Loop.PREVIOUS + state.inner().label(), previous));
        }
        for (Map.Entry<Node, Node> update : next.entrySet()) {
            inner.operation(Node.ASSIGN, List.of(update.getKey(), update.getValue()), Attributes.NONE, "", origin);
        }
        List<Node> results = loop(outputs, states, states.size() + filled.size());
        bind(results, filled, updated);
    }

    /** Adds the final value of each leaf of a variable that an iteration changes. */
    private void addNext(Element variable, List<Port> states, Map<Node, Node> next)
            throws TypeException, RejectedTreeException, DifferentIterationsException {
        SymbolicValue before = ports.before(variable);
        SymbolicValue after = ports.inside().find(variable).orElseThrow(RejectedTreeException::new);
        Map<String, SymbolicValue> leaves = after.leaves();
        if (!leaves.keySet().equals(before.leaves().keySet())) {
            throw changes(variable, "a list of " + before.leaves().size(), "one of " + leaves.size());
        }
        int port = 0;
        for (Map.Entry<String, SymbolicValue> leaf : before.leaves().entrySet()) {
            SymbolicValue value = leaves.get(leaf.getKey());
            Node node = node(leaf.getValue(), value);
            if (node == null) {
                if (!value.equals(leaf.getValue())) {
                    throw new DifferentIterationsException(
                            ports.assignment(variable), Diagnostic.LOOP_CONSTANT_CHANGES, variable.getSimpleName());
                }
                continue;
            }
            Node parameter = states.get(port++).inner();
            if (!node.type().equals(parameter.type())) {
                throw changes(variable, parameter.type().toString(), node.type().toString());
            }
            if (node != parameter) {
                next.put(parameter, computed(node));
            }
        }
    }

    /** Returns the node of a leaf after an iteration; null if it is neither a tensor nor a carried number. */
    private Node node(SymbolicValue before, SymbolicValue after) throws RejectedTreeException {
        if (before instanceof StepArray && after instanceof StepArray array) {
            return body.builder().current(array.node());
        }
        if (before instanceof TensorNumber number && !(after instanceof TensorValue)) {
            return body.builder()
                    .current(numbers.tensor(loop, after, number.type()).node());
        }
        boolean isTensor = before instanceof TensorValue && after instanceof TensorValue;
        return isTensor ? body.builder().current(((TensorValue) after).node()) : null;
    }

    private DifferentIterationsException changes(Element variable, String before, String after) {
        return new DifferentIterationsException(
                ports.assignment(variable), Diagnostic.LOOP_VALUE_CHANGES, variable.getSimpleName(), before, after);
    }

    /** Requires that an iteration has stored its element, and that elements without an iteration have a value. */
    private void requireElement(Element variable, StepArray array) throws DifferentIterationsException {
        StepArray before = ports.arrays().get(variable);
        if (array.content() == StepArray.Content.STACK || before.content() == StepArray.Content.ELEMENT) {
            throw new DifferentIterationsException(
                    ports.assignment(variable),
                    Diagnostic.LOOP_ARRAY,
                    "'" + variable.getSimpleName() + "' is filled in each iteration of a loop around it",
                    "create the array in the body of the outer loop");
        }
        if (control == null) {
            return;
        }
        if (before.node() == null) {
            throw new DifferentIterationsException(
                    ports.assignment(variable),
                    Diagnostic.LOOP_ARRAY,
                    "the loop may end before it has assigned every element of '" + variable.getSimpleName() + "'",
                    StepArrays.fillAdvice(variable.getSimpleName()));
        }
        ValueType element = body.builder().current(array.node()).type();
        ValueType kept = graph.builder().current(before.node()).type();
        if (before.content() == StepArray.Content.STACK) {
            List<Dim> dims = kept.shape().dims();
            kept = new ValueType(kept.dtype(), Shape.of(dims.subList(1, dims.size())));
        }
        if (!element.equals(kept)) {
            throw changes(variable, kept.toString(), element.toString());
        }
    }

    private void requireLength(Element variable, StepArray array) throws DifferentIterationsException {
        if (!array.length().equals(trips)) {
            throw new DifferentIterationsException(
                    ports.assignment(variable),
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

    /** Adds the loop, and returns its results: the carried values, then the stacked ones. */
    private List<Node> loop(List<Graph.Output> outputs, List<Port> states, int count) throws TypeException {
        GraphBuilder outer = graph.builder();
        Graph built = body.builder().build(index, outputs);
        Set<Node> used = Collections.newSetFromMap(new IdentityHashMap<>());
        built.nodes().forEach(node -> used.addAll(node.operands()));
        built.outputs().forEach(output -> used.add(output.node()));
        List<Port> read = new ArrayList<>(states);
        ports.captured().stream().filter(port -> used.contains(port.inner())).forEach(read::add);
        List<Graph.Parameter> parameters = read.stream()
                .map(port -> new Graph.Parameter(port.inner().label(), "Tensor", port.inner()))
                .toList();
        reportLosses(built.lossParameters(), read);
        Graph iteration = new Graph(
                index, parameters, built.nodes(), built.outputs(), List.of(), built.conditions(), LossParameters.NONE);
        Loop.Control selection = control == null ? Loop.Control.COUNTED : Loop.Control.CONDITIONAL;
        Loop contents = new Loop(iteration, trips, index, states.size(), selection);
        List<Node> operands =
                read.stream().map(port -> outer.current(port.outer())).toList();
        Node node = outer.operation(Loop.OP, operands, contents.attributes(), "", origin);
        List<Node> results = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            Attributes result = Attributes.NONE.with(Attributes.OUTPUT, (long) i);
            results.add(outer.operation(Loop.RESULT, List.of(node), result, "", origin));
        }
        return results;
    }

    private void reportLosses(LossParameters losses, List<Port> read) {
        graph.builder().loss(outer(losses.differentiated(), read), outer(losses.read(), read));
    }

    private static List<Node> outer(List<String> names, List<Port> read) {
        return read.stream()
                .filter(port -> names.contains(port.inner().label()))
                .map(Port::outer)
                .toList();
    }

    private void bind(List<Node> results, List<Element> filled, Map<Node, Port> updated) throws TypeException {
        int[] next = {control == null ? 0 : control.ports().size()};
        for (Element variable : ports.carried().keySet()) {
            SymbolicValue before = ports.before(variable);
            SymbolicValue after = before.withNodes(node -> results.get(next[0]++));
            scope.bind(
                    variable,
                    after instanceof StepArray array ? array.with(array.node(), StepArray.Content.ELEMENT) : after);
        }
        for (Port port : updated.values()) {
            graph.builder()
                    .operation(Node.ASSIGN, List.of(port.outer(), results.get(next[0]++)), Attributes.NONE, "", origin);
        }
        graph.countUpdates(updated.size());
        for (Element variable : filled) {
            StepArray before = ports.arrays().get(variable);
            Node stack = results.get(next[0]++);
            Node complete = control == null ? stack : completed(stack, before.node(), results.get(1));
            scope.bind(variable, before.with(complete, StepArray.Content.STACK));
        }
    }

    /**
     * Returns the elements of an array after a loop that may end early.
     *
     * @param stack the elements that iterations have stored; undefined for those that did not run
     * @param before elements before the loop, or the one that each of them is
     * @param count number of iterations that ran
     */
    private Node completed(Node stack, Node before, Node count) throws TypeException {
        GraphBuilder outer = graph.builder();
        List<Dim> dims = new ArrayList<>(Collections.nCopies(stack.shape().rank(), Dim.ONE));
        dims.set(0, stack.shape().dims().get(0));
        Attributes positions =
                Attributes.NONE.with(Attributes.DIMS, List.copyOf(dims)).with(Attributes.AXIS, 0L);
        Node position = outer.operation("Index", List.of(), positions, "", origin);
        Node isStored = outer.operation("Less", List.of(position, count), Attributes.NONE, "", origin);
        return outer.operation("Select", List.of(isStored, stack, outer.current(before)), Attributes.NONE, "", origin);
    }
}
