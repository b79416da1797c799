package io.graphkernel.processor.pass;

import io.graphkernel.processor.graph.Dim;
import io.graphkernel.processor.graph.Graph;
import io.graphkernel.processor.graph.Group;
import io.graphkernel.processor.graph.IterationSpace;
import io.graphkernel.processor.graph.IterationSpace.Level;
import io.graphkernel.processor.graph.Node;
import io.graphkernel.processor.loop.LoopAnalysis;
import io.graphkernel.processor.loop.Storage;
import io.graphkernel.processor.loop.Views;
import io.graphkernel.processor.op.OpKind;
import io.graphkernel.processor.op.OpTable;
import java.util.AbstractMap.SimpleImmutableEntry;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * A partition of a graph's ops into kernels that grows by unions. A union happens only if one loop nest holds its ops,
 * it repeats no expensive work, stays below the size limit, and leaves an order in which all kernels can run.
 */
final class FusionPartition {

    /** MindSpore's {@code composite_op_limit_size}. */
    private static final int OP_LIMIT = 200;
    /** More tensors than this would not fit into a kernel's argument block with all their strides. */
    private static final int OPERAND_LIMIT = 12;
    /** Nor would more numbers, which take a slot each. */
    private static final int SCALAR_LIMIT = 64;
    /** From this cost on an op is not repeated for every row. */
    private static final int EXPENSIVE = 4;

    /** What symbols stand for where sizes are weighed. */
    private static final Dim TYPICAL = Dim.of(512);

    private final Graph graph;
    private final Storage storage;
    private final Map<Node, List<Node>> users;
    private final Map<Node, Integer> position = new IdentityHashMap<>();
    private final Map<Node, Group> groupOf = new IdentityHashMap<>();
    private final Set<Node> results = Collections.newSetFromMap(new IdentityHashMap<>());
    /** Ops that must run before an in-place update, because they read the parameter's old value. */
    private final Map<Node, List<Node>> updatesAfter = new IdentityHashMap<>();

    private boolean changed;

    FusionPartition(Graph graph) {
        this.graph = graph;
        this.storage = new Storage(graph);
        this.users = graph.users();
        graph.outputs().forEach(output -> results.add(Storage.writer(output.node())));
        for (int i = 0; i < graph.nodes().size(); i++) {
            position.put(graph.nodes().get(i), i);
        }
        for (Node assign : graph.assigns()) {
            for (Node reader : users.get(assign.operands().get(0))) {
                if (reader != assign) {
                    updatesAfter
                            .computeIfAbsent(reader, any -> new ArrayList<>())
                            .add(assign);
                }
            }
        }
        graph.groups().forEach(group -> group.nodes().forEach(node -> groupOf.put(node, group)));
        if (graph.groups().isEmpty()) {
            formGroups();
        }
    }

    /** Each op is a kernel, with the views and index ops that it reads, and the reshapes of its result. */
    private void formGroups() {
        Map<Node, List<Node>> membersOf = new IdentityHashMap<>();
        Map<Node, Node> ownerOf = new IdentityHashMap<>();
        List<Node> operations = graph.operations();
        for (int i = operations.size() - 1; i >= 0; i--) {
            Node node = operations.get(i);
            boolean free = Views.isView(node) || OpTable.get().is(node, OpKind.INDEX);
            Node owner = !free
                    ? node
                    : users.get(node).isEmpty()
                            ? Storage.writer(node)
                            : ownerOf.get(users.get(node).get(0));
            ownerOf.put(node, owner);
        }
        operations.forEach(node -> membersOf
                .computeIfAbsent(ownerOf.get(node), any -> new ArrayList<>())
                .add(node));
        membersOf.forEach((owner, members) -> {
            Group group = new Group(nameOf(members), members);
            members.forEach(member -> groupOf.put(member, group));
        });
    }

    boolean isChanged() {
        return changed;
    }

    Group groupOf(Node node) {
        return groupOf.get(node);
    }

    /** The ops that read each value, for values in graph order. */
    List<Map.Entry<Node, List<Node>>> usersInOrder() {
        List<Map.Entry<Node, List<Node>>> entries = new ArrayList<>();
        for (Node parameter : graph.tensorParameters()) {
            entries.add(new SimpleImmutableEntry<>(parameter, users.get(parameter)));
        }
        for (Node node : graph.operations()) {
            entries.add(new SimpleImmutableEntry<>(node, users.get(node)));
        }
        return entries;
    }

    /**
     * Unites the kernels of two ops, if that is possible and does not repeat expensive work.
     *
     * @return whether they were united now
     */
    boolean merge(Node a, Node b) {
        Group first = groupOf.get(a);
        Group second = groupOf.get(b);
        if (first == second || first.nodes().size() + second.nodes().size() > OP_LIMIT) {
            return false;
        }
        List<Node> union = new ArrayList<>(first.nodes());
        union.addAll(second.nodes());
        union.sort((x, y) -> position.get(x) - position.get(y));
        Set<Node> inside = identitySet(union);
        if (operandCount(union, inside) > OPERAND_LIMIT || scalarCount(union) > SCALAR_LIMIT) {
            return false;
        }
        Optional<IterationSpace> space = LoopAnalysis.of(union, node -> escapes(node, inside), storage);
        if (space.isEmpty()
                || repeatsExpensiveWork(union, space.get())
                || CrossedReductions.areAvoidable(first.nodes(), second.nodes(), space.get())
                || reachesItself(union, inside)) {
            return false;
        }
        Group united = new Group(nameOf(union), union);
        union.forEach(node -> groupOf.put(node, united));
        changed = true;
        return true;
    }

    /** The graph with its kernels in an order in which they can run. */
    Graph ordered() {
        return graph.withGroups(groups());
    }

    /** Whether every kernel has its loops and repeats no expensive work. */
    boolean isSound() {
        return groups().stream().allMatch(group -> {
            Set<Node> inside = identitySet(group.nodes());
            boolean kernel = group.nodes().stream()
                    .noneMatch(node -> OpTable.get().is(node, OpKind.LIBRARY)
                            || OpTable.get().is(node, OpKind.CONCAT));
            boolean small = operandCount(group.nodes(), inside) <= OPERAND_LIMIT;
            return !kernel
                    || LoopAnalysis.of(group.nodes(), node -> escapes(node, inside), storage)
                            .filter(space -> small && !repeatsExpensiveWork(group.nodes(), space))
                            .isPresent();
        });
    }

    /** The bytes that all kernels read and write, with sizes that stand for those of a typical call. */
    double traffic() {
        double bytes = 0;
        for (Group group : groups()) {
            Set<Node> inside = identitySet(group.nodes());
            Set<Node> read = read(group.nodes(), inside);
            bytes += read.stream()
                    .mapToDouble(node -> Math.min(byteCount(node), byteCount(Views.base(node))))
                    .sum();
            bytes += group.nodes().stream()
                    .filter(node -> escapes(node, inside))
                    .mapToDouble(FusionPartition::byteCount)
                    .sum();
        }
        return bytes;
    }

    /** As a double: the typical sizes of many axes together are more than a long holds. */
    private static double byteCount(Node node) {
        double bytes = node.dtype().byteSize();
        for (Dim dim : node.shape().dims()) {
            Map<String, Dim> sizes = new HashMap<>();
            dim.symbols().forEach(symbol -> sizes.put(symbol, TYPICAL));
            bytes *= ((Dim.Constant) dim.substitute(sizes)).size();
        }
        return bytes;
    }

    /** The kernels in an order in which they can run. */
    List<Group> groups() {
        Set<Group> ordered = new LinkedHashSet<>();
        Set<Group> visiting = Collections.newSetFromMap(new IdentityHashMap<>());
        for (Node node : graph.operations()) {
            visit(groupOf.get(node), ordered, visiting);
        }
        return List.copyOf(ordered);
    }

    private void visit(Group group, Set<Group> ordered, Set<Group> visiting) {
        if (ordered.contains(group) || !visiting.add(group)) {
            return;
        }
        for (Node node : group.nodes()) {
            for (Node operand : node.operands()) {
                if (operand.isOperation()) {
                    visit(groupOf.get(operand), ordered, visiting);
                }
            }
            if (OpTable.get().is(node, OpKind.ASSIGN)) {
                users.get(node.operands().get(0)).forEach(reader -> visit(groupOf.get(reader), ordered, visiting));
            }
        }
        ordered.add(group);
    }

    private int operandCount(List<Node> union, Set<Node> inside) {
        long written = union.stream().filter(node -> escapes(node, inside)).count();
        return read(union, inside).size() + (int) written;
    }

    /** What a kernel reads from memory, each view of it by itself. */
    private static Set<Node> read(List<Node> union, Set<Node> inside) {
        Set<Node> read = new LinkedHashSet<>();
        for (Node node : union) {
            if (!Views.isView(node)) {
                node.operands().stream()
                        .filter(operand -> operand.kind() == Node.Kind.PARAMETER || operand.isOperation())
                        .filter(operand -> !inside.contains(Views.base(operand)))
                        .forEach(read::add);
            }
        }
        return read;
    }

    private static long scalarCount(List<Node> union) {
        return union.stream()
                .flatMap(node -> node.operands().stream())
                .filter(operand -> operand.kind() == Node.Kind.SCALAR)
                .distinct()
                .count();
    }

    private boolean escapes(Node node, Set<Node> inside) {
        return results.contains(node)
                || OpTable.get().is(node, OpKind.ASSIGN)
                || users.get(node).stream().anyMatch(user -> !inside.contains(user));
    }

    /** Whether an expensive op that varies along the inner loop only would be computed again for each row. */
    private static boolean repeatsExpensiveWork(List<Node> members, IterationSpace space) {
        Set<Node> perRow = identitySet(List.of());
        boolean once = space.form() == IterationSpace.Form.COLUMN_REDUCTION;
        for (int i = members.size() - 1; i >= 0; i--) {
            Node node = members.get(i);
            boolean repeated = space.level(node) == Level.ELEMENT && space.mask(node) != space.fullMask();
            boolean reduction = OpTable.get().is(node, OpKind.REDUCTION);
            // The second phase of a column reduction computes what its first phase does not need.
            boolean inRow = !once || perRow.contains(node) || space.mask(node) == space.fullMask();
            if (repeated && inRow && !reduction && OpTable.get().row(node).cost() >= EXPENSIVE) {
                return true;
            }
            if (reduction || inRow) {
                perRow.addAll(node.operands());
            }
        }
        return false;
    }

    /** Whether a path leaves the union and comes back: then neither could run first. */
    private boolean reachesItself(List<Node> union, Set<Node> inside) {
        Deque<Node> open = new ArrayDeque<>();
        Set<Group> seen = Collections.newSetFromMap(new IdentityHashMap<>());
        union.forEach(
                node -> followers(node).filter(next -> !inside.contains(next)).forEach(open::add));
        while (!open.isEmpty()) {
            Group group = groupOf.get(open.remove());
            if (!seen.add(group)) {
                continue;
            }
            for (Node node : group.nodes()) {
                if (followers(node).anyMatch(inside::contains)) {
                    return true;
                }
                followers(node).forEach(open::add);
            }
        }
        return false;
    }

    private Stream<Node> followers(Node node) {
        return Stream.concat(users.get(node).stream(), updatesAfter.getOrDefault(node, List.of()).stream());
    }

    /** The name of a kernel. */
    static String nameOf(List<Node> members) {
        if (members.size() == 1) {
            return members.get(0).op();
        }
        StringBuilder name = new StringBuilder("Fused");
        members.forEach(node -> name.append('_').append(node.op()));
        return name.append("_fusion").toString();
    }

    private static Set<Node> identitySet(List<Node> nodes) {
        Set<Node> set = Collections.newSetFromMap(new IdentityHashMap<>());
        set.addAll(nodes);
        return set;
    }
}
