package io.graphkernel.graph;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Builds a graph in program order, inferring the type of each op as it is added.
 *
 * <p>After {@code Assign(parameter, value)} every later read of the parameter reads the value, as in the Java program,
 * where the tensor was updated in place. The graph itself remains a pure data flow.
 */
public final class GraphBuilder {

    private final LimitedTypeRules rules;
    private final int maxNodes;
    private final List<Graph.Parameter> parameters = new ArrayList<>();
    private final List<Node> nodes = new ArrayList<>();
    private final Set<Node> known = Collections.newSetFromMap(new IdentityHashMap<>());
    private final boolean isBody;
    private final ParameterUpdates updates;

    /** Conditions by their text, so that messages name the first line that requires a condition. */
    private final Map<String, DimCondition> conditions = new LinkedHashMap<>();

    /** The dims that a condition requires to be 1, by name. */
    private final Map<String, Dim> ones = new HashMap<>();

    private final LoopIndexSymbols loopIndices;
    private LossParameters losses = LossParameters.NONE;

    /**
     * Creates an empty graph.
     *
     * @param rules the type rules of the ops
     */
    public GraphBuilder(TypeRules rules) {
        this(rules, Integer.MAX_VALUE);
    }

    /**
     * Creates an empty graph with a bounded number of nodes, for ops with a user-defined number of results.
     *
     * @param rules the type rules of the ops
     * @param maxNodes maximum number of ops and numbers
     */
    public GraphBuilder(TypeRules rules, int maxNodes) {
        this(new LimitedTypeRules(rules), maxNodes, new LoopIndexSymbols(), false);
    }

    private GraphBuilder(LimitedTypeRules rules, int maxNodes, LoopIndexSymbols loopIndices, boolean isBody) {
        this.isBody = isBody;
        this.updates = new ParameterUpdates(this::inferred, rules, !isBody);
        this.rules = rules;
        this.maxNodes = maxNodes;
        this.loopIndices = loopIndices;
    }

    /**
     * Creates an empty graph for the body of a loop in this graph.
     *
     * @return a builder whose loops have other indices than those of this graph
     */
    public GraphBuilder body() {
        return new GraphBuilder(rules, maxNodes, loopIndices, true);
    }

    /**
     * Creates an empty graph whose ops are added to this graph later.
     *
     * @param otherRules the type rules of the ops
     * @return a builder whose loops have other indices than those of this graph
     */
    public GraphBuilder apart(TypeRules otherRules) {
        return new GraphBuilder(new LimitedTypeRules(otherRules), Integer.MAX_VALUE, loopIndices, isBody);
    }

    /**
     * Inlines one iteration of a loop. Loops inside it stack the maximum number of iterations, if their number depends on
     * the index or on those of loops around the loop.
     *
     * @param loop the loop
     * @param iteration value of the loop's index
     * @param arguments a node for each parameter of the body
     * @param around ranges of the indices of the loops around it, innermost first
     * @param origin the Java line for ops that have none
     * @return the results of {@link Loop#iteration}
     * @throws TypeException if an op can't take the arguments
     */
    public List<Node> inlineIteration(
            Loop loop, Dim iteration, Map<String, Object> arguments, List<LoopRange> around, Origin origin)
            throws TypeException {
        List<LoopRange> ranges = new ArrayList<>(List.of(loop.range()));
        ranges.addAll(around);
        Map<String, Dim> symbols = Map.of(loop.index(), iteration);
        return new InlinedCall(this, loop.iteration(), arguments, symbols, ranges, origin).results();
    }

    /**
     * Returns the symbols of loop indices.
     *
     * @return the symbols that the graph, the graphs around it and its bodies share
     */
    public LoopIndexSymbols loopIndices() {
        return loopIndices;
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
     * @param existing the parameters, whose nodes are shared
     */
    public void parametersOf(List<Graph.Parameter> existing) {
        parameters.addAll(existing);
        existing.stream().filter(Graph.Parameter::isTensor).forEach(parameter -> known.add(parameter.node()));
    }

    /**
     * Adds conditions that are neither present nor implied by earlier ones that require a dim to be 1.
     *
     * @param required conditions on the sizes of a call
     */
    public void require(List<DimCondition> required) {
        for (DimCondition condition : required) {
            if (condition.substitute(ones).decision() != DimCondition.Decision.HOLDS) {
                conditions.putIfAbsent(condition.toString(), condition);
            }
            if (condition.left() instanceof Dim.Symbol symbol
                    && condition.relation() == DimCondition.Relation.EQUAL
                    && condition.right().equals(Dim.ONE)) {
                ones.put(symbol.name(), Dim.ONE);
            }
        }
    }

    /**
     * Returns the number of conditions so far.
     *
     * @return the size of {@link #conditions}
     */
    public int conditionCount() {
        return conditions.size();
    }

    /**
     * Returns the conditions so far.
     *
     * @return in program order
     */
    public List<DimCondition> conditions() {
        return List.copyOf(conditions.values());
    }

    /**
     * Returns the number of nodes so far.
     *
     * @return number of ops and numbers, without the parameters
     */
    public int size() {
        return nodes.size();
    }

    /**
     * Returns the nodes so far.
     *
     * @return ops and numbers, without the parameters, in program order
     */
    public List<Node> nodes() {
        return List.copyOf(nodes);
    }

    /**
     * Returns true if a node was added to this graph.
     *
     * @param node any node
     * @return false for a parameter
     */
    public boolean has(Node node) {
        return known.contains(node);
    }

    /**
     * Adds an existing node unless it is present.
     *
     * @param node a node whose operands were added
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
     * @param value the number, converted as by {@link Node#constant(Number, DataType)}
     * @param dtype its dtype
     * @return its node
     */
    public Node constant(Number value, DataType dtype) {
        return add(Node.constant(value, dtype));
    }

    /**
     * Adds an op with one result.
     *
     * @param op name in the op table
     * @param operands nodes that were added before
     * @param attributes compile-time attributes
     * @param label the Java variable that holds it, or empty
     * @param origin the Java line
     * @return its node; the new value for an op that updates a parameter in place, except {@code Assign} itself
     * @throws TypeException if the op can't take these operands
     */
    public Node operation(String op, List<Node> operands, Attributes attributes, String label, Origin origin)
            throws TypeException {
        if (Node.isAssign(op)) {
            List<Node> read = new ArrayList<>(operands);
            read.subList(1, read.size()).replaceAll(this::current);
            return append(op, read, attributes, label, origin);
        }
        return operations(op, operands, attributes, List.of(label), origin).get(0);
    }

    /**
     * Adds an op with all its results: one node per result, and an {@code Assign} per result that updates an operand.
     *
     * @param op name in the op table
     * @param operands nodes that were added before
     * @param attributes compile-time attributes
     * @param labels the Java variable of each result, or an empty text
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
            updates.addReader(results.get(i), operands);
        }
        updates.updateOperands(op, operands, results, origin);
        return results;
    }

    /** Adds an op whose operands are already resolved to their current values. */
    Node append(String op, List<Node> operands, Attributes attributes, String label, Origin origin)
            throws TypeException {
        return Node.isAssign(op)
                ? updates.assign(op, operands, attributes, label, origin)
                : inferred(op, operands, attributes, label, origin);
    }

    private Node inferred(String op, List<Node> operands, Attributes attributes, String label, Origin origin)
            throws TypeException {
        if (nodes.size() >= maxNodes) {
            throw new TypeException(
                    TypeException.Problem.BAD_ATTRIBUTE, -1, "the kernel would have more than " + maxNodes + " ops");
        }
        List<DimCondition> required = new ArrayList<>();
        ValueType type = rules.infer(op, operands, attributes, required);
        require(required.stream().map(condition -> condition.at(origin)).toList());
        return add(Node.operation(op, operands, attributes, type, label, origin));
    }

    /**
     * Returns the value of a node at this point of the program.
     *
     * @param node a node of this graph
     * @return the value last assigned to a parameter, else the node itself
     */
    public Node current(Node node) {
        return updates.current(node);
    }

    /**
     * Inlines a call of another graph.
     *
     * @param callee the called graph
     * @param arguments argument by the callee's parameter: a node per tensor, a Java expression of the caller per
     *     primitive
     * @param numbers the caller's dims for the callee's parameters that are dims, see {@link Graph#numberDims}
     * @param origin the Java line of the call, for ops that have none
     * @return the callee's results in this graph, in order
     * @throws TypeException if an op of the callee can't take the caller's types
     */
    public List<Node> inline(Graph callee, Map<String, Object> arguments, Map<String, Dim> numbers, Origin origin)
            throws TypeException {
        return new InlinedCall(this, callee, arguments, numbers, origin).results();
    }

    /**
     * Adds a loss that is differentiated.
     *
     * @param wanted values to differentiate by, of which the parameters are recorded
     * @param read values that the loss reads, of which the parameters are recorded
     */
    public void loss(Collection<Node> wanted, Collection<Node> read) {
        losses = losses.with(labels(wanted), labels(read));
    }

    private static List<String> labels(Collection<Node> values) {
        return values.stream()
                .filter(node -> node.kind() == Node.Kind.PARAMETER)
                .map(Node::label)
                .toList();
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
        return new Graph(name, parameters, nodes, values, List.of(), conditions(), losses);
    }
}
