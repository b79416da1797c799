package io.graphkernel.processor.pass.pattern;

import io.graphkernel.processor.graph.Attributes;

/** A value that is reshaped twice: once, to the second shape, whatever sizes the shapes are computed from. */
public final class ShapeReshape extends PatternPass {

    /** The pass. */
    public ShapeReshape() {
        super("shape_reshape", """
                between = Reshape(x)
                y = Reshape(between)
                =>
                y = Reshape(x)
                """);
    }

    @Override
    String condition() {
        return "Nobody else reads the shape in between; shapes may be computed from those of other " + "values.";
    }

    @Override
    boolean applies(PatternMatch match) {
        return true;
    }

    @Override
    Attributes attributes(PatternMatch match, String result) {
        return Attributes.NONE.with(Attributes.DIMS, match.value("y").shape().dims());
    }
}
