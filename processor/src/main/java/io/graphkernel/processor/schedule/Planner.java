package io.graphkernel.processor.schedule;

import io.graphkernel.common.target.Capabilities;
import io.graphkernel.graph.AsciiNames;
import io.graphkernel.graph.Attributes;
import io.graphkernel.graph.Dim;
import io.graphkernel.graph.FusionGroup;
import io.graphkernel.graph.Graph;
import io.graphkernel.graph.Loop;
import io.graphkernel.graph.Node;
import io.graphkernel.graph.iteration.AccessMap;
import io.graphkernel.op.OpTable;
import io.graphkernel.op.row.BasicOps;
import io.graphkernel.op.row.OpKind;
import io.graphkernel.processor.loop.StackLayout;
import io.graphkernel.processor.loop.Views;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Planner of a method: schedules all groups of a graph. */
public final class Planner {

    private Planner() {}

    /**
     * Returns the plan of a method.
     *
     * @param graph a graph whose groups can run in order
     * @param prefix prefix of the kernels' names, unique in the class
     * @param capabilities capabilities that kernels may use
     * @return the plan
     * @throws SchedulingException if no loop template supports an op
     */
    public static Plan plan(Graph graph, String prefix, Capabilities capabilities) throws SchedulingException {
        MemoryPlan memory = new MemoryPlan(graph);
        List<List<List<Step>>> launches = new ArrayList<>();
        String ascii = AsciiNames.of(prefix);
        int count = 0;
        for (FusionGroup group : graph.groups()) {
            Optional<Step> step = step(ascii + "_" + count, group, memory, capabilities);
            if (step.isPresent()) {
                count++;
                add(step.get(), group.launch(), launches);
            }
        }
        return ArenaPlanner.plan(graph, launches.stream().map(Launch::new).toList(), memory.temporaries());
    }

    private static void add(Step step, FusionGroup.Launch way, List<List<List<Step>>> launches) {
        if (way == FusionGroup.Launch.ALONE) {
            launches.add(new ArrayList<>());
        }
        List<List<Step>> phases = launches.get(launches.size() - 1);
        if (way != FusionGroup.Launch.TOGETHER) {
            phases.add(new ArrayList<>());
        }
        phases.get(phases.size() - 1).add(step);
    }

    private static Optional<Step> step(String name, FusionGroup group, MemoryPlan memory, Capabilities capabilities)
            throws SchedulingException {
        Optional<Node> library = group.nodes().stream()
                .filter(node -> OpTable.get().is(node, OpKind.LIBRARY))
                .findFirst();
        if (library.isPresent() && isScored(library.get())) {
            return Optional.of(AttentionScheduler.schedule(name, group, library.get(), memory, capabilities));
        }
        if (library.isPresent()) {
            return Optional.of(call(name, library.get(), memory));
        }
        Optional<Node> loop = group.nodes().stream().filter(Loop::isLoop).findFirst();
        if (loop.isPresent()) {
            return Optional.of(loop(name, loop.get(), group.nodes(), memory, capabilities));
        }
        boolean written = group.nodes().stream().anyMatch(node -> isWritten(node, memory));
        return written ? Optional.of(Scheduler.schedule(name, group, memory, capabilities)) : Optional.empty();
    }

    private static boolean isScored(Node library) {
        return library.op().equals(BasicOps.SCORED_ATTENTION) || AttentionDims.isGradient(library);
    }

    /**
     * Returns true if an op has no step of its own: the operands' kernels write a concatenation, and the operand's
     * kernel a reshape.
     */
    private static boolean isWritten(Node node, MemoryPlan memory) {
        return memory.isStored(node) && !OpTable.get().is(node, OpKind.CONCAT);
    }

    private static LibraryStep call(String name, Node node, MemoryPlan memory) {
        List<Region> operands = node.operands().stream()
                .filter(operand -> !operand.isNumber())
                .map(operand -> region(operand, memory))
                .toList();
        Region result = new Region(memory.location(node), memory.storage().access(node));
        return new LibraryStep(name, node, operands, result);
    }

    private static Region region(Node operand, MemoryPlan memory) {
        return new Region(memory.location(Views.base(operand)), memory.storage().access(operand));
    }

    private static LoopStep loop(
            String name, Node node, List<Node> members, MemoryPlan memory, Capabilities capabilities)
            throws SchedulingException {
        Loop loop = Loop.of(node);
        Map<Location, Region> bindings = new LinkedHashMap<>();
        List<Node> parameters = loop.body().tensorParameters();
        for (int i = 0; i < parameters.size(); i++) {
            bindings.put(
                    new Location.Parameter(parameters.get(i).label()),
                    region(node.operands().get(i), memory));
        }
        List<Node> results = members.stream().filter(Loop::isResult).toList();
        Map<Integer, AccessMap> slices = new TreeMap<>();
        for (Node result : results) {
            int output = (int) result.attributes().integer(Attributes.OUTPUT) - loop.carried();
            if (output >= 0) {
                slices.put(output, StackLayout.slice(result));
                bindings.put(new Location.Result(output), new Region(memory.location(result), slices.get(output)));
            }
        }
        Plan body = plan(loop.body(), name, capabilities);
        Optional<ScheduledKernel> recurrence =
                RecurrenceScheduler.schedule(loop, body, List.copyOf(slices.values()), capabilities);
        if (recurrence.isPresent()) {
            body = body.withKernel(recurrence.get());
            // The kernel's accesses have the offsets of the slices.
            bindings.replaceAll((location, region) -> location instanceof Location.Result
                    ? new Region(
                            region.location(),
                            new AccessMap(Dim.ZERO, region.access().strides()))
                    : region);
        }
        return new LoopStep(name, node, results, body, bindings);
    }
}
