package io.graphkernel.processor.pass;

import io.graphkernel.processor.graph.Graph;
import io.graphkernel.processor.graph.Group;
import io.graphkernel.processor.graph.Node;
import io.graphkernel.processor.loop.Storage;
import io.graphkernel.processor.loop.Views;
import io.graphkernel.processor.op.OpKind;
import io.graphkernel.processor.op.OpTable;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Computes cheap values again in the kernels that read them instead of storing them, where that moves fewer bytes: the
 * gradient of a layer normalization of few rows sums over columns what its rows have computed, and both read the same two
 * tensors.
 */
public final class RecomputeFusion implements GraphPass {

    /** From this cost on an op is not repeated for every element. */
    private static final int EXPENSIVE = 4;
    /** Longer chains are not cheap, however cheap their ops are. */
    private static final int MOST_REPEATED = 12;
    /** Each trial fuses the whole graph again. */
    private static final int MOST_TRIALS = 24;

    private static final Set<OpKind> MAY_BE_REPEATED = Set.of(OpKind.ELEMENTWISE, OpKind.VIEW, OpKind.INDEX);

    @Override
    public String name() {
        return "recompute_fusion";
    }

    @Override
    public int level() {
        return 2;
    }

    @Override
    public Graph run(Graph graph) {
        boolean open = graph.operations().stream().anyMatch(node -> node.shape().isOpen());
        Graph current = graph;
        int trials = open ? MOST_TRIALS : 0;
        boolean improved = true;
        while (improved && trials < MOST_TRIALS) {
            improved = false;
            FusionPartition partition = new FusionPartition(current);
            for (Node value : current.operations()) {
                Trial trial = new Trial(current, partition, value);
                if (improved || trials >= MOST_TRIALS || !trial.isPossible()) {
                    continue;
                }
                trials++;
                Graph next = new CompositeFusion().run(trial.graph());
                FusionPartition fused = new FusionPartition(next);
                if (fused.isSound() && fused.traffic() < partition.traffic()) {
                    current = next;
                    improved = true;
                }
            }
        }
        return current;
    }

    /** The graph in which one value is computed again by each kernel that reads it. */
    private static final class Trial {

        private final Graph graph;
        private final FusionPartition partition;
        private final Node value;
        private final Group home;
        private final Set<Node> results = new HashSet<>();
        private final Set<Node> repeated = new LinkedHashSet<>();

        Trial(Graph graph, FusionPartition partition, Node value) {
            this.graph = graph;
            this.partition = partition;
            this.value = value;
            this.home = partition.groupOf(value);
            graph.outputs().forEach(output -> results.add(Storage.writer(output.node())));
        }

        boolean isPossible() {
            Set<Group> readers = readers();
            boolean stored = OpTable.get().is(value, OpKind.ELEMENTWISE) && !results.contains(value);
            return stored
                    && !readers.isEmpty()
                    && readers.stream().allMatch(Trial::isKernel)
                    && collect(value)
                    && repeated.size() <= MOST_REPEATED;
        }

        private Set<Group> readers() {
            Set<Group> readers = new LinkedHashSet<>();
            for (Node user : graph.operations()) {
                if (user.operands().contains(value) && partition.groupOf(user) != home) {
                    readers.add(partition.groupOf(user));
                }
            }
            return readers;
        }

        private static boolean isKernel(Group group) {
            return group.nodes().stream()
                    .noneMatch(node -> OpTable.get().is(node, OpKind.LIBRARY)
                            || OpTable.get().is(node, OpKind.CONCAT));
        }

        /** Collects what is computed again, operands first; false if that is expensive or reads what is overwritten. */
        private boolean collect(Node node) {
            boolean inHome = node.isOperation() && partition.groupOf(node) == home;
            boolean leaf = !inHome
                    || (node != value && results.contains(node))
                    || !MAY_BE_REPEATED.contains(OpTable.get().row(node).kind());
            if (leaf) {
                return graph.assigns().stream()
                        .noneMatch(assign -> assign.operands().get(0) == node);
            }
            boolean large = node.shape().equals(value.shape());
            if (large && !Views.isView(node) && OpTable.get().row(node).cost() >= EXPENSIVE) {
                return false;
            }
            for (Node operand : node.operands()) {
                if (!collect(operand)) {
                    return false;
                }
            }
            repeated.add(node);
            return true;
        }

        Graph graph() {
            Map<Node, Node> replacements = new IdentityHashMap<>();
            Map<Group, Map<Node, Node>> copies = new IdentityHashMap<>();
            Map<Node, Group> groupOf = new IdentityHashMap<>();
            List<Node> nodes = new ArrayList<>();
            Set<Group> readers = readers();
            for (Node node : graph.nodes()) {
                Group group = node.isOperation() ? partition.groupOf(node) : null;
                Map<Node, Node> own = Map.of();
                if (readers.contains(group) && node.operands().contains(value)) {
                    own = copies.computeIfAbsent(group, any -> {
                        Map<Node, Node> made = new IdentityHashMap<>();
                        for (Node original : repeated) {
                            Node copy = original.withOperands(replaced(original.operands(), made, replacements));
                            made.put(original, copy);
                            nodes.add(copy);
                            groupOf.put(copy, group);
                        }
                        return made;
                    });
                }
                Node next = node;
                if (!node.operands().isEmpty()) {
                    List<Node> operands = replaced(node.operands(), own, replacements);
                    next = operands.equals(node.operands()) ? node : node.withOperands(operands);
                }
                replacements.put(node, next);
                nodes.add(next);
                groupOf.put(next, group);
            }
            return rebuilt(nodes, groupOf, replacements);
        }

        private static List<Node> replaced(List<Node> operands, Map<Node, Node> own, Map<Node, Node> replacements) {
            return operands.stream()
                    .map(operand -> own.getOrDefault(operand, replacements.getOrDefault(operand, operand)))
                    .toList();
        }

        /** The graph with its groups, without what nobody needs any more. */
        private Graph rebuilt(List<Node> nodes, Map<Node, Group> groupOf, Map<Node, Node> replacements) {
            List<Graph.Output> outputs = graph.outputs().stream()
                    .map(output ->
                            new Graph.Output(output.name(), replacements.getOrDefault(output.node(), output.node())))
                    .toList();
            Graph whole = new Graph(graph.name(), graph.parameters(), nodes, outputs, List.of(), graph.conditions());
            Graph needed = new DeadCodeElimination().run(whole);
            Map<Group, List<Node>> members = new IdentityHashMap<>();
            needed.operations()
                    .forEach(node -> members.computeIfAbsent(groupOf.get(node), any -> new ArrayList<>())
                            .add(node));
            List<Group> groups = graph.groups().stream()
                    .filter(members::containsKey)
                    .map(group -> new Group(FusionPartition.nameOf(members.get(group)), members.get(group)))
                    .toList();
            return new FusionPartition(needed.withGroups(groups)).ordered();
        }
    }
}
