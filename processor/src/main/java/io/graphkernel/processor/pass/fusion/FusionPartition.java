package io.graphkernel.processor.pass.fusion;

import io.graphkernel.common.target.Capabilities;
import io.graphkernel.common.target.ReferenceModel;
import io.graphkernel.graph.FusionGroup;
import io.graphkernel.graph.Graph;
import io.graphkernel.graph.Node;
import io.graphkernel.graph.iteration.IterationSpace;
import io.graphkernel.graph.verification.UpdateOrder;
import io.graphkernel.op.ContractionAxes;
import io.graphkernel.op.OpTable;
import io.graphkernel.op.row.OpKind;
import io.graphkernel.processor.loop.LoopAnalysis;
import io.graphkernel.processor.loop.MemoryTraffic;
import io.graphkernel.processor.loop.StorageLayout;
import io.graphkernel.processor.loop.Views;
import io.graphkernel.processor.option.Flag;
import io.graphkernel.processor.pass.OpLists;
import io.graphkernel.processor.pass.PassContext;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * A partition of a graph's ops into clusters, which become kernels; it is coarsened by merging. Two clusters are merged
 * only if one loop nest holds their ops, no expensive computation is repeated, the limits hold, and the kernels remain
 * sortable.
 */
final class FusionPartition {

    private final Graph graph;
    private final OpLists lists;
    private final long opLimit;
    private final StorageLayout storage;
    private final MemoryTraffic traffic;
    private final Map<Node, List<Node>> users;
    private final Capabilities capabilities;
    private final ClusterBuilder builder;
    private final Map<Node, FusionCluster> clusterOf;
    private final Map<Node, Set<FusionCluster>> readers = new LinkedHashMap<>();
    private final Set<Node> updated = Collections.newSetFromMap(new IdentityHashMap<>());
    private final ClusterOrder order;

    private boolean changed;
    private long searchedOps;

    FusionPartition(Graph graph, PassContext context) {
        this.graph = graph;
        this.clusterOf = new IdentityHashMap<>(graph.nodes().size());
        this.capabilities = context.capabilities();
        this.lists = new OpLists(context.flags());
        this.opLimit = context.flags().number(Flag.COMPOSITE_OP_LIMIT_SIZE);
        this.storage = new StorageLayout(graph);
        this.users = graph.users();
        this.traffic = new MemoryTraffic(graph, storage, users);
        this.builder = new ClusterBuilder(graph, traffic, users);
        graph.assigns().forEach(assign -> updated.add(assign.updatedParameter()));
        List<List<Node>> memberLists = graph.groups().isEmpty()
                ? builder.singletons()
                : graph.groups().stream().map(FusionGroup::nodes).toList();
        Map<Node, List<Node>> membersOf = new IdentityHashMap<>(graph.nodes().size());
        memberLists.forEach(members -> members.forEach(node -> membersOf.put(node, members)));
        List<FusionCluster> clusters = new ArrayList<>();
        for (List<Node> members : memberLists) {
            FusionCluster cluster = builder.cluster(members, node -> membersOf.get(node) == members);
            clusters.add(cluster);
            members.forEach(node -> clusterOf.put(node, cluster));
        }
        order = ordered(clusters);
        order.inOrder().forEach(this::addReader);
    }

    private ClusterOrder ordered(List<FusionCluster> clusters) {
        ClusterOrder order = new ClusterOrder(clusters);
        for (Node node : graph.operations()) {
            for (Node operand : node.operands()) {
                if (operand.isOperation()) {
                    order.require(clusterOf.get(operand), clusterOf.get(node));
                }
            }
        }
        UpdateOrder.hazards(graph, OpTable.get())
                .forEach(hazard -> order.require(clusterOf.get(hazard.reader()), clusterOf.get(hazard.assign())));
        order.sort();
        return order;
    }

    private void addReader(FusionCluster cluster) {
        cluster.reads()
                .keySet()
                .forEach(base -> readers.computeIfAbsent(base, key -> new LinkedHashSet<>())
                        .add(cluster));
    }

    /** Returns the capabilities of the targets. */
    Capabilities capabilities() {
        return capabilities;
    }

    boolean isChanged() {
        return changed;
    }

    /**
     * Returns the number of ops for which loops were searched, counting repetitions; the time of fusion is proportional
     * to it.
     */
    long searchedOps() {
        return searchedOps;
    }

    ClusterOrder order() {
        return order;
    }

    FusionCluster clusterOf(Node node) {
        return clusterOf.get(node);
    }

    /** Returns true if an op writes a result. */
    boolean isResult(Node node) {
        return builder.isResult(node);
    }

    /** Returns true if a parameter is updated in place. */
    boolean isUpdated(Node node) {
        return updated.contains(Views.base(node));
    }

    /** Returns the clusters that read each buffer, in order. */
    Map<Node, Set<FusionCluster>> readers() {
        return readers;
    }

    MemoryTraffic traffic() {
        return traffic;
    }

    /** Returns the bytes that all clusters move. */
    double bytes() {
        return order.inOrder().stream()
                .map(FusionCluster::members)
                .mapToDouble(traffic::of)
                .sum();
    }

    /** Returns how one cluster reads another; empty if it does not. */
    Optional<FusionPattern.Edge> edge(FusionCluster producer, FusionCluster consumer, long reduceDepth) {
        boolean reads = false;
        boolean injective = false;
        for (Node value : producer.stored()) {
            FusionCluster.Read read = consumer.reads().get(value);
            reads |= read != null;
            injective |= read != null
                    && (traffic.elements(value) >= iterations(read.reader()) || isMatrix(value, read.reader()));
        }
        boolean only = order.next(producer).size() == 1;
        boolean oneOfMany = injective
                && consumer.pattern() == NodePattern.ELEMWISE
                && consumer.reads().size() > ReferenceModel.DEFAULT.fusion().maxReadsWithReduction();
        boolean deep = producer.size() > reduceDepth;
        return reads
                ? Optional.of(new FusionPattern.Edge(
                        producer.pattern(), consumer.pattern(), injective, only, oneOfMany, deep))
                : Optional.empty();
    }

    /** Returns true if a product reads a value as the matrix of a contraction, which shares its elements among rows. */
    private boolean isMatrix(Node value, Node product) {
        return users.getOrDefault(product, List.of()).stream()
                .flatMap(user -> ContractionAxes.factors(user).stream())
                .anyMatch(factors -> Views.base(factors.get(1)) == value);
    }

    /** Returns the number of elements that an op iterates over. */
    private double iterations(Node op) {
        return traffic.elements(
                OpTable.get().is(op, OpKind.REDUCTION) ? op.operands().get(0) : op);
    }

    /** Returns the bytes that merging two clusters saves. */
    double savedBytes(FusionCluster a, FusionCluster b) {
        double bytes = savedBytesBetween(a, b) + savedBytesBetween(b, a);
        for (Map.Entry<Node, FusionCluster.Read> read : a.reads().entrySet()) {
            FusionCluster.Read other = b.reads().get(read.getKey());
            bytes += other == null ? 0 : Math.min(read.getValue().bytes(), other.bytes());
        }
        return bytes;
    }

    private double savedBytesBetween(FusionCluster producer, FusionCluster consumer) {
        double bytes = 0;
        for (Node value : producer.stored()) {
            FusionCluster.Read read = consumer.reads().get(value);
            if (read != null) {
                boolean only = !builder.isUsedOutside(value, node -> isIn(node, producer, consumer));
                bytes += read.bytes() + (only ? traffic.bytes(value) : 0);
            }
        }
        return bytes;
    }

    /**
     * Merges two clusters if that is possible and repeats no expensive computation.
     *
     * @return the merged cluster
     */
    Optional<FusionCluster> merge(FusionCluster a, FusionCluster b) {
        Optional<FusionCluster> merged =
                Optional.of(union(a, b)).filter(union -> failure(a, b, union).isEmpty());
        merged.ifPresent(union -> {
            order.merge(a, b, union);
            for (FusionCluster removed : List.of(a, b)) {
                removed.reads().keySet().forEach(base -> readers.get(base).remove(removed));
            }
            addReader(union);
            union.members().forEach(node -> clusterOf.put(node, union));
            changed = true;
        });
        return merged;
    }

    /** Returns the reason why two clusters cannot be merged; empty if they can. */
    Optional<FusionFailure> failure(FusionCluster a, FusionCluster b) {
        return failure(a, b, union(a, b));
    }

    private Optional<FusionFailure> failure(FusionCluster a, FusionCluster b, FusionCluster union) {
        Optional<FusionFailure> limit = FusionFailure.ofSize(union, opLimit, capabilities.argumentLimits());
        if (limit.isPresent()) {
            return limit;
        }
        if (separation(union).isPresent()) {
            return Optional.of(FusionFailure.LISTS);
        }
        if (order.isSeparated(a, b)) {
            return Optional.of(FusionFailure.ORDER);
        }
        Optional<IterationSpace> space = loops(union);
        boolean crossed = space.filter(loops -> RowColumnReductionFusion.areAvoidable(a.members(), b.members(), loops))
                .isPresent();
        return crossed ? Optional.of(FusionFailure.CROSSED) : failure(union, space);
    }

    private Optional<IterationSpace> loops(FusionCluster cluster) {
        searchedOps += cluster.size();
        return LoopAnalysis.of(cluster.members(), cluster.stored()::contains, storage, capabilities.splitReduction());
    }

    private Optional<FusionFailure> failure(FusionCluster cluster, Optional<IterationSpace> space) {
        if (space.isEmpty()) {
            return Optional.of(FusionFailure.LOOPS);
        }
        return RedundantComputation.expensive(cluster.members(), space.get(), capabilities.costs())
                .map(op -> FusionFailure.WORK);
    }

    /** Returns the expensive op that a cluster would recompute for each row. */
    Optional<Node> repeated(FusionCluster cluster) {
        return loops(cluster)
                .flatMap(space -> RedundantComputation.expensive(cluster.members(), space, capabilities.costs()));
    }

    /** Returns the reason why the op lists of the flags keep the members of a cluster apart. */
    Optional<String> separation(FusionCluster cluster) {
        return lists.separation(cluster.members());
    }

    /** Returns true if loop nests exist for some ops and no expensive computation is repeated. */
    boolean isFeasible(Collection<Node> ops) {
        return ops.stream()
                .map(clusterOf::get)
                .distinct()
                .filter(cluster -> !FusionFailure.isNoKernel(cluster))
                .allMatch(cluster -> FusionFailure.ofSize(cluster, opLimit, capabilities.argumentLimits())
                                .isEmpty()
                        && separation(cluster).isEmpty()
                        && failure(cluster, loops(cluster)).isEmpty());
    }

    /** Returns the cluster that results from merging two. */
    FusionCluster union(FusionCluster a, FusionCluster b) {
        return builder.union(a, b, node -> isIn(node, a, b));
    }

    private boolean isIn(Node node, FusionCluster a, FusionCluster b) {
        FusionCluster cluster = clusterOf.get(node);
        return cluster != null && (cluster == a || cluster == b);
    }

    /** Returns the graph with its kernels in execution order. */
    Graph ordered() {
        return graph.withGroups(groups());
    }

    /** Returns the kernels in execution order. */
    List<FusionGroup> groups() {
        return order.inOrder().stream()
                .map(cluster -> new FusionGroup(nameOf(cluster.members()), cluster.members()))
                .toList();
    }

    /** Returns the name of a kernel. */
    static String nameOf(List<Node> members) {
        if (members.size() == 1) {
            return members.get(0).op();
        }
        StringBuilder name = new StringBuilder("Fused");
        members.forEach(node -> name.append('_').append(node.op()));
        return name.append("_fusion").toString();
    }
}
