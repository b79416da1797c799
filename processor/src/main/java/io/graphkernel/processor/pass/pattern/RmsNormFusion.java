package io.graphkernel.processor.pass.pattern;

import io.graphkernel.processor.graph.Attributes;

/** An RMS norm of the last axis that is written as its formula. */
public final class RmsNormFusion extends NormFusion {

    /** The pass. */
    public RmsNormFusion() {
        super("rms_norm_fusion", "x", "", """
            y = Mul(normal, gamma)
            =>
            y, inverse = RmsNorm(x, gamma, epsilon)
            """);
    }

    @Override
    String condition() {
        return "The mean is over the last axis, which stays with size 1; gamma is a vector of its size, epsilon is a"
                + " number, and nobody else reads what is in between but the inverse of the root.";
    }

    @Override
    Attributes attributes(PatternMatch match, String result) {
        return Attributes.NONE;
    }
}
