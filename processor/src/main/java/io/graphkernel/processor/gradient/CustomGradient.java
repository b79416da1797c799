package io.graphkernel.processor.gradient;

import io.graphkernel.graph.Attributes;
import io.graphkernel.graph.Graph;
import io.graphkernel.graph.GraphBuilder;
import io.graphkernel.graph.Node;
import io.graphkernel.graph.Origin;
import io.graphkernel.graph.ScalarExpressions;
import io.graphkernel.graph.TypeException;
import io.graphkernel.op.OpTable;
import io.graphkernel.op.row.BasicOps;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * A kernel in a graph whose gradient is computed by another kernel. Its op has the kernel's results as operands, which
 * it forwards, followed by the kernel's parameters. The op survives inlining and has no cost.
 *
 * @param op any result of the op
 */
public record CustomGradient(Node op) {

    private static final String GRADIENT = "gradient";
    private static final String RESULTS = "results";
    private static final Pattern NAMED =
            Pattern.compile(Pattern.quote(BasicOps.CUSTOM_GRADIENT) + "\\(.*\\{" + GRADIENT + "=\"([^\"]+)\"");

    /** Returns true if a node is a result of a kernel with a custom gradient. */
    public static boolean is(Node node) {
        return node.isOperation() && node.op().equals(BasicOps.CUSTOM_GRADIENT);
    }

    /**
     * Marks the results of a kernel of which a loss saves only the arguments, because its gradient recomputes it.
     *
     * @param graph graph with the results
     * @param results all results
     * @param parameters all parameters
     * @param origin the Java line of the kernel
     * @return the values that replace the results
     */
    public static List<Node> markRecomputed(
            GraphBuilder graph, List<Node> results, List<Node> parameters, Origin origin) {
        return mark(graph, "", results, parameters, origin);
    }

    /**
     * Marks the results of a kernel with a custom gradient.
     *
     * @param graph graph with the results
     * @param gradient the qualified name of the kernel that computes the gradient
     * @param results all results
     * @param parameters all parameters
     * @param origin the Java line of the kernel
     * @return the values that replace the results
     */
    public static List<Node> mark(
            GraphBuilder graph, String gradient, List<Node> results, List<Node> parameters, Origin origin) {
        List<Node> operands = new ArrayList<>(results);
        operands.addAll(parameters);
        Attributes attributes = Attributes.NONE.with(GRADIENT, gradient).with(RESULTS, (long) results.size());
        List<String> labels = results.stream().map(result -> "").toList();
        try {
            return graph.operations(BasicOps.CUSTOM_GRADIENT, operands, attributes, labels, origin);
        } catch (TypeException e) {
            throw new IllegalStateException("a marker that rejects " + operands, e);
        }
    }

    /** Returns the qualified names of the gradient kernels in the text of graphs. */
    public static Set<String> gradientNames(String graphs) {
        return NAMED.matcher(graphs).results().map(match -> match.group(1)).collect(Collectors.toSet());
    }

    /** Returns the qualified name of the kernel that computes the gradient. */
    public String gradient() {
        return op.attributes().text(GRADIENT);
    }

    /** Returns true if the gradient is derived from the recomputed kernel, rather than computed by a kernel. */
    public boolean isRecomputed() {
        return gradient().isEmpty();
    }

    /** Returns the number of results. */
    public int resultCount() {
        return (int) op.attributes().integer(RESULTS);
    }

    /** Returns the results before they were marked. */
    public List<Node> results() {
        return op.operands().subList(0, resultCount());
    }

    /** Returns the arguments of the kernel: tensors and numbers. */
    public List<Node> parameters() {
        return op.operands().subList(resultCount(), op.operands().size());
    }

    /**
     * Returns the operands that have gradients: floating-point tensors. A number may replace a tensor of rank 0.
     *
     * @param kernel the graph of the kernel that computes the gradient
     * @return their positions
     */
    public List<Integer> differentiable(Graph kernel) {
        return IntStream.range(0, parameters().size())
                .filter(i -> kernel.parameters().get(i).isTensor()
                        && parameters().get(i).dtype().isDifferentiable())
                .mapToObj(i -> resultCount() + i)
                .toList();
    }

    /**
     * Returns the arguments for the kernel's primitive parameters.
     *
     * @param kernel the graph of the kernel that computes the gradient
     * @return Java text by parameter
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
     * @param cotangents cotangents of all results
     * @return the adjoints of {@link #differentiable}, in order
     * @throws TypeException if an op of it rejects the types of this call
     */
    public List<Node> adjoints(GraphBuilder graph, Graph kernel, List<Node> cotangents) throws TypeException {
        List<Node> operands = new ArrayList<>(parameters());
        for (int number = 0; number < resultCount(); number++) {
            operands.add(result(number, graph));
        }
        operands.addAll(cotangents);
        Map<String, Object> arguments = numbers(kernel);
        for (int i = 0; i < operands.size(); i++) {
            arguments.putIfAbsent(kernel.parameters().get(i).name(), operands.get(i));
        }
        return graph.inline(kernel, arguments, Map.of(), op.origin().as(Origin.Role.GRADIENT));
    }

    /**
     * Returns a result as its users read it: through the marker, so that second-order gradients use the custom
     * gradient.
     */
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
