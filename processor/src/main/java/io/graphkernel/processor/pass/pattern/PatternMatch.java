package io.graphkernel.processor.pass.pattern;

import io.graphkernel.processor.graph.Attributes;
import io.graphkernel.processor.graph.Node;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** A place of a graph that has the structure of a pattern. Immutable. */
final class PatternMatch {

    private final Pattern pattern;
    private final Map<String, List<Node>> values;
    private final Map<PatternOp, List<Node>> ops;

    private PatternMatch(Pattern pattern, Map<String, List<Node>> values, Map<PatternOp, List<Node>> ops) {
        this.pattern = pattern;
        this.values = values;
        this.ops = ops;
    }

    /** Nothing is bound yet. */
    static PatternMatch start(Pattern pattern) {
        return new PatternMatch(pattern, Map.of(), Map.of());
    }

    Pattern pattern() {
        return pattern;
    }

    /**
     * The value that a name stands for, the first of equal ones.
     *
     * @return null for a result of the pattern that the graph does not have
     */
    Node value(String name) {
        List<Node> bound = values(name);
        return bound.isEmpty() ? null : bound.get(0);
    }

    /**
     * The values that a name stands for: equal ones if the graph has an op twice, several if the name says so; none for a
     * result of the pattern that the graph does not have.
     */
    List<Node> values(String name) {
        return values.getOrDefault(name, List.of());
    }

    /** The attributes of the op that gives a result, without the number of the result. */
    Attributes attributes(String result) {
        Node node = found(pattern.giverOf(result).orElseThrow()).get(0);
        return node.attributes().without(Attributes.OUTPUT);
    }

    /** The results of an op of the pattern that the graph has; empty if it is not bound. */
    List<Node> found(PatternOp op) {
        return ops.getOrDefault(op, List.of());
    }

    /** All ops that would vanish. */
    Set<Node> inside() {
        Set<Node> inside = new HashSet<>();
        ops.values().forEach(inside::addAll);
        return inside;
    }

    /** Whether a new op gives a value. */
    boolean isReplaced(Node node) {
        return pattern.replacement().stream()
                .flatMap(op -> op.results().stream())
                .anyMatch(result -> values(result).contains(node));
    }

    /** The values of the pattern that new ops read. */
    List<Node> operands() {
        return pattern.replacement().stream()
                .flatMap(op -> op.operands().stream())
                .filter(name -> pattern.newGiverOf(name).isEmpty())
                .flatMap(name -> values(name).stream())
                .toList();
    }

    /** The match with a name bound; empty if it stands for something else already. */
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
     * The match with the results of an op bound to the names in its line. Results of one number are equal: the op is called
     * twice, and all of them have the name.
     *
     * @return empty if the op has more results than the line names, or is called twice where one name stands for all
     */
    Optional<PatternMatch> with(PatternOp op, List<Node> family) {
        Map<Integer, List<Node>> byNumber =
                family.stream().collect(Collectors.groupingBy(OpFamilies::number, TreeMap::new, Collectors.toList()));
        Map<String, List<Node>> more = new LinkedHashMap<>(values);
        if (op.givesSeveral()) {
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
