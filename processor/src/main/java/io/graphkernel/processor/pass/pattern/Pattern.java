package io.graphkernel.processor.pass.pattern;

import java.util.List;
import java.util.Optional;

/**
 * Several ops and the one that takes their place, as text:
 *
 * <pre>
 * s = Add(x1, x2)
 * y, mean, variance = LayerNorm(s, gamma, beta, epsilon)
 * =>
 * y, mean, variance, s = AddLayerNorm(x1, x2, gamma, beta, epsilon)
 * </pre>
 *
 * <p>A name that no line gives stands for any value, the same wherever it stands; a number for that number of the source.
 * Commutative ops match in both orders. What the last line gives may be read by any op, other results must not be.
 *
 * @param ops each after the ops whose results it reads; the last one reads all others, directly or not
 * @param replacement the new op; its results are some of those of the pattern
 */
record Pattern(List<PatternOp> ops, PatternOp replacement) {

    private static final String ARROW = "=>";

    Pattern {
        ops = List.copyOf(ops);
    }

    static Pattern parse(String text) {
        List<String> lines =
                text.lines().map(String::strip).filter(line -> !line.isEmpty()).toList();
        int arrow = lines.indexOf(ARROW);
        return new Pattern(
                lines.subList(0, arrow).stream().map(PatternOp::parse).toList(), PatternOp.parse(lines.get(arrow + 1)));
    }

    /** The op at which matching starts. */
    PatternOp root() {
        return ops.get(ops.size() - 1);
    }

    /** The op that gives a name; empty for any value. */
    Optional<PatternOp> giverOf(String name) {
        return ops.stream().filter(op -> op.results().contains(name)).findFirst();
    }
}
