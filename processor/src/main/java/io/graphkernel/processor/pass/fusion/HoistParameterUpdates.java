package io.graphkernel.processor.pass.fusion;

import io.graphkernel.graph.FusionGroup;
import io.graphkernel.graph.Graph;
import io.graphkernel.graph.Node;
import io.graphkernel.processor.pass.GraphPass;
import io.graphkernel.processor.pass.PassContext;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Runs kernels that only update parameters as early as possible. Accumulated gradients, which a method updates at its
 * end, then need no temporary memory until there, and waiting communication starts early.
 */
public final class HoistParameterUpdates implements GraphPass {

    @Override
    public String name() {
        return "hoist_parameter_updates";
    }

    @Override
    public int level() {
        return 1;
    }

    @Override
    public Graph run(Graph graph, PassContext context) {
        if (graph.assigns().isEmpty()) {
            return graph;
        }
        return new Order(graph, context).early();
    }

    /** A new order of the groups. */
    private static final class Order {
        private final Graph graph;
        private final FusionPartition partition;
        private final Map<FusionCluster, FusionGroup> updates = new IdentityHashMap<>();
        private final Set<FusionCluster> done = Collections.newSetFromMap(new IdentityHashMap<>());
        private final List<FusionGroup> groups = new ArrayList<>();

        Order(Graph graph, PassContext context) {
            this.graph = graph;
            this.partition = new FusionPartition(graph, context);
            for (FusionGroup group : graph.groups()) {
                FusionCluster cluster = cluster(group);
                if (cluster.stored().stream().allMatch(Node::isAssign)) {
                    updates.put(cluster, group);
                }
            }
        }

        private FusionCluster cluster(FusionGroup group) {
            return partition.clusterOf(group.nodes().get(0));
        }

        Graph early() {
            for (FusionGroup group : graph.groups()) {
                run(cluster(group), group);
            }
            return groups.equals(graph.groups()) ? graph : graph.withGroups(groups);
        }

        private void run(FusionCluster cluster, FusionGroup group) {
            if (done.add(cluster)) {
                groups.add(group);
                for (FusionGroup update : waiting(partition.order().next(cluster))) {
                    run(cluster(update), update);
                }
            }
        }

        /** Returns the updates whose operands are available, in order. */
        private List<FusionGroup> waiting(Collection<FusionCluster> later) {
            return later.stream()
                    .filter(cluster -> updates.containsKey(cluster)
                            && !done.contains(cluster)
                            && done.containsAll(partition.order().previous(cluster)))
                    .map(updates::get)
                    .toList();
        }
    }
}
