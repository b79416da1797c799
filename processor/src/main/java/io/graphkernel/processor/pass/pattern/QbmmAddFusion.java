package io.graphkernel.processor.pass.pattern;

import io.graphkernel.processor.graph.Attributes;
import io.graphkernel.processor.graph.DType;
import io.graphkernel.processor.graph.Dim;
import io.graphkernel.processor.graph.Node;
import io.graphkernel.processor.op.OpParameter;
import io.graphkernel.processor.option.Flags;

/**
 * A quantised product to whose columns a bias is added: the bias in units of the scale becomes the product's own, in i32.
 * The units are computed at each call, for each column once, so that bias and scale need not be constants. Off unless
 * asked for: a bias rounded to a multiple of the scale gives another result.
 */
public final class QbmmAddFusion extends PatternPass {

    private static final String SCALE = "scale";
    private static final String PRODUCT = "product";
    private static final String WIDE = "wide";

    /** The pass. */
    public QbmmAddFusion() {
        super("inference_qbmm_add_fusion", """
                product = QuantBatchMatmul(a, b, scale)
                y = Add(product, bias)
                =>
                wide = Cast(bias)
                units = RealDiv(wide, scale)
                whole = Round(units)
                folded = Cast(whole)
                y = QuantBatchMatmul(a, b, scale, folded)
                """, """
                product = QuantBatchMatmul(a, b, packed)
                y = Add(product, bias)
                =>
                wide = Cast(bias)
                scale = FloatOfBits(packed)
                units = RealDiv(wide, scale)
                whole = Round(units)
                folded = Cast(whole)
                y = QuantBatchMatmul(a, b, scale, folded)
                """);
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
    public boolean runsBy(Flags flags) {
        return false;
    }

    @Override
    boolean applies(PatternMatch match) {
        Node bias = match.value("bias");
        Node unpacked = match.value(SCALE);
        Node scale = unpacked == null ? match.value("packed") : unpacked;
        return scale.dtype() == (unpacked == null ? DType.I64 : DType.F32)
                && match.value("y").type().equals(match.value(PRODUCT).type())
                && bias.dtype().isHalf()
                && bias.shape().rank() == 1
                && bias.shape().equals(scale.shape())
                && bias.shape().dims().get(0).equals(columns(match.value(PRODUCT)));
    }

    private static Dim columns(Node product) {
        return product.shape().dims().get(product.shape().rank() - 1);
    }

    /** A cast saturates, which is the documented clamp. */
    @Override
    Attributes attributes(PatternMatch match, String result) {
        return switch (result) {
            case WIDE -> Attributes.NONE.with(Attributes.DTYPE, DType.F32.text());
            case "folded" -> Attributes.NONE.with(Attributes.DTYPE, DType.I32.text());
            case "y" -> match.attributes(PRODUCT).with(OpParameter.ABSENT, "perTokenScale");
            default -> Attributes.NONE;
        };
    }
}
