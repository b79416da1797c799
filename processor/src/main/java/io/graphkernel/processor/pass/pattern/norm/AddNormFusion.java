package io.graphkernel.processor.pass.pattern.norm;

import io.graphkernel.graph.Attributes;
import io.graphkernel.processor.pass.pattern.match.PatternMatch;
import io.graphkernel.processor.pass.pattern.match.PatternPass;

/**
 * Base of fusions of a sum {@code s} of {@code x1} and {@code x2} and its normalization {@code y} into one op, which
 * also returns the sum.
 */
abstract class AddNormFusion extends PatternPass {

    /** Creates a pass for one of the norms, by its documented name. */
    AddNormFusion(String name, String pattern) {
        super(name, pattern);
    }

    @Override
    protected final String condition() {
        return "x1 and x2 are tensors of one dtype and shape, without broadcasting.";
    }

    @Override
    protected final boolean applies(PatternMatch match) {
        return haveSameType(match.value("x1"), match.value("x2"));
    }

    @Override
    protected final Attributes attributes(PatternMatch match, String result) {
        return match.attributes("y");
    }
}
