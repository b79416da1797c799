package io.graphkernel.processor.frontend.kernel;

import io.graphkernel.annotations.Saves;
import io.graphkernel.graph.Graph;
import io.graphkernel.graph.Node;
import io.graphkernel.processor.gradient.GradientPair;
import io.graphkernel.processor.gradient.GradientSources;
import io.graphkernel.processor.gradient.NonDifferentiableException;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/** Differentiation of a model's kernel method with respect to its trainable weights and adapters. */
public final class ModelGradient {

    private ModelGradient() {}

    /**
     * Returns the kernel method with its gradient calls; without them, if they exceed the limits of a stub. Kernels that
     * call the method are differentiable in both cases.
     *
     * @param method kernel method of a model
     * @param owners parameters with the weights and adapters, which are records
     * @param recognized values of the graph that later stages replace, with the op that replaces each
     * @param problem receiver of the reason for a missing gradient
     * @return the method; empty if it is not differentiable
     */
    public static Optional<KernelMethod> of(
            KernelMethod method, Set<String> owners, Map<Node, Node> recognized, Consumer<String> problem) {
        Graph graph = method.graph();
        List<Node> wanted = graph.tensorParameters().stream()
                .filter(parameter -> owners.contains(owner(parameter.label())))
                .toList();
        Set<String> results = graph.outputs().stream()
                .filter(output -> output.node().dtype().isDifferentiable())
                .map(Graph.Output::name)
                .collect(Collectors.toCollection(LinkedHashSet::new));
        if (results.isEmpty()) {
            problem.accept("it gives no numbers with a fraction");
            return Optional.empty();
        }
        try {
            GradientSources sources = new GradientSources(Map.of(), recognized);
            GradientPair pair = GradientPair.of(graph, wanted, results, Saves.AUTO, sources);
            return Optional.of(GradientLimits.areMetBy(pair) ? method.withGradient(pair) : method);
        } catch (NonDifferentiableException e) {
            problem.accept(
                    e.problem() == NonDifferentiableException.Problem.INDEPENDENT
                            ? "nothing that it gives depends on '" + e.node().label() + "'"
                            : e.node().op() + ", which reads what follows from them, has no gradient here: "
                                    + e.getMessage());
            return Optional.empty();
        }
    }

    private static String owner(String path) {
        return path.substring(0, Math.max(0, path.indexOf('.')));
    }
}
