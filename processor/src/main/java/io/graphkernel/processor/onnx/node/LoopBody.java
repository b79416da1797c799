package io.graphkernel.processor.onnx.node;

import io.graphkernel.graph.Attributes;
import io.graphkernel.graph.DataType;
import io.graphkernel.graph.Dim;
import io.graphkernel.graph.Graph;
import io.graphkernel.graph.Loop;
import io.graphkernel.graph.LossParameters;
import io.graphkernel.graph.Node;
import io.graphkernel.graph.Origin;
import io.graphkernel.graph.Shape;
import io.graphkernel.graph.TypeException;
import io.graphkernel.graph.ValueType;
import io.graphkernel.op.LoopValues;
import io.graphkernel.op.row.BasicOps;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Builder of a loop that a node becomes: values carried from one iteration to the next, and captured and stacked ones.
 */
public final class LoopBody {

    private final OnnxCall outer;
    private final OnnxCall inside;
    private final String index;
    private Loop.Control control = Loop.Control.COUNTED;
    private final List<Graph.Parameter> carried = new ArrayList<>();
    private final List<Node> initial = new ArrayList<>();
    /** Parameters of the body by values of the graph around it. */
    private final Map<Node, Node> captured = new LinkedHashMap<>();

    /**
     * Creates the builder of one loop.
     *
     * @param outer receives the loop
     * @param variable name of its index in graphs
     */
    public LoopBody(OnnxCall outer, String variable) {
        this.outer = outer;
        this.inside = outer.in(outer.graph().body());
        this.index = outer.graph().loopIndices().create(variable);
    }

    /** Returns the call of the node that adds ops to the body. */
    public OnnxCall inside() {
        return inside;
    }

    /** Returns the number of the iteration, from 0. */
    public Dim iteration() {
        return new Dim.Symbol(index);
    }

    /** Returns a value of the graph around the loop as a value of the body. */
    public OnnxValue capture(OnnxValue value) {
        return value.capturedBy(this, outer);
    }

    /** Returns a value of the graph around the loop as a value of the body. */
    public Node capture(Node value) {
        if (value.isNumber()) {
            return inside.add(value.withAttributes(value.attributes()));
        }
        return captured.computeIfAbsent(
                value, key -> inside.graph().tensorParameter("captured" + captured.size(), key.type()));
    }

    /** Adds a carried value, and returns it as of the begin of an iteration. */
    public Node carry(Node value) {
        String name = "carried" + carried.size();
        Node parameter = inside.graph().tensorParameter(name, value.type());
        carried.add(new Graph.Parameter(name, "Tensor", parameter));
        initial.add(value);
        return parameter;
    }

    /**
     * Adds a loop that may end before its bound; it has no stacked values, whose length would depend on elements.
     *
     * @param bound maximum number of iterations, or {@link Loop#UNBOUNDED}
     * @param starts {@code bool} scalar of the graph around the loop: the condition of the first iteration
     * @param continues {@code bool} scalar of the body: the condition of another iteration
     * @param next carried values after an iteration, in the order of {@link #carry}
     * @return final carried values
     */
    public List<Node> add(Dim bound, Node starts, Node continues, List<Node> next)
            throws TypeException, UnsupportedNodeException {
        List<Node> values = new ArrayList<>(next);
        carryFirst(0, "continues", starts);
        values.add(0, continues);
        if (!bound.equals(Loop.UNBOUNDED)) {
            Node count = carryFirst(1, "iterations", scalar(outer, Dim.ZERO));
            values.add(1, inside.op(BasicOps.ADD, count, scalar(inside, Dim.ONE)));
        }
        control = Loop.Control.CONDITIONAL;
        return add(bound, values, List.of()).subList(values.size() - next.size(), values.size());
    }

    private static Node scalar(OnnxCall call, Dim value) {
        return OnnxValue.of(DataType.I64, List.of(), List.of(value)).whole(call);
    }

    private Node carryFirst(int position, String name, Node value) {
        Node parameter = inside.graph().tensorParameter(name, value.type());
        carried.add(position, new Graph.Parameter(name, "Tensor", parameter));
        initial.add(position, value);
        return parameter;
    }

    /**
     * Adds the loop.
     *
     * @param trips number of iterations
     * @param next carried values after an iteration, in the order of {@link #carry}
     * @param slices values of an iteration that are stacked along a new first axis
     * @return final carried values, then the stacks
     */
    public List<Node> add(Dim trips, List<Node> next, List<Node> slices)
            throws TypeException, UnsupportedNodeException {
        List<Graph.Output> outputs = new ArrayList<>();
        for (Node slice : slices) {
            if (slice.shape().rank() == Shape.MAX_DIMS) {
                throw new UnsupportedNodeException(
                        "its stacked values have more than the " + Shape.MAX_DIMS + " axes of a tensor");
            }
            outputs.add(new Graph.Output("stacked" + outputs.size(), computed(slice)));
        }
        if (!trips.equals(Loop.UNBOUNDED)) {
            // A gradient reads them, and the carried values of each iteration.
            outputs.addAll(LoopValues.saved(inside.graph().nodes()));
            for (Graph.Parameter parameter : carried) {
                Node previous = inside.op(BasicOps.COPY, Attributes.NONE, parameter.node());
                outputs.add(new Graph.Output(Loop.PREVIOUS + parameter.name(), previous));
            }
        }
        List<Node> values = new ArrayList<>();
        for (int i = 0; i < next.size(); i++) {
            requireType(i, next.get(i));
            values.add(next.get(i) == carried.get(i).node() ? null : computed(next.get(i)));
        }
        for (int i = 0; i < values.size(); i++) {
            if (values.get(i) != null) {
                inside.op(Node.ASSIGN, Attributes.NONE, carried.get(i).node(), values.get(i));
            }
        }
        return loop(trips, outputs, slices.size());
    }

    private void requireType(int number, Node next) throws UnsupportedNodeException {
        ValueType before = carried.get(number).node().type();
        if (!next.type().equals(before)) {
            throw new UnsupportedNodeException("its carried value " + number + " is " + before
                    + " before an iteration and " + next.type() + " after it");
        }
    }

    /** Returns a value that later updates of carried values leave unchanged. */
    private Node computed(Node value) throws TypeException {
        return value.isOperation() ? value : inside.op(BasicOps.COPY, Attributes.NONE, value);
    }

    private List<Node> loop(Dim trips, List<Graph.Output> outputs, int stacks) throws TypeException {
        Graph read = inside.graph().build(index, outputs);
        Set<Node> used = Collections.newSetFromMap(new IdentityHashMap<>());
        read.nodes().forEach(node -> used.addAll(node.operands()));
        List<Graph.Parameter> parameters = new ArrayList<>(carried);
        List<Node> operands = new ArrayList<>(initial);
        captured.forEach((value, parameter) -> {
            if (used.contains(parameter)) {
                parameters.add(new Graph.Parameter(parameter.label(), "Tensor", parameter));
                operands.add(value);
            }
        });
        Graph iteration = new Graph(
                index, parameters, read.nodes(), read.outputs(), List.of(), read.conditions(), LossParameters.NONE);
        Loop loop = new Loop(iteration, trips, index, carried.size(), control);
        if (trips.equals(Dim.ONE) && control == Loop.Control.COUNTED) {
            return once(loop, operands, stacks);
        }
        Node node = outer.op(Loop.OP, loop.attributes(), operands.toArray(Node[]::new));
        List<Node> results = new ArrayList<>();
        for (int i = 0; i < carried.size() + stacks; i++) {
            results.add(outer.op(Loop.RESULT, Attributes.NONE.with(Attributes.OUTPUT, (long) i), node));
        }
        return results;
    }

    /** Adds the only iteration without a loop. */
    private List<Node> once(Loop loop, List<Node> operands, int stacks) throws TypeException {
        Map<String, Object> arguments = new HashMap<>();
        for (int i = 0; i < operands.size(); i++) {
            arguments.put(loop.body().parameters().get(i).name(), operands.get(i));
        }
        List<Node> iteration = outer.graph().inlineIteration(loop, Dim.ZERO, arguments, List.of(), Origin.NONE);
        List<Node> results = new ArrayList<>(iteration.subList(0, carried.size()));
        for (Node slice : iteration.subList(carried.size(), carried.size() + stacks)) {
            List<Dim> dims = new ArrayList<>(slice.shape().dims());
            dims.add(0, Dim.ONE);
            results.add(outer.reshaped(slice, dims));
        }
        return results;
    }
}
