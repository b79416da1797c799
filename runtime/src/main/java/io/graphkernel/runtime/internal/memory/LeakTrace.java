package io.graphkernel.runtime.internal.memory;

/**
 * Base class of actions that free memory found by the garbage collector. A tensor that held it is a leak, reported with
 * its allocation site if the setting requests that.
 */
public abstract class LeakTrace {
    private final LeakReport report;

    /** True from the allocation by a tensor until the last tensor over the memory is closed. */
    private boolean held;

    /** Stack trace of the allocation; null if unknown. */
    private StackTraceElement[] site;

    /**
     * Creates a trace.
     *
     * @param report receiver of the leaks
     */
    protected LeakTrace(LeakReport report) {
        this.report = report;
    }

    /** Begins the use by a tensor. */
    public final void hold() {
        held = true;
        if (LeakDetection.HAS_SITES) {
            site = LeakDetection.site();
        }
    }

    /** Ends the use by tensors. */
    public final void endUse() {
        held = false;
    }

    /** Reports a leak if a tensor held the memory, which is freed already. */
    protected final void reportLeak() {
        if (held) {
            report.add(site);
        }
    }
}
