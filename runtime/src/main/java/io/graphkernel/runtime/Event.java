package io.graphkernel.runtime;

import io.graphkernel.runtime.device.DeviceDriver;
import io.graphkernel.runtime.exception.ClosedStreamException;
import io.graphkernel.runtime.exception.RuntimeProblem;
import io.graphkernel.runtime.profile.LaunchProfile;

/** A point in the work of a {@link Stream}. On the host it has always been reached. */
public final class Event implements AutoCloseable {
    private final Device device;
    /** Null on the host. */
    private final DeviceDriver.Mark mark;

    private final long hostNanos = System.nanoTime();
    private volatile boolean closed;

    Event(Device device, DeviceDriver.Mark mark) {
        this.device = device;
        this.mark = mark;
    }

    /** The device of its stream. */
    public Device device() {
        return device;
    }

    DeviceDriver.Mark mark() {
        if (closed) {
            throw new ClosedStreamException(RuntimeProblem.CLOSED_HANDLE, "event");
        }
        return mark;
    }

    /** Whether the work before it is done. */
    public boolean isDone() {
        DeviceDriver.Mark current = mark();
        return current == null || current.isDone();
    }

    /** Waits until the work before it is done. */
    public void synchronize() {
        DeviceDriver.Mark current = mark();
        if (current != null) {
            current.synchronize();
            LaunchProfile.collect();
        }
    }

    /**
     * The time from an earlier event of the same device to this one, in nanoseconds. Waits for both.
     *
     * @param earlier an event of the same device
     */
    public long nanosSince(Event earlier) {
        Operands.attribute("Event.nanosSince", "earlier", earlier);
        earlier.synchronize();
        synchronize();
        return mark == null ? hostNanos - earlier.hostNanos : mark.nanosSince(earlier.mark());
    }

    /** Gives back what it holds; the work goes on. Closing twice is allowed. */
    @Override
    public void close() {
        synchronized (this) {
            if (closed) {
                return;
            }
            closed = true;
        }
        if (mark != null) {
            mark.close();
        }
    }
}
