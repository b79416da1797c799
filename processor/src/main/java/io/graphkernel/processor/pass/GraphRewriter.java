package io.graphkernel.processor.pass;

import io.graphkernel.processor.graph.Graph;
import io.graphkernel.processor.graph.GraphBuilder;
import io.graphkernel.processor.graph.Node;
import io.graphkernel.processor.graph.TypeException;
import io.graphkernel.processor.op.OpTable;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;

/** Rebuilds a graph node by node. Groups do not survive: passes that rewrite nodes run before fusion. */
public final class GraphRewriter {

    /** Gives the replacement of one node. */
    @FunctionalInterface
    public interface Rule {

        /**
         * Replaces a node.
         *
         * @param node its operands are replaced already
         * @param builder makes further nodes
         * @return the replacement; the node itself to keep it
         * @throws TypeException if a replacement can't be built, which is a defect of the pass
         */
        Node rewrite(Node node, GraphBuilder builder) throws TypeException;
    }

    /** Gives the replacement of one node, knowing what it was in the graph that is rewritten. */
    @FunctionalInterface
    public interface RuleOfOriginal {

        /**
         * Replaces a node.
         *
         * @param original the node in the graph that is rewritten
         * @param node the same with operands that are replaced already
         * @param builder makes further nodes
         * @return the replacement; the node itself to keep it
         * @throws TypeException if a replacement can't be built, which is a defect of the pass
         */
        Node rewrite(Node original, Node node, GraphBuilder builder) throws TypeException;
    }

    private GraphRewriter() {}

    /**
     * Replaces nodes.
     *
     * @param graph without groups
     * @param rule gives the replacement of each node
     * @return the new graph, or the same instance if nothing changed
     */
    public static Graph rewrite(Graph graph, Rule rule) {
        return rewriteKnowing(graph, (original, node, builder) -> rule.rewrite(node, builder));
    }

    /**
     * Replaces nodes by a rule that asks what they were.
     *
     * @param graph without groups
     * @param rule gives the replacement of each node
     * @return the new graph, or the same instance if nothing changed
     */
    public static Graph rewriteKnowing(Graph graph, RuleOfOriginal rule) {
        GraphBuilder builder = new GraphBuilder(OpTable.get());
        builder.parametersOf(graph.parameters());
        builder.require(graph.conditions());
        Map<Node, Node> replacements = new IdentityHashMap<>();
        boolean changed = false;
        for (Node node : graph.nodes()) {
            List<Node> operands = node.operands().stream()
                    .map(operand -> replacements.getOrDefault(operand, operand))
                    .toList();
            Node current = same(operands, node.operands()) ? node : node.withOperands(operands);
            Node replacement = rewrite(rule, node, current, builder);
            changed |= replacement != node;
            replacements.put(node, builder.add(replacement));
        }
        if (!changed) {
            return graph;
        }
        List<Graph.Output> outputs = graph.outputs().stream()
                .map(output -> new Graph.Output(output.name(), replacements.getOrDefault(output.node(), output.node())))
                .toList();
        return builder.build(graph.name(), outputs);
    }

    private static Node rewrite(RuleOfOriginal rule, Node original, Node node, GraphBuilder builder) {
        try {
            return rule.rewrite(original, node, builder);
        } catch (TypeException e) {
            throw new IllegalStateException("rewriting " + node + ": " + e.getMessage(), e);
        }
    }

    private static boolean same(List<Node> a, List<Node> b) {
        for (int i = 0; i < a.size(); i++) {
            if (a.get(i) != b.get(i)) {
                return false;
            }
        }
        return true;
    }
}
