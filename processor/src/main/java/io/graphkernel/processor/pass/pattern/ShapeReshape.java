package io.graphkernel.processor.pass.pattern;

import io.graphkernel.graph.Attributes;
import io.graphkernel.processor.pass.pattern.match.PatternMatch;
import io.graphkernel.processor.pass.pattern.match.PatternPass;

/** Replaces a reshape of a reshape by one reshape to the final shape, also for computed shapes. */
public final class ShapeReshape extends PatternPass {

    /** Creates the pass. */
    public ShapeReshape() {
        super("shape_reshape", """
                between = Reshape(x)
                y = Reshape(between)
                =>
                y = Reshape(x)
                """);
    }

    @Override
    protected String condition() {
        return "The inner reshape has no other users; shapes may be computed from those of other " + "values.";
    }

    @Override
    protected boolean applies(PatternMatch match) {
        return true;
    }

    @Override
    protected Attributes attributes(PatternMatch match, String result) {
        return Attributes.NONE.with(Attributes.DIMS, match.value("y").shape().dims());
    }
}
