package io.graphkernel.runtime.internal.profile;

import io.graphkernel.runtime.internal.device.DeviceStream;

/** The record of a launch, from its start until it returns. */
public final class LaunchRecord {
    private final LaunchLabel label;
    private final long bytes;
    private final TraceFile trace;
    private final KernelLaunch event;
    /** Null on the host. */
    private final DeviceTime device;

    private final long begin;
    private long end;

    /**
     * Creates the record of a launch that begins now.
     *
     * @param label label of the launch
     * @param bytes number of bytes that it reads and writes
     * @param stream stream of the launch; null on the host
     * @param trace trace to write to, or null
     * @param event event to commit, or null
     */
    LaunchRecord(LaunchLabel label, long bytes, DeviceStream stream, TraceFile trace, KernelLaunch event) {
        this.label = label;
        this.bytes = bytes;
        this.trace = trace;
        this.event = event;
        this.device = stream == null ? null : new DeviceTime(stream);
        if (event != null) {
            event.begin();
        }
        this.begin = System.nanoTime();
    }

    /** Ends the record. */
    public void end() {
        end = System.nanoTime();
        if (event != null) {
            event.end();
        }
        if (device == null) {
            write();
        } else {
            device.end();
            DeviceLaunches.add(this);
        }
    }

    /** Returns true if the launch is complete or has failed. */
    boolean isKnown() {
        return device.isKnown();
    }

    /** Writes the event and the trace entry; called once. */
    void write() {
        long nanoseconds = device == null ? DeviceTime.UNKNOWN : device.take();
        if (event != null && event.shouldCommit()) {
            event.owner = label.owner();
            event.method = label.method();
            event.kernel = label.kernel();
            event.device = label.device();
            event.bytes = bytes;
            event.deviceTime = nanoseconds;
            event.commit();
        }
        if (trace != null && device == null) {
            Thread thread = Thread.currentThread();
            trace.write(label, bytes, TraceFile.Track.of(thread), begin, end);
        } else if (trace != null) {
            long duration = nanoseconds == DeviceTime.UNKNOWN ? end - begin : nanoseconds;
            long started = DeviceLaunches.begin(device.stream(), begin, duration);
            trace.write(label, bytes, TraceFile.Track.of(device.stream()), started, started + duration);
        }
    }
}
