package io.graphkernel.processor.pass.fusion;

import io.graphkernel.common.target.ReferenceModel;
import io.graphkernel.graph.Graph;
import io.graphkernel.graph.Node;
import io.graphkernel.op.OpTable;
import io.graphkernel.op.row.OpRow;
import io.graphkernel.processor.pass.GraphPass;
import io.graphkernel.processor.pass.PassContext;
import java.util.Set;

/**
 * The first fusion stage of the r1.0 document: merges adjacent basic arithmetic ops. Transcendental ops and reductions
 * follow in the second stage, {@link CompositeFusion}.
 */
public final class BasicFusion implements GraphPass {

    @Override
    public String name() {
        return "fuse_basic";
    }

    @Override
    public int level() {
        return 1;
    }

    @Override
    public Graph run(Graph graph, PassContext context) {
        FusionPartition partition = new FusionPartition(graph, context);
        Set<FusionPattern> patterns = FusionPattern.enabled(FusionPattern.BASIC, context);
        new FusionSearch(partition, patterns, FusionCluster::basic, context.flags())
                .run(partition.order().inOrder());
        return partition.isChanged() ? partition.ordered() : graph;
    }

    /** Returns true if a node is basic arithmetic. */
    static boolean isBasic(Node node) {
        OpRow row = OpTable.get().row(node);
        return switch (row.kind()) {
            case VIEW, INDEX -> true;
            case ELEMENTWISE -> row.cost() <= ReferenceModel.DEFAULT.fusion().maxBasicCost();
            default -> false;
        };
    }
}
