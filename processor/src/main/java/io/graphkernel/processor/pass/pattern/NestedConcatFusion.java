package io.graphkernel.processor.pass.pattern;

import io.graphkernel.processor.graph.Attributes;

/** A concatenation that is an operand of another one along the same axis: its operands become operands of the other. */
public final class NestedConcatFusion extends PatternPass {

    /** As CANN has it: beyond, the operands would be cut into a tree of concatenations again. */
    private static final int MOST_OPERANDS = 63;

    /** The pass. */
    public NestedConcatFusion() {
        super("ZConcatv2dFusionPass", """
                inner = Concat(x...)
                y = Concat(before..., inner, after...)
                =>
                y = Concat(before..., x..., after...)
                """);
    }

    @Override
    String condition() {
        return "Both join along one axis, nobody else reads the inner one, and there are at most 63 "
                + "operands together.";
    }

    @Override
    boolean applies(PatternMatch match) {
        return axis(match, "inner") == axis(match, "y") && match.operands().size() <= MOST_OPERANDS;
    }

    private static long axis(PatternMatch match, String result) {
        long axis = match.attributes(result).integer(Attributes.AXIS);
        return axis < 0 ? axis + match.value("y").shape().rank() : axis;
    }

    @Override
    Attributes attributes(PatternMatch match, String result) {
        return match.attributes("y");
    }
}
