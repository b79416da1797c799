package io.graphkernel.processor.gradient;

import io.graphkernel.graph.Attributes;
import io.graphkernel.graph.Dim;
import io.graphkernel.graph.Graph;
import io.graphkernel.graph.GraphBuilder;
import io.graphkernel.graph.Loop;
import io.graphkernel.graph.Node;
import io.graphkernel.graph.Origin;
import io.graphkernel.graph.TypeException;
import io.graphkernel.op.LoopValues;
import io.graphkernel.op.row.BasicOps;
import io.graphkernel.op.row.ViewKind;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Slices of a captured value that a loop reads at positions which depend on its index.
 *
 * <p>The reversed loop stacks their adjoints, since a sum over the iterations would add all slices in each. Adjoints of
 * consecutive slices are joined; those at other positions, such as remainders of the index, are added to zeros.
 */
final class LoopSlices {

    private static final String NARROW = "Narrow";

    private final GraphBuilder graph;
    private final GraphBuilder body;
    private final String index;
    private final Loop loop;
    /** Symbols of the loops around the loop, on which no shape may depend. */
    private final Set<String> outer;

    private final Origin origin;
    private final List<Positions> groups = new ArrayList<>();
    private boolean isReadOtherwise;

    /**
     * Slices at the same positions.
     *
     * @param axis axis of the slices
     * @param start first position in an iteration of the reversed loop
     * @param length number of positions
     * @param slices ops of the body that read them
     */
    private record Positions(int axis, Dim start, Dim length, List<Node> slices) {}

    /** Numbers of the stacked results of the positions that have an adjoint. */
    private final Map<Positions, Integer> results = new LinkedHashMap<>();

    /**
     * Creates the slices of a value.
     *
     * @param graph graph around the reversed loop
     * @param body body of the reversed loop
     * @param value parameter of the body
     * @param index index of the reversed loop
     * @param loop the loop
     * @param outer symbols of the loops around it
     * @param origin line of the ops
     */
    LoopSlices(
            GraphBuilder graph,
            GraphBuilder body,
            Node value,
            String index,
            Loop loop,
            Set<String> outer,
            Origin origin) {
        this.graph = graph;
        this.body = body;
        this.index = index;
        this.loop = loop;
        this.outer = outer;
        this.origin = origin;
        body.nodes().stream()
                .filter(reader -> reader.operands().contains(value))
                .forEach(this::add);
    }

    private void add(Node reader) {
        boolean isSlice = reader.op().equals(NARROW)
                && start(reader).symbols().contains(index)
                && !length(reader).symbols().contains(index);
        if (!isSlice) {
            isReadOtherwise = true;
            return;
        }
        for (Positions positions : groups) {
            if (positions.axis() == axis(reader)
                    && positions.length().equals(length(reader))
                    && positions.start().minus(start(reader)).equals(Dim.ZERO)) {
                positions.slices().add(reader);
                return;
            }
        }
        groups.add(new Positions(axis(reader), start(reader), length(reader), new ArrayList<>(List.of(reader))));
    }

    private static Dim start(Node narrow) {
        return narrow.attributes().dims("start").get(0);
    }

    private static Dim length(Node narrow) {
        return narrow.attributes().dims("length").get(0);
    }

    private static int axis(Node narrow) {
        long axis = narrow.attributes().integer(Attributes.AXIS);
        return (int) (axis < 0 ? axis + narrow.shape().rank() : axis);
    }

    /** Returns the ops that read the slices. */
    List<Node> nodes() {
        return groups.stream().flatMap(positions -> positions.slices().stream()).toList();
    }

    /** Returns true if the loop also reads the value in another way than by such slices. */
    boolean isReadOtherwise() {
        return isReadOtherwise;
    }

    /**
     * Adds the adjoints of the slices to the results of an iteration.
     *
     * @param adjoints adjoints of the slices that have one
     * @param name name of the results
     * @param outputs results of an iteration
     */
    void addOutputs(Map<Node, Node> adjoints, String name, List<Graph.Output> outputs) throws TypeException {
        for (Positions positions : groups) {
            Node sum = null;
            for (Node slice : positions.slices()) {
                Node adjoint = adjoints.get(slice);
                if (adjoint != null) {
                    sum = sum == null ? adjoint : op(body, BasicOps.ADD, Attributes.NONE, sum, adjoint);
                }
            }
            if (sum != null) {
                Node computed = sum.isOperation() ? sum : op(body, BasicOps.COPY, Attributes.NONE, sum);
                String unique = name + (results.isEmpty() ? "" : "_" + results.size());
                results.put(positions, outputs.size());
                outputs.add(new Graph.Output(
                        unique, isJoined(positions) ? withoutAxis(computed, positions.axis()) : computed));
            }
        }
    }

    /** Returns a slice without its axis of size 1. */
    private Node withoutAxis(Node slice, int axis) throws TypeException {
        List<Dim> dims = new ArrayList<>(slice.shape().dims());
        dims.remove(axis);
        return op(body, ViewKind.RESHAPE.op(), dims(dims), slice);
    }

    private static Attributes dims(List<Dim> dims) {
        return Attributes.NONE.with(Attributes.DIMS, List.copyOf(dims));
    }

    /** Stacked result of the reversed loop. */
    interface Stacks {

        /** Returns a stacked result by the index of its output, with zeros for iterations that have not run. */
        Node get(int output) throws TypeException;
    }

    /**
     * Returns the adjoint of the value by its slices.
     *
     * @param value the value around the reversed loop
     * @return null if no slice has an adjoint
     */
    Node adjoint(Node value, Stacks stacks) throws TypeException {
        Node sum = null;
        for (Map.Entry<Positions, Integer> result : results.entrySet()) {
            Positions positions = result.getKey();
            Node stack = stacks.get(result.getValue());
            if (isJoined(positions)) {
                Node joined = joined(stack, value, positions);
                sum = sum == null ? joined : op(graph, BasicOps.ADD, Attributes.NONE, sum, joined);
            } else {
                sum = added(sum == null ? zeros(value) : sum, stack, positions);
            }
        }
        return sum;
    }

    /** Returns true for consecutive slices between ranges whose sizes do not depend on the loops around the loop. */
    private boolean isJoined(Positions positions) {
        return isConsecutive(positions)
                && loop.isFull()
                && Collections.disjoint(positions.start().symbols(), outer);
    }

    /** Returns true for a slice of size 1 whose position changes by 1 in each iteration. */
    private boolean isConsecutive(Positions positions) {
        return positions.length().equals(Dim.ONE)
                && (isAscending(positions)
                        || !positions
                                .start()
                                .plus(new Dim.Symbol(index))
                                .symbols()
                                .contains(index));
    }

    /** Returns true if the slices of the reversed loop are in the order of the axis: the loop reads them backwards. */
    private boolean isAscending(Positions positions) {
        return !positions.start().minus(new Dim.Symbol(index)).symbols().contains(index);
    }

    /** Returns consecutive slices as one value, with zeros around them. */
    private Node joined(Node stack, Node value, Positions positions) throws TypeException {
        boolean isAscending = isAscending(positions);
        Node ordered = isAscending
                ? stack
                : op(graph, ViewKind.REVERSE.op(), Attributes.NONE.with(Attributes.AXES, List.of(0L)), stack);
        Node range = LoopValues.moved(graph, ordered, positions.axis(), origin);
        Dim trips = loop.trips();
        Dim last = trips.minus(Dim.ONE);
        Dim begin = isAscending
                ? positions.start().minus(new Dim.Symbol(index))
                : positions.start().plus(new Dim.Symbol(index)).minus(last);
        Dim end = begin.plus(trips);
        List<Node> ranges = new ArrayList<>(List.of(range));
        if (!begin.equals(Dim.ZERO)) {
            ranges.add(0, zeros(range(value, positions.axis(), Dim.ZERO, begin)));
        }
        Dim rest = value.shape().dims().get(positions.axis()).minus(end);
        if (!rest.equals(Dim.ZERO)) {
            ranges.add(zeros(range(value, positions.axis(), end, rest)));
        }
        Attributes along = Attributes.NONE.with(Attributes.AXIS, (long) positions.axis());
        return ranges.size() == 1 ? range : op(graph, "Concat", along, ranges.toArray(Node[]::new));
    }

    private Node range(Node value, int axis, Dim start, Dim length) throws TypeException {
        Attributes attributes = Attributes.NONE
                .with(Attributes.AXIS, (long) axis)
                .with("start", List.of(start))
                .with("length", List.of(length));
        return op(graph, NARROW, attributes, value);
    }

    private Node zeros(Node value) throws TypeException {
        return op(graph, BasicOps.ZEROS_LIKE, Attributes.NONE, value);
    }

    /** Returns a sum with slices added at their positions, those of the last iteration first. */
    private Node added(Node sum, Node stack, Positions positions) throws TypeException {
        List<Dim> matrix = List.of(loop.capacity(), positions.length());
        Dim count = loop.capacity().times(positions.length());
        Node iteration = op(graph, "Index", dims(matrix).with(Attributes.AXIS, 0L));
        Node offset = op(graph, "Index", dims(matrix).with(Attributes.AXIS, 1L));
        Node start = new IndexExpression(graph, index, iteration, origin).of(positions.start());
        Node position = inside(op(graph, BasicOps.ADD, Attributes.NONE, start, offset), sum, positions.axis());
        Node indices = op(graph, ViewKind.RESHAPE.op(), dims(List.of(count)), position);
        Node moved = LoopValues.moved(graph, stack, positions.axis(), origin);
        List<Dim> dims = new ArrayList<>(moved.shape().dims());
        dims.remove(positions.axis());
        dims.set(positions.axis(), count);
        Node updates = op(graph, ViewKind.RESHAPE.op(), dims(dims), moved);
        Attributes along = Attributes.NONE.with(Attributes.AXIS, (long) positions.axis());
        return op(graph, "IndexAdd", along, sum, indices, updates);
    }

    /** Returns positions with those of iterations that do not run, whose slices are zeros, inside the value. */
    private Node inside(Node position, Node value, int axis) throws TypeException {
        if (loop.isFull()) {
            return position;
        }
        Dim last = value.shape().dims().get(axis).minus(Dim.ONE);
        Node end = graph.add(Node.dimension(last, position.dtype()));
        Node first = graph.constant(0L, position.dtype());
        return op(graph, "Maximum", Attributes.NONE, op(graph, "Minimum", Attributes.NONE, position, end), first);
    }

    private Node op(GraphBuilder builder, String name, Attributes attributes, Node... operands) throws TypeException {
        return builder.operation(name, List.of(operands), attributes, "", origin);
    }
}
