package io.graphkernel.processor.pass.pattern.norm;

import io.graphkernel.graph.Attributes;
import io.graphkernel.graph.Node;
import io.graphkernel.graph.Shape;
import io.graphkernel.processor.pass.pattern.match.PatternMatch;
import io.graphkernel.processor.pass.pattern.match.PatternPass;
import java.util.ArrayList;
import java.util.List;

/** Base of recognizers of norms of the last axis written as their formulas, as model files have them. */
abstract class NormFusion extends PatternPass {

    /** Spellings of a square. */
    private static final List<String> SQUARES = List.of("square = Pow(VALUE, 2)", "square = Mul(VALUE, VALUE)");

    /** Spellings of a quotient by a square root. */
    private static final List<String> QUOTIENTS = List.of(
            "root = Sqrt(shifted)\nnormal = Div(VALUE, root)",
            "root = Sqrt(shifted)\nnormal = RealDiv(VALUE, root)",
            "root = Sqrt(shifted)\ninverse = Reciprocal(root)\nnormal = Mul(VALUE, inverse)",
            "inverse = Rsqrt(shifted)\nnormal = Mul(VALUE, inverse)");

    /**
     * Creates a pass.
     *
     * @param name name of the pass
     * @param value name of the squared and divided value
     * @param before lines that compute the value, followed by the line of the mean of squares with the result {@code
     *     variance}
     * @param after lines that read {@code normal}, followed by the arrow and the replacement
     */
    NormFusion(String name, String value, String before, String after) {
        super(name, patterns(value, before, after));
    }

    private static String[] patterns(String value, String before, String after) {
        List<String> patterns = new ArrayList<>();
        for (String square : SQUARES) {
            for (String quotient : QUOTIENTS) {
                patterns.add(String.join(
                                "\n",
                                before,
                                square,
                                "variance = ReduceMean(square)",
                                "shifted = Add(variance, epsilon)",
                                quotient,
                                after)
                        .replace("VALUE", value));
            }
        }
        return patterns.toArray(String[]::new);
    }

    @Override
    protected boolean applies(PatternMatch match) {
        Node x = match.value("x");
        Shape shape = x.shape();
        return !x.isNumber()
                && x.dtype().isFloating()
                && !shape.isUnranked()
                && shape.rank() > 0
                && isOfLastAxis(match, "variance")
                && match.value("epsilon").isNumber()
                && isVectorOf(match.value("gamma"), shape);
    }

    /** Returns true if a reduction is over the last axis and keeps it. */
    static boolean isOfLastAxis(PatternMatch match, String name) {
        Attributes attributes = match.attributes(name);
        long last = match.value("x").shape().rank() - 1L;
        List<Long> axes = attributes.longs(Attributes.AXES);
        return attributes.flag(Attributes.KEEP_DIMS) && axes.size() == 1 && (axes.get(0) == -1 || axes.get(0) == last);
    }

    /** Returns true if a value is a vector along the last axis. */
    static boolean isVectorOf(Node vector, Shape shape) {
        return !vector.isNumber()
                && !vector.shape().isUnranked()
                && vector.shape().rank() == 1
                && vector.shape().dims().get(0).equals(shape.dims().get(shape.rank() - 1));
    }
}
