package io.graphkernel.processor.frontend.flow;

import io.graphkernel.graph.Attributes;
import io.graphkernel.graph.Dim;
import io.graphkernel.graph.Graph;
import io.graphkernel.graph.GraphBuilder;
import io.graphkernel.graph.Node;
import io.graphkernel.graph.Origin;
import io.graphkernel.graph.TypeException;
import io.graphkernel.op.row.BasicOps;
import io.graphkernel.processor.frontend.javac.RejectedTreeException;
import io.graphkernel.processor.frontend.value.BodyGraph;
import io.graphkernel.processor.frontend.value.ElementStacks;
import io.graphkernel.processor.frontend.value.SymbolicValue;
import io.graphkernel.processor.frontend.value.SymbolicValue.LoopList;
import io.graphkernel.processor.frontend.value.SymbolicValue.StepArray;
import io.graphkernel.processor.frontend.value.VariableScope;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javax.lang.model.element.Element;

/** Results that a loop stacks: arrays of which each iteration assigns an element, and lists that it extends. */
public final class StackedValues {

    /** Advice for elements of several types. */
    public static final String ONE_TYPE = "add elements of one type, or use a list for each type";

    private final VariableScope scope;
    private final BodyGraph graph;
    private final BodyGraph body;
    private final BodyPorts ports;
    private final Dim trips;
    private final boolean isConditional;
    private final Origin origin;
    /** Arrays that the body fills, with the element of an iteration. */
    private final Map<Element, SymbolicValue> arrays = new LinkedHashMap<>();
    /** Lists that the body has extended, with the elements of an iteration. */
    private final Map<Element, LoopList.Segment> lists = new LinkedHashMap<>();

    /**
     * Creates the results of a loop.
     *
     * @param scope variables around the loop
     * @param graph graph around the loop
     * @param body graph of the loop's body
     * @param ports variables of the loop's body
     * @param trips number of iterations
     * @param isConditional true if a condition may end the loop
     * @param origin source of the loop
     */
    public StackedValues(
            VariableScope scope,
            BodyGraph graph,
            BodyGraph body,
            BodyPorts ports,
            Dim trips,
            boolean isConditional,
            Origin origin) {
        this.scope = scope;
        this.graph = graph;
        this.body = body;
        this.ports = ports;
        this.trips = trips;
        this.isConditional = isConditional;
        this.origin = origin;
    }

    /** Returns the results of an iteration. */
    public List<Graph.Output> outputs() throws TypeException, RejectedTreeException, DifferentIterationsException {
        List<Graph.Output> outputs = new ArrayList<>();
        for (Element variable : ports.arrays().keySet()) {
            StepArray array = (StepArray) ports.inside().find(variable).orElseThrow();
            if (array.content() != StepArray.Content.PENDING) {
                requireElement(variable, array);
                requireLength(variable, array);
                arrays.put(variable, array.value());
                addOutputs(outputs, variable, array.value());
            }
        }
        for (Element variable : ports.lists().keySet()) {
            Optional<LoopList> added = ports.after(variable).map(LoopList.class::cast);
            if (added.isPresent() && !added.get().segments().isEmpty()) {
                requireAllIterations(variable);
                LoopList.Segment elements = elements(variable, added.get());
                lists.put(variable, elements);
                addOutputs(outputs, variable, elements.value());
            }
        }
        return outputs;
    }

    private void addOutputs(List<Graph.Output> outputs, Element variable, SymbolicValue element) throws TypeException {
        Iterator<String> names = ElementStacks.names(variable.getSimpleName().toString(), element)
                .iterator();
        for (Node node : ElementStacks.nodes(element)) {
            Node value = body.builder().current(node);
            outputs.add(new Graph.Output(names.next(), computed(body, value, origin)));
        }
    }

    /** Returns a value that later updates of parameters leave unchanged. */
    public static Node computed(BodyGraph body, Node value, Origin origin) throws TypeException {
        return value.isOperation()
                ? value
                : body.builder().operation(BasicOps.COPY, List.of(value), Attributes.NONE, "", origin);
    }

    /** Returns the only element that an iteration adds, or the stack of all of them. */
    private LoopList.Segment elements(Element variable, LoopList added)
            throws TypeException, DifferentIterationsException {
        LoopList.Segment first = added.segments().get(0);
        if (added.segments().size() == 1 && first.count().isEmpty()) {
            return first;
        }
        ElementStacks stacks = new ElementStacks(body.builder(), origin);
        Optional<String> difference = stacks.difference(added);
        if (difference.isPresent()) {
            throw DifferentIterationsException.array(
                    ports.assignment(variable),
                    differing(HiddenVariable.described(variable, ""), difference.get()),
                    ONE_TYPE);
        }
        return new LoopList.Segment(stacks.joined(added), Optional.of(added.size()));
    }

    /** Returns the advice to store an initial value in every element. */
    public static String fillAdvice(CharSequence array) {
        return "write Arrays.fill(" + array + ", initial) after the array is created: elements that no iteration"
                + " assigns have this value";
    }

    /** Returns the reason that the elements of a list cannot be stacked. */
    public static String differing(String list, String difference) {
        return "the elements of " + list + " " + difference;
    }

    private void requireAllIterations(Element variable) throws DifferentIterationsException {
        if (isConditional) {
            throw DifferentIterationsException.array(
                    ports.assignment(variable),
                    "the loop may end early, so that the length of " + HiddenVariable.described(variable, "")
                            + " is not known",
                    "fill an array: new Tensor[n] for n iterations, "
                            + "Arrays.fill(array, initial), and array[i] = … in the loop");
        }
    }

    /** Requires that an iteration has stored its element, and that elements without an iteration have a value. */
    private void requireElement(Element variable, StepArray array) throws DifferentIterationsException {
        StepArray before = ports.arrays().get(variable);
        if (array.content() == StepArray.Content.STACK || before.content() == StepArray.Content.ELEMENT) {
            throw DifferentIterationsException.array(
                    ports.assignment(variable),
                    HiddenVariable.described(variable, "") + " is filled in each iteration of a loop around it",
                    "create the array in the body of the outer loop");
        }
        if (!isConditional) {
            return;
        }
        if (before.value() == null) {
            throw DifferentIterationsException.array(
                    ports.assignment(variable),
                    "the loop may end before it has assigned every element of "
                            + HiddenVariable.described(variable, ""),
                    fillAdvice(variable.getSimpleName()));
        }
        Map<String, Object> element = new ElementStacks(body.builder(), origin).types(array.value(), false);
        Map<String, Object> kept = new ElementStacks(graph.builder(), origin)
                .types(before.value(), before.content() == StepArray.Content.STACK);
        Optional<String> difference = ElementStacks.difference(kept, element);
        if (difference.isPresent()) {
            throw DifferentIterationsException.array(
                    ports.assignment(variable),
                    differing(HiddenVariable.described(variable, ""), difference.get()),
                    ONE_TYPE);
        }
    }

    private void requireLength(Element variable, StepArray array) throws DifferentIterationsException {
        if (!array.length().equals(trips)) {
            throw DifferentIterationsException.array(
                    ports.assignment(variable),
                    HiddenVariable.described(variable, "") + " has " + array.length() + " elements, and the loop has "
                            + trips + " iterations",
                    "create the array with one element per iteration");
        }
    }

    /**
     * Binds the variables to the stacked results.
     *
     * @param results the results, in the order of the outputs
     * @param executed number of iterations that have run; null if all have
     */
    public void bind(List<Node> results, Node executed) throws TypeException {
        Iterator<Node> stacks = results.iterator();
        for (Map.Entry<Element, SymbolicValue> array : arrays.entrySet()) {
            StepArray before = ports.arrays().get(array.getKey());
            SymbolicValue stack = array.getValue().withNodes(node -> stacks.next());
            SymbolicValue complete = isConditional ? completed(stack, before.value(), executed) : stack;
            scope.bind(array.getKey(), before.with(complete, StepArray.Content.STACK));
        }
        for (Map.Entry<Element, LoopList.Segment> list : lists.entrySet()) {
            LoopList.Segment added = list.getValue();
            SymbolicValue stack = added.value().withNodes(node -> stacks.next());
            Dim size = trips.times(added.size());
            if (added.count().isPresent()) {
                stack = new ElementStacks(graph.builder(), origin).flattened(stack, size);
            }
            LoopList before = ports.lists().get(list.getKey());
            scope.bind(list.getKey(), before.plus(List.of(new LoopList.Segment(stack, Optional.of(size)))));
        }
    }

    /**
     * Returns the elements of an array after a loop that may end early.
     *
     * @param stack the elements that iterations have stored; undefined for those that did not run
     * @param before elements before the loop, or the one that each of them is
     * @param count number of iterations that ran
     */
    private SymbolicValue completed(SymbolicValue stack, SymbolicValue before, Node count) throws TypeException {
        Iterator<Node> kept = ElementStacks.nodes(before).iterator();
        return new ElementStacks(graph.builder(), origin).map(stack, node -> completed(node, kept.next(), count));
    }

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
