package io.graphkernel.processor.pass.pattern.norm;

import io.graphkernel.graph.Attributes;
import io.graphkernel.processor.pass.pattern.match.PatternMatch;
import io.graphkernel.processor.pass.pattern.match.PatternPass;

/**
 * Fuses a sum, its RMS norm and the quantization to int8 into one op, which also returns the sum and the normalized
 * values.
 */
public final class AddRmsNormQuantFusion extends PatternPass {

    /** Creates the pass. */
    public AddRmsNormQuantFusion() {
        super("add_rms_norm_quant_fusion", """
                s = Add(x1, x2)
                y, rstd = RmsNorm(s, gamma, epsilon)
                q = QuantV2(y, scale, offset)
                =>
                q, y, s = AddRmsNormQuant(x1, x2, gamma, scale, offset, epsilon)
                """);
    }

    @Override
    protected String condition() {
        return "x1 and x2 are tensors of one dtype and shape; gamma is a vector, scale and offset are "
                + "vectors of the same size or of rank 0; rstd is unused.";
    }

    @Override
    protected boolean applies(PatternMatch match) {
        return haveSameType(match.value("x1"), match.value("x2")) && RmsNormQuantFusion.isPerColumn(match);
    }

    @Override
    protected Attributes attributes(PatternMatch match, String result) {
        return match.attributes("y");
    }
}
