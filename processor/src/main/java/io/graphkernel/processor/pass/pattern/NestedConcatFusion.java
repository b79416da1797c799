package io.graphkernel.processor.pass.pattern;

import io.graphkernel.graph.Attributes;
import io.graphkernel.processor.pass.pattern.match.PatternMatch;
import io.graphkernel.processor.pass.pattern.match.PatternPass;

/** Flattens nested concatenations along the same axis. */
public final class NestedConcatFusion extends PatternPass {

    /** CANN's limit, beyond which operands would be split into a tree of concatenations again. */
    private static final int MAX_OPERANDS = 63;

    /** Creates the pass. */
    public NestedConcatFusion() {
        super("ZConcatv2dFusionPass", """
                inner = Concat(x...)
                y = Concat(before..., inner, after...)
                =>
                y = Concat(before..., x..., after...)
                """);
    }

    @Override
    protected String condition() {
        return "Both are along one axis, the inner one has no other users, and there are at most 63 "
                + "operands together.";
    }

    @Override
    protected boolean applies(PatternMatch match) {
        return axis(match, "inner") == axis(match, "y") && match.operands().size() <= MAX_OPERANDS;
    }

    private static long axis(PatternMatch match, String result) {
        long axis = match.attributes(result).integer(Attributes.AXIS);
        return axis < 0 ? axis + match.value("y").shape().rank() : axis;
    }

    @Override
    protected Attributes attributes(PatternMatch match, String result) {
        return match.attributes("y");
    }
}
