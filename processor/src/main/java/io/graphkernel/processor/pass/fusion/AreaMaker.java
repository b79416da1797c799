package io.graphkernel.processor.pass.fusion;

import io.graphkernel.processor.graph.Graph;
import io.graphkernel.processor.graph.Node;
import io.graphkernel.processor.loop.Storage;
import io.graphkernel.processor.loop.Traffic;
import io.graphkernel.processor.loop.Views;
import io.graphkernel.processor.op.OpKind;
import io.graphkernel.processor.op.OpTable;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;

/** Makes areas: of one op, of given members, of two areas. */
final class AreaMaker {

    private final Graph graph;
    private final Traffic traffic;
    private final Map<Node, List<Node>> users;
    private final Map<Node, Integer> position;
    private final Set<Node> results = Collections.newSetFromMap(new IdentityHashMap<>());

    AreaMaker(Graph graph, Traffic traffic, Map<Node, List<Node>> users) {
        this.graph = graph;
        this.traffic = traffic;
        this.users = users;
        this.position = new IdentityHashMap<>(graph.nodes().size());
        graph.outputs().forEach(output -> results.add(Storage.writer(output.node())));
        for (Node node : graph.nodes()) {
            position.put(node, position.size());
        }
    }

    /** Whether an op writes a result. */
    boolean isResult(Node node) {
        return results.contains(node);
    }

    /** Whether a value is needed outside. */
    boolean leaves(Node node, Predicate<Node> inside) {
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

    /** Each op is a kernel, with the views and index ops that it reads, and the reshapes of its result. */
    List<List<Node>> singles() {
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
        return operations.stream()
                .filter(membersOf::containsKey)
                .map(membersOf::get)
                .toList();
    }

    /** The area of some ops, in graph order. */
    Area area(List<Node> members, Predicate<Node> inside) {
        NodePattern pattern = NodePattern.RESHAPE;
        Map<Node, Area.Read> reads = new LinkedHashMap<>();
        Map<Node, Node> readerOf = new IdentityHashMap<>(members.size());
        Set<Node> operands = new LinkedHashSet<>();
        Set<Node> stored = new LinkedHashSet<>();
        Set<Node> scalars = new LinkedHashSet<>();
        boolean basic = true;
        for (Node node : members) {
            pattern = pattern.or(NodePattern.of(node));
            basic &= BasicFusion.isBasic(node);
            for (Node operand : node.operands()) {
                if (operand.kind() == Node.Kind.SCALAR) {
                    scalars.add(operand);
                }
                Node base = Views.base(operand);
                boolean memory = operand.isGiven() || operand.isOperation();
                if (memory && !Views.isView(node) && !inside.test(base)) {
                    operands.add(operand);
                    readerOf.putIfAbsent(base, node);
                }
            }
            if (leaves(node, inside)) {
                stored.add(node);
            }
        }
        traffic.reads(members)
                .forEach((base, bytes) ->
                        reads.put(base, new Area.Read(bytes, readerOf.getOrDefault(base, members.get(0)))));
        return new Area(members, pattern, basic, reads, operands, stored, scalars);
    }

    /** The area that two would be as one. */
    Area union(Area a, Area b, Predicate<Node> inside) {
        Set<Node> operands = new LinkedHashSet<>();
        Set<Node> stored = new LinkedHashSet<>();
        Map<Node, Area.Read> reads = new LinkedHashMap<>();
        Set<Node> scalars = new LinkedHashSet<>(a.scalars());
        scalars.addAll(b.scalars());
        for (Area area : List.of(a, b)) {
            area.operands().stream()
                    .filter(operand -> !inside.test(Views.base(operand)))
                    .forEach(operands::add);
            area.stored().stream().filter(node -> leaves(node, inside)).forEach(stored::add);
            area.reads().forEach((base, read) -> {
                if (!inside.test(base)) {
                    reads.merge(base, read, Area.Read::most);
                }
            });
        }
        return new Area(
                merged(a.members(), b.members()),
                a.pattern().or(b.pattern()),
                a.basic() && b.basic(),
                reads,
                operands,
                stored,
                scalars);
    }

    private List<Node> merged(List<Node> a, List<Node> b) {
        List<Node> all = new ArrayList<>(a.size() + b.size());
        int i = 0;
        int j = 0;
        while (i < a.size() || j < b.size()) {
            boolean first = j == b.size() || (i < a.size() && position.get(a.get(i)) < position.get(b.get(j)));
            all.add(first ? a.get(i++) : b.get(j++));
        }
        return all;
    }
}
