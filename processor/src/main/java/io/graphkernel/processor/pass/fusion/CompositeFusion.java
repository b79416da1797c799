package io.graphkernel.processor.pass.fusion;

import io.graphkernel.processor.graph.Graph;
import io.graphkernel.processor.option.Flag;
import io.graphkernel.processor.option.Names;
import io.graphkernel.processor.pass.GraphPass;
import io.graphkernel.processor.pass.PassContext;
import java.util.Map;

/**
 * The second fusion stage of the r1.0 document: composite ops and the remaining basic ops compose larger ones wherever
 * one loop nest holds them, by all {@linkplain FusionPattern patterns} that are switched on.
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
    public Map<Flag, Names> names() {
        return FusionPattern.names();
    }

    @Override
    public Graph run(Graph graph, PassContext context) {
        FusionPartition partition = new FusionPartition(graph, context);
        new FusionSearch(partition, FusionPattern.enabled(context), area -> true, context.flags())
                .run(partition.order().inOrder());
        return partition.isChanged() ? partition.ordered() : graph;
    }
}
