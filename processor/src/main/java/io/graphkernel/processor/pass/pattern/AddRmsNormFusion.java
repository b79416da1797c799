package io.graphkernel.processor.pass.pattern;

import io.graphkernel.processor.graph.Attributes;

/** A sum whose root mean square is made 1: one op, which also gives the sum to whoever else reads it. */
public final class AddRmsNormFusion extends PatternPass {

    /** The pass. */
    public AddRmsNormFusion() {
        super("add_rms_norm_fusion", """
                s = Add(x1, x2)
                y, rstd = RmsNorm(s, gamma, epsilon)
                =>
                y, rstd, s = AddRmsNorm(x1, x2, gamma, epsilon)
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
