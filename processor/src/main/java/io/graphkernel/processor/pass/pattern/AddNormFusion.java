package io.graphkernel.processor.pass.pattern;

import io.graphkernel.processor.graph.Attributes;

/** A sum {@code s} of {@code x1} and {@code x2} that is normalised to {@code y}: one op, which also gives the sum to whoever else reads it. */
abstract class AddNormFusion extends PatternPass {

    /** A pass for one of the norms, by its documented name. */
    AddNormFusion(String name, String pattern) {
        super(name, pattern);
    }

    @Override
    final String condition() {
        return "x1 and x2 are tensors of one dtype and shape: nothing is broadcast.";
    }

    @Override
    final boolean applies(PatternMatch match) {
        return areAlike(match.value("x1"), match.value("x2"));
    }

    @Override
    final Attributes attributes(PatternMatch match, String result) {
        return match.attributes("y");
    }
}
