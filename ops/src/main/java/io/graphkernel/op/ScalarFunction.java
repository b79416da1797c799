package io.graphkernel.op;

import io.graphkernel.graph.Attributes;
import io.graphkernel.graph.DataType;
import io.graphkernel.graph.Graph;
import io.graphkernel.graph.GraphBuilder;
import io.graphkernel.graph.GraphParser;
import io.graphkernel.graph.GraphPrinter;
import io.graphkernel.graph.Node;
import io.graphkernel.graph.Origin;
import io.graphkernel.graph.TypeException;
import io.graphkernel.graph.TypeException.Problem;
import io.graphkernel.op.row.BasicOps;
import io.graphkernel.op.row.OpKind;
import io.graphkernel.op.row.ViewKind;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Function of elements: a graph over numbers, of elementwise ops. It is the body of an op that applies it to tensors,
 * and is stored as text in an attribute of the op.
 *
 * <p>A function has one parameter per operand, and one or more results. Control flow is predicated: both branches are
 * evaluated, and {@code Select} chooses between their values.
 */
public final class ScalarFunction {

    /** Name of the attribute with the text of a function. */
    public static final String ATTRIBUTE = "function";

    /** Separator of lines: a semicolon, to which each level of nesting adds one. */
    private static final String LINE_SEPARATOR = "; ";

    private static final Pattern SEPARATED = Pattern.compile("(?<!;); ");
    private static final Pattern NESTED = Pattern.compile("(;+) ");

    private final Graph body;

    /**
     * Creates a function.
     *
     * @param body graph whose parameters have rank 0
     */
    public ScalarFunction(Graph body) {
        this.body = body;
    }

    /**
     * Parses a function.
     *
     * @param text the text form
     * @return the function
     * @throws IllegalArgumentException if a line is malformed, naming the line
     */
    public static ScalarFunction parse(String text) {
        String lines = SEPARATED
                .splitAsStream(text)
                .map(line ->
                        NESTED.matcher(line).replaceAll(match -> match.group(1).substring(1) + " "))
                .collect(Collectors.joining("\n"));
        return new ScalarFunction(GraphParser.parse(lines));
    }

    /**
     * Returns the text form: the lines of the graph, joined.
     *
     * @return one line
     */
    public String text() {
        return String.join(
                LINE_SEPARATOR,
                GraphPrinter.print(body)
                        .lines()
                        .map(line -> NESTED.matcher(line.strip()).replaceAll(";$1 "))
                        .toList());
    }

    /**
     * Returns the function of a graph, without the ops that the results do not need. Equal ops are computed once.
     *
     * @param graph a graph over numbers
     * @return the function
     */
    public static ScalarFunction minimal(Graph graph) {
        return minimal(graph, Map.of());
    }

    /**
     * Returns the function of one result, with numbers in place of its first parameters.
     *
     * @param graph a graph over numbers
     * @param numbers values of the first parameters: a {@code Double} for a floating dtype, else a {@code Long}
     * @param result index of the result
     * @return function of the other parameters
     */
    public static ScalarFunction bound(Graph graph, List<Number> numbers, int result) {
        GraphBuilder builder = new GraphBuilder(OpTable.get());
        builder.parametersOf(
                graph.parameters().subList(numbers.size(), graph.parameters().size()));
        Map<Node, Node> values = new IdentityHashMap<>();
        for (int i = 0; i < numbers.size(); i++) {
            Node parameter = graph.parameters().get(i).node();
            values.put(parameter, builder.constant(numbers.get(i), parameter.dtype()));
        }
        for (Node node : graph.nodes()) {
            List<Node> operands = node.operands().stream()
                    .map(operand -> values.getOrDefault(operand, operand))
                    .toList();
            values.put(node, builder.add(node.isOperation() ? node.withOperands(operands) : node));
        }
        Graph.Output output = graph.outputs().get(result);
        Node value = values.getOrDefault(output.node(), output.node());
        return minimal(builder.build(graph.name(), List.of(new Graph.Output(output.name(), value))));
    }

    static ScalarFunction minimal(Graph graph, Map<Node, Node> replacements) {
        return new ScalarFunction(new MinimalGraph(graph, replacements).result());
    }

    /**
     * Returns the same function of primitive ops, also in its loops.
     *
     * @return a function without composite ops
     * @throws TypeException if an expansion violates a type rule
     */
    public ScalarFunction withoutComposites() throws TypeException {
        Graph current = expanded(body);
        while (current.nodes().stream().anyMatch(node -> OpTable.get().is(node, OpKind.COMPOSITE))) {
            current = expanded(current);
        }
        return minimal(current);
    }

    /** Returns the attributes of an op; those of a loop with a step of primitive ops. */
    private static Attributes attributes(Node node) throws TypeException {
        return ElementLoop.isLoop(node)
                ? node.attributes()
                        .with(
                                ATTRIBUTE,
                                ElementLoop.of(node).step().withoutComposites().text())
                : node.attributes();
    }

    private static Graph expanded(Graph graph) throws TypeException {
        GraphBuilder builder = new GraphBuilder(OpTable.get());
        builder.parametersOf(graph.parameters());
        Map<Node, Node> values = new IdentityHashMap<>();
        for (Node node : graph.nodes()) {
            List<Node> operands = node.operands().stream()
                    .map(operand -> values.getOrDefault(operand, operand))
                    .toList();
            boolean isComposite = OpTable.get().is(node, OpKind.COMPOSITE);
            int output = node.attributes().has(Attributes.OUTPUT)
                    ? (int) node.attributes().integer(Attributes.OUTPUT)
                    : 0;
            Node value = isComposite
                    ? GraphExpansion.expand(
                                    OpTable.get().row(node), builder, operands, node.attributes(), node.origin())
                            .get(output)
                    : builder.add(
                            node.isOperation() ? node.withOperands(operands).withAttributes(attributes(node)) : node);
            values.put(node, value);
        }
        List<Graph.Output> outputs = graph.outputs().stream()
                .map(output -> new Graph.Output(output.name(), values.getOrDefault(output.node(), output.node())))
                .toList();
        return builder.build(graph.name(), outputs);
    }

    /**
     * Returns the body.
     *
     * @return a graph over numbers
     */
    public Graph body() {
        return body;
    }

    /**
     * Returns the dtypes of the parameters.
     *
     * @return one per parameter
     */
    public List<DataType> parameters() {
        return body.parameters().stream()
                .map(parameter -> parameter.node().dtype())
                .toList();
    }

    /**
     * Returns the function of the adjoint of a parameter.
     *
     * @param parameter index of a floating-point parameter
     * @return a function of the parameters and one cotangent per result, with one result
     * @throws TypeException if an op of the body has no gradient
     */
    public ScalarFunction adjoint(int parameter) throws TypeException {
        return new ElementDerivative(body).adjoint(parameter);
    }

    /**
     * Adds the ops of the function to a graph.
     *
     * @param graph builder that receives the ops
     * @param operands tensors, which broadcast, and numbers; one per parameter
     * @param origin the Java line of the op that applies the function
     * @return the results, in order, each with the broadcast shape of all operands
     * @throws TypeException if an operand does not match its parameter, or the shapes do not broadcast
     */
    List<Node> expand(GraphBuilder graph, List<Node> operands, Origin origin) throws TypeException {
        return new Application(graph, operands, origin).results();
    }

    /** Application of the function to operands. */
    private final class Application {

        private final GraphBuilder graph;
        private final List<Node> operands;
        private final Origin origin;
        /** Value whose shape the results have. */
        private final Node shape;

        private final Map<Node, Node> values = new IdentityHashMap<>();

        Application(GraphBuilder graph, List<Node> operands, Origin origin) throws TypeException {
            this.graph = graph;
            this.operands = new ArrayList<>(operands);
            this.origin = origin;
            this.shape = shape();
        }

        /** Returns the first tensor. Scalars may have become constants. */
        private Node shape() throws TypeException {
            for (Node operand : operands) {
                if (!operand.isNumber()) {
                    return operand;
                }
            }
            Attributes scalar = Attributes.NONE.with(Attributes.DIMS, List.of());
            Node first = graph.operation(ViewKind.BROADCAST.op(), List.of(operands.get(0)), scalar, "", origin);
            operands.set(0, first);
            return first;
        }

        List<Node> results() throws TypeException {
            requireOperands();
            for (int i = 0; i < operands.size(); i++) {
                values.put(body.parameters().get(i).node(), operands.get(i));
            }
            for (Node node : body.nodes()) {
                values.put(node, value(node));
            }
            List<Node> results = new ArrayList<>();
            for (Graph.Output output : body.outputs()) {
                results.add(broadcast(values.get(output.node())));
            }
            return results;
        }

        private void requireOperands() throws TypeException {
            List<DataType> parameters = parameters();
            if (operands.size() != parameters.size()) {
                throw new TypeException(
                        Problem.BAD_ATTRIBUTE,
                        -1,
                        body.name() + " has " + parameters.size() + " parameters, not " + operands.size());
            }
            for (int i = 0; i < operands.size(); i++) {
                if (operands.get(i).dtype() != parameters.get(i)) {
                    throw new TypeException(
                            Problem.WRONG_DTYPE,
                            i,
                            body.name() + " takes " + parameters.get(i) + " as "
                                    + body.parameters().get(i).name() + ", not "
                                    + operands.get(i).dtype());
                }
            }
        }

        private Node value(Node node) throws TypeException {
            if (!node.isOperation()) {
                return graph.constant(node.attributes().number(), node.dtype());
            }
            List<Node> inputs = new ArrayList<>();
            for (Node operand : node.operands()) {
                inputs.add(values.get(operand));
            }
            if (inputs.stream().allMatch(Node::isNumber)) {
                inputs.set(0, like(inputs.get(0), shape));
            }
            Origin line = node.origin().line() == 0 ? origin : node.origin().as(origin.role());
            return graph.operation(node.op(), inputs, attributes(node), node.label(), line);
        }

        /** Returns a result in the shape of all operands: it may depend on some of them only. */
        private Node broadcast(Node result) throws TypeException {
            Node value = result;
            for (Node operand : operands) {
                boolean isLarger = !operand.isNumber()
                        && (value.isNumber()
                                || !value.shape().broadcast(operand.shape()).equals(Optional.of(value.shape())));
                value = isLarger ? like(value, operand) : value;
            }
            return value;
        }

        private Node like(Node value, Node operand) throws TypeException {
            return graph.operation(BasicOps.BROADCAST_LIKE, List.of(value, operand), Attributes.NONE, "", origin);
        }
    }
}
