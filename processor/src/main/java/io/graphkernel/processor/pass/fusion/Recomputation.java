package io.graphkernel.processor.pass.fusion;

import io.graphkernel.common.target.ReferenceModel;
import io.graphkernel.graph.FusionGroup;
import io.graphkernel.graph.Graph;
import io.graphkernel.graph.Node;
import io.graphkernel.graph.Origin;
import io.graphkernel.op.OpTable;
import io.graphkernel.op.row.OpKind;
import io.graphkernel.processor.loop.MemoryTraffic;
import io.graphkernel.processor.loop.OpCost;
import io.graphkernel.processor.loop.Views;
import io.graphkernel.processor.pass.DeadCodeElimination;
import io.graphkernel.processor.pass.GraphRewriter;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Candidate for recomputation: a stored value that each reading kernel could compute from values in memory. These are
 * either read by that kernel or stored by the value's kernel anyway.
 */
final class Recomputation {

    private static final Set<OpKind> MAY_BE_REPEATED = Set.of(OpKind.ELEMENTWISE, OpKind.VIEW, OpKind.INDEX);

    private final Graph graph;
    private final FusionPartition partition;
    private final Node value;
    private final FusionCluster home;
    private final Set<FusionCluster> readers;
    private final boolean fromStored;
    /** Recomputed ops, operands first, and the values that they read. */
    private final Set<Node> repeated = new LinkedHashSet<>();

    private final Set<Node> leaves = new LinkedHashSet<>();

    private Recomputation(
            Graph graph, FusionPartition partition, Node value, Set<FusionCluster> readers, boolean fromStored) {
        this.graph = graph;
        this.partition = partition;
        this.value = value;
        this.home = partition.clusterOf(value);
        this.readers = readers;
        this.fromStored = fromStored;
    }

    /** Returns the recomputations of a value by all its readers; none if it is a result or not cheap. */
    static List<Recomputation> of(Graph graph, FusionPartition partition, Node value) {
        Set<FusionCluster> readers = partition.readers().getOrDefault(value, Set.of());
        boolean possible = OpTable.get().is(value, OpKind.ELEMENTWISE)
                && !partition.isResult(value)
                && !readers.isEmpty()
                && partition.order().next(partition.clusterOf(value)).stream()
                        .filter(next -> next.operands().contains(value) || readers.contains(next))
                        .noneMatch(FusionFailure::isNoKernel);
        if (!possible) {
            return List.of();
        }
        List<Recomputation> found = new ArrayList<>();
        for (boolean fromStored : new boolean[] {false, true}) {
            Recomputation candidate = new Recomputation(graph, partition, value, readers, fromStored);
            if (candidate.collect(value)
                    && found.stream().noneMatch(other -> other.repeated.equals(candidate.repeated))) {
                found.add(candidate);
            }
        }
        return found;
    }

    Node value() {
        return value;
    }

    /** Collects the recomputed ops; returns false if there are too many or they read overwritten memory. */
    private boolean collect(Node node) {
        if (repeated.contains(node) || leaves.contains(node) || node.isNumber()) {
            return true;
        }
        boolean leaf = node != value
                && (!node.isOperation()
                        || partition.clusterOf(node) != home
                        || partition.isResult(node)
                        || fromStored && home.stored().contains(node)
                        || !MAY_BE_REPEATED.contains(OpTable.get().row(node).kind()));
        if (leaf) {
            leaves.add(node);
            return !partition.isUpdated(node);
        }
        for (Node operand : node.operands()) {
            if (!collect(operand)) {
                return false;
            }
        }
        repeated.add(node);
        return repeated.size() <= ReferenceModel.DEFAULT.fusion().maxRecomputedOps();
    }

    /** Returns the cost of the additional computation. */
    private double work() {
        return OpCost.of(repeated, partition.traffic()) * readers.size();
    }

    /** Returns true if recomputations cost less than the memory traffic that they save. */
    static boolean isProfitable(List<Recomputation> recomputations, double bytes) {
        double work = recomputations.stream().mapToDouble(Recomputation::work).sum();
        return recomputations.get(0).partition.capabilities().costs().isProfitable(work, bytes);
    }

    /** Signature that is equal for recomputations of corresponding values in different layers. */
    record Signature(double maxSavedBytes, int readers, List<String> ops) {}

    Signature signature() {
        return new Signature(
                maxSavedBytes(), readers.size(), repeated.stream().map(Node::op).toList());
    }

    /** Returns the clusters that it changes. */
    Set<FusionCluster> clusters() {
        Set<FusionCluster> clusters = new LinkedHashSet<>(readers);
        clusters.add(home);
        return clusters;
    }

    /** Returns the maximum of saved bytes, assuming that all additional reads are shared with the reader's kernel. */
    double maxSavedBytes() {
        MemoryTraffic traffic = partition.traffic();
        double savedBytes = traffic.bytes(value);
        for (FusionCluster reader : readers) {
            savedBytes += reader.reads().get(value).bytes();
            for (Node leaf : leaves) {
                Node base = Views.base(leaf);
                boolean read = partition.readers().getOrDefault(base, Set.of()).stream()
                        .anyMatch(other -> other != home);
                savedBytes -= read ? 0 : traffic.bytes(base);
            }
        }
        return savedBytes;
    }

    /**
     * A graph in which the value is recomputed.
     *
     * @param graph the graph
     * @param touched one op of each changed kernel
     * @param rewriter mapping from the nodes of the original graph
     */
    record Trial(Graph graph, Set<Node> touched, GraphRewriter rewriter) {

        Set<Node> replaced(Set<Node> nodes) {
            Set<Node> result = Collections.newSetFromMap(new IdentityHashMap<>());
            nodes.forEach(node -> rewriter.find(node).ifPresent(result::add));
            return result;
        }
    }

    /**
     * Returns the graph in which each reader recomputes some values.
     *
     * @param recomputations recomputations that change different kernels of one partition
     */
    static Trial apply(List<Recomputation> recomputations) {
        Recomputation first = recomputations.get(0);
        GraphRewriter rewriter = new GraphRewriter(first.graph);
        Map<FusionCluster, Map<Node, Node>> copies = new IdentityHashMap<>();
        Set<FusionCluster> changed = Collections.newSetFromMap(new IdentityHashMap<>());
        for (Recomputation recomputation : recomputations) {
            changed.addAll(recomputation.clusters());
            for (FusionCluster reader : recomputation.readers) {
                List<Node> members = reader.members().stream()
                        .filter(node -> node.operands().contains(recomputation.value))
                        .toList();
                Map<Node, Node> own =
                        recomputation.copies(members.stream().noneMatch(node -> isForMethod(node, reader)));
                copies.put(reader, own);
                members.forEach(node -> rewriter.replace(node, over(node, own)));
            }
        }
        return grouped(first.partition, rewriter, copies, changed);
    }

    /** Returns true if an op belongs to the method rather than to a gradient; a view belongs to its reader. */
    private static boolean isForMethod(Node node, FusionCluster cluster) {
        if (node.origin().role() != Origin.Role.METHOD || !Views.isView(node)) {
            return node.origin().role() == Origin.Role.METHOD;
        }
        List<Node> readers = cluster.members().stream()
                .filter(reader -> reader.operands().contains(node))
                .toList();
        return readers.isEmpty() || readers.stream().anyMatch(reader -> isForMethod(reader, cluster));
    }

    /**
     * Returns the recomputed ops of a reader.
     *
     * @param forGradient true if only ops of a gradient need them there
     */
    private Map<Node, Node> copies(boolean forGradient) {
        Map<Node, Node> copies = new IdentityHashMap<>();
        for (Node original : repeated) {
            Node copy = over(original, copies);
            boolean marked = forGradient && original.origin().role() == Origin.Role.METHOD;
            copies.put(original, marked ? copy.as(Origin.Role.RECOMPUTED_FOR_TRAFFIC) : copy);
        }
        return copies;
    }

    private static Node over(Node node, Map<Node, Node> replaced) {
        return node.withOperands(node.operands().stream()
                .map(operand -> replaced.getOrDefault(operand, operand))
                .toList());
    }

    /** Returns the graph with its groups, without dead nodes. */
    private static Trial grouped(
            FusionPartition partition,
            GraphRewriter rewriter,
            Map<FusionCluster, Map<Node, Node>> copies,
            Set<FusionCluster> changed) {
        Graph needed = DeadCodeElimination.withoutDeadCode(rewriter.rewritten());
        Map<Node, FusionCluster> clusterOf = new IdentityHashMap<>();
        for (FusionCluster cluster : partition.order().inOrder()) {
            Stream.concat(cluster.members().stream(), copies.getOrDefault(cluster, Map.of()).values().stream())
                    .flatMap(node -> rewriter.find(node).stream())
                    .forEach(node -> clusterOf.put(node, cluster));
        }
        Map<FusionCluster, List<Node>> membersOf = new IdentityHashMap<>();
        needed.operations()
                .forEach(node -> membersOf
                        .computeIfAbsent(clusterOf.get(node), key -> new ArrayList<>())
                        .add(node));
        List<FusionGroup> groups = new ArrayList<>();
        Set<Node> touched = new LinkedHashSet<>();
        for (FusionCluster cluster : partition.order().inOrder()) {
            List<Node> members = membersOf.getOrDefault(cluster, List.of());
            if (!members.isEmpty()) {
                groups.add(new FusionGroup(FusionPartition.nameOf(members), members));
                if (changed.contains(cluster)) {
                    touched.add(members.get(0));
                }
            }
        }
        return new Trial(needed.withGroups(groups), touched, rewriter);
    }
}
