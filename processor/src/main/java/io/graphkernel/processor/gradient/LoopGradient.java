package io.graphkernel.processor.gradient;

import io.graphkernel.graph.Attributes;
import io.graphkernel.graph.DataType;
import io.graphkernel.graph.Dim;
import io.graphkernel.graph.Graph;
import io.graphkernel.graph.GraphBuilder;
import io.graphkernel.graph.Loop;
import io.graphkernel.graph.LoopRange;
import io.graphkernel.graph.LossParameters;
import io.graphkernel.graph.Node;
import io.graphkernel.graph.Origin;
import io.graphkernel.graph.TypeException;
import io.graphkernel.op.LoopValues;
import io.graphkernel.op.row.BasicOps;
import io.graphkernel.processor.gradient.NonDifferentiableException.Problem;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Gradient of a loop: a loop over the iterations in reverse order.
 *
 * <p>Each of its iterations recomputes one iteration from the carried values before it, which the loop stacks, and
 * differentiates it. It carries the adjoints of the carried values, and sums those of the captured values. Adjoints of
 * {@linkplain LoopSlices slices at the index} are stacked instead.
 *
 * <p>If the number of iterations depends on the index of a loop around this one, the stacks have the maximum number of
 * slices, which the recomputation of an outer iteration fills again.
 *
 * <p>The gradient of a loop with a condition begins with the last iteration that has run, whose number the loop carries.
 * The gradient of this gradient ends with that iteration.
 */
final class LoopGradient {

    /** Name of the index, counted from the last iteration. */
    private static final String REVERSED = "reversed";

    private final GraphBuilder graph;
    private final Node node;
    private final Loop loop;
    private final GradientSources sources;
    private final Origin origin;
    private final GraphBuilder body;
    /** Parameters of carried values, with their initial values: the control of the loop, then adjoints by operand. */
    private final Map<Node, Node> control = new LinkedHashMap<>();

    private final Map<Integer, Node> accumulators = new LinkedHashMap<>();
    private final Map<Integer, Node> initial = new LinkedHashMap<>();
    private final List<Graph.Parameter> captured = new ArrayList<>();
    private final List<Node> capturedValues = new ArrayList<>();
    private final Map<Node, Node> next = new LinkedHashMap<>();
    private final List<Graph.Output> outputs = new ArrayList<>();
    private final StoredIterationValues stored = new StoredIterationValues();
    /** Iterations that run; null if all do. */
    private ExecutedIterations executed;

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
        if (!loop.keepsPrevious()) {
            throw new NonDifferentiableException(
                    Problem.NO_GRADIENT, node, "the values of its iterations are not stored");
        }
        index = graph.loopIndices().create(REVERSED);
        iteration = loop.trips().minus(Dim.ONE).minus(new Dim.Symbol(index));
        try {
            return reversed(cotangents, wanted);
        } catch (TypeException e) {
            InnerIterations.requireMax(loop, new LoopRange(index, loop.trips()), iteration);
            throw e;
        }
    }

    private Map<Integer, Node> reversed(Map<Integer, Node> cotangents, Set<Integer> wanted)
            throws TypeException, NonDifferentiableException {
        selectIterations();
        List<Node> parameters = loop.body().tensorParameters();
        Map<String, Object> arguments = new LinkedHashMap<>();
        Map<Node, Integer> operands = new LinkedHashMap<>();
        for (int i = 0; i < parameters.size(); i++) {
            Node value = before(i);
            arguments.put(parameters.get(i).label(), value);
            if (value.dtype().isDifferentiable() && (i < loop.carried() || wanted.contains(i))) {
                operands.put(value, i);
            }
        }
        List<Node> slices = storedSlices();
        List<Node> results = body.inlineIteration(loop, iteration, arguments, sources.ranges(), origin);
        for (int i = 0; i < slices.size(); i++) {
            stored.add(loop.body().outputs().get(i), results.get(loop.carried() + i), slices.get(i));
        }
        Map<Node, Node> inside = new LinkedHashMap<>();
        for (int operand : operands.values()) {
            addAccumulator(operand, cotangents);
        }
        for (int i = 0; i < loop.carried(); i++) {
            if (accumulators.containsKey(i)) {
                add(inside, results.get(i), accumulators.get(i));
            }
        }
        for (int i = loop.carried(); i < loop.resultCount(); i++) {
            if (cotangents.containsKey(i)) {
                add(inside, results.get(i), slice(capture(cotangents.get(i))));
            }
        }
        return differentiate(inside, operands);
    }

    /** Adds the scalars that select the iterations of the reversed loop. */
    private void selectIterations() throws TypeException {
        if (loop.isConditional()) {
            Node count = isBranch() ? cast(node.operands().get(0)) : result(node, 1);
            executed = ExecutedIterations.last(graph, loop.trips(), count, origin);
            capture(executed.limit());
        } else if (loop.control() == Loop.Control.TAIL) {
            Node first = node.operands().get(loop.carried());
            executed = ExecutedIterations.first(graph, loop.trips(), first, origin);
            Node continues = body.tensorParameter("continues", executed.isAny().type());
            Node count = body.tensorParameter("iterations", executed.limit().type());
            Node zero = graph.constant(0L, DataType.I64);
            control.put(continues, executed.isAny());
            control.put(count, graph.operation("FillV2", List.of(zero), scalar(), "", origin));
            Node following = op(BasicOps.ADD, count, body.constant(1L, DataType.I64));
            next.put(continues, op("Less", following, capture(executed.limit())));
            next.put(count, following);
        }
    }

    /**
     * Returns true if at most one iteration runs. The values before it are those before the loop, so that the reversed loop
     * needs no results of this one: otherwise each branch in a branch would be recomputed for all those around it.
     */
    private boolean isBranch() {
        return loop.isConditional() && loop.trips().equals(Dim.ONE);
    }

    private Node cast(Node condition) throws TypeException {
        Attributes dtype = Attributes.NONE.with(Attributes.DTYPE, DataType.I64.text());
        return graph.operation(BasicOps.CAST, List.of(condition), dtype, "", origin);
    }

    private static Attributes scalar() {
        return Attributes.NONE.with(Attributes.DIMS, List.of());
    }

    /** Returns the value of a parameter of the loop's body before the iteration. */
    private Node before(int parameter) throws TypeException {
        if (loop.isConditional() && parameter < Loop.BOUNDED_CONTROL) {
            Node known = parameter == 0 ? Node.constant(1, DataType.BOOL) : Node.dimension(iteration, DataType.I64);
            return body.operation("FillV2", List.of(body.add(known)), scalar(), "", origin);
        }
        return parameter < loop.carried() && !isBranch()
                ? slice(stack(loop.resultCount() - loop.carried() + parameter))
                : capture(node.operands().get(parameter));
    }

    /** Returns the stored values of the iteration, without the carried ones before it. */
    private List<Node> storedSlices() throws TypeException {
        List<Node> slices = new ArrayList<>();
        for (int i = loop.carried(); sources.savesResults() && i < loop.resultCount() - loop.carried(); i++) {
            slices.add(slice(stack(i)));
        }
        return slices;
    }

    private Map<Integer, Node> differentiate(Map<Node, Node> inside, Map<Node, Integer> operands)
            throws TypeException, NonDifferentiableException {
        Map<Integer, LoopSlices> slices = new LinkedHashMap<>();
        List<Node> leaves = new ArrayList<>();
        List<Node> sliceNodes = new ArrayList<>();
        operands.forEach((value, operand) -> {
            LoopSlices read = new LoopSlices(graph, body, value, index, loop, sources.indices(), origin);
            boolean isSliced = operand >= loop.carried() && !read.nodes().isEmpty();
            if (isSliced) {
                slices.put(operand, read);
                sliceNodes.addAll(read.nodes());
            }
            if (!isSliced || read.isReadOtherwise()) {
                leaves.add(value);
            }
        });
        leaves.addAll(sliceNodes);
        Map<Node, Node> found = Differentiator.adjoints(
                body, inside, leaves, sliceNodes, sources.inside(new LoopRange(index, loop.trips())));
        List<Integer> kept = new ArrayList<>();
        for (Map.Entry<Node, Integer> entry : operands.entrySet()) {
            int operand = entry.getValue();
            Node accumulator = accumulators.get(operand);
            Node adjoint = found.get(entry.getKey());
            if (operand < loop.carried()) {
                next.put(accumulator, adjoint == null ? op(BasicOps.ZEROS_LIKE, accumulator) : computed(adjoint));
            } else if (adjoint != null) {
                next.put(accumulator, op(BasicOps.ADD, accumulator, adjoint));
            }
            if (leaves.contains(entry.getKey())) {
                kept.add(operand);
            }
        }
        for (Map.Entry<Integer, LoopSlices> sliced : slices.entrySet()) {
            sliced.getValue().addOutputs(found, "adjoint" + sliced.getKey(), outputs);
        }
        return results(kept, slices);
    }

    /** Adds the reversed loop, and returns the adjoints of the operands. */
    private Map<Integer, Node> results(List<Integer> kept, Map<Integer, LoopSlices> slices) throws TypeException {
        List<Graph.Parameter> parameters = new ArrayList<>();
        List<Node> values = new ArrayList<>(control.values());
        control.keySet().forEach(scalar -> parameters.add(parameter(scalar)));
        for (int operand : kept) {
            parameters.add(parameter(accumulators.get(operand)));
            values.add(initial.get(operand));
        }
        int carried = parameters.size();
        for (int i = 0; i < carried; i++) {
            Node previous = op(BasicOps.COPY, parameters.get(i).node());
            outputs.add(new Graph.Output(Loop.PREVIOUS + parameters.get(i).name(), previous));
        }
        for (Map.Entry<Node, Node> update : next.entrySet()) {
            op(Node.ASSIGN, update.getKey(), update.getValue());
        }
        Graph read = stored.replacedIn(body.build(index, outputs));
        Set<Node> used = Collections.newSetFromMap(new IdentityHashMap<>());
        read.nodes().forEach(node -> used.addAll(node.operands()));
        for (int i = 0; i < captured.size(); i++) {
            // The first one selects the iterations.
            if (used.contains(captured.get(i).node()) || i == 0 && executed != null) {
                parameters.add(captured.get(i));
                values.add(capturedValues.get(i));
            }
        }
        Graph reversed = new Graph(
                index, parameters, read.nodes(), read.outputs(), List.of(), read.conditions(), LossParameters.NONE);
        Loop.Control selection = executed == null ? Loop.Control.COUNTED : executed.control();
        Loop contents = new Loop(reversed, loop.trips(), loop.capacity(), index, carried, selection);
        Node added = graph.operation(Loop.OP, values, contents.attributes(), "", origin);
        Map<Integer, Node> adjoints = new LinkedHashMap<>();
        for (int i = 0; i < kept.size(); i++) {
            adjoints.put(kept.get(i), result(added, control.size() + i));
        }
        for (Map.Entry<Integer, LoopSlices> sliced : slices.entrySet()) {
            int operand = sliced.getKey();
            Node value = node.operands().get(operand);
            Node adjoint = sliced.getValue().adjoint(value, output -> stored(added, carried + output));
            if (adjoint != null) {
                Node others = adjoints.get(operand);
                Node sum = others == null
                        ? adjoint
                        : graph.operation(BasicOps.ADD, List.of(others, adjoint), Attributes.NONE, "", origin);
                adjoints.put(operand, sum);
            }
        }
        return adjoints;
    }

    private static Graph.Parameter parameter(Node state) {
        return new Graph.Parameter(state.label(), "Tensor", state);
    }

    private Node result(Node of, int output) throws TypeException {
        Attributes attributes = Attributes.NONE.with(Attributes.OUTPUT, (long) output);
        return graph.operation(Loop.RESULT, List.of(of), attributes, "", origin);
    }

    /** Returns a stacked result, with zeros for iterations that have not run. */
    private Node stored(Node of, int output) throws TypeException {
        Node stack = result(of, output);
        Node executedStack = executed == null ? stack : executed.withZeros(stack);
        return loop.isFull()
                ? executedStack
                : ExecutedIterations.withZerosAfter(graph, executedStack, loop.trips(), origin);
    }

    /** Returns the stacked values of a result of the loop. */
    private Node stack(int output) throws TypeException {
        return capture(result(node, output));
    }

    private Node capture(Node value) {
        Node parameter = body.tensorParameter("captured" + captured.size(), value.type());
        captured.add(parameter(parameter));
        capturedValues.add(value);
        return parameter;
    }

    /** Returns the slice of the iteration, without its first axis. */
    private Node slice(Node stack) throws TypeException {
        return LoopValues.slice(body, stack, 0, iteration, origin);
    }

    /** Adds the parameter that carries the adjoint of an operand. */
    private void addAccumulator(int operand, Map<Integer, Node> cotangents) throws TypeException {
        Node value = node.operands().get(operand);
        accumulators.put(operand, body.tensorParameter("adjoint" + operand, value.type()));
        Node start = operand < loop.carried() ? cotangents.get(operand) : null;
        initial.put(
                operand,
                start == null
                        ? graph.operation(BasicOps.ZEROS_LIKE, List.of(value), Attributes.NONE, "", origin)
                        : start);
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
}
