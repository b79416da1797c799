package io.graphkernel.processor.pass.pattern.matmul;

import io.graphkernel.graph.Attributes;
import io.graphkernel.graph.Node;
import io.graphkernel.graph.Shape;
import io.graphkernel.op.row.OpParameter;
import io.graphkernel.processor.loop.Views;
import io.graphkernel.processor.pass.pattern.match.PatternMatch;
import io.graphkernel.processor.pass.pattern.match.PatternPass;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * Base of fusions of scaled, masked and normalized scores that are multiplied by values into attention, which never
 * stores the scores. Subclasses differ in the scaling and in the supported masks.
 */
abstract class FlashAttention extends PatternPass {

    private static final int RANK = 4;
    private static final int ROWS = 2;

    /**
     * Scaling in a pass.
     *
     * @param line the line that computes {@code scaled}
     * @param replacement the line of the new op and preceding lines, with {@code MASK} for the mask
     */
    record Scaling(String line, String replacement) {}

    /**
     * Creates a pass.
     *
     * @param name the documented name
     * @param scalings scalings, each a pattern with keys as stored or transposed, with and without a mask
     */
    FlashAttention(String name, Scaling... scalings) {
        super(name, patterns(scalings));
    }

    private static String[] patterns(Scaling... scalings) {
        List<String> patterns = new ArrayList<>();
        for (Scaling scaling : scalings) {
            for (String matMul : List.of(
                    "scores = BatchMatMul(query, key)",
                    "transposed = Transpose(key)\nscores = BatchMatMul(query, transposed)")) {
                patterns.add(
                        pattern(matMul, scaling, "biased = Add(scaled, mask)\nweights = Softmax(biased)", "mask, "));
                patterns.add(pattern(
                        matMul,
                        scaling,
                        "biased = Add(scaled, mask)\nremoved = Equal(mask, none)\n"
                                + "visible = Select(removed, lowest, biased)\nweights = Softmax(visible)",
                        "mask, "));
                patterns.add(pattern(matMul, scaling, "weights = Softmax(scaled)", ""));
            }
        }
        return patterns.toArray(String[]::new);
    }

    private static String pattern(String matMul, Scaling scaling, String softmax, String mask) {
        return String.join(
                "\n",
                matMul,
                scaling.line(),
                softmax,
                "y = BatchMatMul(weights, value)",
                "=>",
                scaling.replacement().replace("MASK, ", mask));
    }

    @Override
    protected final boolean applies(PatternMatch match) {
        return isOfHeads(match)
                && isOverKeys(match)
                && isScaled(match)
                && (!isMasked(match) || isMask(match))
                && removesKeys(match);
    }

    /** Returns true if the operands are [batch, heads, rows, size] without broadcasting. */
    private static boolean isOfHeads(PatternMatch match) {
        Shape query = match.value("query").shape();
        Shape key = match.value("key").shape();
        return !query.isUnranked()
                && !key.isUnranked()
                && query.rank() == RANK
                && key.rank() == RANK
                && match.value("value").shape().equals(key)
                && query.dims().subList(0, ROWS).equals(key.dims().subList(0, ROWS))
                && query.dims().get(RANK - 1).equals(key.dims().get(RANK - 1));
    }

    /**
     * Returns true if scores are dot products of rows, normalized along the keys, along which the values are summed.
     */
    private static boolean isOverKeys(PatternMatch match) {
        Attributes scores = match.attributes("scores");
        Attributes result = match.attributes("y");
        Node transposed = match.value("transposed");
        long axis = match.attributes("weights").integer(Attributes.AXIS);
        return !scores.flag(Attributes.TRANSPOSE_A)
                && scores.flag(Attributes.TRANSPOSE_B) == (transposed == null)
                && (transposed == null || Views.swapsLastAxes(transposed))
                && (axis == -1 || axis == RANK - 1)
                && !result.flag(Attributes.TRANSPOSE_A)
                && !result.flag(Attributes.TRANSPOSE_B);
    }

    static boolean isMasked(PatternMatch match) {
        return match.value("mask") != null;
    }

    /** Returns true if the mask broadcasts to the scores and is supported by the pass. */
    private boolean isMask(PatternMatch match) {
        Node mask = match.value("mask");
        return !mask.isNumber()
                && match.value("biased").type().equals(match.value("scores").type())
                && supports(mask);
    }

    @Override
    public final boolean isForGradients() {
        return true;
    }

    /** Returns true if a score that is replaced is that of a removed key. */
    private static boolean removesKeys(PatternMatch match) {
        return Stream.of("none", "lowest")
                .flatMap(name -> match.values(name).stream())
                .allMatch(none ->
                        none.kind() == Node.Kind.CONSTANT && none.attributes().value() == Double.NEGATIVE_INFINITY);
    }

    /** Returns true if the scores are scaled by one number. */
    abstract boolean isScaled(PatternMatch match);

    /** Returns true if a mask is documented for the pass. */
    abstract boolean supports(Node mask);

    @Override
    protected final Attributes attributes(PatternMatch match, String result) {
        return result.equals("y") && !isMasked(match)
                ? Attributes.NONE.with(OpParameter.ABSENT, "mask")
                : Attributes.NONE;
    }
}
