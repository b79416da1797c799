package io.graphkernel.processor.pass.pattern.match;

import io.graphkernel.graph.Graph;
import io.graphkernel.graph.Node;
import io.graphkernel.op.OpTable;
import io.graphkernel.op.row.OpRow;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Finds the replaceable matches of patterns in one graph. */
final class PatternMatcher {

    private final Map<Node, List<Node>> readers;
    private final Set<Node> results = new HashSet<>();
    private final OpFamilies families;
    /** Positions of nodes in topological order. */
    private final Map<Node, Integer> positions = new IdentityHashMap<>();

    PatternMatcher(Graph graph) {
        readers = graph.users();
        graph.outputs().forEach(output -> results.add(output.node()));
        families = new OpFamilies(graph);
        graph.nodes().forEach(node -> positions.put(node, positions.size()));
    }

    /**
     * Returns matches that share no op.
     *
     * @param patterns patterns in order of preference
     * @param guard additional condition of a match
     */
    List<PatternMatch> matches(List<Pattern> patterns, Predicate<PatternMatch> guard) {
        List<PatternMatch> matches = new ArrayList<>();
        Set<Node> matched = new HashSet<>();
        for (Pattern pattern : patterns) {
            for (List<Node> family : families.all(pattern.root().op())) {
                at(pattern.root(), family.get(0), PatternMatch.start(pattern))
                        .filter(match -> match.inside().stream().noneMatch(matched::contains))
                        .filter(match -> isClosed(match) && guard.test(match) && !isCyclic(match))
                        .findFirst()
                        .ifPresent(match -> {
                            matched.addAll(match.inside());
                            matches.add(match);
                        });
            }
        }
        return matches;
    }

    /** Returns the possible bindings of an op of the pattern to a node. */
    private Stream<PatternMatch> at(PatternOp op, Node node, PatternMatch match) {
        List<Node> family = families.of(node);
        if (!match.found(op).isEmpty()) {
            return match.found(op) == family ? Stream.of(match) : Stream.empty();
        }
        if (!node.op().equals(op.op())) {
            return Stream.empty();
        }
        return match.with(op, family).stream()
                .flatMap(bound -> orders(op).stream().flatMap(order -> operands(order, node.operands(), bound)));
    }

    private static List<List<String>> orders(PatternOp op) {
        List<String> operands = op.operands();
        boolean commutative = operands.size() == 2
                && OpTable.get().find(op.op()).filter(OpRow::isCommutative).isPresent();
        return commutative ? List.of(operands, List.of(operands.get(1), operands.get(0))) : List.of(operands);
    }

    private Stream<PatternMatch> operands(List<String> names, List<Node> nodes, PatternMatch match) {
        if (names.isEmpty()) {
            return nodes.isEmpty() ? Stream.of(match) : Stream.empty();
        }
        List<String> remainingNames = names.subList(1, names.size());
        int maxCount = PatternOp.isVariadicName(names.get(0)) ? nodes.size() : Math.min(1, nodes.size());
        int minCount = PatternOp.isVariadicName(names.get(0)) ? 0 : 1;
        return IntStream.rangeClosed(minCount, maxCount)
                .boxed()
                .flatMap(count -> operand(names.get(0), nodes.subList(0, count), match)
                        .flatMap(bound -> operands(remainingNames, nodes.subList(count, nodes.size()), bound)));
    }

    private Stream<PatternMatch> operand(String name, List<Node> nodes, PatternMatch match) {
        if (PatternOp.isNumber(name)) {
            return isNumber(nodes.get(0), Double.parseDouble(name)) ? Stream.of(match) : Stream.empty();
        }
        Optional<PatternOp> giver = match.pattern().definitionOf(name);
        if (giver.isEmpty()) {
            return match.with(name, nodes).stream();
        }
        if (nodes.isEmpty() || !nodes.get(0).isOperation()) {
            return Stream.empty();
        }
        boolean right = giver.get().isVariadic()
                ? nodes.equals(families.of(nodes.get(0)))
                : OpFamilies.number(nodes.get(0)) == giver.get().results().indexOf(name);
        return right ? at(giver.get(), nodes.get(0), match) : Stream.empty();
    }

    private static boolean isNumber(Node node, double value) {
        return node.kind() == Node.Kind.CONSTANT && node.attributes().value() == value;
    }

    /** Returns true if all users of removed nodes are removed too. */
    private boolean isClosed(PatternMatch match) {
        Set<Node> inside = match.inside();
        return inside.stream()
                .filter(node -> !match.isReplaced(node))
                .noneMatch(node -> results.contains(node) || !inside.containsAll(readers.get(node)));
    }

    /**
     * Returns true if an operand of a new op depends on one of its results. Nodes before the first op of the match do
     * not.
     */
    private boolean isCyclic(PatternMatch match) {
        Set<Node> inside = match.inside();
        int first = inside.stream().mapToInt(positions::get).min().orElseThrow();
        Set<Node> seen = new HashSet<>();
        Deque<Node> open = new ArrayDeque<>(match.operands());
        while (!open.isEmpty()) {
            Node node = open.pop();
            if (inside.contains(node)) {
                return true;
            }
            if (positions.getOrDefault(node, 0) > first && seen.add(node)) {
                open.addAll(node.operands());
            }
        }
        return false;
    }
}
