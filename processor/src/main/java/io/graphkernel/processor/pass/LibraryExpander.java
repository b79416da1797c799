package io.graphkernel.processor.pass;

import io.graphkernel.graph.Graph;
import io.graphkernel.op.row.OpRow;

/**
 * Expands the composite ops that a library computes, leaving the composite ops after them whole for the library's
 * epilogue. Ops that flags keep whole are left to the general expander.
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
        return "enable_expand_ops and disable_expand_ops select the expanded ops";
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
