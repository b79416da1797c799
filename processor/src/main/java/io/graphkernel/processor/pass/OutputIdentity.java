package io.graphkernel.processor.pass;

import io.graphkernel.graph.Graph;
import io.graphkernel.graph.GraphBuilder;
import io.graphkernel.graph.Node;
import io.graphkernel.op.OpTable;
import io.graphkernel.processor.loop.StorageLayout;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Set;

/**
 * Copies results that are not computed by an op, namely parameters and numbers. Also copies results that a library
 * stores as another result already: kernels store a value several times, libraries once. Runs last before fusion,
 * because earlier passes may create such results.
 */
public final class OutputIdentity implements GraphPass {

    @Override
    public String name() {
        return "output_identity";
    }

    @Override
    public int level() {
        return 0;
    }

    @Override
    public Graph run(Graph graph, PassContext context) {
        Set<Node> byLibraries = Collections.newSetFromMap(new IdentityHashMap<>());
        return GraphRewriter.rewriteResults(
                graph,
                (result, builder) -> isStored(result.node(), byLibraries) ? result.node() : copy(builder, result));
    }

    private static boolean isStored(Node result, Set<Node> byLibraries) {
        if (!result.isOperation() || result.isAssign()) {
            return false;
        }
        Node writer = StorageLayout.writer(result);
        return !OpTable.get().isStep(writer) || byLibraries.add(writer);
    }

    private static Node copy(GraphBuilder builder, Graph.Output output) {
        Node source = output.node().isAssign() ? output.node().operands().get(1) : output.node();
        return CopyOps.of(builder, source, output.name());
    }
}
