package io.graphkernel.processor.pass.pattern.norm;

import io.graphkernel.graph.Attributes;
import io.graphkernel.processor.pass.pattern.match.PatternMatch;

/** Recognizes an RMS norm of the last axis written as its formula. */
public final class RmsNormFusion extends NormFusion {

    /** Creates the pass. */
    public RmsNormFusion() {
        super("rms_norm_fusion", "x", "", """
            y = Mul(normal, gamma)
            =>
            y, inverse = RmsNorm(x, gamma, epsilon)
            """);
    }

    @Override
    protected String condition() {
        return "The mean is over the last axis, which is kept with size 1; gamma is a vector of its size, epsilon is a"
                + " number, and intermediate values but the reciprocal root have no other users.";
    }

    @Override
    protected Attributes attributes(PatternMatch match, String result) {
        return Attributes.NONE;
    }
}
