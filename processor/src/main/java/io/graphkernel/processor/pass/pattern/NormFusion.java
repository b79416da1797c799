package io.graphkernel.processor.pass.pattern;

import io.graphkernel.processor.graph.Attributes;
import io.graphkernel.processor.graph.Node;
import io.graphkernel.processor.graph.Shape;
import java.util.ArrayList;
import java.util.List;

/** A norm of the last axis that is written as its formula, as files of models have it. */
abstract class NormFusion extends PatternPass {

    /** How a value is squared. */
    private static final List<String> SQUARES = List.of("square = Pow(VALUE, 2)", "square = Mul(VALUE, VALUE)");

    /** How a value is divided by the root of another one. */
    private static final List<String> QUOTIENTS = List.of(
            "root = Sqrt(shifted)\nnormal = Div(VALUE, root)",
            "root = Sqrt(shifted)\nnormal = RealDiv(VALUE, root)",
            "root = Sqrt(shifted)\ninverse = Reciprocal(root)\nnormal = Mul(VALUE, inverse)",
            "inverse = Rsqrt(shifted)\nnormal = Mul(VALUE, inverse)");

    /**
     * A pass.
     *
     * @param name of the pass
     * @param value what is squared and divided
     * @param before the lines that give it, and the line of the mean of the squares with its result {@code variance} after them
     * @param after the lines that read {@code normal}, and the arrow with what follows it
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
    boolean applies(PatternMatch match) {
        Node x = match.value("x");
        Shape shape = x.shape();
        return !x.isNumber()
                && x.dtype().isFloating()
                && !shape.isRankless()
                && shape.rank() > 0
                && isOfLastAxis(match, "variance")
                && match.value("epsilon").isNumber()
                && isVectorOf(match.value("gamma"), shape);
    }

    /** Whether a reduction is over the last axis, which stays. */
    static boolean isOfLastAxis(PatternMatch match, String name) {
        Attributes attributes = match.attributes(name);
        long last = match.value("x").shape().rank() - 1L;
        List<Long> axes = attributes.longs(Attributes.AXES);
        return attributes.flag(Attributes.KEEP_DIMS) && axes.size() == 1 && (axes.get(0) == -1 || axes.get(0) == last);
    }

    /** Whether a value has an element for each one of the last axis. */
    static boolean isVectorOf(Node vector, Shape shape) {
        return !vector.isNumber()
                && !vector.shape().isRankless()
                && vector.shape().rank() == 1
                && vector.shape().dims().get(0).equals(shape.dims().get(shape.rank() - 1));
    }
}
