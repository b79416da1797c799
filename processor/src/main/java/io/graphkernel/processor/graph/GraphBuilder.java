package io.graphkernel.processor.graph;

import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Builds a graph in program order, inferring the type of each op as it is added.
 *
 * <p>After {@code Assign(parameter, value)} every later read of the parameter reads the value, as in the Java program
 * where the tensor has been updated in place; the graph itself stays a pure data flow.
 */
public final class GraphBuilder {

    private static final String ASSIGN = "Assign";

    private final TypeRules rules;
    private final List<Graph.Parameter> parameters = new ArrayList<>();
    private final List<Node> nodes = new ArrayList<>();
    private final Set<Node> known = Collections.newSetFromMap(new IdentityHashMap<>());
    private final Map<Node, Node> assigned = new IdentityHashMap<>();

    /**
     * An empty graph.
     *
     * @param rules the type rules of the ops
     */
    public GraphBuilder(TypeRules rules) {
        this.rules = rules;
    }

    /**
     * Adds a tensor parameter.
     *
     * @param name the Java parameter
     * @param type its type
     * @return its node
     */
    public Node tensorParameter(String name, ValueType type) {
        Node node = Node.parameter(name, type);
        parameters.add(new Graph.Parameter(name, "Tensor", node));
        known.add(node);
        return node;
    }

    /**
     * Adds a primitive parameter.
     *
     * @param name the Java parameter
     * @param javaType its primitive type
     */
    public void primitiveParameter(String name, String javaType) {
        parameters.add(new Graph.Parameter(name, javaType, null));
    }

    /**
     * Adds the parameters of an existing graph.
     *
     * @param existing the parameters, whose nodes are used as they are
     */
    public void parametersOf(List<Graph.Parameter> existing) {
        parameters.addAll(existing);
        existing.stream().filter(Graph.Parameter::isTensor).forEach(parameter -> known.add(parameter.node()));
    }

    /**
     * Adds an existing node, unless it is there.
     *
     * @param node its operands must have been added
     * @return the node
     */
    public Node add(Node node) {
        if (known.add(node)) {
            nodes.add(node);
        }
        return node;
    }

    /**
     * Adds a constant.
     *
     * @param value rounded to {@code f32}
     * @return its node
     */
    public Node constant(double value) {
        return add(Node.constant(value));
    }

    /**
     * Adds an op.
     *
     * @param op name in the op table
     * @param operands added before
     * @param attributes compile-time attributes
     * @param label the Java variable that holds it, or empty
     * @param origin the Java line
     * @return its node
     * @throws TypeException if the op can't take these operands
     */
    public Node operation(String op, List<Node> operands, Attributes attributes, String label, Origin origin)
            throws TypeException {
        List<Node> read = new ArrayList<>();
        for (Node operand : operands) {
            read.add(op.equals(ASSIGN) && read.isEmpty() ? operand : current(operand));
        }
        return append(op, read, attributes, label, origin);
    }

    /** Adds an op whose operands are the values that it reads. */
    private Node append(String op, List<Node> operands, Attributes attributes, String label, Origin origin)
            throws TypeException {
        ValueType type = rules.infer(op, operands, attributes);
        Node node = add(Node.operation(op, operands, attributes, type, label, origin));
        if (op.equals(ASSIGN)) {
            assigned.put(operands.get(0), operands.get(1));
        }
        return node;
    }

    /**
     * What a read of a node gives at this point of the program.
     *
     * @param node a node of this graph
     * @return the value last assigned to a parameter, else the node itself
     */
    public Node current(Node node) {
        return assigned.getOrDefault(node, node);
    }

    /**
     * Adds the ops of another graph in place of a call of it.
     *
     * @param callee the graph that is called
     * @param arguments the caller's node for each tensor parameter, and for each primitive parameter the Java
     *     expression that the caller passes, by the callee's parameter name
     * @param origin the Java line of the call, for ops that have none
     * @return the callee's results in this graph, in order
     * @throws TypeException if an op of the callee can't take the caller's types
     */
    public List<Node> inline(Graph callee, Map<String, Object> arguments, Origin origin) throws TypeException {
        Map<Node, Node> here = new IdentityHashMap<>();
        Map<Node, Node> targets = new IdentityHashMap<>();
        for (Graph.Parameter parameter : callee.parameters()) {
            if (parameter.isTensor()) {
                Node argument = (Node) arguments.get(parameter.name());
                targets.put(parameter.node(), argument);
                here.put(parameter.node(), current(argument));
            }
        }
        requireDistinctUpdates(callee, targets);
        for (Node node : callee.nodes()) {
            here.put(node, inlineNode(node, here, targets, arguments, origin));
        }
        return callee.outputs().stream().map(output -> here.get(output.node())).toList();
    }

    /** A tensor that is updated under one name and read under another would have two values at once. */
    private static void requireDistinctUpdates(Graph callee, Map<Node, Node> targets) throws TypeException {
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
    private Node inlineNode(
            Node node, Map<Node, Node> here, Map<Node, Node> targets, Map<String, Object> arguments, Origin origin)
            throws TypeException {
        switch (node.kind()) {
            case CONSTANT:
                return constant(node.attributes().value());
            case SCALAR:
                String expression =
                        ScalarExpressions.substitute(node.attributes().text(Attributes.EXPRESSION), arguments);
                return ScalarExpressions.number(expression)
                        .map(this::constant)
                        .orElseGet(() -> add(Node.scalar(node.label(), expression)));
            default:
                List<Node> operands =
                        new ArrayList<>(node.operands().stream().map(here::get).toList());
                if (node.op().equals(ASSIGN)) {
                    operands.set(0, targets.get(node.operands().get(0)));
                }
                Origin line = node.origin().line() == 0 ? origin : node.origin();
                return append(node.op(), operands, node.attributes(), node.label(), line);
        }
    }

    /**
     * Finishes the graph.
     *
     * @param name the Java method
     * @param outputs the results
     * @return the graph, without groups
     */
    public Graph build(String name, List<Graph.Output> outputs) {
        List<Graph.Output> values = outputs.stream()
                .map(output -> new Graph.Output(output.name(), current(output.node())))
                .toList();
        return new Graph(name, parameters, nodes, values, List.of());
    }
}
