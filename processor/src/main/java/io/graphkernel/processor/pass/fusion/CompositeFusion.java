package io.graphkernel.processor.pass.fusion;

import io.graphkernel.graph.Graph;
import io.graphkernel.processor.option.Flag;
import io.graphkernel.processor.option.KnownNames;
import io.graphkernel.processor.pass.GraphPass;
import io.graphkernel.processor.pass.PassContext;
import java.util.Map;

/**
 * The second fusion stage of the r1.0 document: merges clusters wherever one loop nest can hold them, by all enabled
 * {@linkplain FusionPattern patterns}.
 */
public final class CompositeFusion implements GraphPass {

    @Override
    public String name() {
        return "fuse_composite";
    }

    @Override
    public int level() {
        return 1;
    }

    @Override
    public Map<Flag, KnownNames> names() {
        return FusionPattern.names();
    }

    @Override
    public Graph run(Graph graph, PassContext context) {
        FusionPartition partition = new FusionPartition(graph, context);
        new FusionSearch(partition, FusionPattern.enabled(context), cluster -> true, context.flags())
                .run(partition.order().inOrder());
        return partition.isChanged() ? partition.ordered() : graph;
    }
}
