package io.graphkernel.processor.pass.fusion;

import io.graphkernel.processor.graph.Graph;
import io.graphkernel.processor.graph.Group;
import io.graphkernel.processor.graph.Node;
import io.graphkernel.processor.loop.Traffic;
import io.graphkernel.processor.loop.Views;
import io.graphkernel.processor.op.OpKind;
import io.graphkernel.processor.op.OpTable;
import io.graphkernel.processor.pass.DeadCodeElimination;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** A stored value that each kernel which reads it could compute for itself, from what is in memory anyway. */
final class Recomputation {

    /** Longer chains are not cheap, however cheap their ops are. */
    private static final int MOST_REPEATED = 12;
    /** Elements of a vector, in which costs are counted. */
    private static final double LANES = 16;

    private static final Set<OpKind> MAY_BE_REPEATED = Set.of(OpKind.ELEMENTWISE, OpKind.VIEW, OpKind.INDEX);

    private final Graph graph;
    private final FusionPartition partition;
    private final Node value;
    private final Area home;
    private final Set<Area> readers;
    /** What is computed again, operands first, and what that reads. */
    private final Set<Node> repeated = new LinkedHashSet<>();

    private final Set<Node> leaves = new LinkedHashSet<>();

    private Recomputation(Graph graph, FusionPartition partition, Node value, Set<Area> readers) {
        this.graph = graph;
        this.partition = partition;
        this.value = value;
        this.home = partition.areaOf(value);
        this.readers = readers;
    }

    /** The recomputation of a value by all its readers; empty if it is not stored for kernels alone or not cheap. */
    static Optional<Recomputation> of(Graph graph, FusionPartition partition, Node value) {
        Set<Area> readers = partition.readers().getOrDefault(value, Set.of());
        boolean possible = OpTable.get().is(value, OpKind.ELEMENTWISE)
                && !partition.isResult(value)
                && !readers.isEmpty()
                && partition.order().next(partition.areaOf(value)).stream()
                        .filter(next -> next.operands().contains(value) || readers.contains(next))
                        .noneMatch(Refusal::isNoKernel);
        return Optional.of(new Recomputation(graph, partition, value, readers))
                .filter(candidate -> possible && candidate.collect(value));
    }

    Node value() {
        return value;
    }

    /** Collects what is computed again; false if that is much or reads what is overwritten. */
    private boolean collect(Node node) {
        if (repeated.contains(node) || leaves.contains(node) || node.isNumber()) {
            return true;
        }
        boolean leaf = node != value
                && (!node.isOperation()
                        || partition.areaOf(node) != home
                        || partition.isResult(node)
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
        return repeated.size() <= MOST_REPEATED;
    }

    /** Vector instructions that are executed more. */
    double instructions() {
        double instructions = 0;
        for (Node node : repeated) {
            if (!Views.isView(node)) {
                instructions +=
                        OpTable.get().row(node).cost() * partition.traffic().elements(node) / LANES;
            }
        }
        return instructions * readers.size();
    }

    /** The bytes that move no more, if all that is read instead is read by a kernel that can join the reader. */
    double mostGain() {
        Traffic traffic = partition.traffic();
        double gain = traffic.bytes(value);
        for (Area reader : readers) {
            gain += reader.reads().get(value).bytes();
            for (Node leaf : leaves) {
                Node base = Views.base(leaf);
                boolean read = partition.readers().getOrDefault(base, Set.of()).stream()
                        .anyMatch(other -> other != home);
                gain -= read ? 0 : traffic.bytes(base);
            }
        }
        return gain;
    }

    /**
     * A graph in which the value is computed again.
     *
     * @param graph the graph
     * @param touched one op of each kernel that changed
     * @param replacements the new node for each old one
     */
    record Trial(Graph graph, Set<Node> touched, Map<Node, Node> replacements) {

        Set<Node> replaced(Set<Node> nodes) {
            Set<Node> result = Collections.newSetFromMap(new IdentityHashMap<>());
            nodes.forEach(node -> result.add(replacements.getOrDefault(node, node)));
            return result;
        }
    }

    /** The graph in which each reader computes the value itself. */
    Trial apply() {
        Map<Node, Node> replacements = new IdentityHashMap<>();
        Map<Area, Map<Node, Node>> copies = new IdentityHashMap<>();
        Map<Area, List<Node>> membersOf = new LinkedHashMap<>();
        partition.order().inOrder().forEach(area -> membersOf.put(area, new ArrayList<>()));
        List<Node> nodes = new ArrayList<>();
        for (Node node : graph.nodes()) {
            Area area = node.isOperation() ? partition.areaOf(node) : null;
            Map<Node, Node> own = Map.of();
            if (readers.contains(area) && node.operands().contains(value)) {
                if (!copies.containsKey(area)) {
                    Map<Node, Node> made = copies(replacements);
                    copies.put(area, made);
                    nodes.addAll(made.values());
                    membersOf.get(area).addAll(made.values());
                }
                own = copies.get(area);
            }
            Node next = replaced(node, own, replacements);
            replacements.put(node, next);
            nodes.add(next);
            if (area != null) {
                membersOf.get(area).add(next);
            }
        }
        return rebuilt(nodes, membersOf, replacements);
    }

    private Map<Node, Node> copies(Map<Node, Node> replacements) {
        Map<Node, Node> made = new LinkedHashMap<>();
        for (Node original : repeated) {
            List<Node> operands = operands(original, made, replacements);
            made.put(original, original.withOperands(operands));
        }
        return made;
    }

    private static Node replaced(Node node, Map<Node, Node> own, Map<Node, Node> replacements) {
        List<Node> operands = operands(node, own, replacements);
        return operands.equals(node.operands()) ? node : node.withOperands(operands);
    }

    private static List<Node> operands(Node node, Map<Node, Node> own, Map<Node, Node> replacements) {
        return node.operands().stream()
                .map(operand -> own.getOrDefault(operand, replacements.getOrDefault(operand, operand)))
                .toList();
    }

    /** The graph with its groups, without what nobody needs any more. */
    private Trial rebuilt(List<Node> nodes, Map<Area, List<Node>> membersOf, Map<Node, Node> replacements) {
        List<Graph.Output> outputs = graph.outputs().stream()
                .map(output -> new Graph.Output(output.name(), replacements.getOrDefault(output.node(), output.node())))
                .toList();
        Graph whole = new Graph(graph.name(), graph.parameters(), nodes, outputs, List.of(), graph.conditions());
        Graph needed = DeadCodeElimination.withoutDeadCode(whole);
        Set<Node> alive = Collections.newSetFromMap(new IdentityHashMap<>());
        alive.addAll(needed.operations());
        List<Group> groups = new ArrayList<>();
        Set<Node> touched = new LinkedHashSet<>();
        membersOf.forEach((area, members) -> {
            List<Node> left = members.stream().filter(alive::contains).toList();
            if (!left.isEmpty()) {
                groups.add(new Group(FusionPartition.nameOf(left), left));
                if (area == home || readers.contains(area)) {
                    touched.add(left.get(0));
                }
            }
        });
        return new Trial(needed.withGroups(groups), touched, replacements);
    }
}
