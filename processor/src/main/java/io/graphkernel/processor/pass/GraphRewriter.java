package io.graphkernel.processor.pass;

import io.graphkernel.graph.FusionGroup;
import io.graphkernel.graph.Graph;
import io.graphkernel.graph.GraphBuilder;
import io.graphkernel.graph.Loop;
import io.graphkernel.graph.Node;
import io.graphkernel.graph.TypeException;
import io.graphkernel.op.OpTable;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Rebuilds a graph with replaced nodes, shared by all passes. The order of nodes is kept, except that operands come
 * first.
 *
 * <p>Replacements come either from a rule or from a plan. A rule sees each node after its operands were replaced. New
 * nodes of a plan read nodes of the original graph.
 */
public final class GraphRewriter {

    /** Replacement rule for one node. */
    @FunctionalInterface
    public interface Rule {

        /**
         * Replaces a node.
         *
         * @param node the node, whose operands were replaced
         * @param builder builder of additional nodes
         * @return the replacement; the node itself to keep it
         * @throws TypeException if a replacement is ill-typed, which is a bug of the pass
         */
        Node rewrite(Node node, GraphBuilder builder) throws TypeException;
    }

    /** Replacement rule for one node that also sees the original node. */
    @FunctionalInterface
    public interface RuleWithOriginal {

        /**
         * Replaces a node.
         *
         * @param original the node in the original graph
         * @param node the node with replaced operands
         * @param builder builder of additional nodes
         * @return the replacement; the node itself to keep it
         * @throws TypeException if a replacement is ill-typed, which is a bug of the pass
         */
        Node rewrite(Node original, Node node, GraphBuilder builder) throws TypeException;
    }

    /** Replacement rule for results. */
    @FunctionalInterface
    public interface ResultRule {

        /**
         * Replaces a result.
         *
         * @param result the result in the graph
         * @param builder builder of additional nodes
         * @return the replacement; the result's node to keep it
         */
        Node rewrite(Graph.Output result, GraphBuilder builder);
    }

    private final Graph graph;
    private final RuleWithOriginal rule;
    private final GraphBuilder builder = new GraphBuilder(OpTable.get());
    private final Map<Node, Node> planned = new IdentityHashMap<>();
    private final Set<Node> leftOut = Collections.newSetFromMap(new IdentityHashMap<>());
    private final Map<Node, Node> rebuilt;
    private boolean changed;

    /**
     * Creates a rewriter with an empty plan.
     *
     * @param graph with or without groups
     */
    public GraphRewriter(Graph graph) {
        this(graph, (original, node, builder) -> node);
    }

    private GraphRewriter(Graph graph, RuleWithOriginal rule) {
        this.graph = graph;
        this.rule = rule;
        this.rebuilt = new IdentityHashMap<>(graph.nodes().size());
        builder.parametersOf(graph.parameters());
        builder.require(graph.conditions());
        builder.loopIndices().reserve(Loop.indices(graph));
        graph.tensorParameters().forEach(parameter -> rebuilt.put(parameter, parameter));
    }

    /**
     * Replaces nodes by a rule.
     *
     * @param graph without groups
     * @param rule replacement rule
     * @return the new graph, or the same instance if nothing changed
     */
    public static Graph rewrite(Graph graph, Rule rule) {
        return rewriteWithOriginal(graph, (original, node, builder) -> rule.rewrite(node, builder));
    }

    /**
     * Replaces nodes by a rule that sees the original nodes.
     *
     * @param graph without groups
     * @param rule replacement rule
     * @return the new graph, or the same instance if nothing changed
     */
    public static Graph rewriteWithOriginal(Graph graph, RuleWithOriginal rule) {
        return new GraphRewriter(graph, rule).rewritten();
    }

    /**
     * Replaces only results, not the nodes that they depend on.
     *
     * @param graph without groups
     * @param rule replacement rule
     * @return the new graph, or the same instance if nothing changed
     */
    public static Graph rewriteResults(Graph graph, ResultRule rule) {
        GraphRewriter rewriter = new GraphRewriter(graph);
        graph.nodes().forEach(rewriter::rebuild);
        List<Graph.Output> results = graph.outputs().stream()
                .map(result -> new Graph.Output(result.name(), rule.rewrite(result, rewriter.builder)))
                .toList();
        return results.equals(graph.outputs()) ? graph : rewriter.builder.build(graph.name(), results);
    }

    /**
     * Plans the replacement of a node.
     *
     * @param old a node of the graph
     * @param replacement a node of the graph, or a new one that reads nodes of the graph and other new ones
     */
    public void replace(Node old, Node replacement) {
        planned.put(old, replacement);
    }

    /**
     * Plans to keep nodes only if they are read, placed before their first reader.
     *
     * @param nodes nodes of the graph
     */
    public void keepOnlyIfRead(Collection<Node> nodes) {
        leftOut.addAll(nodes);
    }

    /**
     * Rebuilds the graph as planned.
     *
     * @return the new graph, whose groups contain the replacements of their ops; the same instance if nothing is
     *     replaced
     */
    public Graph rewritten() {
        graph.nodes().stream().filter(node -> !leftOut.contains(node)).forEach(this::rebuild);
        List<Graph.Output> results = graph.outputs().stream()
                .map(output -> new Graph.Output(output.name(), rebuild(output.node())))
                .toList();
        if (!changed) {
            return graph;
        }
        Graph next = builder.build(graph.name(), results);
        return graph.groups().isEmpty() ? next : next.withGroups(groups(next));
    }

    /**
     * Returns the replacement of a node.
     *
     * @param node a node of the graph, or a planned one
     * @return empty for a removed node
     */
    public Optional<Node> find(Node node) {
        return Optional.ofNullable(rebuilt.get(node));
    }

    private List<FusionGroup> groups(Graph next) {
        Map<Node, Integer> position = new IdentityHashMap<>();
        next.nodes().forEach(node -> position.put(node, position.size()));
        return graph.groups().stream()
                .map(group -> new FusionGroup(
                        group.name(),
                        group.nodes().stream()
                                .flatMap(node -> find(node).stream())
                                .distinct()
                                .sorted(Comparator.comparing(position::get))
                                .toList(),
                        group.launch()))
                .toList();
    }

    /** Rebuilds a node after its operands. */
    private Node rebuild(Node root) {
        Deque<Node> open = new ArrayDeque<>(List.of(root));
        while (!open.isEmpty()) {
            Node node = open.peek();
            Node replacement = planned.get(node);
            Node missing = missing(replacement == null ? node.operands() : List.of(replacement));
            if (missing != null) {
                open.push(missing);
            } else {
                open.pop();
                if (!rebuilt.containsKey(node)) {
                    changed |= replacement != null;
                    rebuilt.put(node, replacement == null ? byRule(node) : rebuilt.get(replacement));
                }
            }
        }
        return rebuilt.get(root);
    }

    /** Returns the first node that is not yet rebuilt; null if there is none. */
    private Node missing(List<Node> nodes) {
        for (Node node : nodes) {
            if (!rebuilt.containsKey(node)) {
                return node;
            }
        }
        return null;
    }

    private Node byRule(Node original) {
        Node node = withRebuiltOperands(original);
        try {
            Node replacement = rule.rewrite(original, node, builder);
            changed |= replacement != original;
            return builder.add(replacement);
        } catch (TypeException e) {
            throw new IllegalStateException("rewriting " + node + ": " + e.getMessage(), e);
        }
    }

    private Node withRebuiltOperands(Node node) {
        List<Node> operands = new ArrayList<>();
        node.operands().forEach(operand -> operands.add(rebuilt.get(operand)));
        return operands.equals(node.operands()) ? node : node.withOperands(operands);
    }
}
