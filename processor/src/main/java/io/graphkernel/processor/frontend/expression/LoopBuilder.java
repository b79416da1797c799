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
import io.graphkernel.op.LoopValues;
import io.graphkernel.op.row.BasicOps;
import io.graphkernel.processor.diagnostic.Diagnostic;
import io.graphkernel.processor.frontend.element.TensorNumbers;
import io.graphkernel.processor.frontend.flow.BodyPorts;
import io.graphkernel.processor.frontend.flow.BodyPorts.Port;
import io.graphkernel.processor.frontend.flow.DifferentIterationsException;
import io.graphkernel.processor.frontend.flow.LoopControl;
import io.graphkernel.processor.frontend.flow.LoopCounter;
import io.graphkernel.processor.frontend.flow.StackedValues;
import io.graphkernel.processor.frontend.javac.Javac;
import io.graphkernel.processor.frontend.javac.RejectedTreeException;
import io.graphkernel.processor.frontend.value.BodyGraph;
import io.graphkernel.processor.frontend.value.SymbolicValue;
import io.graphkernel.processor.frontend.value.SymbolicValue.RecordValue;
import io.graphkernel.processor.frontend.value.SymbolicValue.StepArray;
import io.graphkernel.processor.frontend.value.SymbolicValue.TensorNumber;
import io.graphkernel.processor.frontend.value.SymbolicValue.TensorValue;
import io.graphkernel.processor.frontend.value.VariableScope;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import javax.lang.model.element.Element;

/**
 * Builder of a loop in the graph. Variables that the body assigns are carried from one iteration to the next; arrays of
 * which it assigns an element, and lists to which it adds elements, are stacked; other tensors are captured.
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
    private Node executed;

    /**
     * Creates a loop.
     *
     * @param trips number of iterations; the maximum if the loop has a condition
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
        index = graph.builder().loopIndices().create(name);
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
     * @param counter the variable that counts the iterations
     * @return the variables of the body
     */
    VariableScope begin(TreePath path, LoopCounter counter) {
        loop = path;
        origin = javac.origin(path);
        index = graph.builder()
                .loopIndices()
                .create(counter.variable().getSimpleName().toString());
        VariableScope inside = ports.enter(List.of());
        inside.bind(counter.variable(), counter.value(new Dim.Symbol(index)));
        return inside;
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
            throw e.report(javac);
        }
        return false;
    }

    /** Returns the numbers of records that are known before the body and that it changes, as paths by variable. */
    Map<Element, Set<String>> changedNumbers() throws RejectedTreeException {
        Map<Element, Set<String>> changed = new LinkedHashMap<>();
        for (Element variable : ports.carried().keySet()) {
            if (ports.before(variable) instanceof RecordValue before) {
                Map<String, SymbolicValue> after =
                        ports.after(variable).map(SymbolicValue::leaves).orElse(Map.of());
                before.leaves().forEach((path, number) -> {
                    boolean isKnown = ScalarReader.isNumber(number) && !(number instanceof TensorNumber);
                    SymbolicValue next = after.get(path);
                    if (isKnown && next != null && ScalarReader.isNumber(next) && !next.equals(number)) {
                        changed.computeIfAbsent(variable, unused -> new HashSet<>())
                                .add(path);
                    }
                });
            }
        }
        return changed;
    }

    /** Returns the number of iterations that have run, an {@code i64} scalar; null if no condition ends the loop. */
    Node executed() {
        return executed;
    }

    private void add() throws TypeException, RejectedTreeException, DifferentIterationsException {
        requireUnchanged();
        GraphBuilder inner = body.builder();
        Map<Node, Port> updated = ports.updated();
        Map<Node, Node> next = new LinkedHashMap<>();
        for (Map.Entry<Element, List<Port>> variable : ports.carried().entrySet()) {
            addNext(variable.getKey(), variable.getValue(), next);
        }
        StackedValues stacked = new StackedValues(scope, graph, body, ports, trips, control != null, origin);
        List<Graph.Output> outputs = new ArrayList<>(stacked.outputs());
        int stackCount = outputs.size();
        List<Port> states = new ArrayList<>();
        if (control != null) {
            control.addNext(inner, continues, next, origin);
            states.addAll(control.ports());
        }
        ports.carried().values().forEach(states::addAll);
        states.addAll(updated.values());
        if (!trips.equals(Loop.UNBOUNDED)) {
            // A gradient reads them, and the carried values of each iteration.
            outputs.addAll(LoopValues.saved(inner.nodes()));
            for (Port state : states) {
                Node previous = inner.operation(BasicOps.COPY, List.of(state.inner()), Attributes.NONE, "", origin);
                outputs.add(new Graph.Output(Loop.PREVIOUS + state.inner().label(), previous));
            }
        }
        for (Map.Entry<Node, Node> update : next.entrySet()) {
            inner.operation(Node.ASSIGN, List.of(update.getKey(), update.getValue()), Attributes.NONE, "", origin);
        }
        List<Node> results = loop(outputs, states, states.size() + stackCount);
        executed = control != null && control.count() != null ? results.get(1) : null;
        bind(results.subList(0, states.size()), updated);
        stacked.bind(results.subList(states.size(), results.size()), executed);
    }

    /** Rejects a body that changes the elements of an array in a method which it calls. */
    private void requireUnchanged() throws RejectedTreeException, DifferentIterationsException {
        Optional<Element> changed = ports.changed();
        if (changed.isPresent()) {
            throw DifferentIterationsException.changedElements(loop, changed.get());
        }
    }

    /** Adds the final value of each leaf of a variable that an iteration changes. */
    private void addNext(Element variable, List<Port> states, Map<Node, Node> next)
            throws TypeException, RejectedTreeException, DifferentIterationsException {
        SymbolicValue before = ports.before(variable);
        SymbolicValue after = ports.after(variable).orElseThrow(RejectedTreeException::new);
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
                    throw DifferentIterationsException.constant(
                            ports.assignment(variable), variable, leaf.getKey(), leaf.getValue(), value);
                }
                continue;
            }
            Node parameter = states.get(port++).inner();
            if (!node.type().equals(parameter.type())) {
                throw changes(variable, parameter.type().toString(), node.type().toString());
            }
            if (node != parameter) {
                next.put(parameter, StackedValues.computed(body, node, origin));
            }
        }
    }

    /** Returns the node of a leaf after an iteration; null if it is neither a tensor nor a carried number. */
    private Node node(SymbolicValue before, SymbolicValue after) throws RejectedTreeException {
        if (before instanceof TensorNumber number && !(after instanceof TensorValue)) {
            return body.builder()
                    .current(numbers.tensor(loop, after, number.type()).node());
        }
        boolean isTensor = before instanceof TensorValue && after instanceof TensorValue;
        return isTensor ? body.builder().current(((TensorValue) after).node()) : null;
    }

    private DifferentIterationsException changes(Element variable, String before, String after) {
        return DifferentIterationsException.changes(ports.assignment(variable), variable, before, after);
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

    /** Binds the carried variables to their final values, and updates parameters in place. */
    private void bind(List<Node> results, Map<Node, Port> updated) throws TypeException {
        int[] next = {control == null ? 0 : control.ports().size()};
        for (Element variable : ports.carried().keySet()) {
            SymbolicValue before = ports.before(variable);
            SymbolicValue after = before.withNodes(node -> results.get(next[0]++));
            scope.bind(
                    variable,
                    after instanceof StepArray array ? array.with(array.value(), StepArray.Content.ELEMENT) : after);
        }
        for (Port port : updated.values()) {
            graph.builder()
                    .operation(Node.ASSIGN, List.of(port.outer(), results.get(next[0]++)), Attributes.NONE, "", origin);
        }
        graph.countUpdates(updated.size());
    }
}
