package io.graphkernel.runtime.profile;

/** A launch that is profiled, from its start until it returns. */
public final class LaunchRecord {
    private final TraceFile trace;
    private final KernelLaunch event;
    private final long begin;

    private LaunchRecord(TraceFile trace, KernelLaunch event) {
        this.trace = trace;
        this.event = event;
        this.begin = System.nanoTime();
    }

    /**
     * A launch that begins now.
     *
     * @param trace null without
     * @param recordable whether this Java has the Flight Recorder
     */
    static LaunchRecord begin(TraceFile trace, boolean recordable) {
        KernelLaunch event = null;
        if (recordable) {
            event = new KernelLaunch();
            event.begin();
        }
        return new LaunchRecord(trace, event);
    }

    /**
     * Ends it.
     *
     * @param label what was launched
     * @param bytes what it has read and written
     */
    public void end(LaunchLabel label, long bytes) {
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
