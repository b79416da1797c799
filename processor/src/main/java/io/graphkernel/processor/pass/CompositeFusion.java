package io.graphkernel.processor.pass;

import io.graphkernel.processor.graph.Graph;
import io.graphkernel.processor.graph.Node;
import java.util.List;
import java.util.Map;

/**
 * The second fusion stage of the r1.0 document: composite ops and the remaining basic ops compose larger ones wherever
 * one loop nest holds them. First producers join consumers, then kernels that read the same memory join, so that it is
 * read once. Repeats until nothing changes, because each union may make another one possible.
 */
public final class CompositeFusion implements GraphPass {

    /** Readers of one value that are tried with all later ones. */
    private static final int MOST_FIRST_SIBLINGS = 8;

    @Override
    public String name() {
        return "fuse_composite";
    }

    @Override
    public int level() {
        return 1;
    }

    @Override
    public Graph run(Graph graph, PassContext context) {
        FusionPartition partition = new FusionPartition(graph, context);
        boolean merged = true;
        while (merged) {
            merged = mergeProducers(graph, partition) || mergeSiblings(partition);
        }
        return partition.isChanged() ? graph.withGroups(partition.groups()) : graph;
    }

    private static boolean mergeProducers(Graph graph, FusionPartition partition) {
        boolean merged = false;
        for (Node consumer : graph.operations()) {
            for (Node producer : consumer.operands()) {
                if (producer.isOperation()) {
                    merged |= partition.merge(producer, consumer);
                }
            }
        }
        return merged;
    }

    private static boolean mergeSiblings(FusionPartition partition) {
        boolean merged = false;
        for (Map.Entry<Node, List<Node>> entry : partition.usersInOrder()) {
            List<Node> users = entry.getKey().shape().isScalar() ? List.of() : entry.getValue();
            for (int first = 0; first < Math.min(users.size(), MOST_FIRST_SIBLINGS); first++) {
                for (int second = first + 1; second < users.size(); second++) {
                    merged |= partition.merge(users.get(first), users.get(second));
                }
            }
        }
        return merged;
    }
}
