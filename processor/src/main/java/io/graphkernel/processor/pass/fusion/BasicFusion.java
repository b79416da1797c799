package io.graphkernel.processor.pass.fusion;

import io.graphkernel.processor.graph.Graph;
import io.graphkernel.processor.graph.Node;
import io.graphkernel.processor.op.OpRow;
import io.graphkernel.processor.op.OpTable;
import io.graphkernel.processor.pass.GraphPass;
import io.graphkernel.processor.pass.PassContext;
import java.util.Set;

/**
 * The first fusion stage of the r1.0 document: neighbouring basic arithmetic ops compose one op. Transcendental ops
 * and reductions join at the second stage, {@link CompositeFusion}.
 */
public final class BasicFusion implements GraphPass {

    /** Ops above this cost are not basic arithmetic. */
    private static final int BASIC_COST = 3;

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
        new FusionSearch(partition, patterns, Area::basic, context.flags())
                .run(partition.order().inOrder());
        return partition.isChanged() ? partition.ordered() : graph;
    }

    /** Whether a node is basic arithmetic. */
    static boolean isBasic(Node node) {
        OpRow row = OpTable.get().row(node);
        return switch (row.kind()) {
            case VIEW, INDEX -> true;
            case ELEMENTWISE -> row.cost() <= BASIC_COST;
            default -> false;
        };
    }
}
