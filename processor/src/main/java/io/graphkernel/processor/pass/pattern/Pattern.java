package io.graphkernel.processor.pass.pattern;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Several ops and what takes their place, most often one op, as text:
 *
 * <pre>
 * s = Add(x1, x2)
 * y, mean, variance = LayerNorm(s, gamma, beta, epsilon)
 * =>
 * y, mean, variance, s = AddLayerNorm(x1, x2, gamma, beta, epsilon)
 * </pre>
 *
 * <p>A name that no line gives stands for any value, the same wherever it is; a number for that number of the source.
 * Commutative ops match in both orders. What the lines after the arrow give may be read by any op, other results must
 * not be.
 *
 * @param ops each after the ops whose results it reads; the last one reads all others, directly or not
 * @param replacement the new ops, each after those whose results it reads; a result with a name of the pattern takes its
 *     place
 */
record Pattern(List<PatternOp> ops, List<PatternOp> replacement) {

    private static final String ARROW = "=>";

    Pattern {
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

    /** Whether a graph with ops of these names has all that the pattern asks for: most graphs have not. */
    boolean isOver(Set<String> names) {
        return ops.stream().allMatch(op -> names.contains(op.op()));
    }

    /** The op at which matching starts. */
    PatternOp root() {
        return ops.get(ops.size() - 1);
    }

    /** The op that gives a name; empty for any value. */
    Optional<PatternOp> giverOf(String name) {
        return giverOf(name, ops);
    }

    /** The new op that gives a name; empty for a value of the pattern. */
    Optional<PatternOp> newGiverOf(String name) {
        return giverOf(name, replacement);
    }

    private static Optional<PatternOp> giverOf(String name, List<PatternOp> ops) {
        return ops.stream().filter(op -> op.results().contains(name)).findFirst();
    }

    /** The text that {@link #parse} reads. */
    @Override
    public String toString() {
        return Stream.of(ops.stream(), Stream.of(ARROW), replacement.stream())
                .flatMap(lines -> lines)
                .map(Object::toString)
                .collect(Collectors.joining("\n"));
    }
}
