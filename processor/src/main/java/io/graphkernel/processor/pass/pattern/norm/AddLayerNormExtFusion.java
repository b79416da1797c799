package io.graphkernel.processor.pass.pattern.norm;

import io.graphkernel.graph.Attributes;
import io.graphkernel.processor.pass.pattern.match.PatternMatch;
import io.graphkernel.processor.pass.pattern.match.PatternPass;

/** Fuses a sum and LayerNormExt, converting the normalized shape to the begin axis of AddLayerNormV3. */
public final class AddLayerNormExtFusion extends PatternPass {

    private static final String NORMALIZED_SHAPE = "normalized_shape";

    /** Creates the pass. */
    public AddLayerNormExtFusion() {
        super("add_layer_norm_ext_fusion", """
                s = Add(x1, x2)
                y, mean, rstd = LayerNormExt(s, gamma, beta, epsilon)
                =>
                y, mean, rstd, s = AddLayerNormV3(x1, x2, gamma, beta, epsilon)
                """);
    }

    /** LayerNormExt accepts parameters of other dims with the same number of elements, AddLayerNormV3 does not. */
    @Override
    protected String condition() {
        return "x1 and x2 are tensors of one dtype and shape; gamma and beta have the dims of the "
                + "normalized shape.";
    }

    @Override
    protected boolean applies(PatternMatch match) {
        var normalized = match.attributes("y").dims(NORMALIZED_SHAPE);
        return haveSameType(match.value("x1"), match.value("x2"))
                && !normalized.isEmpty()
                && match.value("gamma").shape().dims().equals(normalized)
                && match.value("beta").shape().dims().equals(normalized);
    }

    @Override
    protected Attributes attributes(PatternMatch match, String result) {
        long begin = -match.attributes("y").dims(NORMALIZED_SHAPE).size();
        return Attributes.NONE.with("begin_norm_axis", begin).with("begin_params_axis", begin);
    }
}
