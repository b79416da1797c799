package io.graphkernel.runtime.internal.memory;

import io.graphkernel.runtime.exception.RuntimeProblem;
import io.graphkernel.runtime.internal.logging.RuntimeLogger;
import java.lang.System.Logger.Level;

/**
 * Counter of a device's unclosed tensors. It logs the first, tenth, hundredth leak and so on, and the next one with a
 * known allocation site if the last line had none.
 */
public final class LeakReport {
    private final String device;
    private long count;
    private long next = 1;

    /** True if a line with a stack trace is due. */
    private boolean needsSite = true;

    /**
     * Creates a report without leaks.
     *
     * @param device name such as {@code cpu:0}
     */
    public LeakReport(String device) {
        this.device = device;
    }

    /** Returns the number of leaks. */
    public synchronized long count() {
        return count;
    }

    /**
     * Adds a leak.
     *
     * @param site stack trace of the allocation; null if unknown
     */
    void add(StackTraceElement[] site) {
        long current;
        synchronized (this) {
            current = ++count;
            boolean isDue = current == next;
            if (!isDue && (site == null || !needsSite)) {
                return;
            }
            next = isDue ? 10 * next : next;
            needsSite = site == null;
        }
        if (LeakDetection.CURRENT != LeakDetection.OFF) {
            log(current, site);
        }
    }

    private void log(long current, StackTraceElement[] site) {
        String advice = LeakDetection.HAS_SITES
                ? ""
                : "; -Dgraphkernel.leaks=sample or GRAPHKERNEL_LEAKS=sample names the place of some of their allocations";
        Throwable stack = null;
        if (site != null) {
            stack = new AllocationSite();
            stack.setStackTrace(site);
        }
        RuntimeLogger.get()
                .log(
                        Level.WARNING,
                        RuntimeProblem.TENSOR_LEAK.message(device, current, LeakDetection.describe(), advice),
                        stack);
    }

    /** Stack trace of an allocation for the log. */
    private static final class AllocationSite extends Throwable {
        private static final long serialVersionUID = 1;

        AllocationSite() {
            super("the tensor was allocated here", null, false, true);
        }

        @Override
        public String toString() {
            return getMessage();
        }
    }
}
