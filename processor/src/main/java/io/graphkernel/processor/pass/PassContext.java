package io.graphkernel.processor.pass;

import io.graphkernel.processor.capability.Capabilities;
import io.graphkernel.processor.option.Flags;
import java.util.Set;

/**
 * What a pass knows besides the graph.
 *
 * @param flags the method's flags
 * @param decisions is told what the pass decides
 * @param switchedOff the names of the passes of the pipeline that do not run
 * @param capabilities of what kernels are fused for
 */
public record PassContext(Flags flags, DecisionSink decisions, Set<String> switchedOff, Capabilities capabilities) {

    /** A context with the default flags, in which nobody listens. */
    public static final PassContext DEFAULT = new PassContext(Flags.DEFAULT, DecisionSink.NOBODY);

    public PassContext {
        switchedOff = Set.copyOf(switchedOff);
    }

    /**
     * A context in which all passes run, for kernels of usual targets.
     *
     * @param flags the method's flags
     * @param decisions is told what the pass decides
     */
    public PassContext(Flags flags, DecisionSink decisions) {
        this(flags, decisions, Set.of(), Capabilities.USUAL);
    }

    /**
     * A context for a trial, of which nobody hears.
     *
     * @return all else is the same
     */
    public PassContext unheard() {
        return new PassContext(flags, DecisionSink.NOBODY, switchedOff, capabilities);
    }
}
