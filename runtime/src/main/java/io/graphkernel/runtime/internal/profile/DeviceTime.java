package io.graphkernel.runtime.internal.profile;

import io.graphkernel.runtime.exception.GraphKernelException;
import io.graphkernel.runtime.internal.device.DeviceDriver;
import io.graphkernel.runtime.internal.device.DeviceDriver.Mark;
import io.graphkernel.runtime.internal.device.DeviceStream;

/**
 * The time that a device takes for a launch, between two marks in its stream. What the driver does not tell is unknown;
 * it never makes the launch fail.
 */
final class DeviceTime {
    /** What Flight Recorder shows as not available. */
    static final long UNKNOWN = Long.MIN_VALUE;

    private final DeviceStream stream;
    private final Mark before;
    /** Null until the launch has been given to the stream, or if that failed. */
    private Mark after;

    /** Of what the stream is given next. */
    DeviceTime(DeviceStream stream) {
        this.stream = stream;
        this.before = mark();
    }

    /** The launch has been given to the stream. */
    void end() {
        after = before == null ? null : mark();
    }

    private Mark mark() {
        try {
            return stream.use(DeviceDriver.Queue::mark);
        } catch (GraphKernelException e) {
            return null;
        }
    }

    /** Whether there is nothing to wait for. */
    boolean isKnown() {
        try {
            return after == null || after.isDone();
        } catch (GraphKernelException e) {
            return true;
        }
    }

    /** The time in nanoseconds, or {@link #UNKNOWN}, also if the device is not done; called once, at the end. */
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

    private static void close(Mark mark) {
        if (mark != null) {
            mark.close();
        }
    }

    /** The name of the stream. */
    String stream() {
        return stream.toString();
    }
}
