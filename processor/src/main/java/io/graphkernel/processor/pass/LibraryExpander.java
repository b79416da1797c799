package io.graphkernel.processor.pass;

import io.graphkernel.processor.graph.Graph;
import io.graphkernel.processor.op.OpRow;

/**
 * Replaces the composite ops that a library computes by its ops and what follows them, which stays whole, so that the
 * library can apply it. Those that the flags keep whole are left to the pass that expands all others.
 */
public final class LibraryExpander implements GraphPass {

    @Override
    public String name() {
        return "library_expander";
    }

    @Override
    public int level() {
        return 0;
    }

    @Override
    public String necessity() {
        return "enable_expand_ops and disable_expand_ops say which ops it replaces";
    }

    @Override
    public Graph run(Graph graph, PassContext context) {
        OpLists lists = new OpLists(context.flags());
        return GraphKernelExpander.expanded(graph, lists, row -> isExpanded(row, lists));
    }

    private static boolean isExpanded(OpRow row, OpLists lists) {
        return row.isComputedByLibrary() && lists.expands(row);
    }
}
