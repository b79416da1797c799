package io.graphkernel.processor.gradient;

import io.graphkernel.graph.Graph;
import io.graphkernel.graph.Node;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * Sources of gradients besides the rules of ops.
 *
 * @param customGradients kernels that compute gradients of other kernels, by qualified name, for every {@link
 *     CustomGradient} in the graph
 * @param recognized composite op outside the graph by the value that it computes; its rule applies if it computes all
 *     adjoints at once
 * @param indices symbols of the loops around the graph, on which no shape may depend
 */
public record GradientSources(Map<String, Graph> customGradients, Map<Node, Node> recognized, Set<String> indices) {

    /** No sources besides the rules. */
    public static final GradientSources RULES = new GradientSources(Map.of(), Map.of());

    /** Creates sources outside of loops. */
    public GradientSources(Map<String, Graph> customGradients, Map<Node, Node> recognized) {
        this(customGradients, recognized, Set.of());
    }

    /** Returns the sources in a loop of the graph. */
    GradientSources inside(String index) {
        Set<String> extended = new TreeSet<>(indices);
        extended.add(index);
        return new GradientSources(customGradients, recognized, extended);
    }
}
