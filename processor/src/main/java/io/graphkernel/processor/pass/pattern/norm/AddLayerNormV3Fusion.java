package io.graphkernel.processor.pass.pattern.norm;

/** Fuses a sum and LayerNormV3. */
public final class AddLayerNormV3Fusion extends AddNormFusion {

    /** Creates the pass. */
    public AddLayerNormV3Fusion() {
        super("add_layer_norm_v3_fusion", """
                s = Add(x1, x2)
                y, mean, rstd = LayerNormV3(s, gamma, beta, epsilon)
                =>
                y, mean, rstd, s = AddLayerNormV3(x1, x2, gamma, beta, epsilon)
                """);
    }
}
