package io.graphkernel.processor.pass.fusion;

import io.graphkernel.abi.KernelAbi;
import io.graphkernel.processor.graph.Dim;
import io.graphkernel.processor.graph.Graph;
import io.graphkernel.processor.graph.Group;
import io.graphkernel.processor.graph.Group.Launch;
import io.graphkernel.processor.graph.Node;
import io.graphkernel.processor.op.OpKind;
import io.graphkernel.processor.op.OpTable;
import io.graphkernel.processor.option.Flag;
import io.graphkernel.processor.pass.PassContext;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * Orders the kernels of a graph so that those which may share a launch come one after the other. Launches are formed in
 * the order of the graph, each as soon as everything that it needs has run.
 */
final class LaunchOrder {

    /** MindSpore's limit of kernels in one launch. */
    private static final int MOST_KERNELS = 7;
    /** Slots of a kernel besides pointers, dims and numbers. */
    private static final int FURTHER_SLOTS = 4;
    /** So many launches further on kernels are looked for that may run earlier. */
    private static final int WINDOW = 64;

    private final Graph graph;
    private final boolean debugMode;
    private final FusionPartition partition;
    private final int dims;
    private final Map<Area, Group> groupOf = new IdentityHashMap<>();
    /** The launches so far: groups that stay together. */
    private final Map<Area, List<Area>> unitOf = new IdentityHashMap<>();

    private final List<List<Area>> units = new ArrayList<>();
    private final List<Group> groups = new ArrayList<>();
    private final Set<Area> done = Collections.newSetFromMap(new IdentityHashMap<>());
    private boolean changed;

    LaunchOrder(Graph graph, PassContext context) {
        this.graph = graph;
        this.debugMode = context.flags().isOn(Flag.ENABLE_DEBUG_MODE);
        this.partition = new FusionPartition(graph, context);
        Set<String> symbols = new TreeSet<>();
        for (Node node : graph.nodes()) {
            node.shape().dims().forEach(dim -> symbols.addAll(dim.symbols()));
        }
        this.dims = symbols.size();
        for (Group group : graph.groups()) {
            Area area = partition.areaOf(group.nodes().get(0));
            groupOf.put(area, group);
            if (group.launch() == Launch.ALONE) {
                units.add(new ArrayList<>());
            }
            units.get(units.size() - 1).add(area);
            unitOf.put(area, units.get(units.size() - 1));
        }
    }

    /**
     * The graph in which kernels share launches in one way more; the same instance if none do. In debug mode none do: the
     * results of each kernel are looked at before the next one is launched.
     */
    Graph joined(Launch way) {
        if (debugMode || graph.nodes().stream().anyMatch(node -> node.shape().isRankless())) {
            return graph;
        }
        for (int i = 0; i < units.size(); i++) {
            List<Area> unit = units.get(i);
            if (done.contains(unit.get(0))) {
                continue;
            }
            if (way == Launch.AFTER) {
                emit(unit);
                addPhases(unit);
            } else {
                List<List<Area>> later = units.subList(i + 1, Math.min(units.size(), i + WINDOW));
                emitWith(unit, joining(unit, independent(later), Launch.TOGETHER));
            }
        }
        return changed ? graph.withGroups(groups) : graph;
    }

    private void emit(List<Area> areas) {
        areas.forEach(area -> emit(area, groupOf.get(area).launch()));
    }

    private void emit(Area area, Launch launch) {
        groups.add(groupOf.get(area).with(launch));
        done.add(area);
        changed |= launch != groupOf.get(area).launch();
    }

    /** Adds to a launch what waits for its sums, phase after phase. */
    private void addPhases(List<Area> unit) {
        List<Area> launch = new ArrayList<>(unit);
        for (List<Area> phase = unit; !phase.isEmpty(); ) {
            List<Area> next = joining(launch, waitingFor(phase), Launch.AFTER);
            for (Area area : next) {
                emit(area, area == next.get(0) ? Launch.AFTER : Launch.TOGETHER);
            }
            launch.addAll(next);
            phase = next;
        }
    }

    /** Emits a launch with further kernels in its first phase. */
    private void emitWith(List<Area> unit, List<Area> further) {
        int first = 1;
        while (first < unit.size() && groupOf.get(unit.get(first)).launch() == Launch.TOGETHER) {
            first++;
        }
        emit(unit.subList(0, first));
        further.forEach(area -> emit(area, Launch.TOGETHER));
        emit(unit.subList(first, unit.size()));
    }

    /** Those of some kernels that a launch has room for. */
    private List<Area> joining(List<Area> unit, List<Area> candidates, Launch way) {
        List<Area> launch = new ArrayList<>(unit);
        List<Area> joining = new ArrayList<>();
        for (Area area : candidates) {
            boolean room =
                    launch.size() < MOST_KERNELS && slots(launch) + slots(List.of(area)) <= KernelAbi.FRAME_SLOTS;
            if (room && mayJoin(unit, way)) {
                launch.add(area);
                joining.add(area);
            }
        }
        return joining;
    }

    /** Kernels that wait for a reduced value of the phase and for nothing else. */
    private List<Area> waitingFor(List<Area> phase) {
        Set<Area> waiting = new LinkedHashSet<>();
        for (Area area : phase) {
            if (area.pattern() == NodePattern.REDUCE) {
                partition.order().next(area).stream()
                        .filter(next -> next.reads().keySet().stream().anyMatch(value -> isReduced(value, area)))
                        .forEach(waiting::add);
            }
        }
        return waiting.stream()
                .filter(area -> mayJoin(unitOf.get(area), Launch.AFTER)
                        && done.containsAll(partition.order().previous(area)))
                .toList();
    }

    /** Kernels that wait for nothing, with launches of their own. */
    private List<Area> independent(List<List<Area>> later) {
        return later.stream()
                .filter(unit -> unit.size() == 1 && mayJoin(unit, Launch.TOGETHER))
                .map(unit -> unit.get(0))
                .filter(area -> !done.contains(area)
                        && done.containsAll(partition.order().previous(area)))
                .toList();
    }

    /** Whether a value of an area has been reduced, so that it is whole only after the area. */
    private static boolean isReduced(Node value, Area area) {
        Set<Node> reduced = Collections.newSetFromMap(new IdentityHashMap<>());
        for (Node node : area.members()) {
            if (OpTable.get().is(node, OpKind.REDUCTION)
                    || node.operands().stream().anyMatch(reduced::contains)) {
                reduced.add(node);
            }
        }
        return reduced.contains(value);
    }

    /** Whether kernels may share a launch: next to each other only small ones, which would not keep all threads busy. */
    private boolean mayJoin(List<Area> unit, Launch way) {
        return unit.stream()
                .noneMatch(area ->
                        Refusal.isNoKernel(area) || area.stored().isEmpty() || way == Launch.TOGETHER && isLarge(area));
    }

    private boolean isLarge(Area area) {
        boolean known = Stream.concat(area.members().stream(), area.reads().keySet().stream())
                .allMatch(node -> node.shape().dims().stream().allMatch(dim -> dim instanceof Dim.Constant));
        return known
                && partition.traffic().of(area.members())
                        > partition.capabilities().costs().busyBytes();
    }

    /** At most so many argument slots. */
    private int slots(List<Area> areas) {
        int slots = 0;
        for (Area area : areas) {
            int results = area.stored().size() * Math.max(1, graph.outputs().size());
            slots += area.operands().size() + results + area.scalars().size() + dims + FURTHER_SLOTS;
        }
        return slots;
    }
}
