package io.graphkernel.processor.pass.pattern;

/** A sum that LayerNormV3 normalises. */
public final class AddLayerNormV3Fusion extends AddNormFusion {

    /** The pass. */
    public AddLayerNormV3Fusion() {
        super("add_layer_norm_v3_fusion", """
                s = Add(x1, x2)
                y, mean, rstd = LayerNormV3(s, gamma, beta, epsilon)
                =>
                y, mean, rstd, s = AddLayerNormV3(x1, x2, gamma, beta, epsilon)
                """);
    }
}
