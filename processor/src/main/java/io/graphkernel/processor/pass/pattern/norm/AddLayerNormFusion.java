package io.graphkernel.processor.pass.pattern.norm;

/** Fuses a sum and LayerNorm. */
public final class AddLayerNormFusion extends AddNormFusion {

    /** Creates the pass. */
    public AddLayerNormFusion() {
        super("add_layer_norm_fusion", """
                s = Add(x1, x2)
                y, mean, variance = LayerNorm(s, gamma, beta, epsilon)
                =>
                y, mean, variance, s = AddLayerNorm(x1, x2, gamma, beta, epsilon)
                """);
    }
}
