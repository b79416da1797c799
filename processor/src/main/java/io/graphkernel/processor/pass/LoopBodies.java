package io.graphkernel.processor.pass;

import io.graphkernel.graph.Attributes;
import io.graphkernel.graph.Graph;
import io.graphkernel.graph.Loop;
import java.util.function.UnaryOperator;

/** Rewriting of the bodies of a graph's loops, which are graphs like that of a method. */
public final class LoopBodies {

    private LoopBodies() {}

    /**
     * Rewrites the bodies of all loops, inner loops first.
     *
     * @param graph with or without groups
     * @param rewriting function from a body to a graph with the same parameters and results
     * @return the new graph, or the same instance if no body changed
     */
    public static Graph rewrite(Graph graph, UnaryOperator<Graph> rewriting) {
        return rewriteOutermost(graph, body -> rewriting.apply(rewrite(body, rewriting)));
    }

    /**
     * Rewrites the bodies of the loops of a graph, without those of inner loops.
     *
     * @param graph with or without groups
     * @param rewriting function from a body to a graph with the same parameters and results
     * @return the new graph, or the same instance if no body changed
     */
    static Graph rewriteOutermost(Graph graph, UnaryOperator<Graph> rewriting) {
        if (graph.nodes().stream().noneMatch(Loop::isLoop)) {
            return graph;
        }
        return GraphRewriter.rewrite(graph, (node, builder) -> {
            if (!Loop.isLoop(node)) {
                return node;
            }
            Graph body = Loop.of(node).body();
            Graph next = rewriting.apply(body);
            return next == body ? node : node.withAttributes(node.attributes().with(Attributes.BODY, next));
        });
    }
}
