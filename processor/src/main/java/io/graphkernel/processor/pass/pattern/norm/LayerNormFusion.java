package io.graphkernel.processor.pass.pattern.norm;

import io.graphkernel.graph.Attributes;
import io.graphkernel.processor.pass.pattern.match.PatternMatch;

/** Recognizes a layer norm of the last axis written as its formula. */
public final class LayerNormFusion extends NormFusion {

    /** Creates the pass. */
    public LayerNormFusion() {
        super("layer_norm_fusion", "centred", "mean = ReduceMean(x)\ncentred = Sub(x, mean)", """
            scaled = Mul(normal, gamma)
            y = Add(scaled, beta)
            =>
            y, mean, variance = LayerNorm(x, gamma, beta, epsilon)
            """);
    }

    @Override
    protected String condition() {
        return "Both means are over the last axis, which is kept with size 1; gamma and beta are vectors of its size,"
                + " epsilon is a number, and intermediate values but mean and variance have no other users.";
    }

    @Override
    protected boolean applies(PatternMatch match) {
        return super.applies(match)
                && isOfLastAxis(match, "mean")
                && isVectorOf(match.value("beta"), match.value("x").shape());
    }

    @Override
    protected Attributes attributes(PatternMatch match, String result) {
        return Attributes.NONE.with("begin_norm_axis", -1L).with("begin_params_axis", -1L);
    }
}
