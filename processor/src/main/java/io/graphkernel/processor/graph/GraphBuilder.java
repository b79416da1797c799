package io.graphkernel.processor.graph;

import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
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

    private final TypeRules rules;
    private final int mostNodes;
    private final List<Graph.Parameter> parameters = new ArrayList<>();
    private final List<Node> nodes = new ArrayList<>();
    private final Set<Node> known = Collections.newSetFromMap(new IdentityHashMap<>());
    private final Map<Node, Node> assigned = new IdentityHashMap<>();
    /** By their text: the first line that asks for a condition is the one that is named. */
    private final Map<String, DimCondition> conditions = new LinkedHashMap<>();

    /**
     * An empty graph.
     *
     * @param rules the type rules of the ops
     */
    public GraphBuilder(TypeRules rules) {
        this(rules, Integer.MAX_VALUE);
    }

    /**
     * An empty graph that does not grow without end, for example where an op has as many results as a number says.
     *
     * @param rules the type rules of the ops
     * @param mostNodes how many ops and numbers it may get
     */
    public GraphBuilder(TypeRules rules, int mostNodes) {
        this.rules = rules;
        this.mostNodes = mostNodes;
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
     * Adds conditions, unless they are there.
     *
     * @param wanted what must hold for the sizes at a call
     */
    public void require(List<DimCondition> wanted) {
        wanted.forEach(condition -> conditions.putIfAbsent(condition.toString(), condition));
    }

    /**
     * The conditions so far.
     *
     * @return in program order
     */
    public List<DimCondition> conditions() {
        return List.copyOf(conditions.values());
    }

    /**
     * Number of nodes so far.
     *
     * @return ops and numbers, without the parameters
     */
    public int size() {
        return nodes.size();
    }

    /**
     * The nodes so far.
     *
     * @return ops and numbers, without the parameters, in program order
     */
    public List<Node> nodes() {
        return List.copyOf(nodes);
    }

    /**
     * Whether a node is one of those so far.
     *
     * @param node any node
     * @return false for a parameter
     */
    public boolean has(Node node) {
        return known.contains(node);
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
     * Adds a constant.
     *
     * @param value converted as {@link Node#constant(Number, DType)} says
     * @param dtype its dtype
     * @return its node
     */
    public Node constant(Number value, DType dtype) {
        return add(Node.constant(value, dtype));
    }

    /**
     * Adds an op with one result.
     *
     * @param op name in the op table
     * @param operands added before
     * @param attributes compile-time attributes
     * @param label the Java variable that holds it, or empty
     * @param origin the Java line
     * @return its node; of an op that updates a parameter in place, {@code Assign} itself apart, the new value
     * @throws TypeException if the op can't take these operands
     */
    public Node operation(String op, List<Node> operands, Attributes attributes, String label, Origin origin)
            throws TypeException {
        return op.equals(Node.ASSIGN)
                ? append(op, List.of(operands.get(0), current(operands.get(1))), attributes, label, origin)
                : operations(op, operands, attributes, List.of(label), origin).get(0);
    }

    /**
     * Adds an op with all its results: one node for each, and an {@code Assign} for each that updates an operand.
     *
     * @param op name in the op table
     * @param operands added before
     * @param attributes compile-time attributes
     * @param labels the Java variables that hold the results, or empty texts; the op has as many results
     * @param origin the Java line
     * @return the results as values, in order
     * @throws TypeException if the op can't take these operands
     */
    public List<Node> operations(
            String op, List<Node> operands, Attributes attributes, List<String> labels, Origin origin)
            throws TypeException {
        List<Node> read = operands.stream().map(this::current).toList();
        List<Node> results = new ArrayList<>();
        for (int i = 0; i < labels.size(); i++) {
            Attributes own = labels.size() == 1 ? attributes : attributes.with(Attributes.OUTPUT, (long) i);
            results.add(append(op, read, own, labels.get(i), origin));
        }
        List<Integer> updates = rules.updates(op);
        for (int i = 0; i < updates.size(); i++) {
            if (updates.get(i) >= 0) {
                update(operands.get(updates.get(i)), results.get(i), updates.get(i), origin);
            }
        }
        return results;
    }

    private void update(Node target, Node value, int operand, Origin origin) throws TypeException {
        try {
            append(Node.ASSIGN, List.of(target, value), Attributes.NONE, "", origin);
        } catch (TypeException e) {
            // Of the op that updates, the target is at fault: the value is none of its operands.
            throw new TypeException(e.problem(), operand, e.getMessage());
        }
    }

    /** Adds an op whose operands are the values that it reads. */
    Node append(String op, List<Node> operands, Attributes attributes, String label, Origin origin)
            throws TypeException {
        if (nodes.size() >= mostNodes) {
            throw new TypeException(
                    TypeException.Problem.BAD_ATTRIBUTE, -1, "the kernel would have more than " + mostNodes + " ops");
        }
        List<DimCondition> wanted = new ArrayList<>();
        ValueType type = infer(op, operands, attributes, wanted);
        require(wanted.stream().map(condition -> condition.at(origin)).toList());
        Node node = add(Node.operation(op, operands, attributes, type, label, origin));
        if (node.isAssign()) {
            assigned.put(operands.get(0), operands.get(1));
        }
        return node;
    }

    private ValueType infer(String op, List<Node> operands, Attributes attributes, List<DimCondition> conditions)
            throws TypeException {
        try {
            ValueType type = rules.infer(op, operands, attributes, conditions);
            if (!type.shape().isTooLarge()) {
                return type;
            }
            throw new TypeException(
                    TypeException.Problem.SHAPE_DOES_NOT_FIT,
                    -1,
                    "the result would have the shape " + type.shape() + ", which no memory can hold");
        } catch (ArithmeticException e) {
            throw new TypeException(
                    TypeException.Problem.SHAPE_DOES_NOT_FIT,
                    -1,
                    "a size of the result cannot be computed: " + e.getMessage());
        }
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
        return new InlinedCall(this, callee, arguments, origin).results();
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
        return new Graph(name, parameters, nodes, values, List.of(), conditions());
    }
}
