package io.graphkernel.processor.frontend;

import com.sun.source.util.TreePath;
import io.graphkernel.processor.gradient.GradientSources;
import io.graphkernel.processor.graph.Graph;
import io.graphkernel.processor.graph.Node;
import java.util.Map;
import java.util.function.Function;

/**
 * Finds where the gradients of a method come from besides the rules of its ops.
 *
 * @param ownGradients kernels that users wrote as gradients of others
 * @param recognition of a graph: values, each with the op that later stages put in its place
 */
record GradientLookup(OwnGradients ownGradients, Function<Graph, Map<Node, Node>> recognition) {

    /**
     * The sources for one graph.
     *
     * @param path for messages
     * @throws Rejected if a gradient of a user's is not there or does not fit, which is reported
     */
    GradientSources of(Graph graph, TreePath path) throws Rejected {
        return new GradientSources(ownGradients.of(graph.nodes(), path), recognition.apply(graph));
    }
}
