package io.graphkernel.processor.pass.pattern.match;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Several ops and their replacement, most often one op, as text.
 *
 * <pre>
 * s = Add(x1, x2)
 * y, mean, variance = LayerNorm(s, gamma, beta, epsilon)
 * =>
 * y, mean, variance, s = AddLayerNorm(x1, x2, gamma, beta, epsilon)
 * </pre>
 *
 * <p>A name that no line defines matches any value, the same at each occurrence; a number matches that constant.
 * Commutative ops match in both orders. The results of lines after the arrow may have other users, other matched values
 * must not.
 *
 * @param ops matched ops in topological order; the last one depends on all others
 * @param replacement new ops in topological order; a result with a name of the pattern replaces that value
 */
public record Pattern(List<PatternOp> ops, List<PatternOp> replacement) {

    private static final String ARROW = "=>";

    public Pattern {
        ops = List.copyOf(ops);
        replacement = List.copyOf(replacement);
    }

    static Pattern parse(String text) {
        List<String> lines =
                text.lines().map(String::strip).filter(line -> !line.isEmpty()).toList();
        int arrow = lines.indexOf(ARROW);
        return new Pattern(parsed(lines.subList(0, arrow)), parsed(lines.subList(arrow + 1, lines.size())));
    }

    private static List<PatternOp> parsed(List<String> lines) {
        return lines.stream().map(PatternOp::parse).toList();
    }

    /** Returns true if a graph with ops of these names may match; most graphs do not. */
    boolean isOver(Set<String> names) {
        return ops.stream().allMatch(op -> names.contains(op.op()));
    }

    /** Returns the op at which matching starts. */
    PatternOp root() {
        return ops.get(ops.size() - 1);
    }

    /** Returns the op that defines a name; empty for any value. */
    public Optional<PatternOp> definitionOf(String name) {
        return definitionOf(name, ops);
    }

    /** Returns the new op that defines a name; empty for a value of the pattern. */
    public Optional<PatternOp> newDefinitionOf(String name) {
        return definitionOf(name, replacement);
    }

    private static Optional<PatternOp> definitionOf(String name, List<PatternOp> ops) {
        return ops.stream().filter(op -> op.results().contains(name)).findFirst();
    }

    /** Returns the text that {@link #parse} reads. */
    @Override
    public String toString() {
        return Stream.of(ops.stream(), Stream.of(ARROW), replacement.stream())
                .flatMap(lines -> lines)
                .map(Object::toString)
                .collect(Collectors.joining("\n"));
    }
}
