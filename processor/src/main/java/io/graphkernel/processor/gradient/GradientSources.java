package io.graphkernel.processor.gradient;

import io.graphkernel.graph.Graph;
import io.graphkernel.graph.Node;
import java.util.Map;

/**
 * Sources of gradients besides the rules of ops.
 *
 * @param customGradients kernels that compute gradients of other kernels, by qualified name, for every {@link
 *     CustomGradient} in the graph
 * @param recognized composite op outside the graph by the value that it computes; its rule applies if it computes all
 *     adjoints at once
 */
public record GradientSources(Map<String, Graph> customGradients, Map<Node, Node> recognized) {

    /** No sources besides the rules. */
    public static final GradientSources RULES = new GradientSources(Map.of(), Map.of());
}
