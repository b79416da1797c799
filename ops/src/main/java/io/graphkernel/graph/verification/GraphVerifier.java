package io.graphkernel.graph.verification;

import io.graphkernel.graph.FusionGroup;
import io.graphkernel.graph.Graph;
import io.graphkernel.graph.Node;
import io.graphkernel.graph.TypeException;
import io.graphkernel.graph.TypeRules;
import io.graphkernel.graph.ValueType;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;

/** Verifier of the invariants of a graph. A violation is a bug in a pass, never a user error. */
public final class GraphVerifier {

    private GraphVerifier() {}

    /**
     * Verifies a graph.
     *
     * @param graph the graph
     * @param rules the type rules of the ops
     * @throws IllegalStateException if an invariant is violated, naming the node and the invariant
     */
    public static void verify(Graph graph, TypeRules rules) {
        Set<Node> defined = identitySet();
        defined.addAll(graph.tensorParameters());
        for (Node node : graph.nodes()) {
            for (Node operand : node.operands()) {
                require(
                        defined.contains(operand),
                        graph,
                        node,
                        () -> "reads " + operand + ", which is not defined before");
            }
            require(defined.add(node), graph, node, () -> "is listed twice");
            if (node.op().equals(Node.UPDATED)) {
                Node update = node.operands().get(1);
                require(
                        update.isAssign()
                                && update.updatedParameter() == node.operands().get(0),
                        graph,
                        node,
                        () -> "reads memory that " + update + " does not write");
            }
            if (node.isOperation()) {
                node.attributes().body().ifPresent(body -> verify(body, rules));
                verifyType(graph, node, rules);
            }
        }
        for (Graph.Output output : graph.outputs()) {
            require(defined.contains(output.node()), graph, output.node(), () -> "is a result but not a node");
        }
        verifyGroups(graph);
        verifyUpdates(graph, rules);
    }

    /** Verifies that each read of a parameter runs before the updates of a later version of its memory. */
    private static void verifyUpdates(Graph graph, TypeRules rules) {
        if (graph.groups().isEmpty()) {
            return;
        }
        Map<Node, FusionGroup> groups = new IdentityHashMap<>();
        Map<Node, Integer> phases = new IdentityHashMap<>();
        int phase = 0;
        for (FusionGroup group : graph.groups()) {
            phase += group.launch() == FusionGroup.Launch.TOGETHER ? 0 : 1;
            for (Node node : group.nodes()) {
                groups.put(node, group);
                phases.put(node, phase);
            }
        }
        for (UpdateOrder.Hazard hazard : UpdateOrder.hazards(graph, rules)) {
            require(
                    groups.get(hazard.reader()) == groups.get(hazard.assign())
                            || phases.get(hazard.reader()) < phases.get(hazard.assign()),
                    graph,
                    hazard.reader(),
                    () -> "runs after " + hazard.assign() + ", which overwrites what it reads");
        }
    }

    private static void verifyType(Graph graph, Node node, TypeRules rules) {
        try {
            ValueType inferred = rules.infer(node.op(), node.operands(), node.attributes());
            require(
                    inferred.equals(node.type()),
                    graph,
                    node,
                    () -> "has another type than its op infers: " + inferred);
        } catch (TypeException e) {
            throw new IllegalStateException(describe(graph, node) + e.getMessage(), e);
        }
    }

    private static void verifyGroups(Graph graph) {
        if (graph.groups().isEmpty()) {
            return;
        }
        Set<Node> computed = identitySet();
        Set<Node> atOnce = identitySet();
        for (FusionGroup group : graph.groups()) {
            if (group.launch() != FusionGroup.Launch.TOGETHER) {
                atOnce.clear();
            }
            Set<Node> before = identitySet();
            before.addAll(atOnce);
            for (Node node : group.nodes()) {
                for (Node operand : node.operands()) {
                    boolean available = !operand.isOperation() || computed.contains(operand);
                    require(available, graph, node, () -> "runs before its operand " + operand);
                    require(!before.contains(operand), graph, node, () -> "runs together with its operand " + operand);
                }
                require(computed.add(node), graph, node, () -> "is in two kernels");
                atOnce.add(node);
            }
        }
        List<Node> operations = graph.operations();
        for (Node node : operations) {
            require(computed.contains(node), graph, node, () -> "is in no kernel");
        }
        require(
                computed.size() == operations.size(),
                graph,
                null,
                () -> "a kernel holds ops that are not in the graph");
    }

    private static void require(boolean condition, Graph graph, Node node, Supplier<String> what) {
        if (!condition) {
            throw new IllegalStateException(describe(graph, node) + what.get());
        }
    }

    private static String describe(Graph graph, Node node) {
        return "graph " + graph.name() + ", " + (node == null ? "" : node + " ");
    }

    private static Set<Node> identitySet() {
        return Collections.newSetFromMap(new IdentityHashMap<>());
    }
}
