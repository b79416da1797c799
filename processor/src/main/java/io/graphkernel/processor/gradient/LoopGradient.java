package io.graphkernel.processor.gradient;

import io.graphkernel.graph.Attributes;
import io.graphkernel.graph.DataType;
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
import io.graphkernel.op.row.ViewKind;
import io.graphkernel.processor.gradient.NonDifferentiableException.Problem;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Gradient of a loop: a loop over the iterations in reverse order.
 *
 * <p>Each of its iterations recomputes one iteration from the carried values before it, which the loop stacks, and
 * differentiates it. It carries the adjoints of the carried values, and sums those of the captured values. The adjoint of
 * a value that is read by one slice per iteration is stacked instead, since a sum would add all slices in each iteration.
 *
 * <p>The gradient of a loop with a condition begins with the last iteration that has run, whose number the loop carries.
 */
final class LoopGradient {

    /** Name of the index, counted from the last iteration. */
    private static final String REVERSED = "reversed";

    private static final String NARROW = "Narrow";

    private final GraphBuilder graph;
    private final Node node;
    private final Loop loop;
    private final GradientSources sources;
    private final Origin origin;
    private final GraphBuilder body;
    private final List<Graph.Parameter> states = new ArrayList<>();
    private final List<Node> initial = new ArrayList<>();
    private final List<Graph.Parameter> captured = new ArrayList<>();
    private final List<Node> capturedValues = new ArrayList<>();
    private final Map<Node, Node> next = new LinkedHashMap<>();
    private final List<Graph.Output> outputs = new ArrayList<>();
    /** Iterations that have run; null for a loop that runs all. */
    private TailStack tail;

    private String index;
    private Dim iteration;

    /**
     * Creates the gradient of a loop.
     *
     * @param graph receives the ops of the gradient
     * @param node the op that runs the loop
     * @param sources sources of gradients besides the rules of ops
     */
    LoopGradient(GraphBuilder graph, Node node, GradientSources sources) {
        this.graph = graph;
        this.node = node;
        this.loop = Loop.of(node);
        this.sources = sources;
        this.origin = node.origin().as(Origin.Role.GRADIENT);
        this.body = graph.body();
    }

    /**
     * Adds the reversed loop.
     *
     * @param cotangents cotangents of the results that have one, by their index
     * @param wanted indices of the operands to differentiate by
     * @return adjoints by the index of the operand
     */
    Map<Integer, Node> adjoints(Map<Integer, Node> cotangents, Set<Integer> wanted)
            throws TypeException, NonDifferentiableException {
        if (loop.isUnbounded()) {
            throw new NonDifferentiableException(
                    Problem.UNBOUNDED_LOOP, node, "the number of iterations has no bound before the call");
        }
        if (!loop.keepsPrevious() || loop.control() == Loop.Control.TAIL) {
            throw new NonDifferentiableException(
                    Problem.NO_GRADIENT,
                    node,
                    "the gradient of a loop has no gradient of its own: the values of its iterations are not stored");
        }
        index = graph.loopIndex(REVERSED);
        if (loop.isConditional()) {
            tail = new TailStack(graph, loop, result(node, 1), origin);
            capture(tail.first());
        }
        iteration = loop.trips().minus(Dim.ONE).minus(new Dim.Symbol(index));
        List<Node> parameters = loop.body().tensorParameters();
        Map<String, Object> arguments = new LinkedHashMap<>();
        Map<Node, Integer> operands = new LinkedHashMap<>();
        int stacked = loop.resultCount() - loop.carried();
        for (int i = 0; i < parameters.size(); i++) {
            Node value = before(i);
            arguments.put(parameters.get(i).label(), value);
            if (value.dtype().isFloating() && (i < loop.carried() || wanted.contains(i))) {
                operands.put(value, i);
            }
        }
        List<Node> results = body.inlineIteration(loop, iteration, arguments, origin);
        Map<Node, Node> inside = new LinkedHashMap<>();
        Map<Integer, Node> accumulators = new LinkedHashMap<>();
        operands.forEach((value, operand) -> accumulators.put(operand, accumulator(operand, cotangents)));
        for (int i = 0; i < loop.carried(); i++) {
            if (accumulators.containsKey(i)) {
                add(inside, results.get(i), accumulators.get(i));
            }
        }
        for (int i = loop.carried(); i < loop.carried() + stacked; i++) {
            if (cotangents.containsKey(i)) {
                add(inside, results.get(i), slice(capture(cotangents.get(i))));
            }
        }
        return differentiate(inside, operands, accumulators);
    }

    /** Returns the value of a parameter of the loop's body before the iteration. */
    private Node before(int parameter) throws TypeException {
        if (loop.isConditional() && parameter < Loop.BOUNDED_CONTROL) {
            Node known = parameter == 0 ? Node.constant(1, DataType.BOOL) : Node.dimension(iteration, DataType.I64);
            Attributes scalar = Attributes.NONE.with(Attributes.DIMS, List.of());
            return body.operation("FillV2", List.of(body.add(known)), scalar, "", origin);
        }
        return parameter < loop.carried()
                ? slice(stack(loop.resultCount() - loop.carried() + parameter))
                : capture(node.operands().get(parameter));
    }

    private Map<Integer, Node> differentiate(
            Map<Node, Node> inside, Map<Node, Integer> operands, Map<Integer, Node> accumulators)
            throws TypeException, NonDifferentiableException {
        Map<Node, List<Node>> slices = new LinkedHashMap<>();
        List<Node> leaves = new ArrayList<>();
        operands.forEach((value, operand) -> {
            List<Node> read = operand < loop.carried() ? List.of() : slices(value);
            if (read.isEmpty()) {
                leaves.add(value);
            } else {
                slices.put(value, read);
                leaves.addAll(read);
            }
        });
        Map<Node, Node> found = Differentiator.adjoints(body, inside, leaves, sources);
        Map<Integer, Integer> resultOf = new LinkedHashMap<>();
        Map<Integer, Node> slicedBy = new LinkedHashMap<>();
        List<Integer> kept = new ArrayList<>();
        for (Map.Entry<Node, Integer> entry : operands.entrySet()) {
            Node value = entry.getKey();
            int operand = entry.getValue();
            if (slices.containsKey(value)) {
                stackAdjoint(operand, slices.get(value), found, resultOf, slicedBy);
                continue;
            }
            Node accumulator = accumulators.get(operand);
            Node adjoint = found.get(value);
            if (operand < loop.carried()) {
                next.put(accumulator, adjoint == null ? op(BasicOps.ZEROS_LIKE, accumulator) : computed(adjoint));
            } else if (adjoint != null) {
                next.put(accumulator, op(BasicOps.ADD, accumulator, adjoint));
            }
            kept.add(operand);
        }
        return results(kept, accumulators, resultOf, slicedBy);
    }

    /** Adds the reversed loop, and returns the adjoints of the operands. */
    private Map<Integer, Node> results(
            List<Integer> kept,
            Map<Integer, Node> accumulators,
            Map<Integer, Integer> resultOf,
            Map<Integer, Node> slicedBy)
            throws TypeException {
        List<Graph.Parameter> parameters = new ArrayList<>();
        List<Node> values = new ArrayList<>();
        for (int operand : kept) {
            Node accumulator = accumulators.get(operand);
            for (int i = 0; i < states.size(); i++) {
                if (states.get(i).node() == accumulator) {
                    parameters.add(states.get(i));
                    values.add(initial.get(i));
                }
            }
        }
        int carried = parameters.size();
        for (int i = 0; i < carried; i++) {
            Node previous =
                    body.operation(BasicOps.COPY, List.of(parameters.get(i).node()), Attributes.NONE, "", origin);
            outputs.add(new Graph.Output(Loop.PREVIOUS + parameters.get(i).name(), previous));
        }
        for (Map.Entry<Node, Node> update : next.entrySet()) {
            body.operation(Node.ASSIGN, List.of(update.getKey(), update.getValue()), Attributes.NONE, "", origin);
        }
        Graph read = body.build(index, outputs);
        parameters.addAll(captured);
        values.addAll(capturedValues);
        Graph reversed = new Graph(
                index, parameters, read.nodes(), read.outputs(), List.of(), read.conditions(), LossParameters.NONE);
        Loop.Control control = tail != null ? Loop.Control.TAIL : Loop.Control.COUNTED;
        Loop contents = new Loop(reversed, loop.trips(), index, carried, control);
        Node added = graph.operation(Loop.OP, values, contents.attributes(), "", origin);
        Map<Integer, Node> adjoints = new LinkedHashMap<>();
        for (int i = 0; i < kept.size(); i++) {
            adjoints.put(kept.get(i), result(added, i));
        }
        for (Map.Entry<Integer, Integer> stacked : resultOf.entrySet()) {
            int operand = stacked.getKey();
            adjoints.put(
                    operand, unsliced(stored(added, carried + stacked.getValue()), operand, slicedBy.get(operand)));
        }
        return adjoints;
    }

    private Node result(Node of, int output) throws TypeException {
        Attributes attributes = Attributes.NONE.with(Attributes.OUTPUT, (long) output);
        return graph.operation(Loop.RESULT, List.of(of), attributes, "", origin);
    }

    /** Returns a stacked result, with zeros for iterations that have not run. */
    private Node stored(Node of, int output) throws TypeException {
        Node stack = result(of, output);
        return tail == null ? stack : tail.withZeros(stack);
    }

    /** Returns the stacked values of a result of the loop. */
    private Node stack(int output) throws TypeException {
        return capture(result(node, output));
    }

    private Node capture(Node value) {
        Node parameter = body.tensorParameter("captured" + captured.size(), value.type());
        captured.add(new Graph.Parameter(parameter.label(), "Tensor", parameter));
        capturedValues.add(value);
        return parameter;
    }

    /** Returns the slice of the iteration, without its first axis. */
    private Node slice(Node stack) throws TypeException {
        return LoopValues.slice(body, stack, 0, iteration, origin);
    }

    /** Returns the parameter that carries the adjoint of an operand. */
    private Node accumulator(int operand, Map<Integer, Node> cotangents) {
        Node value = node.operands().get(operand);
        Node parameter = body.tensorParameter("adjoint" + operand, value.type());
        states.add(new Graph.Parameter(parameter.label(), "Tensor", parameter));
        Node start = operand < loop.carried() ? cotangents.get(operand) : null;
        initial.add(start == null ? zeros(value) : start);
        return parameter;
    }

    private Node zeros(Node value) {
        try {
            return graph.operation(BasicOps.ZEROS_LIKE, List.of(value), Attributes.NONE, "", origin);
        } catch (TypeException e) {
            throw new IllegalStateException(e);
        }
    }

    private void add(Map<Node, Node> cotangents, Node value, Node cotangent) throws TypeException {
        Node before = cotangents.get(value);
        cotangents.put(value, before == null ? cotangent : op(BasicOps.ADD, before, cotangent));
    }

    private Node op(String name, Node... operands) throws TypeException {
        return body.operation(name, List.of(operands), Attributes.NONE, "", origin);
    }

    /** Returns a value that the updates of the adjoints leave unchanged. */
    private Node computed(Node value) throws TypeException {
        return value.isOperation() ? value : op(BasicOps.COPY, value);
    }

    /** Returns the ops that read a captured value, if each reads the slice of the iteration along the same axis. */
    private List<Node> slices(Node value) {
        List<Node> readers = body.nodes().stream()
                .filter(reader -> reader.operands().contains(value))
                .toList();
        for (Node reader : readers) {
            boolean slice = reader.op().equals(NARROW)
                    && !offset(reader).symbols().contains(index)
                    && reader.attributes().dims("length").equals(List.of(Dim.ONE))
                    && axis(reader) == axis(readers.get(0))
                    && start(reader).minus(start(readers.get(0))).equals(Dim.ZERO);
            if (!slice) {
                return List.of();
            }
        }
        return readers;
    }

    private static Dim start(Node narrow) {
        return narrow.attributes().dims("start").get(0);
    }

    /** Returns true if the slices of the reversed loop are in the order of the axis: the loop reads them backwards. */
    private boolean isAscending(Node narrow) {
        return !start(narrow).minus(new Dim.Symbol(index)).symbols().contains(index);
    }

    /** Returns the position of the first slice along the axis. */
    private Dim offset(Node narrow) {
        return start(narrow).minus(isAscending(narrow) ? new Dim.Symbol(index) : iteration);
    }

    private static int axis(Node narrow) {
        long axis = narrow.attributes().integer(Attributes.AXIS);
        return (int) (axis < 0 ? axis + narrow.shape().rank() : axis);
    }

    private void stackAdjoint(
            int operand,
            List<Node> slices,
            Map<Node, Node> found,
            Map<Integer, Integer> resultOf,
            Map<Integer, Node> slicedBy)
            throws TypeException {
        Node sum = null;
        for (Node slice : slices) {
            Node adjoint = found.get(slice);
            sum = sum == null || adjoint == null ? (sum == null ? adjoint : sum) : op(BasicOps.ADD, sum, adjoint);
        }
        if (sum != null) {
            resultOf.put(operand, outputs.size());
            slicedBy.put(operand, slices.get(0));
            outputs.add(new Graph.Output("adjoint" + operand, withoutAxis(computed(sum), axis(slices.get(0)))));
        }
    }

    /** Returns a slice without its axis of size 1. */
    private Node withoutAxis(Node slice, int axis) throws TypeException {
        List<Dim> dims = new ArrayList<>(slice.shape().dims());
        dims.remove(axis);
        Attributes rest = Attributes.NONE.with(Attributes.DIMS, List.copyOf(dims));
        return body.operation(ViewKind.RESHAPE.op(), List.of(slice), rest, "", origin);
    }

    /** Returns the slices, stacked in the order of the reversed loop, as one value. */
    private Node unsliced(Node stack, int operand, Node slice) throws TypeException {
        int axis = axis(slice);
        Attributes reversed = Attributes.NONE.with(Attributes.AXES, List.of(0L));
        Node ordered = isAscending(slice)
                ? stack
                : graph.operation(ViewKind.REVERSE.op(), List.of(stack), reversed, "", origin);
        Node moved = LoopValues.moved(graph, ordered, axis, origin);
        return padded(moved, node.operands().get(operand), axis, offset(slice));
    }

    /** Returns the adjoint of a value of which a range was read: zeros around the range. */
    private Node padded(Node range, Node value, int axis, Dim begin) throws TypeException {
        Dim end = begin.plus(loop.trips());
        List<Node> ranges = new ArrayList<>(List.of(range));
        if (!begin.equals(Dim.ZERO)) {
            ranges.add(0, zeros(range(value, axis, Dim.ZERO, begin)));
        }
        Dim rest = value.shape().dims().get(axis).minus(end);
        if (!rest.equals(Dim.ZERO)) {
            ranges.add(zeros(range(value, axis, end, rest)));
        }
        Attributes along = Attributes.NONE.with(Attributes.AXIS, (long) axis);
        return ranges.size() == 1 ? range : graph.operation("Concat", ranges, along, "", origin);
    }

    private Node range(Node value, int axis, Dim start, Dim length) throws TypeException {
        Attributes attributes = Attributes.NONE
                .with(Attributes.AXIS, (long) axis)
                .with("start", List.of(start))
                .with("length", List.of(length));
        return graph.operation(NARROW, List.of(value), attributes, "", origin);
    }
}
