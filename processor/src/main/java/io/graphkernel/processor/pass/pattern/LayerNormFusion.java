package io.graphkernel.processor.pass.pattern;

import io.graphkernel.processor.graph.Attributes;

/** A layer norm of the last axis that is written as its formula. */
public final class LayerNormFusion extends NormFusion {

    /** The pass. */
    public LayerNormFusion() {
        super("layer_norm_fusion", "centred", "mean = ReduceMean(x)\ncentred = Sub(x, mean)", """
            scaled = Mul(normal, gamma)
            y = Add(scaled, beta)
            =>
            y, mean, variance = LayerNorm(x, gamma, beta, epsilon)
            """);
    }

    @Override
    String condition() {
        return "Both means are over the last axis, which stays with size 1; gamma and beta are vectors of its size,"
                + " epsilon is a number, and nobody else reads what is in between but mean and variance.";
    }

    @Override
    boolean applies(PatternMatch match) {
        return super.applies(match)
                && isOfLastAxis(match, "mean")
                && isVectorOf(match.value("beta"), match.value("x").shape());
    }

    @Override
    Attributes attributes(PatternMatch match, String result) {
        return Attributes.NONE.with("begin_norm_axis", -1L).with("begin_params_axis", -1L);
    }
}
