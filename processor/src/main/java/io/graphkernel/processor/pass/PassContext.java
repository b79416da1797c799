package io.graphkernel.processor.pass;

import io.graphkernel.common.target.Capabilities;
import io.graphkernel.processor.option.FlagValues;
import java.util.Set;

/**
 * Context of a pass besides the graph.
 *
 * @param flags the method's flags
 * @param decisions sink of the pass's decisions
 * @param switchedOff names of the disabled passes of the pipeline
 * @param switchedOn names of the passes that flags enable by name
 * @param capabilities capabilities of the targets
 */
public record PassContext(
        FlagValues flags,
        DecisionSink decisions,
        Set<String> switchedOff,
        Set<String> switchedOn,
        Capabilities capabilities) {

    /** A context with the default flags, which discards decisions. */
    public static final PassContext DEFAULT = new PassContext(FlagValues.DEFAULT, DecisionSink.DISCARDING);

    public PassContext {
        switchedOff = Set.copyOf(switchedOff);
        switchedOn = Set.copyOf(switchedOn);
    }

    /**
     * Creates a context in which all passes run, for kernels of default targets.
     *
     * @param flags the method's flags
     * @param decisions sink of the pass's decisions
     */
    public PassContext(FlagValues flags, DecisionSink decisions) {
        this(flags, decisions, Set.of(), Set.of(), Capabilities.DEFAULT);
    }

    /**
     * Returns a context for a trial, which discards decisions.
     *
     * @return a context that is otherwise the same
     */
    public PassContext withoutDecisions() {
        return new PassContext(flags, DecisionSink.DISCARDING, switchedOff, switchedOn, capabilities);
    }
}
