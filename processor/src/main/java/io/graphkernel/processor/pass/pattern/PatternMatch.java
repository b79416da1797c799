package io.graphkernel.processor.pass.pattern;

import io.graphkernel.processor.graph.Attributes;
import io.graphkernel.processor.graph.Node;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** A place of a graph that has the form of a pattern. Immutable. */
final class PatternMatch {

    private final Pattern pattern;
    private final Map<String, Node> values;
    private final Map<PatternOp, List<Node>> ops;

    private PatternMatch(Pattern pattern, Map<String, Node> values, Map<PatternOp, List<Node>> ops) {
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
     * The value that a name stands for.
     *
     * @return null for a result of the pattern that the graph does not have
     */
    Node value(String name) {
        return values.get(name);
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

    /** The number of the new op's result that takes the place of a value. */
    Optional<Integer> number(Node node) {
        List<String> results = pattern.replacement().results();
        for (int i = 0; i < results.size(); i++) {
            if (values.get(results.get(i)) == node) {
                return Optional.of(i);
            }
        }
        return Optional.empty();
    }

    /** What the operands of the new op are named after. */
    List<Node> operands() {
        return pattern.replacement().operands().stream().map(values::get).toList();
    }

    /** The match with a name bound; empty if it stands for something else already. */
    Optional<PatternMatch> with(String name, Node node) {
        Node known = values.get(name);
        if (known != null) {
            return known == node ? Optional.of(this) : Optional.empty();
        }
        Map<String, Node> more = new LinkedHashMap<>(values);
        more.put(name, node);
        return Optional.of(new PatternMatch(pattern, Collections.unmodifiableMap(more), ops));
    }

    /** The match with the results of an op bound to the names in its line; empty if it has more than the line names. */
    Optional<PatternMatch> with(PatternOp op, List<Node> family) {
        Map<String, Node> more = new LinkedHashMap<>(values);
        for (Node node : family) {
            int number = OpFamilies.number(node);
            if (number >= op.results().size()) {
                return Optional.empty();
            }
            more.put(op.results().get(number), node);
        }
        Map<PatternOp, List<Node>> moreOps = new LinkedHashMap<>(ops);
        moreOps.put(op, family);
        return Optional.of(new PatternMatch(pattern, Collections.unmodifiableMap(more), moreOps));
    }
}
