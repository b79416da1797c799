package io.graphkernel.runtime.internal.profile;

import io.graphkernel.runtime.exception.GraphKernelException;
import io.graphkernel.runtime.internal.device.DeviceDriver;
import io.graphkernel.runtime.internal.device.DeviceDriver.Event;
import io.graphkernel.runtime.internal.device.DeviceStream;

/**
 * The time that a device takes for a launch, between two events in its stream. It is unknown if the driver does not
 * provide it, which never fails the launch.
 */
final class DeviceTime {
    /** Value that Flight Recorder displays as not available. */
    static final long UNKNOWN = Long.MIN_VALUE;

    private final DeviceStream stream;
    private final Event before;
    /** Null until the launch has been given to the stream, or if that failed. */
    private Event after;

    /** Starts to measure the next work of the stream. */
    DeviceTime(DeviceStream stream) {
        this.stream = stream;
        this.before = recordEvent();
    }

    /** Called when the launch has been enqueued. */
    void end() {
        after = before == null ? null : recordEvent();
    }

    private Event recordEvent() {
        try {
            return stream.use(DeviceDriver.Stream::recordEvent);
        } catch (GraphKernelException e) {
            return null;
        }
    }

    /** Returns true if the time is available without blocking. */
    boolean isKnown() {
        try {
            return after == null || after.isDone();
        } catch (GraphKernelException e) {
            return true;
        }
    }

    /**
     * Returns the time in nanoseconds, or {@link #UNKNOWN}, also if the launch is incomplete; called once, at the end.
     */
    long take() {
        try {
            return after != null && after.isDone() ? after.nanosSince(before) : UNKNOWN;
        } catch (GraphKernelException e) {
            return UNKNOWN;
        } finally {
            close(before);
            close(after);
        }
    }

    private static void close(Event event) {
        if (event != null) {
            event.close();
        }
    }

    /** Returns the name of the stream. */
    String stream() {
        return stream.toString();
    }
}
