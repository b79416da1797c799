package io.graphkernel.processor.pass.fusion;

import io.graphkernel.processor.graph.Graph;
import io.graphkernel.processor.graph.Group;
import io.graphkernel.processor.graph.Node;
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
 * Runs kernels that do nothing but update parameters as soon as they can: gradients that are added up, which a method writes
 * after all of them are computed, need no memory of their own until its end, and who waits for a sum has it early.
 */
public final class EarlyUpdates implements GraphPass {

    @Override
    public String name() {
        return "early_updates";
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

    /** The groups in a new order. */
    private static final class Order {
        private final Graph graph;
        private final FusionPartition partition;
        private final Map<Area, Group> updates = new IdentityHashMap<>();
        private final Set<Area> done = Collections.newSetFromMap(new IdentityHashMap<>());
        private final List<Group> groups = new ArrayList<>();

        Order(Graph graph, PassContext context) {
            this.graph = graph;
            this.partition = new FusionPartition(graph, context);
            for (Group group : graph.groups()) {
                Area area = area(group);
                if (area.stored().stream().allMatch(Node::isAssign)) {
                    updates.put(area, group);
                }
            }
        }

        private Area area(Group group) {
            return partition.areaOf(group.nodes().get(0));
        }

        Graph early() {
            for (Group group : graph.groups()) {
                run(area(group), group);
            }
            return groups.equals(graph.groups()) ? graph : graph.withGroups(groups);
        }

        private void run(Area area, Group group) {
            if (done.add(area)) {
                groups.add(group);
                for (Group each : waiting(partition.order().next(area))) {
                    run(area(each), each);
                }
            }
        }

        /** Updates that wait for nothing any more, in order. */
        private List<Group> waiting(Collection<Area> later) {
            return later.stream()
                    .filter(area -> updates.containsKey(area)
                            && !done.contains(area)
                            && done.containsAll(partition.order().previous(area)))
                    .map(updates::get)
                    .toList();
        }
    }
}
