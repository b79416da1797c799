package io.graphkernel.processor.pass.pattern;

import io.graphkernel.graph.Attributes;
import io.graphkernel.graph.Node;
import io.graphkernel.processor.pass.pattern.match.OpFamilies;
import io.graphkernel.processor.pass.pattern.match.PatternMatch;
import io.graphkernel.processor.pass.pattern.match.PatternPass;

/**
 * Fuses the product of two halves of a value, one of them through SiLU, into SwiGLU of the value. SiLU may be on either
 * half.
 */
public final class SwiGluFusion extends PatternPass {

    private static final long HALVES = 2;

    /** Creates the pass. */
    public SwiGluFusion() {
        super("inference_swiglu_fusion", """
                first, second = Split(x)
                gate = SiLU(first)
                y = Mul(gate, second)
                =>
                y = SwiGLU(x)
                """, """
                first, second = Split(x)
                gate = SiLU(second)
                y = Mul(first, gate)
                =>
                y = SwiGLU(x)
                """);
    }

    @Override
    protected String condition() {
        return "The parts are the two halves of x along any axis, without other users.";
    }

    @Override
    protected boolean applies(PatternMatch match) {
        return match.attributes("first").integer("parts") == HALVES;
    }

    @Override
    protected Attributes attributes(PatternMatch match, String result) {
        Node gated = match.value("gate").operands().get(0);
        return Attributes.NONE
                .with(Attributes.AXIS, match.attributes("first").integer(Attributes.AXIS))
                .with("reversed", OpFamilies.number(gated) == 1);
    }
}
