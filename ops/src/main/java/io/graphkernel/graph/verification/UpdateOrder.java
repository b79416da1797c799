package io.graphkernel.graph.verification;

import io.graphkernel.graph.Graph;
import io.graphkernel.graph.Node;
import io.graphkernel.graph.TypeRules;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeMap;

/**
 * The order of reads and updates of a parameter's memory. A read sees the memory after a number of updates, its version;
 * it runs before each update that creates a later version.
 */
public final class UpdateOrder {

    /**
     * A read that must run before an update.
     *
     * @param reader the op that reads the memory, or a view that is a result
     * @param operand index of the operand through which it reads
     * @param assign the update
     */
    public record Hazard(Node reader, int operand, Node assign) {}

    /** For each parameter, the updates by the version that they create. */
    private final Map<Node, NavigableMap<Integer, List<Node>>> updates = new IdentityHashMap<>();

    private final Map<Node, Integer> versions = new IdentityHashMap<>();

    private final TypeRules rules;

    private UpdateOrder(Graph graph, TypeRules rules) {
        this.rules = rules;
        for (Node assign : graph.assigns()) {
            int version = version(assign.operands().get(0)) + 1;
            versions.put(assign, version);
            updates.computeIfAbsent(assign.updatedParameter(), key -> new TreeMap<>())
                    .computeIfAbsent(version, key -> new ArrayList<>())
                    .add(assign);
        }
    }

    /**
     * Returns the reads of older versions, each with the first updates that create a later version. All other later
     * updates run after one of these, whose memory they have as target.
     *
     * @param graph with or without groups
     * @param rules the type rules of the ops
     * @return in the order of the readers
     */
    public static List<Hazard> hazards(Graph graph, TypeRules rules) {
        if (graph.assigns().isEmpty()) {
            return List.of();
        }
        UpdateOrder order = new UpdateOrder(graph, rules);
        Set<Node> results = Collections.newSetFromMap(new IdentityHashMap<>());
        graph.outputs().forEach(output -> results.add(output.node()));
        List<Hazard> hazards = new ArrayList<>();
        for (Node node : graph.operations()) {
            if (!order.isView(node) || results.contains(node)) {
                for (int i = node.isAssign() ? 1 : 0; i < node.operands().size(); i++) {
                    order.add(node, i, hazards);
                }
            }
        }
        return hazards;
    }

    private void add(Node reader, int operand, List<Hazard> hazards) {
        Node read = reader.operands().get(operand);
        Node parameter = read;
        while (isView(parameter)) {
            parameter = parameter.operands().get(0);
        }
        NavigableMap<Integer, List<Node>> byVersion = updates.get(parameter);
        if (byVersion == null) {
            return;
        }
        // An updated parameter is a result after its own update.
        int version = version(reader.op().equals(Node.UPDATED) ? reader : read);
        // Updates that create the same version are not ordered; passes remove all but the last.
        Map.Entry<Integer, List<Node>> next = byVersion.higherEntry(version);
        for (Node assign : next == null ? List.<Node>of() : next.getValue()) {
            if (assign != reader) {
                hazards.add(new Hazard(reader, operand, assign));
            }
        }
    }

    private boolean isView(Node node) {
        return node.isOperation() && rules.isView(node.op());
    }

    /** Returns the number of updates after which a view reads the memory of its parameter. */
    private int version(Node view) {
        Node node = view;
        while (node.isOperation() && !node.op().equals(Node.UPDATED)) {
            if (node.operands().isEmpty()) {
                return 0;
            }
            node = node.operands().get(0);
        }
        return node.isOperation() ? versions.getOrDefault(node.operands().get(1), 0) : 0;
    }
}
