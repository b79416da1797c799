package io.graphkernel.processor.pass.fusion;

import io.graphkernel.common.target.KernelArgumentLimits;
import io.graphkernel.graph.FusionGroup;
import io.graphkernel.graph.Graph;
import io.graphkernel.graph.Node;
import io.graphkernel.op.OpTable;
import io.graphkernel.op.row.OpKind;
import io.graphkernel.processor.loop.Views;
import io.graphkernel.processor.option.Flag;
import io.graphkernel.processor.pass.PassContext;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Finds every edge between two kernels of a plan, with the reason why they are not fused. */
public final class UnfusedEdges {

    private record Pair(FusionCluster producer, FusionCluster consumer) {}

    private record Edge(Node producer, Node consumer) {}

    private final FusionPartition partition;
    private final PassContext context;
    private final LibraryCause libraries;
    private final Map<Pair, Optional<FusionFailure>> failures = new HashMap<>();
    private final Map<FusionCluster, Integer> launchOf = new HashMap<>();

    private UnfusedEdges(Graph graph, PassContext context) {
        this.partition = new FusionPartition(graph, context);
        this.context = context;
        this.libraries = new LibraryCause(graph, context);
        int launch = 0;
        for (FusionGroup group : graph.groups()) {
            launch += group.launch() == FusionGroup.Launch.ALONE ? 1 : 0;
            launchOf.put(partition.clusterOf(group.nodes().get(0)), launch);
        }
    }

    /**
     * Returns the edges between kernels.
     *
     * @param graph a partitioned graph
     * @param context flags of the partitioning
     * @return edges in graph order, without those from a kernel to the concatenation that it stores into
     */
    public static List<UnfusedEdge> of(Graph graph, PassContext context) {
        UnfusedEdges edges = new UnfusedEdges(graph, context);
        Set<Edge> found = new LinkedHashSet<>();
        for (Node consumer : graph.operations()) {
            if (!Views.isView(consumer) && !OpTable.get().is(consumer, OpKind.CONCAT)) {
                for (Node operand : consumer.operands()) {
                    Node producer = Views.base(operand);
                    if (producer.isOperation()
                            && edges.partition.clusterOf(producer) != edges.partition.clusterOf(consumer)) {
                        found.add(new Edge(producer, consumer));
                    }
                }
            }
        }
        List<UnfusedEdge> unfused = new ArrayList<>();
        found.forEach(edge -> unfused.add(edges.unfused(edge)));
        return unfused;
    }

    private UnfusedEdge unfused(Edge edge) {
        Pair pair = new Pair(partition.clusterOf(edge.producer()), partition.clusterOf(edge.consumer()));
        Optional<FusionFailure> failure =
                failures.computeIfAbsent(pair, key -> partition.failure(pair.producer(), pair.consumer()));
        UnfusedCause alone = failure.map(why -> cause(why, edge, pair)).orElseGet(() -> missedFusion(pair));
        boolean together = launchOf.get(pair.producer()).equals(launchOf.get(pair.consumer()));
        UnfusedCause cause = together ? alone.inOneLaunch() : alone;
        return new UnfusedEdge(edge.producer(), edge.consumer(), cause.reason(), cause.remedy());
    }

    /** Returns the reason why two kernels that could be fused are separate. */
    private UnfusedCause missedFusion(Pair pair) {
        if (context.flags().optLevel() == 0) {
            return new UnfusedCause("--opt_level=0 disables fusion", "Remove --opt_level=0.");
        }
        long depth = context.flags().number(Flag.REDUCE_FUSE_DEPTH);
        FusionPattern.Edge edge = partition
                .edge(pair.producer(), pair.consumer(), depth < 0 ? Long.MAX_VALUE : depth)
                .orElseThrow();
        if (edge.isDeep() && edge.consumer() == NodePattern.REDUCE) {
            return new UnfusedCause(
                    "the " + pair.producer().size() + " ops before the reduction are more than --reduce_fuse_depth="
                            + depth,
                    "Raise or remove --reduce_fuse_depth.");
        }
        return FusionPattern.of(edge, FusionPattern.all())
                .filter(pattern -> pattern.switchedOffBy(context.flags()).isPresent())
                .map(pattern -> new UnfusedCause(
                        "the fusion pattern " + pattern.patternName() + " is disabled",
                        "Remove the flag that disables the pattern."))
                .orElseGet(() -> context.flags().list(Flag.DISABLE_PASS).isEmpty()
                        ? new UnfusedCause(
                                "each was fused with others first, and no pass tried these two afterwards",
                                "No change of the method is necessary.")
                        : new UnfusedCause(
                                "the passes that would fuse them are disabled",
                                "Remove their names from --disable_pass."));
    }

    private UnfusedCause cause(FusionFailure failure, Edge edge, Pair pair) {
        FusionCluster union = partition.union(pair.producer(), pair.consumer());
        return switch (failure) {
            case NO_KERNEL -> notFusible(edge);
            case LISTS -> new UnfusedCause(partition.separation(union).orElseThrow(), "Remove the op from that list.");
            case OPS ->
                new UnfusedCause(
                        "together the two kernels have " + union.size() + " ops, more than --composite_op_limit_size="
                                + context.flags().number(Flag.COMPOSITE_OP_LIMIT_SIZE),
                        "Raise or remove --composite_op_limit_size.");
            case OPERANDS ->
                new UnfusedCause(
                        tooMany(union, context.capabilities().argumentLimits()),
                        "Combine small parameters in one tensor, or return fewer values.");
            case ORDER -> between(pair);
            case LOOPS -> LoopConflict.describe(edge.producer(), edge.consumer(), pair.producer(), pair.consumer());
            case CROSSED ->
                UnfusedCause.ofTheData("one of the kernels reduces the rows of " + LoopConflict.shape(largest(union))
                        + " and the other its columns, and fusing them would save no memory traffic");
            case WORK ->
                new UnfusedCause(
                        LoopConflict.name(partition.repeated(union).orElse(edge.producer()))
                                + " would be recomputed for each row of " + LoopConflict.shape(largest(union)),
                        "No change necessary: storing it once is cheaper.");
        };
    }

    private UnfusedCause between(Pair pair) {
        String first = partition
                .order()
                .between(pair.producer(), pair.consumer())
                .map(cluster -> LoopConflict.name(strongest(cluster)) + " must run between the two kernels")
                .orElse("other kernels must run between the two kernels");
        return new UnfusedCause(first, "See the entry for the kernel between them.");
    }

    private static String tooMany(FusionCluster union, KernelArgumentLimits arguments) {
        int tensors = FusionFailure.operands(union);
        int maxTensors = FusionFailure.maxOperands(union, arguments);
        return tensors > maxTensors
                ? "together the two kernels access " + tensors + " tensors, more than the " + maxTensors
                        + " that a kernel supports"
                : "together the two kernels read " + union.scalars().size() + " scalars, more than the "
                        + arguments.maxScalars() + " that a kernel supports";
    }

    private UnfusedCause notFusible(Edge edge) {
        if (OpTable.get().is(edge.producer(), OpKind.LIBRARY)) {
            return libraries.after(edge.producer(), edge.consumer());
        }
        if (OpTable.get().is(edge.consumer(), OpKind.LIBRARY)) {
            return libraries.before(edge.consumer());
        }
        if (OpTable.get().is(edge.producer(), OpKind.LOOP) || OpTable.get().is(edge.consumer(), OpKind.LOOP)) {
            return new UnfusedCause(
                    "a loop runs the kernels of its body, and no kernel runs across its bounds",
                    "No change possible: a loop reads its initial values from memory, and stores its results.");
        }
        return UnfusedCause.ofTheData(
                LoopConflict.name(edge.producer()) + " is complete only after all of its operands are stored");
    }

    private static Node strongest(FusionCluster cluster) {
        Node strongest = cluster.members().get(0);
        for (Node node : cluster.members()) {
            strongest = NodePattern.of(node).compareTo(NodePattern.of(strongest)) > 0 ? node : strongest;
        }
        return strongest;
    }

    private Node largest(FusionCluster cluster) {
        Node largest = cluster.members().get(0);
        for (Node node : cluster.members()) {
            Node iterated =
                    OpTable.get().is(node, OpKind.REDUCTION) ? node.operands().get(0) : node;
            boolean larger =
                    partition.traffic().elements(iterated) > partition.traffic().elements(largest);
            largest = larger ? iterated : largest;
        }
        return largest;
    }
}
