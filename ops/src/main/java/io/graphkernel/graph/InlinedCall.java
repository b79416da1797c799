package io.graphkernel.graph;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Inlining of a graph at a call. */
final class InlinedCall {

    private final GraphBuilder graph;
    private final Graph callee;
    private final Map<String, Object> arguments;
    private final Origin origin;

    /** The caller's node for each node of the callee. */
    private final Map<Node, Node> nodeMap = new IdentityHashMap<>();

    /** The caller's tensors for the callee's parameters, regardless of their current value at the call. */
    private final Map<Node, Node> targets = new LinkedHashMap<>();

    private final Map<String, Dim> symbols;

    /** Ranges of the indices of the loop whose iteration is inlined, then of those around it; empty for a call. */
    private final List<LoopRange> ranges;

    /**
     * Creates an inlined call.
     *
     * @param graph the caller's graph
     * @param arguments argument by the callee's parameter: nodes for tensors, Java expressions for primitives
     * @param symbols dims of the caller by symbols of the callee that are bound
     * @param origin the Java line of the call
     */
    InlinedCall(
            GraphBuilder graph, Graph callee, Map<String, Object> arguments, Map<String, Dim> symbols, Origin origin) {
        this(graph, callee, arguments, symbols, List.of(), origin);
    }

    /**
     * Creates an inlined call, or an iteration of a loop whose index is not a constant.
     *
     * @param graph the caller's graph
     * @param arguments argument by the callee's parameter
     * @param symbols dims of the caller by symbols of the callee that are bound
     * @param ranges ranges of the index of the loop and of those around it, over which inner loops stack their iterations;
     *     empty for a call
     * @param origin the Java line of the call
     */
    InlinedCall(
            GraphBuilder graph,
            Graph callee,
            Map<String, Object> arguments,
            Map<String, Dim> symbols,
            List<LoopRange> ranges,
            Origin origin) {
        this.ranges = ranges;
        this.symbols = new HashMap<>(symbols);
        this.graph = graph;
        this.callee = callee;
        this.arguments = arguments;
        this.origin = origin;
    }

    /** Adds the ops and returns the callee's results. */
    List<Node> results() throws TypeException {
        for (Graph.Parameter parameter : callee.parameters()) {
            if (parameter.isTensor()) {
                Node argument = (Node) arguments.get(parameter.name());
                targets.put(parameter.node(), argument);
                nodeMap.put(parameter.node(), graph.current(argument));
                parameter.node().shape().bind(graph.current(argument).shape(), symbols);
            }
        }
        requireDistinctUpdates();
        requireDistinctInLosses();
        for (Node node : callee.nodes()) {
            try {
                nodeMap.put(node, inlined(node));
            } catch (ArithmeticException e) {
                throw new TypeException(
                        TypeException.Problem.SHAPE_DOES_NOT_FIT,
                        -1,
                        "a size of these arguments cannot be computed: " + e.getMessage());
            }
        }
        graph.require(callee.conditions().stream()
                .filter(DimCondition::isOfCast)
                .map(condition -> condition.substitute(symbols))
                .filter(condition -> condition.decision() != DimCondition.Decision.HOLDS)
                .toList());
        return callee.outputs().stream()
                .map(output -> nodeMap.get(output.node()))
                .toList();
    }

    /** Rejects a tensor that is updated under one name and read under another, which would have two values at once. */
    private void requireDistinctUpdates() throws TypeException {
        for (Node assign : callee.assigns()) {
            Node updated = assign.updatedParameter();
            for (Map.Entry<Node, Node> other : targets.entrySet()) {
                if (other.getKey() != updated && other.getValue() == targets.get(updated)) {
                    throw new TypeException(
                            TypeException.Problem.ASSIGN_NEEDS_PARAMETER,
                            0,
                            "parameter " + updated.label() + " is updated in place, and "
                                    + other.getKey().label() + " is the same tensor");
                }
            }
        }
    }

    /** Rejects a tensor passed under two names if a gradient is taken by only one of them and would be incomplete. */
    private void requireDistinctInLosses() throws TypeException {
        LossParameters losses = callee.lossParameters();
        for (Node first : targets.keySet()) {
            for (Node other : targets.keySet()) {
                boolean separate = first != other && losses.mustBeDistinct(first.label(), other.label());
                if (separate
                        && losses.differentiated().contains(first.label())
                        && targets.get(first) == targets.get(other)) {
                    throw new TypeException(
                            TypeException.Problem.SHAPE_DOES_NOT_FIT,
                            -1,
                            "a gradient is taken by parameter " + first.label() + ", and " + other.label()
                                    + " is the same tensor");
                }
            }
        }
        graph.loss(arguments(losses.differentiated()), arguments(losses.read()));
    }

    private List<Node> arguments(List<String> names) {
        return targets.entrySet().stream()
                .filter(target -> names.contains(target.getKey().label()))
                .map(Map.Entry::getValue)
                .toList();
    }

    /**
     * Returns the inlined node. The callee is a pure data flow already: its reads must not be redirected to values that
     * it assigns later.
     */
    private Node inlined(Node node) throws TypeException {
        switch (node.kind()) {
            case CONSTANT:
                return graph.constant(node.attributes().number(), node.dtype());
            case SCALAR:
                String expression =
                        ScalarExpressions.substitute(node.attributes().text(Attributes.EXPRESSION), arguments);
                Optional<Number> number = ScalarExpressions.number(expression);
                if (number.isEmpty()) {
                    return graph.add(node.withAttributes(node.attributes().with(Attributes.EXPRESSION, expression)));
                }
                requireRepresentable(node, number.get());
                return graph.constant(number.get(), node.dtype());
            case DIMENSION:
                Dim dim = node.attributes().dims().get(0).substitute(symbols);
                if (!node.isConverted()) {
                    return graph.add(Node.dimension(dim, node.dtype()));
                }
                if (dim instanceof Dim.Constant size) {
                    requireRepresentable(node, size.size());
                }
                return graph.add(Node.checkedDimension(dim, node.dtype()));
            case TENSOR_CONSTANT:
                return graph.add(node);
            default:
                List<Node> operands = new ArrayList<>(
                        node.operands().stream().map(nodeMap::get).toList());
                if (node.isAssign()) {
                    operands.set(0, target(node.operands().get(0)));
                } else if (node.op().equals(Node.UPDATED)) {
                    return graph.current(targets.get(node.operands().get(0)));
                }
                return graph.append(
                        node.op(),
                        operands,
                        Loop.isLoop(node)
                                ? inlined(Loop.of(node), operands).attributes()
                                : node.attributes().substitute(symbols),
                        node.label(),
                        node.origin().inlinedAt(origin));
        }
    }

    /** Returns the caller's target of an update: the argument, or the same region of it. */
    private Node target(Node node) throws TypeException {
        if (node.kind() == Node.Kind.PARAMETER) {
            return targets.get(node);
        }
        Node memory = target(node.operands().get(0));
        return node.op().equals(Node.UPDATED)
                ? memory
                : graph.append(
                        node.op(),
                        List.of(memory),
                        node.attributes().substitute(symbols),
                        node.label(),
                        node.origin().inlinedAt(origin));
    }

    /** Returns a loop over the caller's values, with an index of its own. */
    private Loop inlined(Loop loop, List<Node> operands) throws TypeException {
        GraphBuilder body = graph.body();
        String index = graph.loopIndices().createLike(loop.index());
        Map<String, Dim> inside = new HashMap<>(symbols);
        inside.put(loop.index(), new Dim.Symbol(index));
        Map<String, Object> values = new HashMap<>(arguments);
        List<Node> parameters = loop.body().tensorParameters();
        for (int i = 0; i < parameters.size(); i++) {
            String name = parameters.get(i).label();
            values.put(name, body.tensorParameter(name, operands.get(i).type()));
        }
        List<Node> results = new InlinedCall(body, loop.body(), values, inside, ranges, origin).results();
        List<Graph.Output> outputs = new ArrayList<>();
        for (Node result : results) {
            outputs.add(
                    new Graph.Output(loop.body().outputs().get(outputs.size()).name(), result));
        }
        Dim trips = loop.trips().substitute(symbols);
        Dim capacity = loop.capacity();
        for (int i = 0; i < ranges.size(); i++) {
            capacity = i == 0
                    ? ranges.get(0).max(capacity).substitute(symbols)
                    : ranges.get(i).max(capacity);
        }
        if (ranges.isEmpty()) {
            capacity = capacity.substitute(symbols);
        }
        return new Loop(body.build(index, outputs), trips, capacity, index, loop.carried(), loop.control());
    }

    /** Rejects a constant of the caller that is not representable in the checked dtype of a number. */
    private static void requireRepresentable(Node node, Number number) throws TypeException {
        if (node.isConverted() && !node.dtype().holds(number)) {
            throw new TypeException(
                    TypeException.Problem.BAD_ATTRIBUTE,
                    -1,
                    (node.label().isEmpty() ? "a number" : "'" + node.label() + "'") + " is " + number
                            + ", which is no " + node.dtype());
        }
    }
}
