package io.graphkernel.processor.pass.fusion;

import io.graphkernel.graph.Graph;
import io.graphkernel.graph.Loop;
import io.graphkernel.graph.Node;
import io.graphkernel.op.OpTable;
import io.graphkernel.op.row.OpKind;
import io.graphkernel.processor.loop.InPlaceSums;
import io.graphkernel.processor.loop.MemoryTraffic;
import io.graphkernel.processor.loop.StorageLayout;
import io.graphkernel.processor.loop.Views;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;

/** Builder of clusters: of one op, of given members, or of two merged clusters. */
final class ClusterBuilder {

    private final Graph graph;
    private final MemoryTraffic traffic;
    private final Map<Node, List<Node>> users;
    private final Map<Node, Integer> position;
    /** First of several equal views of a buffer, each of which {@code MaterializeViews} created for one reader. */
    private final Map<Node, Node> firstView = new IdentityHashMap<>();

    private final Set<Node> results = Collections.newSetFromMap(new IdentityHashMap<>());

    ClusterBuilder(Graph graph, MemoryTraffic traffic, Map<Node, List<Node>> users) {
        this.graph = graph;
        this.traffic = traffic;
        this.users = users;
        this.position = new IdentityHashMap<>(graph.nodes().size());
        graph.outputs().forEach(output -> results.add(StorageLayout.writer(output.node())));
        Map<List<Object>, Node> views = new HashMap<>();
        for (Node node : graph.nodes()) {
            position.put(node, position.size());
            if (Views.isView(node)) {
                List<Node> operands = node.operands().stream().map(this::first).toList();
                firstView.put(
                        node,
                        views.computeIfAbsent(
                                List.of(node.op(), node.attributes(), node.type(), operands), key -> node));
            }
        }
    }

    private Node first(Node node) {
        return firstView.getOrDefault(node, node);
    }

    /** Returns true if an op writes a result. */
    boolean isResult(Node node) {
        return results.contains(node);
    }

    /** Returns true if a value is used outside. */
    boolean isUsedOutside(Node node, Predicate<Node> inside) {
        if (results.contains(node) || node.isAssign()) {
            return true;
        }
        for (Node user : users.get(node)) {
            if (!inside.test(user)) {
                return true;
            }
        }
        return false;
    }

    /**
     * Returns singleton clusters: each op with the views and index ops that it reads, and the reshapes of its result; a
     * loop with all its results; a matmul that is added to a parameter with the update.
     */
    List<List<Node>> singletons() {
        Map<Node, List<Node>> membersOf = new IdentityHashMap<>();
        Map<Node, Node> ownerOf = new IdentityHashMap<>();
        Map<Node, Node> sums = InPlaceSums.of(graph, users);
        List<Node> operations = graph.operations();
        for (int i = operations.size() - 1; i >= 0; i--) {
            Node node = operations.get(i);
            boolean free = Views.isView(node) || OpTable.get().is(node, OpKind.INDEX);
            Node owner = !free
                    ? node
                    : users.get(node).isEmpty()
                            ? StorageLayout.writer(node)
                            : ownerOf.get(users.get(node).get(0));
            ownerOf.put(node, Loop.isResult(node) ? node.operands().get(0) : sums.getOrDefault(node, owner));
        }
        operations.forEach(node -> membersOf
                .computeIfAbsent(ownerOf.get(node), key -> new ArrayList<>())
                .add(node));
        return operations.stream()
                .filter(membersOf::containsKey)
                .map(membersOf::get)
                .toList();
    }

    /** Returns the cluster of some ops, in graph order. The ops for which {@code inside} holds are its members. */
    FusionCluster cluster(List<Node> members, Predicate<Node> inside) {
        NodePattern pattern = NodePattern.RESHAPE;
        Map<Node, FusionCluster.Read> reads = new LinkedHashMap<>();
        Map<Node, Node> readerOf = new IdentityHashMap<>(members.size());
        Set<Node> operands = new LinkedHashSet<>();
        Set<Node> stored = new LinkedHashSet<>();
        Set<Node> scalars = new LinkedHashSet<>();
        boolean basic = true;
        int size = 0;
        for (Node node : members) {
            size += Views.isView(node) ? 0 : 1;
            pattern = pattern.or(NodePattern.of(node));
            basic &= BasicFusion.isBasic(node);
            for (Node operand : node.operands()) {
                if (operand.kind() == Node.Kind.SCALAR) {
                    scalars.add(operand);
                }
                Node base = Views.base(operand);
                boolean memory = operand.isInputTensor() || operand.isOperation();
                if (memory && !Views.isView(node) && !inside.test(base)) {
                    operands.add(first(operand));
                    readerOf.putIfAbsent(base, node);
                }
            }
            if (isUsedOutside(node, inside)) {
                stored.add(node);
            }
        }
        traffic.reads(members)
                .forEach((base, bytes) ->
                        reads.put(base, new FusionCluster.Read(bytes, readerOf.getOrDefault(base, members.get(0)))));
        return new FusionCluster(members, pattern, basic, reads, operands, stored, scalars, size);
    }

    /** Returns the cluster that results from merging two. */
    FusionCluster union(FusionCluster a, FusionCluster b, Predicate<Node> inside) {
        Set<Node> operands = new LinkedHashSet<>();
        Set<Node> stored = new LinkedHashSet<>();
        Map<Node, FusionCluster.Read> reads = new LinkedHashMap<>();
        Set<Node> scalars = new LinkedHashSet<>(a.scalars());
        scalars.addAll(b.scalars());
        for (FusionCluster cluster : List.of(a, b)) {
            cluster.operands().stream()
                    .filter(operand -> !inside.test(Views.base(operand)))
                    .forEach(operands::add);
            cluster.stored().stream()
                    .filter(node -> isUsedOutside(node, inside))
                    .forEach(stored::add);
            cluster.reads().forEach((base, read) -> {
                if (!inside.test(base)) {
                    reads.merge(base, read, FusionCluster.Read::larger);
                }
            });
        }
        return new FusionCluster(
                merged(a.members(), b.members()),
                a.pattern().or(b.pattern()),
                a.basic() && b.basic(),
                reads,
                operands,
                stored,
                scalars,
                a.size() + b.size());
    }

    private List<Node> merged(List<Node> a, List<Node> b) {
        List<Node> merged = new ArrayList<>(a.size() + b.size());
        int i = 0;
        int j = 0;
        while (i < a.size() || j < b.size()) {
            boolean first = j == b.size() || (i < a.size() && position.get(a.get(i)) < position.get(b.get(j)));
            merged.add(first ? a.get(i++) : b.get(j++));
        }
        return merged;
    }
}
