package io.graphkernel.processor.pass.pattern;

import io.graphkernel.processor.graph.Attributes;
import io.graphkernel.processor.graph.Dim;
import io.graphkernel.processor.graph.Node;
import io.graphkernel.processor.graph.Shape;
import io.graphkernel.processor.loop.Views;
import io.graphkernel.processor.op.OpParameter;
import java.util.ArrayList;
import java.util.List;

/**
 * Scores of queries and keys that are scaled, masked, normalised and multiplied by values: one op that never stores the
 * scores. What these passes differ in is how the scores are scaled and which masks they know.
 */
abstract class FlashAttention extends PatternPass {

    private static final int RANK = 4;
    private static final int ROWS = 2;

    /**
     * How a pass scales.
     *
     * @param line computes {@code scaled}
     * @param replacement the line of the new op, and lines that it needs before, with {@code MASK} for the mask
     */
    record Scaling(String line, String replacement) {}

    /**
     * A pass.
     *
     * @param name the documents' name
     * @param scalings one pattern stands for each, with keys as they lie or transposed, with and without a mask
     */
    FlashAttention(String name, Scaling... scalings) {
        super(name, patterns(scalings));
    }

    private static String[] patterns(Scaling... scalings) {
        List<String> patterns = new ArrayList<>();
        for (Scaling scaling : scalings) {
            for (String product : List.of(
                    "scores = BatchMatMul(query, key)",
                    "turned = Transpose(key)\nscores = BatchMatMul(query, turned)")) {
                patterns.add(
                        pattern(product, scaling, "biased = Add(scaled, mask)\nweights = Softmax(biased)", "mask, "));
                patterns.add(pattern(product, scaling, "weights = Softmax(scaled)", ""));
            }
        }
        return patterns.toArray(String[]::new);
    }

    private static String pattern(String product, Scaling scaling, String softmax, String mask) {
        return String.join(
                "\n",
                product,
                scaling.line(),
                softmax,
                "y = BatchMatMul(weights, value)",
                "=>",
                scaling.replacement().replace("MASK, ", mask));
    }

    @Override
    final boolean applies(PatternMatch match) {
        return isOfHeads(match) && isOverKeys(match) && isScaled(match) && (!isMasked(match) || isMask(match));
    }

    /** Whether the operands are [batch, heads, rows, size], nothing is broadcast between them, and there are several rows. */
    private static boolean isOfHeads(PatternMatch match) {
        Shape query = match.value("query").shape();
        Shape key = match.value("key").shape();
        return !query.isRankless()
                && !key.isRankless()
                && query.rank() == RANK
                && key.rank() == RANK
                && match.value("value").shape().equals(key)
                && query.dims().subList(0, ROWS).equals(key.dims().subList(0, ROWS))
                && query.dims().get(RANK - 1).equals(key.dims().get(RANK - 1))
                && !query.dims().get(ROWS).equals(Dim.ONE);
    }

    /** Whether scores are products of rows with rows, normalised along the keys, along which the values are summed. */
    private static boolean isOverKeys(PatternMatch match) {
        Attributes scores = match.attributes("scores");
        Attributes result = match.attributes("y");
        Node turned = match.value("turned");
        long axis = match.attributes("weights").integer(Attributes.AXIS);
        return !scores.flag(Attributes.TRANSPOSE_A)
                && scores.flag(Attributes.TRANSPOSE_B) == (turned == null)
                && (turned == null || Views.swapsLastAxes(turned))
                && (axis == -1 || axis == RANK - 1)
                && !result.flag(Attributes.TRANSPOSE_A)
                && !result.flag(Attributes.TRANSPOSE_B);
    }

    static boolean isMasked(PatternMatch match) {
        return match.value("mask") != null;
    }

    /** Whether the mask broadcasts to the scores, and is one that the pass knows. */
    private boolean isMask(PatternMatch match) {
        Node mask = match.value("mask");
        return !mask.isNumber()
                && match.value("biased").type().equals(match.value("scores").type())
                && knows(mask);
    }

    /** That of the op has no memory for the scores either. */
    @Override
    public final boolean isForGradients() {
        return true;
    }

    /** Whether the scores are scaled by one number. */
    abstract boolean isScaled(PatternMatch match);

    /** Whether a mask is one of those that the pass is documented for. */
    abstract boolean knows(Node mask);

    @Override
    final Attributes attributes(PatternMatch match, String result) {
        return result.equals("y") && !isMasked(match)
                ? Attributes.NONE.with(OpParameter.ABSENT, "mask")
                : Attributes.NONE;
    }
}
