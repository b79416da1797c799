package io.graphkernel.processor.pass;

import io.graphkernel.processor.graph.Graph;
import io.graphkernel.processor.graph.GraphBuilder;
import io.graphkernel.processor.graph.Group;
import io.graphkernel.processor.graph.Node;
import io.graphkernel.processor.graph.TypeException;
import io.graphkernel.processor.op.OpTable;
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
 * Builds a graph anew: the one loop of all passes. Nodes stay in their order, but each comes after what it reads. What takes
 * the place of a node is said in one of two ways: by a rule, which sees each node when its operands are replaced already, or
 * by a plan, in which new nodes read nodes of the old graph.
 */
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

    /** Gives what is returned in the place of a result. */
    @FunctionalInterface
    public interface ResultRule {

        /**
         * Replaces a result.
         *
         * @param result as it is in the graph
         * @param builder makes further nodes
         * @return the replacement; the node of the result to keep it
         */
        Node rewrite(Graph.Output result, GraphBuilder builder);
    }

    private final Graph graph;
    private final RuleOfOriginal rule;
    private final GraphBuilder builder = new GraphBuilder(OpTable.get());
    private final Map<Node, Node> planned = new IdentityHashMap<>();
    private final Set<Node> leftOut = Collections.newSetFromMap(new IdentityHashMap<>());
    private final Map<Node, Node> made;
    private boolean changed;

    /**
     * A rewriter with a plan to be made.
     *
     * @param graph with or without groups
     */
    public GraphRewriter(Graph graph) {
        this(graph, (original, node, builder) -> node);
    }

    private GraphRewriter(Graph graph, RuleOfOriginal rule) {
        this.graph = graph;
        this.rule = rule;
        this.made = new IdentityHashMap<>(graph.nodes().size());
        builder.parametersOf(graph.parameters());
        builder.require(graph.conditions());
        graph.tensorParameters().forEach(parameter -> made.put(parameter, parameter));
    }

    /**
     * Replaces nodes by a rule.
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
        return new GraphRewriter(graph, rule).rewritten();
    }

    /**
     * Replaces results, and nothing that the results are computed from.
     *
     * @param graph without groups
     * @param rule gives the replacement of each result
     * @return the new graph, or the same instance if nothing changed
     */
    public static Graph rewriteResults(Graph graph, ResultRule rule) {
        GraphRewriter rewriter = new GraphRewriter(graph);
        graph.nodes().forEach(rewriter::make);
        List<Graph.Output> results = graph.outputs().stream()
                .map(result -> new Graph.Output(result.name(), rule.rewrite(result, rewriter.builder)))
                .toList();
        return results.equals(graph.outputs()) ? graph : rewriter.builder.build(graph.name(), results);
    }

    /**
     * Plans to put a node in the place of another.
     *
     * @param old a node of the graph
     * @param replacement a node of the graph, or a new one that reads nodes of the graph and other new ones
     */
    public void replace(Node old, Node replacement) {
        planned.put(old, replacement);
    }

    /**
     * Plans to keep nodes only if something reads them, and then right before what reads them first.
     *
     * @param nodes of the graph
     */
    public void leaveOut(Collection<Node> nodes) {
        leftOut.addAll(nodes);
    }

    /**
     * The graph as planned.
     *
     * @return the new graph, whose groups hold what their ops have become, or the same instance if nothing is replaced
     */
    public Graph rewritten() {
        graph.nodes().stream().filter(node -> !leftOut.contains(node)).forEach(this::make);
        List<Graph.Output> results = graph.outputs().stream()
                .map(output -> new Graph.Output(output.name(), make(output.node())))
                .toList();
        if (!changed) {
            return graph;
        }
        Graph next = builder.build(graph.name(), results);
        return graph.groups().isEmpty() ? next : next.withGroups(groups(next));
    }

    /**
     * What a node has become.
     *
     * @param node of the graph, or one that was planned
     * @return empty for one that was left out
     */
    public Optional<Node> find(Node node) {
        return Optional.ofNullable(made.get(node));
    }

    private List<Group> groups(Graph next) {
        Map<Node, Integer> position = new IdentityHashMap<>();
        next.nodes().forEach(node -> position.put(node, position.size()));
        return graph.groups().stream()
                .map(group -> new Group(
                        group.name(),
                        group.nodes().stream()
                                .flatMap(node -> find(node).stream())
                                .distinct()
                                .sorted(Comparator.comparing(position::get))
                                .toList(),
                        group.launch()))
                .toList();
    }

    /** Makes a node after what it reads. */
    private Node make(Node wanted) {
        Deque<Node> open = new ArrayDeque<>(List.of(wanted));
        while (!open.isEmpty()) {
            Node node = open.peek();
            Node replacement = planned.get(node);
            Node missing = missing(replacement == null ? node.operands() : List.of(replacement));
            if (missing != null) {
                open.push(missing);
            } else {
                open.pop();
                if (!made.containsKey(node)) {
                    changed |= replacement != null;
                    made.put(node, replacement == null ? byRule(node) : made.get(replacement));
                }
            }
        }
        return made.get(wanted);
    }

    /** The first of some nodes that is not made; null if all are. */
    private Node missing(List<Node> nodes) {
        for (Node node : nodes) {
            if (!made.containsKey(node)) {
                return node;
            }
        }
        return null;
    }

    private Node byRule(Node original) {
        Node node = overReplaced(original);
        try {
            Node replacement = rule.rewrite(original, node, builder);
            changed |= replacement != original;
            return builder.add(replacement);
        } catch (TypeException e) {
            throw new IllegalStateException("rewriting " + node + ": " + e.getMessage(), e);
        }
    }

    private Node overReplaced(Node node) {
        List<Node> operands = new ArrayList<>();
        node.operands().forEach(operand -> operands.add(made.get(operand)));
        return operands.equals(node.operands()) ? node : node.withOperands(operands);
    }
}
