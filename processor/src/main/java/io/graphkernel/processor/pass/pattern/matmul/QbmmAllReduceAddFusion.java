package io.graphkernel.processor.pass.pattern.matmul;

import io.graphkernel.graph.Attributes;
import io.graphkernel.processor.pass.pattern.match.PatternMatch;
import io.graphkernel.processor.pass.pattern.match.PatternPass;

/**
 * Fuses a bias after an all-reduce of quantized matmuls: divided by the scale, it becomes the matmul's bias on the
 * first rank, and the other ranks add none. Off by default, because a bias rounded to a multiple of the scale changes
 * the result.
 */
public final class QbmmAllReduceAddFusion extends PatternPass {

    private static final String SUM = "sum";

    /** Creates the pass. */
    public QbmmAllReduceAddFusion() {
        super("inference_qbmm_allreduce_add_fusion", pattern("scale", ""), pattern("packed", QuantizedBias.UNPACKED));
    }

    private static String pattern(String scale, String unpacked) {
        return """
                matmul = QuantBatchMatmul(a, b, %s)
                sum = AllReduce(matmul)
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
    protected String condition() {
        return "The reduction is a sum, and the bias is an f16 or bf16 vector of the size of the scale, one number per column.";
    }

    @Override
    protected String standing() {
        return "a bias rounded to a multiple of the scale changes the result.";
    }

    @Override
    protected boolean applies(PatternMatch match) {
        return match.attributes(SUM).text(Attributes.REDUCE_OP).equals("SUM")
                && match.value("y").type().equals(match.value(SUM).type())
                && QuantizedBias.isPerColumn(match);
    }

    @Override
    protected Attributes attributes(PatternMatch match, String result) {
        return switch (result) {
            case "once" ->
                Attributes.NONE
                        .with(Attributes.RANK, 0L)
                        .with(Attributes.GROUP, match.attributes(SUM).text(Attributes.GROUP));
            case "biased" -> QuantizedBias.ofMatMul(match);
            case "y" -> match.attributes(SUM);
            default -> QuantizedBias.attributes(result);
        };
    }
}
