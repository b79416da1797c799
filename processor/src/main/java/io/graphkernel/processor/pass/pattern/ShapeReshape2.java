package io.graphkernel.processor.pass.pattern;

import io.graphkernel.graph.Attributes;
import io.graphkernel.processor.pass.pattern.match.PatternMatch;
import io.graphkernel.processor.pass.pattern.match.PatternPass;

/** Removes a reshape to the operand's own shape, also for computed shapes. */
public final class ShapeReshape2 extends PatternPass {

    /** Creates the pass. */
    public ShapeReshape2() {
        super("shape_reshape_2", """
                y = Reshape(x)
                =>
                y = x
                """);
    }

    @Override
    protected String condition() {
        return "The shape is x's own, possibly computed from the shapes of other values.";
    }

    @Override
    protected boolean applies(PatternMatch match) {
        return match.value("x").type().equals(match.value("y").type());
    }

    @Override
    protected Attributes attributes(PatternMatch match, String result) {
        return Attributes.NONE;
    }
}
