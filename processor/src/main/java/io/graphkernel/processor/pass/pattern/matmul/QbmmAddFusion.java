package io.graphkernel.processor.pass.pattern.matmul;

import io.graphkernel.graph.Attributes;
import io.graphkernel.processor.pass.pattern.match.PatternMatch;
import io.graphkernel.processor.pass.pattern.match.PatternPass;

/**
 * Fuses a bias into a quantized matmul: divided by the scale, it becomes the matmul's own i32 bias. The division runs
 * at each call, once per column, so bias and scale need not be constants. Off by default, because a bias rounded to a
 * multiple of the scale changes the result.
 */
public final class QbmmAddFusion extends PatternPass {

    /** Creates the pass. */
    public QbmmAddFusion() {
        super("inference_qbmm_add_fusion", pattern("scale", ""), pattern("packed", QuantizedBias.UNPACKED));
    }

    private static String pattern(String scale, String unpacked) {
        return """
                matmul = QuantBatchMatmul(a, b, %s)
                y = Add(matmul, bias)
                =>
                %s
                %s
                y = QuantBatchMatmul(a, b, scale, folded)
                """.formatted(scale, unpacked, QuantizedBias.FOLDED);
    }

    @Override
    protected String condition() {
        return "The bias is an f16 or bf16 vector of the size of the scale, one number per column, and the matmul has neither a bias nor per-row scales.";
    }

    @Override
    protected String standing() {
        return "a bias rounded to a multiple of the scale changes the result.";
    }

    @Override
    protected boolean applies(PatternMatch match) {
        return match.value("y").type().equals(match.value("matmul").type()) && QuantizedBias.isPerColumn(match);
    }

    @Override
    protected Attributes attributes(PatternMatch match, String result) {
        return result.equals("y") ? QuantizedBias.ofMatMul(match) : QuantizedBias.attributes(result);
    }
}
