package io.graphkernel.processor.pass.pattern;

import io.graphkernel.processor.graph.Attributes;

/**
 * Quantised products that are summed over a group of ranks, with a bias after the sum: the bias in units of the scale
 * becomes that of the product on the first rank, and the other ranks add none. Off unless asked for: a bias rounded to a
 * multiple of the scale gives another result.
 */
public final class QbmmAllReduceAddFusion extends PatternPass {

    private static final String SUM = "sum";

    /** The pass. */
    public QbmmAllReduceAddFusion() {
        super("inference_qbmm_allreduce_add_fusion", pattern("scale", ""), pattern("packed", QuantizedBias.UNPACKED));
    }

    private static String pattern(String scale, String unpacked) {
        return """
                product = QuantBatchMatmul(a, b, %s)
                sum = AllReduce(product)
                y = Add(sum, bias)
                =>
                %s
                %s
                once = OnRank(folded)
                biased = QuantBatchMatmul(a, b, scale, once)
                y = AllReduce(biased)
                """.formatted(scale, unpacked, QuantizedBias.FOLDED);
    }

    @Override
    String condition() {
        return "Ranks are summed, and the bias is an f16 or bf16 vector as long as the scale, one number for each column.";
    }

    @Override
    String standing() {
        return "a bias rounded to a multiple of the scale gives another result.";
    }

    @Override
    boolean applies(PatternMatch match) {
        return match.attributes(SUM).text(Attributes.REDUCE_OP).equals("SUM")
                && match.value("y").type().equals(match.value(SUM).type())
                && QuantizedBias.isPerColumn(match);
    }

    @Override
    Attributes attributes(PatternMatch match, String result) {
        return switch (result) {
            case "once" ->
                Attributes.NONE
                        .with(Attributes.RANK, 0L)
                        .with(Attributes.GROUP, match.attributes(SUM).text(Attributes.GROUP));
            case "biased" -> QuantizedBias.ofProduct(match);
            case "y" -> match.attributes(SUM);
            default -> QuantizedBias.attributes(result);
        };
    }
}
