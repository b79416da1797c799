package io.graphkernel.processor.frontend;

import io.graphkernel.annotations.Saves;
import io.graphkernel.processor.gradient.GradientException;
import io.graphkernel.processor.gradient.GradientPair;
import io.graphkernel.processor.gradient.GradientSources;
import io.graphkernel.processor.graph.Graph;
import io.graphkernel.processor.graph.Node;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/** Differentiates the kernel of a model by the weights that a call gives. */
public final class ModelGradient {

    private ModelGradient() {}

    /**
     * The kernel with its gradient.
     *
     * @param method the kernel of a model
     * @param owner the parameter that has the weights, a record
     * @param recognised values of the graph, each with the op that later stages put in its place
     * @param problem takes why there is no gradient
     * @return empty if there is none
     */
    public static Optional<KernelMethod> of(
            KernelMethod method, String owner, Map<Node, Node> recognised, Consumer<String> problem) {
        Graph graph = method.graph();
        List<Node> wanted = graph.tensorParameters().stream()
                .filter(parameter -> parameter.label().startsWith(owner + "."))
                .toList();
        Set<String> results = graph.outputs().stream()
                .filter(output -> output.node().dtype().isFloating())
                .map(Graph.Output::name)
                .collect(Collectors.toCollection(LinkedHashSet::new));
        if (results.isEmpty()) {
            problem.accept("it gives no numbers with a fraction");
            return Optional.empty();
        }
        try {
            GradientSources sources = new GradientSources(Map.of(), recognised);
            return Optional.of(method.withGradient(GradientPair.of(graph, wanted, results, Saves.AUTO, sources)));
        } catch (GradientException e) {
            problem.accept(
                    e.problem() == GradientException.Problem.INDEPENDENT
                            ? "nothing that it gives depends on '" + e.node().label() + "'"
                            : e.node().op() + ", which reads what follows from them, has no gradient here: "
                                    + e.getMessage());
            return Optional.empty();
        }
    }
}
