package io.graphkernel.processor.pass.pattern;

import io.graphkernel.processor.graph.Attributes;

/**
 * A quantised product to whose columns a bias is added: the bias in units of the scale becomes the product's own, in i32.
 * The units are computed at each call, for each column once, so that bias and scale need not be constants. Off unless
 * asked for: a bias rounded to a multiple of the scale gives another result.
 */
public final class QbmmAddFusion extends PatternPass {

    /** The pass. */
    public QbmmAddFusion() {
        super("inference_qbmm_add_fusion", pattern("scale", ""), pattern("packed", QuantizedBias.UNPACKED));
    }

    private static String pattern(String scale, String unpacked) {
        return """
                product = QuantBatchMatmul(a, b, %s)
                y = Add(product, bias)
                =>
                %s
                %s
                y = QuantBatchMatmul(a, b, scale, folded)
                """.formatted(scale, unpacked, QuantizedBias.FOLDED);
    }

    @Override
    String condition() {
        return "The bias is an f16 or bf16 vector as long as the scale, one number for each column, and the product has neither a bias nor a scale for each row.";
    }

    @Override
    String standing() {
        return "a bias rounded to a multiple of the scale gives another result.";
    }

    @Override
    boolean applies(PatternMatch match) {
        return match.value("y").type().equals(match.value("product").type()) && QuantizedBias.isPerColumn(match);
    }

    @Override
    Attributes attributes(PatternMatch match, String result) {
        return result.equals("y") ? QuantizedBias.ofProduct(match) : QuantizedBias.attributes(result);
    }
}
