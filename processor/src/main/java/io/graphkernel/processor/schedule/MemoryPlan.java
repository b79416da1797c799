package io.graphkernel.processor.schedule;

import io.graphkernel.processor.graph.Graph;
import io.graphkernel.processor.graph.Group;
import io.graphkernel.processor.graph.Node;
import io.graphkernel.processor.loop.Storage;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;

/**
 * Where the values live that leave a kernel: in a result, in an updated parameter, or in a temporary. The operands of a
 * concatenation live in the memory of the whole, a reshaped value in that of the value.
 */
final class MemoryPlan {

    private final Storage storage;
    private final Map<Node, List<Location>> stored = new IdentityHashMap<>();
    private final List<Node> temporaries = new ArrayList<>();

    MemoryPlan(Graph graph) {
        storage = new Storage(graph);
        for (int i = 0; i < graph.outputs().size(); i++) {
            store(Storage.writer(graph.outputs().get(i).node()), new Location.Result(i));
        }
        for (Node assign : graph.assigns()) {
            store(assign, new Location.Parameter(assign.operands().get(0).label()));
        }
        findTemporaries(graph);
    }

    Storage storage() {
        return storage;
    }

    /** What lives in memory between two kernels, in the order in which it is written first. */
    List<Node> temporaries() {
        return List.copyOf(temporaries);
    }

    boolean isStored(Node node) {
        return stored.containsKey(storage.whole(node));
    }

    List<Location> storedTo(Node node) {
        return stored.getOrDefault(storage.whole(node), List.of());
    }

    /** Where other kernels read a value. */
    Location location(Node node) {
        return switch (node.kind()) {
            case PARAMETER -> new Location.Parameter(node.label());
            case TENSOR_CONSTANT -> Location.Constant.of(node);
            default -> storedTo(node).get(0);
        };
    }

    private void store(Node node, Location location) {
        stored.computeIfAbsent(node, any -> new ArrayList<>()).add(location);
    }

    /** The kernels that run at the same time. */
    private static List<List<Group>> phases(Graph graph) {
        List<List<Group>> phases = new ArrayList<>();
        for (Group group : graph.groups()) {
            if (group.launch() != Group.Launch.TOGETHER) {
                phases.add(new ArrayList<>());
            }
            phases.get(phases.size() - 1).add(group);
        }
        return phases;
    }

    private void findTemporaries(Graph graph) {
        List<List<Group>> phases = phases(graph);
        Map<Node, Integer> lastRead = new IdentityHashMap<>();
        for (int phase = 0; phase < phases.size(); phase++) {
            for (Group group : phases.get(phase)) {
                for (Node node : group.nodes()) {
                    for (Node operand : node.operands()) {
                        lastRead.put(storage.whole(operand), phase);
                    }
                }
            }
        }
        for (int phase = 0; phase < phases.size(); phase++) {
            for (Group group : phases.get(phase)) {
                for (Node member : group.nodes()) {
                    Node node = storage.whole(member);
                    if (lastRead.getOrDefault(node, phase) > phase && !isStored(node)) {
                        store(node, new Location.Temporary(temporaries.size()));
                        temporaries.add(node);
                    }
                }
            }
        }
    }
}
