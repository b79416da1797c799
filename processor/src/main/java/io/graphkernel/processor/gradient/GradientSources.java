package io.graphkernel.processor.gradient;

import io.graphkernel.processor.graph.Graph;
import io.graphkernel.processor.graph.Node;
import java.util.Map;

/**
 * Where the gradient of a graph comes from, besides the rules of its ops.
 *
 * @param ownGradients the kernels that users wrote as gradients of others, by qualified name: all that {@link OwnGradient}
 *     names in the graph
 * @param recognised values of the graph, each with an op outside it that computes the same from values before: the rule of
 *     that op counts if it gives all adjoints at once
 */
public record GradientSources(Map<String, Graph> ownGradients, Map<Node, Node> recognised) {

    /** Nothing but the rules. */
    public static final GradientSources RULES = new GradientSources(Map.of(), Map.of());
}
