package io.graphkernel.processor.pass.pattern;

import io.graphkernel.processor.graph.Attributes;

/** A sum that is normalised: one op, which also gives the sum to whoever else reads it. */
public final class AddLayerNormFusion extends PatternPass {

    /** The pass. */
    public AddLayerNormFusion() {
        super("add_layer_norm_fusion", """
                s = Add(x1, x2)
                y, mean, variance = LayerNorm(s, gamma, beta, epsilon)
                =>
                y, mean, variance, s = AddLayerNorm(x1, x2, gamma, beta, epsilon)
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
