package io.graphkernel.runtime.profile;

/** A launch that is profiled, from its start until it returns. */
public final class LaunchRecord {
    private final LaunchLabel label;
    private final long bytes;
    private final TraceFile trace;
    private final KernelLaunch event;
    private final long begin;

    /**
     * A launch that begins now.
     *
     * @param label what is launched
     * @param bytes what it reads and writes
     * @param trace null without
     * @param event null without
     */
    LaunchRecord(LaunchLabel label, long bytes, TraceFile trace, KernelLaunch event) {
        this.label = label;
        this.bytes = bytes;
        this.trace = trace;
        this.event = event;
        if (event != null) {
            event.begin();
        }
        this.begin = System.nanoTime();
    }

    /** Ends it. */
    public void end() {
        long end = System.nanoTime();
        if (event != null) {
            event.end();
            if (event.shouldCommit()) {
                event.owner = label.owner();
                event.method = label.method();
                event.kernel = label.kernel();
                event.device = label.device();
                event.bytes = bytes;
                event.commit();
            }
        }
        if (trace != null) {
            trace.write(label, bytes, begin, end);
        }
    }
}
