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

    private record Pair(Area producer, Area consumer) {}

    private record Edge(Node producer, Node consumer) {}

    private final FusionPartition partition;
    private final PassContext context;
    private final LibraryCause libraries;
    private final Map<Pair, Optional<Refusal>> refusals = new HashMap<>();
    private final Map<Area, Integer> launchOf = new HashMap<>();

    private UnfusedEdges(Graph graph, PassContext context) {
        this.partition = new FusionPartition(graph, context);
        this.context = context;
        this.libraries = new LibraryCause(graph, context.flags());
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
        Cause alone = refusal.map(why -> cause(why, edge, pair)).orElseGet(() -> choice(pair));
        boolean together = launchOf.get(pair.producer()).equals(launchOf.get(pair.consumer()));
        Cause cause = together ? alone.inOneLaunch() : alone;
        return new Unfused(edge.producer(), edge.consumer(), cause.reason(), cause.remedy());
    }

    /** Why two kernels that could be one are not. */
    private Cause choice(Pair pair) {
        if (context.flags().optLevel() == 0) {
            return new Cause("--opt_level=0 runs each op by itself", "Leave out --opt_level=0.");
        }
        long depth = context.flags().number(Flag.REDUCE_FUSE_DEPTH);
        FusionPattern.Edge edge = partition
                .edge(pair.producer(), pair.consumer(), depth < 0 ? Long.MAX_VALUE : depth)
                .orElseThrow();
        if (edge.isDeep() && edge.consumer() == NodePattern.REDUCE) {
            return new Cause(
                    "the " + pair.producer().size() + " ops before the reduction are more than --reduce_fuse_depth="
                            + depth,
                    "Raise --reduce_fuse_depth, or leave it out.");
        }
        return FusionPattern.of(edge, FusionPattern.all())
                .filter(pattern -> pattern.switchedOffBy(context.flags()).isPresent())
                .map(pattern -> new Cause(
                        "the fusion pattern " + pattern.patternName() + " is switched off",
                        "Leave out the flag that switches the pattern off."))
                .orElseGet(() -> context.flags().list(Flag.DISABLE_PASS).isEmpty()
                        ? new Cause(
                                "each was fused with others first, and then no pass tried these two",
                                "Nothing in the method is at fault.")
                        : new Cause(
                                "the passes that would make them one are switched off",
                                "Take their names out of --disable_pass."));
    }

    private Cause cause(Refusal refusal, Edge edge, Pair pair) {
        Area union = partition.union(pair.producer(), pair.consumer());
        return switch (refusal) {
            case NO_KERNEL -> apart(edge);
            case LISTS ->
                new Cause(partition.separation(union).orElseThrow(), "Take the op out of that list of the flags.");
            case OPS ->
                new Cause(
                        "together the two kernels have " + union.size() + " ops, more than --composite_op_limit_size="
                                + context.flags().number(Flag.COMPOSITE_OP_LIMIT_SIZE),
                        "Raise --composite_op_limit_size, or leave it out.");
            case OPERANDS ->
                new Cause(
                        tooMany(union, context.capabilities().arguments()),
                        "Keep small parameters in one tensor, or give fewer values as results.");
            case ORDER -> between(pair);
            case LOOPS -> LoopConflict.describe(edge.producer(), edge.consumer(), pair.producer(), pair.consumer());
            case CROSSED ->
                Cause.ofTheData("one of the kernels reduces the rows of " + LoopConflict.shape(largest(union))
                        + " and the other its columns, and as one they would read and store as much");
            case WORK ->
                new Cause(
                        LoopConflict.name(partition.repeated(union).orElse(edge.producer()))
                                + " would be computed again for each row of " + LoopConflict.shape(largest(union)),
                        "Nothing to change: to store it once costs less.");
        };
    }

    private Cause between(Pair pair) {
        String first = partition
                .order()
                .between(pair.producer(), pair.consumer())
                .map(area -> LoopConflict.name(strongest(area)) + " runs after the first and before the second kernel,"
                        + " so that the two can't be one")
                .orElse("other kernels run after the first and before the second, so that the two can't be one");
        return new Cause(first, "See why what runs between them is a kernel of its own: it has an entry here, too.");
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

    private Cause apart(Edge edge) {
        if (OpTable.get().is(edge.producer(), OpKind.LIBRARY)) {
            return libraries.after(edge.producer(), edge.consumer());
        }
        if (OpTable.get().is(edge.consumer(), OpKind.LIBRARY)) {
            return LibraryCause.before(edge.consumer());
        }
        return Cause.ofTheData(
                LoopConflict.name(edge.producer()) + " is complete only when all of its operands are stored");
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
