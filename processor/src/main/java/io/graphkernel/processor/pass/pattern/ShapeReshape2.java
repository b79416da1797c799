package io.graphkernel.processor.pass.pattern;

import io.graphkernel.processor.graph.Attributes;

/** A value that is reshaped to the shape that it has, also where that is computed from sizes of others: the value. */
public final class ShapeReshape2 extends PatternPass {

    /** The pass. */
    public ShapeReshape2() {
        super("shape_reshape_2", """
                y = Reshape(x)
                =>
                y = x
                """);
    }

    @Override
    String condition() {
        return "The shape is the one that x has, also where it is computed from those of other values.";
    }

    @Override
    boolean applies(PatternMatch match) {
        return match.value("x").type().equals(match.value("y").type());
    }

    @Override
    Attributes attributes(PatternMatch match, String result) {
        return Attributes.NONE;
    }
}
