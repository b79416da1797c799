package io.graphkernel.processor.frontend.gradient;

import com.sun.source.util.TreePath;
import io.graphkernel.graph.Graph;
import io.graphkernel.graph.Node;
import io.graphkernel.processor.frontend.javac.RejectedTreeException;
import io.graphkernel.processor.gradient.GradientSources;
import java.util.Map;
import java.util.function.Function;

/**
 * Lookup of gradient sources other than the rules of ops.
 *
 * @param customGradients registry of custom gradients
 * @param recognition function from a graph to the values that later stages replace, with the op that replaces each
 */
public record GradientLookup(CustomGradientRegistry customGradients, Function<Graph, Map<Node, Node>> recognition) {

    /**
     * Returns the gradient sources of a graph.
     *
     * @param path for messages
     * @throws RejectedTreeException if a custom gradient is missing or does not match, which is reported
     */
    public GradientSources of(Graph graph, TreePath path) throws RejectedTreeException {
        return new GradientSources(customGradients.of(graph.allNodes(), path), recognition.apply(graph));
    }
}
