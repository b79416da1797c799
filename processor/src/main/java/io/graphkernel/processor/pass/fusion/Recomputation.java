package io.graphkernel.processor.pass.fusion;

import io.graphkernel.processor.graph.Graph;
import io.graphkernel.processor.graph.Group;
import io.graphkernel.processor.graph.Node;
import io.graphkernel.processor.graph.Origin;
import io.graphkernel.processor.loop.Traffic;
import io.graphkernel.processor.loop.Views;
import io.graphkernel.processor.loop.Work;
import io.graphkernel.processor.op.OpKind;
import io.graphkernel.processor.op.OpTable;
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
 * A stored value that each kernel which reads it could compute for itself, from what is in memory anyway: either from what its
 * kernel reads, or from what its kernel stores for others, too.
 */
final class Recomputation {

    /** Longer chains are not cheap, however cheap their ops are. */
    private static final int MOST_REPEATED = 12;

    private static final Set<OpKind> MAY_BE_REPEATED = Set.of(OpKind.ELEMENTWISE, OpKind.VIEW, OpKind.INDEX);

    private final Graph graph;
    private final FusionPartition partition;
    private final Node value;
    private final Area home;
    private final Set<Area> readers;
    private final boolean fromStored;
    /** What is computed again, operands first, and what that reads. */
    private final Set<Node> repeated = new LinkedHashSet<>();

    private final Set<Node> leaves = new LinkedHashSet<>();

    private Recomputation(Graph graph, FusionPartition partition, Node value, Set<Area> readers, boolean fromStored) {
        this.graph = graph;
        this.partition = partition;
        this.value = value;
        this.home = partition.areaOf(value);
        this.readers = readers;
        this.fromStored = fromStored;
    }

    /** The recomputations of a value by all its readers; none if it is not stored for kernels alone or not cheap. */
    static List<Recomputation> of(Graph graph, FusionPartition partition, Node value) {
        Set<Area> readers = partition.readers().getOrDefault(value, Set.of());
        boolean possible = OpTable.get().is(value, OpKind.ELEMENTWISE)
                && !partition.isResult(value)
                && !readers.isEmpty()
                && partition.order().next(partition.areaOf(value)).stream()
                        .filter(next -> next.operands().contains(value) || readers.contains(next))
                        .noneMatch(Refusal::isNoKernel);
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

    /** Collects what is computed again; false if that is much or reads what is overwritten. */
    private boolean collect(Node node) {
        if (repeated.contains(node) || leaves.contains(node) || node.isNumber()) {
            return true;
        }
        boolean leaf = node != value
                && (!node.isOperation()
                        || partition.areaOf(node) != home
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
        return repeated.size() <= MOST_REPEATED;
    }

    /** The work that is done more. */
    private double work() {
        return Work.of(repeated, partition.traffic()) * readers.size();
    }

    /** Whether some of them together cost less than some bytes that move no more. */
    static boolean pay(List<Recomputation> all, double bytes) {
        double work = all.stream().mapToDouble(Recomputation::work).sum();
        return all.get(0).partition.capabilities().costs().pays(work, bytes);
    }

    /** What is equal in recomputations that do the same for values of different layers. */
    record Likeness(double mostGain, int readers, List<String> ops) {}

    Likeness likeness() {
        return new Likeness(
                mostGain(), readers.size(), repeated.stream().map(Node::op).toList());
    }

    /** The kernels that it changes. */
    Set<Area> areas() {
        Set<Area> areas = new LinkedHashSet<>(readers);
        areas.add(home);
        return areas;
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
     * @param rewriter knows what the nodes of the graph before have become
     */
    record Trial(Graph graph, Set<Node> touched, GraphRewriter rewriter) {

        Set<Node> replaced(Set<Node> nodes) {
            Set<Node> result = Collections.newSetFromMap(new IdentityHashMap<>());
            nodes.forEach(node -> rewriter.find(node).ifPresent(result::add));
            return result;
        }
    }

    /**
     * The graph in which each reader of some values computes them itself.
     *
     * @param all change different kernels of one partition
     */
    static Trial apply(List<Recomputation> all) {
        Recomputation first = all.get(0);
        GraphRewriter rewriter = new GraphRewriter(first.graph);
        Map<Area, Map<Node, Node>> copies = new IdentityHashMap<>();
        Set<Area> changed = Collections.newSetFromMap(new IdentityHashMap<>());
        for (Recomputation each : all) {
            changed.addAll(each.areas());
            for (Area reader : each.readers) {
                List<Node> members = reader.members().stream()
                        .filter(node -> node.operands().contains(each.value))
                        .toList();
                Map<Node, Node> own = each.copies(members.stream().noneMatch(node -> isForMethod(node, reader)));
                copies.put(reader, own);
                members.forEach(node -> rewriter.replace(node, over(node, own)));
            }
        }
        return grouped(first.partition, rewriter, copies, changed);
    }

    /** Whether an op computes what the method says; a view is for what reads it. */
    private static boolean isForMethod(Node node, Area area) {
        if (node.origin().role() != Origin.Role.METHOD || !Views.isView(node)) {
            return node.origin().role() == Origin.Role.METHOD;
        }
        List<Node> readers = area.members().stream()
                .filter(reader -> reader.operands().contains(node))
                .toList();
        return readers.isEmpty() || readers.stream().anyMatch(reader -> isForMethod(reader, area));
    }

    /**
     * What a reader computes.
     *
     * @param forGradient whether only ops of a gradient need it there
     */
    private Map<Node, Node> copies(boolean forGradient) {
        Map<Node, Node> made = new IdentityHashMap<>();
        for (Node original : repeated) {
            Node copy = over(original, made);
            boolean marked = forGradient && original.origin().role() == Origin.Role.METHOD;
            made.put(original, marked ? copy.as(Origin.Role.AGAIN_FOR_BYTES) : copy);
        }
        return made;
    }

    private static Node over(Node node, Map<Node, Node> replaced) {
        return node.withOperands(node.operands().stream()
                .map(operand -> replaced.getOrDefault(operand, operand))
                .toList());
    }

    /** The graph with its groups, without what nobody needs any more. */
    private static Trial grouped(
            FusionPartition partition, GraphRewriter rewriter, Map<Area, Map<Node, Node>> copies, Set<Area> changed) {
        Graph needed = DeadCodeElimination.withoutDeadCode(rewriter.rewritten());
        Map<Node, Area> areaOf = new IdentityHashMap<>();
        for (Area area : partition.order().inOrder()) {
            Stream.concat(area.members().stream(), copies.getOrDefault(area, Map.of()).values().stream())
                    .flatMap(node -> rewriter.find(node).stream())
                    .forEach(node -> areaOf.put(node, area));
        }
        Map<Area, List<Node>> membersOf = new IdentityHashMap<>();
        needed.operations()
                .forEach(node -> membersOf
                        .computeIfAbsent(areaOf.get(node), any -> new ArrayList<>())
                        .add(node));
        List<Group> groups = new ArrayList<>();
        Set<Node> touched = new LinkedHashSet<>();
        for (Area area : partition.order().inOrder()) {
            List<Node> members = membersOf.getOrDefault(area, List.of());
            if (!members.isEmpty()) {
                groups.add(new Group(FusionPartition.nameOf(members), members));
                if (changed.contains(area)) {
                    touched.add(members.get(0));
                }
            }
        }
        return new Trial(needed.withGroups(groups), touched, rewriter);
    }
}
