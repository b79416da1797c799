package io.graphkernel.processor.pass.pattern;

import io.graphkernel.processor.graph.Attributes;

/** A sum that LayerNormExt normalises: its normalised shape becomes the axes from which AddLayerNormV3 begins. */
public final class AddLayerNormExtFusion extends PatternPass {

    private static final String NORMALIZED_SHAPE = "normalized_shape";

    /** The pass. */
    public AddLayerNormExtFusion() {
        super("add_layer_norm_ext_fusion", """
                s = Add(x1, x2)
                y, mean, rstd = LayerNormExt(s, gamma, beta, epsilon)
                =>
                y, mean, rstd, s = AddLayerNormV3(x1, x2, gamma, beta, epsilon)
                """);
    }

    /** LayerNormExt takes parameters of other dims with as many elements, AddLayerNormV3 does not. */
    @Override
    String condition() {
        return "x1 and x2 are tensors of one dtype and shape; gamma and beta have the dims of the "
                + "normalised shape.";
    }

    @Override
    boolean applies(PatternMatch match) {
        var normalized = match.attributes("y").dims(NORMALIZED_SHAPE);
        return areAlike(match.value("x1"), match.value("x2"))
                && !normalized.isEmpty()
                && match.value("gamma").shape().dims().equals(normalized)
                && match.value("beta").shape().dims().equals(normalized);
    }

    @Override
    Attributes attributes(PatternMatch match, String result) {
        long begin = -match.attributes("y").dims(NORMALIZED_SHAPE).size();
        return Attributes.NONE.with("begin_norm_axis", begin).with("begin_params_axis", begin);
    }
}
