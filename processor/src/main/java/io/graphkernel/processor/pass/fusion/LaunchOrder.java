package io.graphkernel.processor.pass.fusion;

import io.graphkernel.common.abi.KernelAbi;
import io.graphkernel.graph.Dim;
import io.graphkernel.graph.FusionGroup;
import io.graphkernel.graph.FusionGroup.Launch;
import io.graphkernel.graph.Graph;
import io.graphkernel.graph.Node;
import io.graphkernel.op.OpTable;
import io.graphkernel.op.row.OpKind;
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
 * Orders the kernels of a graph so that those which may share a launch are adjacent. Launches are formed in the order
 * of the graph, each as soon as its operands are available.
 */
final class LaunchOrder {

    /** MindSpore's maximum number of kernels per launch. */
    private static final int MAX_KERNELS = 7;
    /** Number of argument slots per kernel besides pointers, dims and scalars. */
    private static final int FURTHER_SLOTS = 4;
    /** Maximum number of launches to look ahead for kernels that may run earlier. */
    private static final int WINDOW = 64;

    private final Graph graph;
    private final boolean debugMode;
    private final FusionPartition partition;
    private final int dims;
    private final Map<FusionCluster, FusionGroup> groupOf = new IdentityHashMap<>();
    /** The launches so far: groups that stay adjacent. */
    private final Map<FusionCluster, List<FusionCluster>> unitOf = new IdentityHashMap<>();

    private final List<List<FusionCluster>> units = new ArrayList<>();
    private final List<FusionGroup> groups = new ArrayList<>();
    private final Set<FusionCluster> done = Collections.newSetFromMap(new IdentityHashMap<>());
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
        for (FusionGroup group : graph.groups()) {
            FusionCluster cluster = partition.clusterOf(group.nodes().get(0));
            groupOf.put(cluster, group);
            if (group.launch() == Launch.ALONE) {
                units.add(new ArrayList<>());
            }
            units.get(units.size() - 1).add(cluster);
            unitOf.put(cluster, units.get(units.size() - 1));
        }
    }

    /**
     * Returns the graph with one more kind of shared launches; the same instance if there are none. In debug mode
     * launches are not shared, because the results of each kernel are checked before the next launch.
     */
    Graph joined(Launch way) {
        if (debugMode || graph.nodes().stream().anyMatch(node -> node.shape().isUnranked())) {
            return graph;
        }
        for (int i = 0; i < units.size(); i++) {
            List<FusionCluster> unit = units.get(i);
            if (done.contains(unit.get(0))) {
                continue;
            }
            if (way == Launch.AFTER) {
                emit(unit);
                addPhases(unit);
            } else {
                List<List<FusionCluster>> later = units.subList(i + 1, Math.min(units.size(), i + WINDOW));
                emitWith(unit, joining(unit, independent(later), Launch.TOGETHER));
            }
        }
        return changed ? graph.withGroups(groups) : graph;
    }

    private void emit(List<FusionCluster> clusters) {
        clusters.forEach(cluster -> emit(cluster, groupOf.get(cluster).launch()));
    }

    private void emit(FusionCluster cluster, Launch launch) {
        groups.add(groupOf.get(cluster).with(launch));
        done.add(cluster);
        changed |= launch != groupOf.get(cluster).launch();
    }

    /** Appends the kernels that wait for the launch's reductions, phase by phase. */
    private void addPhases(List<FusionCluster> unit) {
        List<FusionCluster> launch = new ArrayList<>(unit);
        for (List<FusionCluster> phase = unit; !phase.isEmpty(); ) {
            List<FusionCluster> next = joining(launch, waitingFor(phase), Launch.AFTER);
            for (FusionCluster cluster : next) {
                emit(cluster, cluster == next.get(0) ? Launch.AFTER : Launch.TOGETHER);
            }
            launch.addAll(next);
            phase = next;
        }
    }

    /** Emits a launch with additional kernels in its first phase. */
    private void emitWith(List<FusionCluster> unit, List<FusionCluster> further) {
        int first = 1;
        while (first < unit.size() && groupOf.get(unit.get(first)).launch() == Launch.TOGETHER) {
            first++;
        }
        emit(unit.subList(0, first));
        further.forEach(cluster -> emit(cluster, Launch.TOGETHER));
        emit(unit.subList(first, unit.size()));
    }

    /** Returns the kernels that still fit into a launch. */
    private List<FusionCluster> joining(List<FusionCluster> unit, List<FusionCluster> candidates, Launch way) {
        List<FusionCluster> launch = new ArrayList<>(unit);
        List<FusionCluster> joining = new ArrayList<>();
        for (FusionCluster cluster : candidates) {
            boolean room =
                    launch.size() < MAX_KERNELS && slots(launch) + slots(List.of(cluster)) <= KernelAbi.FRAME_SLOTS;
            if (room && mayFuse(unit, way)) {
                launch.add(cluster);
                joining.add(cluster);
            }
        }
        return joining;
    }

    /** Returns the kernels that depend only on a reduced value of the phase. */
    private List<FusionCluster> waitingFor(List<FusionCluster> phase) {
        Set<FusionCluster> waiting = new LinkedHashSet<>();
        for (FusionCluster cluster : phase) {
            if (cluster.pattern() == NodePattern.REDUCE) {
                partition.order().next(cluster).stream()
                        .filter(next -> next.reads().keySet().stream().anyMatch(value -> isReduced(value, cluster)))
                        .forEach(waiting::add);
            }
        }
        return waiting.stream()
                .filter(cluster -> mayFuse(unitOf.get(cluster), Launch.AFTER)
                        && done.containsAll(partition.order().previous(cluster)))
                .toList();
    }

    /** Returns the kernels without dependences, which have separate launches. */
    private List<FusionCluster> independent(List<List<FusionCluster>> later) {
        return later.stream()
                .filter(unit -> unit.size() == 1 && mayFuse(unit, Launch.TOGETHER))
                .map(unit -> unit.get(0))
                .filter(cluster -> !done.contains(cluster)
                        && done.containsAll(partition.order().previous(cluster)))
                .toList();
    }

    /** Returns true if a value of a cluster was reduced, so that it is complete only after the cluster. */
    private static boolean isReduced(Node value, FusionCluster cluster) {
        Set<Node> reduced = Collections.newSetFromMap(new IdentityHashMap<>());
        for (Node node : cluster.members()) {
            if (OpTable.get().is(node, OpKind.REDUCTION)
                    || node.operands().stream().anyMatch(reduced::contains)) {
                reduced.add(node);
            }
        }
        return reduced.contains(value);
    }

    /**
     * Returns true if kernels may share a launch. Concurrent kernels must be small, because large ones keep all threads
     * busy.
     */
    private boolean mayFuse(List<FusionCluster> unit, Launch way) {
        return unit.stream()
                .noneMatch(cluster -> FusionFailure.isNoKernel(cluster)
                        || cluster.stored().isEmpty()
                        || way == Launch.TOGETHER && isLarge(cluster));
    }

    private boolean isLarge(FusionCluster cluster) {
        boolean known = Stream.concat(cluster.members().stream(), cluster.reads().keySet().stream())
                .allMatch(node -> node.shape().dims().stream().allMatch(dim -> dim instanceof Dim.Constant));
        return known
                && partition.traffic().of(cluster.members())
                        > partition.capabilities().costs().minParallelBytes();
    }

    /** Returns an upper bound of the argument slots. */
    private int slots(List<FusionCluster> clusters) {
        int slots = 0;
        for (FusionCluster cluster : clusters) {
            int results = cluster.stored().size() * Math.max(1, graph.outputs().size());
            slots += cluster.operands().size() + results + cluster.scalars().size() + dims + FURTHER_SLOTS;
        }
        return slots;
    }
}
