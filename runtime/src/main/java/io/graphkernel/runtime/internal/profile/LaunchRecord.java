package io.graphkernel.runtime.internal.profile;

import io.graphkernel.runtime.internal.device.DeviceStream;

/** A launch that is profiled, from its start until it returns. */
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
     * A launch that begins now.
     *
     * @param label what is launched
     * @param bytes what it reads and writes
     * @param stream where a device runs it; null on the host
     * @param trace null without
     * @param event null without
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

    /** Ends it. */
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

    /** Whether a device is done with it, or will never be. */
    boolean isKnown() {
        return device.isKnown();
    }

    /** Hands it to whoever looks; called once. */
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
            trace.write(label, bytes, TraceFile.Line.of(thread), begin, end);
        } else if (trace != null) {
            long taken = nanoseconds == DeviceTime.UNKNOWN ? end - begin : nanoseconds;
            long started = DeviceLaunches.begin(device.stream(), begin, taken);
            trace.write(label, bytes, TraceFile.Line.of(device.stream()), started, started + taken);
        }
    }
}
