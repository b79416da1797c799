package io.graphkernel.processor.pass;

import io.graphkernel.processor.graph.Graph;

/** One rewrite of the graph. */
public interface GraphPass {

    /**
     * The name in flags, dumps and logs.
     *
     * @return lower case with underscores
     */
    String name();

    /**
     * The lowest optimization level at which the pass runs.
     *
     * @return 0 for a pass without which there are no kernels: it can't be switched off
     */
    int level();

    /**
     * Rewrites a graph.
     *
     * @param graph verified
     * @return the rewritten graph, or the same instance if nothing changed
     */
    Graph run(Graph graph);
}
