package io.graphkernel.processor.pass.pattern.match;

import io.graphkernel.graph.Attributes;
import io.graphkernel.graph.Node;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** An immutable binding of a pattern to nodes of a graph. */
public final class PatternMatch {

    private final Pattern pattern;
    private final Map<String, List<Node>> values;
    private final Map<PatternOp, List<Node>> ops;

    private PatternMatch(Pattern pattern, Map<String, List<Node>> values, Map<PatternOp, List<Node>> ops) {
        this.pattern = pattern;
        this.values = values;
        this.ops = ops;
    }

    /** Returns the empty match. */
    static PatternMatch start(Pattern pattern) {
        return new PatternMatch(pattern, Map.of(), Map.of());
    }

    public Pattern pattern() {
        return pattern;
    }

    /**
     * Returns the value bound to a name, the first of equal ones.
     *
     * @return null for a result of the pattern that is not in the graph
     */
    public Node value(String name) {
        List<Node> bound = values(name);
        return bound.isEmpty() ? null : bound.get(0);
    }

    /**
     * Returns the values bound to a name. There are several for a variadic name, or if the graph has an op twice; none
     * for a result of the pattern that is not in the graph.
     */
    public List<Node> values(String name) {
        return values.getOrDefault(name, List.of());
    }

    /** Returns the attributes of the op of a result, without the result's index. */
    public Attributes attributes(String result) {
        Node node = found(pattern.definitionOf(result).orElseThrow()).get(0);
        return node.attributes().without(Attributes.OUTPUT);
    }

    /** Returns the results of an op of the pattern in the graph; empty if it is unbound. */
    public List<Node> found(PatternOp op) {
        return ops.getOrDefault(op, List.of());
    }

    /** Returns all ops that would be removed. */
    public Set<Node> inside() {
        Set<Node> inside = new HashSet<>();
        ops.values().forEach(inside::addAll);
        return inside;
    }

    /** Returns true if a new op replaces a value. */
    boolean isReplaced(Node node) {
        return pattern.replacement().stream()
                .flatMap(op -> op.results().stream())
                .anyMatch(result -> values(result).contains(node));
    }

    /** Returns the values of the pattern that new ops read. */
    public List<Node> operands() {
        return pattern.replacement().stream()
                .flatMap(op -> op.operands().stream())
                .filter(name -> pattern.newDefinitionOf(name).isEmpty())
                .flatMap(name -> values(name).stream())
                .toList();
    }

    /** Returns the match with a name bound; empty if it is bound differently already. */
    Optional<PatternMatch> with(String name, List<Node> nodes) {
        List<Node> known = values.get(name);
        if (known != null) {
            return known.equals(nodes) ? Optional.of(this) : Optional.empty();
        }
        Map<String, List<Node>> more = new LinkedHashMap<>(values);
        more.put(name, nodes);
        return Optional.of(new PatternMatch(pattern, more, ops));
    }

    /**
     * Returns the match with the results of an op bound to the names in its line. Results with equal index belong to
     * equal calls and are bound to one name.
     *
     * @return empty if the op has more results than the line, or equal calls where a variadic name is used
     */
    Optional<PatternMatch> with(PatternOp op, List<Node> family) {
        Map<Integer, List<Node>> byNumber =
                family.stream().collect(Collectors.groupingBy(OpFamilies::number, TreeMap::new, Collectors.toList()));
        Map<String, List<Node>> more = new LinkedHashMap<>(values);
        if (op.isVariadic()) {
            if (byNumber.size() < family.size()) {
                return Optional.empty();
            }
            more.put(op.results().get(0), family);
        } else {
            for (Map.Entry<Integer, List<Node>> equal : byNumber.entrySet()) {
                if (equal.getKey() >= op.results().size()) {
                    return Optional.empty();
                }
                more.put(op.results().get(equal.getKey()), equal.getValue());
            }
        }
        Map<PatternOp, List<Node>> moreOps = new LinkedHashMap<>(ops);
        moreOps.put(op, family);
        return Optional.of(new PatternMatch(pattern, more, moreOps));
    }
}
