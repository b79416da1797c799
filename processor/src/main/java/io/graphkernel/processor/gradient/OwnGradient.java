package io.graphkernel.processor.gradient;

import io.graphkernel.processor.graph.Attributes;
import io.graphkernel.processor.graph.Graph;
import io.graphkernel.processor.graph.GraphBuilder;
import io.graphkernel.processor.graph.Node;
import io.graphkernel.processor.graph.Origin;
import io.graphkernel.processor.graph.ScalarExpressions;
import io.graphkernel.processor.graph.TypeException;
import io.graphkernel.processor.op.BasicOps;
import io.graphkernel.processor.op.OpTable;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * A kernel in a graph whose gradient another kernel computes. The op of it has the results of the kernel as operands, which it
 * gives on, and then the parameters; it stays when the kernel is inlined, and costs nothing.
 *
 * @param op any result of it
 */
public record OwnGradient(Node op) {

    private static final String GRADIENT = "gradient";
    private static final String RESULTS = "results";
    private static final Pattern NAMED =
            Pattern.compile(Pattern.quote(BasicOps.OWN_GRADIENT) + "\\(.*\\{" + GRADIENT + "=\"([^\"]+)\"");

    /** Whether a node is a result of such a kernel. */
    public static boolean is(Node node) {
        return node.isOperation() && node.op().equals(BasicOps.OWN_GRADIENT);
    }

    /**
     * Marks the results of a kernel of which a loss saves what it was given alone: its gradient computes it again.
     *
     * @param graph has them
     * @param results all results
     * @param parameters all parameters
     * @param origin the Java line of the kernel
     * @return what stands for the results from now on
     */
    public static List<Node> markComputedAgain(
            GraphBuilder graph, List<Node> results, List<Node> parameters, Origin origin) {
        return mark(graph, "", results, parameters, origin);
    }

    /**
     * Marks the results of a kernel.
     *
     * @param graph has them
     * @param gradient the qualified name of the kernel that computes the gradient
     * @param results all results
     * @param parameters all parameters
     * @param origin the Java line of the kernel
     * @return what stands for the results from now on
     */
    public static List<Node> mark(
            GraphBuilder graph, String gradient, List<Node> results, List<Node> parameters, Origin origin) {
        List<Node> operands = new ArrayList<>(results);
        operands.addAll(parameters);
        Attributes attributes = Attributes.NONE.with(GRADIENT, gradient).with(RESULTS, (long) results.size());
        List<String> labels = results.stream().map(result -> "").toList();
        try {
            return graph.operations(BasicOps.OWN_GRADIENT, operands, attributes, labels, origin);
        } catch (TypeException e) {
            throw new IllegalStateException("a marker that refuses " + operands, e);
        }
    }

    /** The qualified names of the kernels that a printed graph, or several, name as gradients. */
    public static Set<String> named(String graphs) {
        return NAMED.matcher(graphs).results().map(match -> match.group(1)).collect(Collectors.toSet());
    }

    /** The qualified name of the kernel that computes the gradient. */
    public String gradient() {
        return op.attributes().text(GRADIENT);
    }

    /** Whether no kernel computes the gradient: it is derived, from the kernel computed again. */
    public boolean isComputedAgain() {
        return gradient().isEmpty();
    }

    /** The number of results. */
    public int resultCount() {
        return (int) op.attributes().integer(RESULTS);
    }

    /** The results before they were marked. */
    public List<Node> results() {
        return op.operands().subList(0, resultCount());
    }

    /** What the kernel was given: tensors and numbers. */
    public List<Node> parameters() {
        return op.operands().subList(resultCount(), op.operands().size());
    }

    /**
     * The operands that have gradients: tensors of a floating dtype. A number may stand for a tensor of rank 0.
     *
     * @param kernel the graph of the kernel that computes the gradient
     * @return their positions
     */
    public List<Integer> differentiable(Graph kernel) {
        return IntStream.range(0, parameters().size())
                .filter(i -> kernel.parameters().get(i).isTensor()
                        && parameters().get(i).dtype().isFloating())
                .mapToObj(i -> resultCount() + i)
                .toList();
    }

    /**
     * The numbers that the kernel was given.
     *
     * @param kernel the graph of the kernel that computes the gradient
     * @return Java text by its parameters
     */
    public Map<String, Object> numbers(Graph kernel) {
        Map<String, Object> numbers = new HashMap<>();
        for (int i = 0; i < parameters().size(); i++) {
            Graph.Parameter parameter = kernel.parameters().get(i);
            if (!parameter.isTensor()) {
                numbers.put(
                        parameter.name(), ScalarExpressions.text(parameters().get(i), parameter.javaType()));
            }
        }
        return numbers;
    }

    /**
     * Inlines the gradient.
     *
     * @param graph receives its ops
     * @param kernel the graph of the kernel that computes the gradient
     * @param cotangents of all results
     * @return the adjoints of {@link #differentiable}, in order
     * @throws TypeException if an op of it does not take the types of this call
     */
    public List<Node> adjoints(GraphBuilder graph, Graph kernel, List<Node> cotangents) throws TypeException {
        List<Node> given = new ArrayList<>(parameters());
        for (int number = 0; number < resultCount(); number++) {
            given.add(result(number, graph));
        }
        given.addAll(cotangents);
        Map<String, Object> arguments = numbers(kernel);
        for (int i = 0; i < given.size(); i++) {
            arguments.putIfAbsent(kernel.parameters().get(i).name(), given.get(i));
        }
        return graph.inline(kernel, arguments, op.origin().as(Origin.Role.GRADIENT));
    }

    /** A result as its readers have it: through the marker, so that a gradient of the gradient is the user's too. */
    Node result(int number, GraphBuilder graph) throws TypeException {
        if (resultCount() == 1 || op.attributes().integer(Attributes.OUTPUT) == number) {
            return op;
        }
        Attributes own = op.attributes().with(Attributes.OUTPUT, (long) number);
        List<Node> operands = op.operands();
        return graph.add(
                Node.operation(op.op(), operands, own, OpTable.get().infer(op.op(), operands, own), "", op.origin()));
    }
}
