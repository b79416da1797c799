package io.graphkernel.processor.schedule;

import io.graphkernel.graph.FusionGroup;
import io.graphkernel.graph.Graph;
import io.graphkernel.graph.Node;
import io.graphkernel.processor.loop.InPlaceSums;
import io.graphkernel.processor.loop.StorageLayout;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;

/**
 * Assignment of the values that leave a kernel to results, updated parameters or temporaries. Operands of a
 * concatenation are stored in its memory, a reshaped value in that of its operand, a matmul that is added to a parameter
 * in that of the parameter.
 */
final class MemoryPlan {

    private final StorageLayout storage;
    private final Map<Node, List<Location>> stored = new IdentityHashMap<>();
    private final List<Node> temporaries = new ArrayList<>();

    MemoryPlan(Graph graph) {
        storage = new StorageLayout(graph);
        for (int i = 0; i < graph.outputs().size(); i++) {
            store(StorageLayout.writer(graph.outputs().get(i).node()), new Location.Result(i));
        }
        Map<Node, Node> sums = InPlaceSums.of(graph);
        for (Node assign : graph.assigns()) {
            store(
                    sums.getOrDefault(assign, assign),
                    new Location.Parameter(assign.updatedParameter().label()));
        }
        findTemporaries(graph);
    }

    StorageLayout storage() {
        return storage;
    }

    /** Returns the temporaries, in order of first write. */
    List<Node> temporaries() {
        return List.copyOf(temporaries);
    }

    boolean isStored(Node node) {
        return stored.containsKey(storage.root(node));
    }

    List<Location> storedTo(Node node) {
        return stored.getOrDefault(storage.root(node), List.of());
    }

    /** Returns the location from which other kernels read a value. */
    Location location(Node node) {
        return switch (node.kind()) {
            case PARAMETER -> new Location.Parameter(node.label());
            case TENSOR_CONSTANT -> Location.Constant.of(node);
            default -> storedTo(node).get(0);
        };
    }

    private void store(Node node, Location location) {
        stored.computeIfAbsent(node, key -> new ArrayList<>()).add(location);
    }

    /** Returns the groups that run concurrently, by phase. */
    private static List<List<FusionGroup>> phases(Graph graph) {
        List<List<FusionGroup>> phases = new ArrayList<>();
        for (FusionGroup group : graph.groups()) {
            if (group.launch() != FusionGroup.Launch.TOGETHER) {
                phases.add(new ArrayList<>());
            }
            phases.get(phases.size() - 1).add(group);
        }
        return phases;
    }

    private void findTemporaries(Graph graph) {
        List<List<FusionGroup>> phases = phases(graph);
        Map<Node, Integer> lastRead = new IdentityHashMap<>();
        for (int phase = 0; phase < phases.size(); phase++) {
            for (FusionGroup group : phases.get(phase)) {
                for (Node node : group.nodes()) {
                    for (Node operand : node.operands()) {
                        lastRead.put(storage.root(operand), phase);
                    }
                }
            }
        }
        for (int phase = 0; phase < phases.size(); phase++) {
            for (FusionGroup group : phases.get(phase)) {
                for (Node member : group.nodes()) {
                    Node node = storage.root(member);
                    if (lastRead.getOrDefault(node, phase) > phase && !isStored(node)) {
                        store(node, new Location.Temporary(temporaries.size()));
                        temporaries.add(node);
                    }
                }
            }
        }
    }
}
