package io.graphkernel.processor.pass.pattern;

import io.graphkernel.processor.graph.Attributes;

/** A sum that is normalised and quantised to i8: one op, which also gives the sum and the normalised values. */
public final class AddRmsNormQuantFusion extends PatternPass {

    /** The pass. */
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
    String condition() {
        return "x1 and x2 are tensors of one dtype and shape; gamma is a vector, scale and offset are "
                + "vectors as long or of rank 0; nobody reads rstd.";
    }

    @Override
    boolean applies(PatternMatch match) {
        return areAlike(match.value("x1"), match.value("x2")) && RmsNormQuantFusion.isPerColumn(match);
    }

    @Override
    Attributes attributes(PatternMatch match, String result) {
        return match.attributes("y");
    }
}
