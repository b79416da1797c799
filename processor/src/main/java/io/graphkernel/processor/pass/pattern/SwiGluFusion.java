package io.graphkernel.processor.pass.pattern;

import io.graphkernel.processor.graph.Attributes;
import io.graphkernel.processor.graph.Node;

/** The two halves of a value, one of them through SiLU, multiplied: SwiGLU of the whole, whichever half SiLU takes. */
public final class SwiGluFusion extends PatternPass {

    private static final long HALVES = 2;

    /** The pass. */
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
    String condition() {
        return "The parts are the two halves of x along any axis, and nobody else reads them.";
    }

    @Override
    boolean applies(PatternMatch match) {
        return match.attributes("first").integer("parts") == HALVES;
    }

    @Override
    Attributes attributes(PatternMatch match, String result) {
        Node gated = match.value("gate").operands().get(0);
        return Attributes.NONE
                .with(Attributes.AXIS, match.attributes("first").integer(Attributes.AXIS))
                .with("reversed", OpFamilies.number(gated) == 1);
    }
}
