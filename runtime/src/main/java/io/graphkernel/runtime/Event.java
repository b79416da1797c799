package io.graphkernel.runtime;

import io.graphkernel.runtime.exception.ClosedStreamException;
import io.graphkernel.runtime.exception.RuntimeProblem;
import io.graphkernel.runtime.internal.device.DeviceDriver;
import io.graphkernel.runtime.internal.profile.LaunchProfile;
import io.graphkernel.runtime.internal.tensor.Operands;
import java.util.function.Consumer;
import java.util.function.Function;

/** A point in the work of a {@link Stream}. On the host it has always been reached. */
public final class Event implements AutoCloseable {
    private final Device device;
    /** Null on the host. */
    private final DeviceDriver.Mark mark;

    private final long hostNanos = System.nanoTime();
    /** How many threads use the mark. Guarded by the event, as what follows. */
    private int users;

    private boolean closed;
    private boolean givenBack;

    Event(Device device, DeviceDriver.Mark mark) {
        this.device = device;
        this.mark = mark;
    }

    /** The device of its stream. */
    public Device device() {
        return device;
    }

    /**
     * Does something with the mark, null on the host, which is not given back meanwhile.
     *
     * @throws ClosedStreamException if the event is closed
     */
    <T> T use(Function<DeviceDriver.Mark, T> work) {
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
            giveBack();
        }
    }

    /** As {@link #use}, without a result. */
    void run(Consumer<DeviceDriver.Mark> work) {
        use(current -> {
            work.accept(current);
            return null;
        });
    }

    /** Whether the work before it is done. */
    public boolean isDone() {
        return use(current -> current == null || current.isDone());
    }

    /** Waits until the work before it is done. */
    public void synchronize() {
        run(current -> {
            if (current != null) {
                current.synchronize();
                LaunchProfile.collect();
            }
        });
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
        return use(end -> earlier.use(begin -> end == null ? hostNanos - earlier.hostNanos : end.nanosSince(begin)));
    }

    /** Gives back what it holds; the work goes on. Closing twice is allowed. */
    @Override
    public void close() {
        synchronized (this) {
            closed = true;
        }
        giveBack();
    }

    /** Gives the mark back, if the event is closed and nobody uses it. */
    private void giveBack() {
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
