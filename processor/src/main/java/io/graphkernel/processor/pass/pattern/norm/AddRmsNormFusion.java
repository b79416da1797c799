package io.graphkernel.processor.pass.pattern.norm;

/** Fuses a sum and RmsNorm. */
public final class AddRmsNormFusion extends AddNormFusion {

    /** Creates the pass. */
    public AddRmsNormFusion() {
        super("add_rms_norm_fusion", """
                s = Add(x1, x2)
                y, rstd = RmsNorm(s, gamma, epsilon)
                =>
                y, rstd, s = AddRmsNorm(x1, x2, gamma, epsilon)
                """);
    }
}
