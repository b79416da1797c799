package io.graphkernel.processor.pass.pattern;

import io.graphkernel.graph.Attributes;
import io.graphkernel.graph.Node;
import io.graphkernel.processor.pass.pattern.match.PatternMatch;
import io.graphkernel.processor.pass.pattern.match.PatternPass;

/** Recognizes a value times its sigmoid as SiLU, which SwiGLU contains and libraries support as an epilogue. */
public final class SiluFusion extends PatternPass {

    /** Creates the pass. */
    public SiluFusion() {
        super("silu_fusion", """
            share = Sigmoid(x)
            y = Mul(x, share)
            =>
            y = SiLU(x)
            """);
    }

    @Override
    protected String condition() {
        return "x is a floating-point tensor, and the sigmoid has no other users.";
    }

    @Override
    protected boolean applies(PatternMatch match) {
        Node x = match.value("x");
        return !x.isNumber() && x.dtype().isFloating();
    }

    @Override
    protected Attributes attributes(PatternMatch match, String result) {
        return Attributes.NONE;
    }
}
