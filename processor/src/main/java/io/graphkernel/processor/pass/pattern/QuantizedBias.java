package io.graphkernel.processor.pass.pattern;

import io.graphkernel.processor.graph.Attributes;
import io.graphkernel.processor.graph.DType;
import io.graphkernel.processor.graph.Dim;
import io.graphkernel.processor.graph.Node;
import io.graphkernel.processor.op.OpParameter;
import java.util.List;

/**
 * A bias in units of the scale of a quantised product, in i32, as {@code QuantBatchMatmul} adds it before it scales. In
 * patterns the product is {@code product}, its scale {@code scale} or, in i64, {@code packed}, the bias {@code bias}.
 */
final class QuantizedBias {

    /** The line that unpacks a scale of i64. */
    static final String UNPACKED = "scale = FloatOfBits(packed)\n";

    /** The lines that give the bias in units of the scale, {@code folded}. */
    static final String FOLDED = """
            wide = Cast(bias)
            units = RealDiv(wide, scale)
            whole = Round(units)
            folded = Cast(whole)
            """;

    private QuantizedBias() {}

    /** Whether the bias is one number of 16 bits for each column of the product, as is the scale. */
    static boolean isPerColumn(PatternMatch match) {
        Node bias = match.value("bias");
        Node packed = match.value("packed");
        Node scale = packed == null ? match.value("scale") : packed;
        List<Dim> dims = match.value("product").shape().dims();
        return scale.dtype() == (packed == null ? DType.F32 : DType.I64)
                && bias.dtype().isHalf()
                && bias.shape().rank() == 1
                && bias.shape().equals(scale.shape())
                && bias.shape().dims().get(0).equals(dims.get(dims.size() - 1));
    }

    /** The attributes of an op of the lines above, which have a result of this name. A cast saturates: the documented clamp. */
    static Attributes attributes(String result) {
        return switch (result) {
            case "wide" -> Attributes.NONE.with(Attributes.DTYPE, DType.F32.text());
            case "folded" -> Attributes.NONE.with(Attributes.DTYPE, DType.I32.text());
            default -> Attributes.NONE;
        };
    }

    /** The attributes of the product with the bias for its own. */
    static Attributes ofProduct(PatternMatch match) {
        return match.attributes("product").with(OpParameter.ABSENT, "perTokenScale");
    }
}
