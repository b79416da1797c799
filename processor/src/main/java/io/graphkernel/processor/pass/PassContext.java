package io.graphkernel.processor.pass;

import io.graphkernel.processor.option.Flags;

/**
 * What a pass knows besides the graph.
 *
 * @param flags the method's flags
 * @param decisions is told what the pass decides
 */
public record PassContext(Flags flags, DecisionSink decisions) {

    /** A context with the default flags, in which nobody listens. */
    public static final PassContext DEFAULT = new PassContext(Flags.DEFAULT, DecisionSink.NOBODY);

    /** The same flags for a trial, of which nobody hears. */
    PassContext unheard() {
        return new PassContext(flags, DecisionSink.NOBODY);
    }
}
