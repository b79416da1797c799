package io.graphkernel.processor.graph;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;

/** Puts the ops of a graph in place of a call of it. */
final class InlinedCall {

    private final GraphBuilder graph;
    private final Graph callee;
    private final Map<String, Object> arguments;
    private final Origin origin;

    /** What nodes of the callee are in the caller. */
    private final Map<Node, Node> here = new IdentityHashMap<>();

    /** The tensors that parameters of the callee stand for, whatever value they have where the call is. */
    private final Map<Node, Node> targets = new IdentityHashMap<>();

    private final Map<String, Dim> symbols = new HashMap<>();

    /**
     * A call.
     *
     * @param graph the caller's
     * @param arguments by the callee's parameter: nodes of tensors, Java texts of numbers
     * @param origin the Java line of the call
     */
    InlinedCall(GraphBuilder graph, Graph callee, Map<String, Object> arguments, Origin origin) {
        this.graph = graph;
        this.callee = callee;
        this.arguments = arguments;
        this.origin = origin;
    }

    /** Adds the ops, and gives what the callee returns. */
    List<Node> results() throws TypeException {
        for (Graph.Parameter parameter : callee.parameters()) {
            if (parameter.isTensor()) {
                Node argument = (Node) arguments.get(parameter.name());
                targets.put(parameter.node(), argument);
                here.put(parameter.node(), graph.current(argument));
                parameter.node().shape().bind(graph.current(argument).shape(), symbols);
            }
        }
        requireDistinctUpdates();
        for (Node node : callee.nodes()) {
            try {
                here.put(node, inlined(node));
            } catch (ArithmeticException e) {
                throw new TypeException(
                        TypeException.Problem.SHAPE_DOES_NOT_FIT,
                        -1,
                        "a size of these arguments cannot be computed: " + e.getMessage());
            }
        }
        return callee.outputs().stream().map(output -> here.get(output.node())).toList();
    }

    /** A tensor that is updated under one name and read under another would have two values at once. */
    private void requireDistinctUpdates() throws TypeException {
        for (Node assign : callee.assigns()) {
            Node updated = assign.operands().get(0);
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

    /**
     * The callee's graph is a pure data flow already: its reads are not to be redirected to values that it assigns
     * itself further down.
     */
    private Node inlined(Node node) throws TypeException {
        switch (node.kind()) {
            case CONSTANT:
                return graph.constant(node.attributes().number(), node.dtype());
            case SCALAR:
                String expression =
                        ScalarExpressions.substitute(node.attributes().text(Attributes.EXPRESSION), arguments);
                return ScalarExpressions.number(expression)
                        .map(number -> graph.constant(number, node.dtype()))
                        .orElseGet(() -> graph.add(Node.scalar(node.label(), expression, node.dtype())));
            case DIMENSION:
                Dim dim = node.attributes().dims().get(0).substitute(symbols);
                return graph.add(Node.dimension(dim, node.dtype()));
            case TENSOR_CONSTANT:
                return graph.add(node);
            default:
                List<Node> operands =
                        new ArrayList<>(node.operands().stream().map(here::get).toList());
                if (node.isAssign()) {
                    operands.set(0, targets.get(node.operands().get(0)));
                }
                return graph.append(
                        node.op(),
                        operands,
                        node.attributes().substitute(symbols),
                        node.label(),
                        node.origin().inlinedAt(origin));
        }
    }
}
