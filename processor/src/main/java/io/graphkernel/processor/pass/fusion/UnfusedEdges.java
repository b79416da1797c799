package io.graphkernel.processor.pass.fusion;

import io.graphkernel.processor.capability.Arguments;
import io.graphkernel.processor.graph.Graph;
import io.graphkernel.processor.graph.Group;
import io.graphkernel.processor.graph.Node;
import io.graphkernel.processor.loop.Views;
import io.graphkernel.processor.op.OpKind;
import io.graphkernel.processor.op.OpTable;
import io.graphkernel.processor.option.Flag;
import io.graphkernel.processor.pass.PassContext;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Finds every edge between two kernels of a plan and says why the two are not one. */
public final class UnfusedEdges {

    private static final String TOGETHER = "; both are phases of one launch";

    private record Pair(Area producer, Area consumer) {}

    private record Edge(Node producer, Node consumer) {}

    private final FusionPartition partition;
    private final PassContext context;
    private final Map<Pair, Optional<Refusal>> refusals = new HashMap<>();
    private final Map<Area, Integer> launchOf = new HashMap<>();

    private UnfusedEdges(Graph graph, PassContext context) {
        this.partition = new FusionPartition(graph, context);
        this.context = context;
        int launch = 0;
        for (Group group : graph.groups()) {
            launch += group.launch() == Group.Launch.ALONE ? 1 : 0;
            launchOf.put(partition.areaOf(group.nodes().get(0)), launch);
        }
    }

    /**
     * The edges between kernels.
     *
     * @param graph partitioned
     * @param context the flags under which it was
     * @return in graph order; what a kernel stores straight into a concatenation is no edge
     */
    public static List<Unfused> of(Graph graph, PassContext context) {
        UnfusedEdges edges = new UnfusedEdges(graph, context);
        Set<Edge> found = new LinkedHashSet<>();
        for (Node consumer : graph.operations()) {
            if (!Views.isView(consumer) && !OpTable.get().is(consumer, OpKind.CONCAT)) {
                for (Node operand : consumer.operands()) {
                    Node producer = Views.base(operand);
                    if (producer.isOperation()
                            && edges.partition.areaOf(producer) != edges.partition.areaOf(consumer)) {
                        found.add(new Edge(producer, consumer));
                    }
                }
            }
        }
        List<Unfused> unfused = new ArrayList<>();
        found.forEach(edge -> unfused.add(edges.unfused(edge)));
        return unfused;
    }

    private Unfused unfused(Edge edge) {
        Pair pair = new Pair(partition.areaOf(edge.producer()), partition.areaOf(edge.consumer()));
        Optional<Refusal> refusal =
                refusals.computeIfAbsent(pair, any -> partition.refusal(pair.producer(), pair.consumer()));
        String reason = refusal.map(cause -> reason(cause, edge, pair)).orElseGet(() -> choice(pair));
        boolean together = launchOf.get(pair.producer()).equals(launchOf.get(pair.consumer()));
        return new Unfused(edge.producer(), edge.consumer(), together ? reason + TOGETHER : reason);
    }

    /** Why two kernels that could be one are not. */
    private String choice(Pair pair) {
        if (context.flags().optLevel() == 0) {
            return "--opt_level=0 runs each op by itself";
        }
        long depth = context.flags().number(Flag.REDUCE_FUSE_DEPTH);
        FusionPattern.Edge edge = partition
                .edge(pair.producer(), pair.consumer(), depth < 0 ? Long.MAX_VALUE : depth)
                .orElseThrow();
        if (edge.isDeep() && edge.consumer() == NodePattern.REDUCE) {
            return "the " + pair.producer().size() + " ops before the reduction are more than --reduce_fuse_depth="
                    + depth;
        }
        return FusionPattern.of(edge, FusionPattern.all())
                .filter(pattern -> pattern.switchedOffBy(context.flags()).isPresent())
                .map(pattern -> "the fusion pattern " + pattern.patternName() + " is switched off")
                .orElseGet(() -> context.flags().list(Flag.DISABLE_PASS).isEmpty()
                        ? "each was fused with others first, and then no pass tried these two"
                        : "the passes that would make them one are switched off");
    }

    private String reason(Refusal refusal, Edge edge, Pair pair) {
        Area union = partition.union(pair.producer(), pair.consumer());
        return switch (refusal) {
            case NO_KERNEL -> apart(edge);
            case LISTS -> partition.separation(union).orElseThrow();
            case OPS ->
                "together the two kernels have " + union.size() + " ops, more than --composite_op_limit_size="
                        + context.flags().number(Flag.COMPOSITE_OP_LIMIT_SIZE);
            case OPERANDS -> tooMany(union, context.capabilities().arguments());
            case ORDER ->
                partition
                        .order()
                        .between(pair.producer(), pair.consumer())
                        .map(between -> LoopConflict.name(strongest(between))
                                + " runs after the first and before the second kernel, so that the two can't be one")
                        .orElse(
                                "other kernels run after the first and before the second, so that the two can't be one");
            case LOOPS -> LoopConflict.describe(edge.producer(), edge.consumer(), pair.producer(), pair.consumer());
            case CROSSED ->
                "one of the kernels reduces the rows of " + LoopConflict.shape(largest(union))
                        + " and the other its columns, and as one they would read and store as much";
            case WORK ->
                LoopConflict.name(partition.repeated(union).orElse(edge.producer()))
                        + " would be computed again for each row of " + LoopConflict.shape(largest(union));
        };
    }

    private static String tooMany(Area union, Arguments arguments) {
        int tensors = Refusal.operands(union);
        int most = Refusal.mostOperands(union, arguments);
        return tensors > most
                ? "together the two kernels touch " + tensors + " tensors, more than the " + most
                        + " that a kernel takes"
                : "together the two kernels read " + union.scalars().size() + " numbers, more than the "
                        + arguments.numbers() + " that a kernel takes";
    }

    private static String apart(Edge edge) {
        if (OpTable.get().is(edge.producer(), OpKind.LIBRARY)) {
            return LoopConflict.name(edge.producer()) + " is a library call, which stores its result";
        }
        if (OpTable.get().is(edge.consumer(), OpKind.LIBRARY)) {
            return LoopConflict.name(edge.consumer()) + " is a library call, which reads its operands from memory";
        }
        return LoopConflict.name(edge.producer()) + " is complete only when all of its operands are stored";
    }

    private static Node strongest(Area area) {
        Node strongest = area.members().get(0);
        for (Node node : area.members()) {
            strongest = NodePattern.of(node).compareTo(NodePattern.of(strongest)) > 0 ? node : strongest;
        }
        return strongest;
    }

    private Node largest(Area area) {
        Node largest = area.members().get(0);
        for (Node node : area.members()) {
            Node walked =
                    OpTable.get().is(node, OpKind.REDUCTION) ? node.operands().get(0) : node;
            boolean larger =
                    partition.traffic().elements(walked) > partition.traffic().elements(largest);
            largest = larger ? walked : largest;
        }
        return largest;
    }
}
