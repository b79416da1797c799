package io.graphkernel.processor.pass.pattern;

import io.graphkernel.processor.graph.Attributes;

/** A sum that LayerNormV3 normalises: one op, which also gives the sum to whoever else reads it. */
public final class AddLayerNormV3Fusion extends PatternPass {

    /** The pass. */
    public AddLayerNormV3Fusion() {
        super("add_layer_norm_v3_fusion", """
                s = Add(x1, x2)
                y, mean, rstd = LayerNormV3(s, gamma, beta, epsilon)
                =>
                y, mean, rstd, s = AddLayerNormV3(x1, x2, gamma, beta, epsilon)
                """);
    }

    @Override
    String condition() {
        return "x1 and x2 are tensors of one dtype and shape: nothing is broadcast.";
    }

    @Override
    boolean applies(PatternMatch match) {
        return areAlike(match.value("x1"), match.value("x2"));
    }

    @Override
    Attributes attributes(PatternMatch match, String result) {
        return match.attributes("y");
    }
}
