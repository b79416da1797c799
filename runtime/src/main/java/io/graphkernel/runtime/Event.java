package io.graphkernel.runtime;

import io.graphkernel.runtime.exception.ClosedStreamException;
import io.graphkernel.runtime.exception.RuntimeProblem;
import io.graphkernel.runtime.internal.device.DeviceDriver;
import io.graphkernel.runtime.internal.profile.LaunchProfile;
import io.graphkernel.runtime.internal.tensor.Operands;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** A position in the work of a {@link Stream}. On the host, it has always been reached. */
public final class Event implements AutoCloseable {
    private final Device device;
    /** Null on the host. */
    private final DeviceDriver.@Nullable Event mark;

    private final long hostNanos = System.nanoTime();
    /** Number of threads that use the native event. Guarded by this object, as are the fields below. */
    private int users;

    private boolean closed;
    private boolean givenBack;

    Event(Device device, DeviceDriver.@Nullable Event mark) {
        this.device = device;
        this.mark = mark;
    }

    /** Returns the device of the stream. */
    public Device device() {
        return device;
    }

    /**
     * Applies a function to the native event, null on the host, and prevents its release until the function returns.
     *
     * @throws ClosedStreamException if the event is closed
     */
    <T extends @Nullable Object> T use(Function<DeviceDriver.@Nullable Event, T> work) {
        synchronized (this) {
            if (closed) {
                throw new ClosedStreamException(RuntimeProblem.CLOSED_HANDLE, "event");
            }
            users++;
        }
        try {
            return work.apply(mark);
        } finally {
            synchronized (this) {
                users--;
            }
            release();
        }
    }

    /** As {@link #use}, without a result. */
    void run(Consumer<DeviceDriver.@Nullable Event> work) {
        use(current -> {
            work.accept(current);
            return null;
        });
    }

    /** Returns true if the work before the event is complete. */
    public boolean isDone() {
        return use(current -> current == null || current.isDone());
    }

    /** Blocks until the work before the event is complete. */
    public void synchronize() {
        run(current -> {
            if (current != null) {
                current.synchronize();
                LaunchProfile.collect();
            }
        });
    }

    /**
     * Returns the time from an earlier event of the same device to this one, in nanoseconds, after waiting for both.
     *
     * @param earlier an event of the same device
     */
    public long nanosSince(Event earlier) {
        Operands.attribute("Event.nanosSince", "earlier", earlier);
        earlier.synchronize();
        synchronize();
        return use(end -> earlier.use(begin -> end == null ? hostNanos - earlier.hostNanos : end.nanosSince(begin)));
    }

    /** Releases the native event; the work of the stream continues. Has no effect if already closed. */
    @Override
    public void close() {
        synchronized (this) {
            closed = true;
        }
        release();
    }

    /** Releases the native event if this object is closed and no thread uses it. */
    private void release() {
        synchronized (this) {
            if (!closed || users > 0 || givenBack) {
                return;
            }
            givenBack = true;
        }
        if (mark != null) {
            mark.close();
        }
    }
}
