package io.graphkernel.processor.pass;

import io.graphkernel.processor.graph.Graph;
import io.graphkernel.processor.graph.GraphBuilder;
import io.graphkernel.processor.graph.Node;
import io.graphkernel.processor.loop.Storage;
import io.graphkernel.processor.op.OpKind;
import io.graphkernel.processor.op.OpTable;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Set;

/**
 * Gives each result that no op computes (a parameter or a number returned as it is), and each that a library has stored as
 * another result already, an op that copies it: kernels store a value in several places, libraries in one. Runs last
 * before kernels are formed: an earlier pass may make such results.
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
        Node writer = Storage.writer(result);
        return !OpTable.get().is(writer, OpKind.LIBRARY) || byLibraries.add(writer);
    }

    private static Node copy(GraphBuilder builder, Graph.Output output) {
        Node source = output.node().isAssign() ? output.node().operands().get(1) : output.node();
        return Copies.of(builder, source, output.name());
    }
}
