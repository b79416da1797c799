package io.graphkernel.processor.pass.pattern;

import io.graphkernel.processor.graph.Attributes;
import io.graphkernel.processor.graph.Node;

/** A value times its sigmoid, which is a half of SwiGLU, and which libraries apply to products. */
public final class SiluFusion extends PatternPass {

    /** The pass. */
    public SiluFusion() {
        super("silu_fusion", """
            share = Sigmoid(x)
            y = Mul(x, share)
            =>
            y = SiLU(x)
            """);
    }

    @Override
    String condition() {
        return "x is a tensor of floats, and nobody else reads the sigmoid.";
    }

    @Override
    boolean applies(PatternMatch match) {
        Node x = match.value("x");
        return !x.isNumber() && x.dtype().isFloating();
    }

    @Override
    Attributes attributes(PatternMatch match, String result) {
        return Attributes.NONE;
    }
}
