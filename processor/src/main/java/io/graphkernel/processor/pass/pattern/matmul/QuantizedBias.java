package io.graphkernel.processor.pass.pattern.matmul;

import io.graphkernel.graph.Attributes;
import io.graphkernel.graph.DataType;
import io.graphkernel.graph.Dim;
import io.graphkernel.graph.Node;
import io.graphkernel.op.row.OpParameter;
import io.graphkernel.processor.pass.pattern.match.PatternMatch;
import java.util.List;

/**
 * A bias in multiples of the scale of a quantized matmul, in i32, as {@code QuantBatchMatmul} adds it before scaling.
 * In patterns the matmul is {@code matmul}, its scale {@code scale} or, in i64, {@code packed}, the bias {@code bias}.
 */
final class QuantizedBias {

    /** Line that unpacks an i64 scale. */
    static final String UNPACKED = "scale = FloatOfBits(packed)\n";

    /** Lines that compute the bias in multiples of the scale, {@code folded}. */
    static final String FOLDED = """
            wide = Cast(bias)
            units = RealDiv(wide, scale)
            whole = Round(units)
            folded = Cast(whole)
            """;

    private QuantizedBias() {}

    /** Returns true if bias and scale are 16-bit vectors with one number per column. */
    static boolean isPerColumn(PatternMatch match) {
        Node bias = match.value("bias");
        Node packed = match.value("packed");
        Node scale = packed == null ? match.value("scale") : packed;
        List<Dim> dims = match.value("matmul").shape().dims();
        return scale.dtype() == (packed == null ? DataType.F32 : DataType.I64)
                && bias.dtype().isHalf()
                && bias.shape().rank() == 1
                && bias.shape().equals(scale.shape())
                && bias.shape().dims().get(0).equals(dims.get(dims.size() - 1));
    }

    /**
     * Returns the attributes of an op of the lines above with this result. A cast saturates, as the documented clamp
     * does.
     */
    static Attributes attributes(String result) {
        return switch (result) {
            case "wide" -> Attributes.NONE.with(Attributes.DTYPE, DataType.F32.text());
            case "folded" -> Attributes.NONE.with(Attributes.DTYPE, DataType.I32.text());
            default -> Attributes.NONE;
        };
    }

    /** Returns the attributes of the matmul with the bias included. */
    static Attributes ofMatMul(PatternMatch match) {
        return match.attributes("matmul").with(OpParameter.ABSENT, "perTokenScale");
    }
}
