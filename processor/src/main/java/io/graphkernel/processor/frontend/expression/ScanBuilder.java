package io.graphkernel.processor.frontend.expression;

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
import io.graphkernel.op.LoopValues;
import io.graphkernel.op.ScalarFunction;
import io.graphkernel.op.row.BasicOps;
import io.graphkernel.op.row.ViewKind;
import io.graphkernel.processor.frontend.element.ElementFunctionReader.Step;
import java.util.ArrayList;
import java.util.List;

/**
 * Builder of a scan: a loop over the positions of an axis. It carries the components of the state, and applies the step
 * to them and to the slices of the operands at the position.
 */
final class ScanBuilder {

    private static final String INDEX = "position";

    private final GraphBuilder outer;
    private final GraphBuilder body;
    private final List<Node> operands;
    private final int axis;
    private final boolean reverse;
    private final Origin origin;
    private final Dim trips;
    private final List<Dim> rest;
    private final List<Graph.Parameter> parameters = new ArrayList<>();

    /**
     * Creates the builder of one scan.
     *
     * @param outer receives the loop
     * @param body empty graph of the loop's body, whose ops may read numbers of the call
     * @param operands tensors of the same ranked shape
     * @param axis index of the axis, from 0
     * @param reverse true to visit positions in descending order
     * @param origin line of the call
     */
    ScanBuilder(GraphBuilder outer, GraphBuilder body, List<Node> operands, int axis, boolean reverse, Origin origin) {
        this.outer = outer;
        this.body = body;
        this.operands = List.copyOf(operands);
        this.axis = axis;
        this.reverse = reverse;
        this.origin = origin;
        this.rest = new ArrayList<>(operands.get(0).shape().dims());
        this.trips = rest.remove(axis);
    }

    /**
     * Adds the scan.
     *
     * @param step its function
     * @param initial numbers of the graph around the loop, the components of the state before the first position
     * @param exclusive true for the states before each position instead of those after it
     * @return the last state, then the states at all positions, by component
     */
    List<Node> add(Step step, List<Node> initial, boolean exclusive) throws TypeException {
        String index = outer.loopIndices().create(INDEX);
        Dim position = new Dim.Symbol(index);
        List<Node> states = new ArrayList<>();
        List<Node> values = new ArrayList<>();
        for (Node number : initial) {
            Attributes dims = Attributes.NONE.with(Attributes.DIMS, List.copyOf(rest));
            values.add(outer.operation("FillV2", List.of(number), dims, "", origin));
            states.add(parameter("state" + states.size(), new ValueType(number.dtype(), Shape.of(rest))));
        }
        List<Node> inputs = new ArrayList<>(states);
        for (Node operand : operands) {
            Node captured = parameter("operand" + values.size(), operand.type());
            values.add(operand);
            inputs.add(LoopValues.slice(
                    body, captured, axis, reverse ? trips.minus(Dim.ONE).minus(position) : position, origin));
        }
        inputs.addAll(step.captured());
        List<Node> next = new ArrayList<>();
        for (ScalarFunction function : step.functions()) {
            Attributes attributes = Attributes.NONE.with(ScalarFunction.ATTRIBUTE, function.text());
            Node value = body.operation(BasicOps.MAP, inputs, attributes, "", origin);
            next.add(states.contains(value) ? copy(value) : value);
        }
        return loop(index, values, states, next, exclusive);
    }

    private List<Node> loop(String index, List<Node> values, List<Node> states, List<Node> next, boolean exclusive)
            throws TypeException {
        List<Graph.Output> outputs = new ArrayList<>();
        List<Graph.Output> previous = new ArrayList<>();
        for (int i = 0; i < states.size(); i++) {
            Node before = copy(states.get(i));
            previous.add(new Graph.Output(Loop.PREVIOUS + states.get(i).label(), before));
            outputs.add(new Graph.Output("states" + i, exclusive ? before : next.get(i)));
        }
        outputs.addAll(previous);
        for (int i = 0; i < states.size(); i++) {
            body.operation(Node.ASSIGN, List.of(states.get(i), next.get(i)), Attributes.NONE, "", origin);
        }
        Graph read = body.build(index, outputs);
        Graph iteration = new Graph(
                index, parameters, read.nodes(), read.outputs(), List.of(), read.conditions(), LossParameters.NONE);
        Loop contents = new Loop(iteration, trips, index, states.size());
        Node loop = outer.operation(Loop.OP, values, contents.attributes(), "", origin);
        List<Node> results = new ArrayList<>();
        for (int i = 0; i < 2 * states.size(); i++) {
            Attributes attributes = Attributes.NONE.with(Attributes.OUTPUT, (long) i);
            Node result = outer.operation(Loop.RESULT, List.of(loop), attributes, "", origin);
            results.add(i < states.size() ? result : ordered(result));
        }
        return results;
    }

    private Node parameter(String name, ValueType type) {
        Node parameter = body.tensorParameter(name, type);
        parameters.add(new Graph.Parameter(name, "Tensor", parameter));
        return parameter;
    }

    private Node copy(Node value) throws TypeException {
        return body.operation(BasicOps.COPY, List.of(value), Attributes.NONE, "", origin);
    }

    /** Returns the states, stacked by iteration, in the order of the axis. */
    private Node ordered(Node stack) throws TypeException {
        Attributes first = Attributes.NONE.with(Attributes.AXES, List.of(0L));
        Node ascending = reverse ? outer.operation(ViewKind.REVERSE.op(), List.of(stack), first, "", origin) : stack;
        return LoopValues.moved(outer, ascending, axis, origin);
    }
}
