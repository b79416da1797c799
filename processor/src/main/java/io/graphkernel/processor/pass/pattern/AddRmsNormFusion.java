package io.graphkernel.processor.pass.pattern;

/** A sum whose root mean square is made 1. */
public final class AddRmsNormFusion extends AddNormFusion {

    /** The pass. */
    public AddRmsNormFusion() {
        super("add_rms_norm_fusion", """
                s = Add(x1, x2)
                y, rstd = RmsNorm(s, gamma, epsilon)
                =>
                y, rstd, s = AddRmsNorm(x1, x2, gamma, epsilon)
                """);
    }
}
