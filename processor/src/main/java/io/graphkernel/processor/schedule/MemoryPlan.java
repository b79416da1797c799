package io.graphkernel.processor.schedule;

import io.graphkernel.processor.graph.Graph;
import io.graphkernel.processor.graph.Node;
import io.graphkernel.processor.graph.ValueType;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;

/**
 * Where the values live that leave a kernel: in a result, in an updated parameter, or in a temporary. A temporary's
 * memory is used again by a later value of the same type once its last reader has run.
 */
final class MemoryPlan {

    private final Map<Node, List<Location>> stored = new IdentityHashMap<>();
    private final List<Plan.Temporary> temporaries = new ArrayList<>();

    MemoryPlan(Graph graph) {
        for (int i = 0; i < graph.outputs().size(); i++) {
            store(graph.outputs().get(i).node(), new Location.Result(i));
        }
        for (Node assign : graph.assigns()) {
            store(assign, new Location.Parameter(assign.operands().get(0).label()));
        }
        planTemporaries(graph);
    }

    List<Plan.Temporary> temporaries() {
        return List.copyOf(temporaries);
    }

    boolean isStored(Node node) {
        return stored.containsKey(node);
    }

    List<Location> storedTo(Node node) {
        return stored.getOrDefault(node, List.of());
    }

    /** Where other kernels read a value. */
    Location location(Node node) {
        return node.kind() == Node.Kind.PARAMETER
                ? new Location.Parameter(node.label())
                : stored.get(node).get(0);
    }

    private void store(Node node, Location location) {
        stored.computeIfAbsent(node, any -> new ArrayList<>()).add(location);
    }

    private void planTemporaries(Graph graph) {
        Map<Node, Integer> lastRead = new IdentityHashMap<>();
        for (int kernel = 0; kernel < graph.groups().size(); kernel++) {
            for (Node node : graph.groups().get(kernel).nodes()) {
                for (Node operand : node.operands()) {
                    lastRead.put(operand, kernel);
                }
            }
        }
        Map<ValueType, List<Integer>> freeSlots = new HashMap<>();
        Map<Integer, List<Plan.Temporary>> endingAt = new HashMap<>();
        int slots = 0;
        for (int kernel = 0; kernel < graph.groups().size(); kernel++) {
            for (Node node : graph.groups().get(kernel).nodes()) {
                if (lastRead.getOrDefault(node, kernel) == kernel || isStored(node)) {
                    continue;
                }
                List<Integer> free = freeSlots.getOrDefault(node.type(), new ArrayList<>());
                int slot = free.isEmpty() ? slots++ : free.remove(free.size() - 1);
                Plan.Temporary temporary = new Plan.Temporary(node, slot);
                store(node, new Location.Temporary(temporaries.size()));
                temporaries.add(temporary);
                endingAt.computeIfAbsent(lastRead.get(node), any -> new ArrayList<>())
                        .add(temporary);
            }
            for (Plan.Temporary ended : endingAt.getOrDefault(kernel, List.of())) {
                freeSlots
                        .computeIfAbsent(ended.value().type(), any -> new ArrayList<>())
                        .add(ended.slot());
            }
        }
    }
}
