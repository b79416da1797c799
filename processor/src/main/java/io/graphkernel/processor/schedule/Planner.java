package io.graphkernel.processor.schedule;

import io.graphkernel.processor.graph.Graph;
import io.graphkernel.processor.graph.Group;
import io.graphkernel.processor.graph.Node;
import io.graphkernel.processor.loop.Views;
import io.graphkernel.processor.op.OpKind;
import io.graphkernel.processor.op.OpTable;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Schedules all groups of a graph. */
public final class Planner {

    private Planner() {}

    /**
     * Makes the plan of a method.
     *
     * @param graph partitioned into groups that can run in order
     * @param prefix start of the kernels' names, unique in the class
     * @return the plan
     * @throws SchedulingException if there is no template for an op
     */
    public static Plan plan(Graph graph, String prefix) throws SchedulingException {
        MemoryPlan memory = new MemoryPlan(graph);
        List<Step> steps = new ArrayList<>();
        for (Group group : graph.groups()) {
            String name = prefix + "_" + steps.size();
            Optional<Node> library = group.nodes().stream()
                    .filter(node -> OpTable.get().is(node, OpKind.LIBRARY))
                    .findFirst();
            if (library.isPresent()) {
                steps.add(call(name, library.get(), memory));
            } else if (group.nodes().stream().anyMatch(node -> isWritten(node, memory))) {
                steps.add(Scheduler.schedule(name, group, memory));
            }
        }
        return new Plan(graph, List.copyOf(steps), memory.temporaries());
    }

    /** A concatenation is written by the kernels of its operands, a reshaped value by that of the value. */
    private static boolean isWritten(Node node, MemoryPlan memory) {
        return memory.isStored(node) && !OpTable.get().is(node, OpKind.CONCAT);
    }

    private static LibraryCall call(String name, Node node, MemoryPlan memory) {
        List<Location> operands = node.operands().stream()
                .map(operand -> memory.location(Views.sameMemory(operand)))
                .toList();
        return new LibraryCall(name, node, operands, memory.location(node));
    }
}
