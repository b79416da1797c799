package io.graphkernel.processor.schedule;

import io.graphkernel.processor.capability.Capabilities;
import io.graphkernel.processor.graph.AsciiNames;
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
     * @param capabilities what the kernels may use
     * @return the plan
     * @throws SchedulingException if there is no template for an op
     */
    public static Plan plan(Graph graph, String prefix, Capabilities capabilities) throws SchedulingException {
        MemoryPlan memory = new MemoryPlan(graph);
        List<List<List<Step>>> launches = new ArrayList<>();
        String ascii = AsciiNames.of(prefix);
        int count = 0;
        for (Group group : graph.groups()) {
            Optional<Step> step = step(ascii + "_" + count, group, memory, capabilities);
            if (step.isPresent()) {
                count++;
                add(step.get(), group.launch(), launches);
            }
        }
        return ArenaPlanner.plan(graph, launches.stream().map(Launch::new).toList(), memory.temporaries());
    }

    private static void add(Step step, Group.Launch way, List<List<List<Step>>> launches) {
        if (way == Group.Launch.ALONE) {
            launches.add(new ArrayList<>());
        }
        List<List<Step>> phases = launches.get(launches.size() - 1);
        if (way != Group.Launch.TOGETHER) {
            phases.add(new ArrayList<>());
        }
        phases.get(phases.size() - 1).add(step);
    }

    private static Optional<Step> step(String name, Group group, MemoryPlan memory, Capabilities capabilities)
            throws SchedulingException {
        Optional<Node> library = group.nodes().stream()
                .filter(node -> OpTable.get().is(node, OpKind.LIBRARY))
                .findFirst();
        if (library.isPresent()) {
            return Optional.of(call(name, library.get(), memory));
        }
        boolean written = group.nodes().stream().anyMatch(node -> isWritten(node, memory));
        return written ? Optional.of(Scheduler.schedule(name, group, memory, capabilities)) : Optional.empty();
    }

    /** A concatenation is written by the kernels of its operands, a reshaped value by that of the value. */
    private static boolean isWritten(Node node, MemoryPlan memory) {
        return memory.isStored(node) && !OpTable.get().is(node, OpKind.CONCAT);
    }

    private static LibraryCall call(String name, Node node, MemoryPlan memory) {
        List<Region> operands = node.operands().stream()
                .filter(operand -> !operand.isNumber())
                .map(operand -> new Region(
                        memory.location(Views.base(operand)), memory.storage().access(operand)))
                .toList();
        Region result = new Region(memory.location(node), memory.storage().access(node));
        return new LibraryCall(name, node, operands, result);
    }
}
