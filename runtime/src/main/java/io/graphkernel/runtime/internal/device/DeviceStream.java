package io.graphkernel.runtime.internal.device;

import io.graphkernel.runtime.exception.ClosedStreamException;
import io.graphkernel.runtime.exception.DeviceLostException;
import io.graphkernel.runtime.exception.RuntimeProblem;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * A stream of a device, until it is closed.
 *
 * <p>Code in {@link #use}, or between {@link #begin} and {@link #end}, only submits work to the driver's stream. It
 * must not allocate device memory: an allocation may wait for all streams, and a close waits until the use ends.
 */
public final class DeviceStream implements AutoCloseable {
    private final DeviceInUse device;
    private final String name;
    private final DeviceDriver.Stream driverStream;
    private final Staging staging;
    /**
     * Held while the driver's stream is destroyed, and for use by threads that may race with a close. A holder acquires
     * no lock of an allocation or another stream and waits for no user of the stream. Users of the stream and holders
     * of allocation locks may therefore wait for it.
     */
    private final Object lifetime = new Object();

    private final List<Runnable> checks = new CopyOnWriteArrayList<>();
    /** Time at which a thread started to wait; 0 if none waits. */
    private volatile long waitingSince;

    /** Guards {@link #users}. */
    private final Object use = new Object();

    /** Number of threads that use the driver's stream now. */
    private int users;

    private volatile boolean closed;
    /** True if the stream is closed and its work has completed. */
    private volatile boolean drained;
    /** True during a capture, when the host waits for dependencies of launches. */
    private volatile boolean capturing;

    DeviceStream(DeviceInUse device, String name, DeviceDriver.Stream driverStream) {
        this.device = device;
        this.name = name;
        this.driverStream = driverStream;
        this.staging = new Staging(device.driver(), driverStream);
    }

    /**
     * Returns the driver's stream, for callers that exclude a concurrent close.
     *
     * @throws ClosedStreamException if the stream is closed
     * @throws io.graphkernel.runtime.exception.DeviceLostException if the device is lost
     */
    public DeviceDriver.Stream driverStream() {
        if (closed) {
            throw new ClosedStreamException(RuntimeProblem.CLOSED_STREAM, name);
        }
        return driverStream;
    }

    /**
     * Applies a function to the driver's stream, which is not destroyed before it returns.
     *
     * @throws ClosedStreamException if the stream is closed
     */
    public <T> T use(Function<DeviceDriver.Stream, T> work) {
        DeviceDriver.Stream used = begin();
        try {
            return work.apply(used);
        } finally {
            end();
        }
    }

    /** Begins a use as in {@link #use}, without heap allocation. */
    public DeviceDriver.Stream begin() {
        synchronized (use) {
            DeviceDriver.Stream used = driverStream();
            users++;
            return used;
        }
    }

    /** Ends a use that {@link #begin} has begun. */
    public void end() {
        synchronized (use) {
            users--;
            use.notifyAll();
        }
    }

    /** Runs code as {@link #use} does, without a result. */
    public void run(Consumer<DeviceDriver.Stream> work) {
        use(used -> {
            work.accept(used);
            return null;
        });
    }

    /** Rejects further uses and waits until the last one has ended. */
    private void endUse() {
        boolean interrupted = false;
        synchronized (use) {
            closed = true;
            while (users > 0) {
                try {
                    use.wait();
                } catch (InterruptedException e) {
                    interrupted = true;
                }
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /** Makes later work of this stream wait for all work submitted to another stream so far. */
    void await(DeviceStream other) {
        if (other == this) {
            return;
        }
        synchronized (other.lifetime) {
            if (other.drained) {
                return;
            }
            if (capturing) {
                other.driverStream.synchronize();
            } else {
                run(used -> used.await(other.driverStream));
            }
        }
    }

    /** Returns true if launches are recorded instead of run. */
    public boolean isCapturing() {
        return capturing;
    }

    /** Starts a capture: later launches are recorded instead of run. */
    public void beginCapture() {
        synchronized (lifetime) {
            driverStream().beginCapture();
            capturing = true;
        }
    }

    /** Ends the capture and returns the recorded launches. */
    public DeviceDriver.Graph endCapture() {
        try {
            return driverStream.endCapture();
        } finally {
            capturing = false;
        }
    }

    /** Waits until all submitted work has completed. */
    public void synchronize() {
        waits(() -> run(DeviceDriver.Stream::synchronize));
    }

    /** Returns true if the driver's stream has this handle. */
    boolean hasHandle(long handle) {
        return driverStream.handle() == handle;
    }

    /** Adds a check that runs after each wait for the stream, such as one for asynchronous errors. */
    public void addCheck(Runnable check) {
        checks.add(check);
    }

    /** Removes a check. */
    public void removeCheck(Runnable check) {
        checks.remove(check);
    }

    /** Returns the time that a thread has been waiting for the stream in nanoseconds; 0 if none is. */
    public long waitingNanos() {
        long since = waitingSince;
        return since == 0 ? 0 : System.nanoTime() - since;
    }

    private void waits(Runnable wait) {
        waitingSince = System.nanoTime() | 1;
        try {
            wait.run();
        } finally {
            waitingSince = 0;
        }
        checks.forEach(Runnable::run);
    }

    /** Waits as {@link #synchronize} does, unless the stream is closed or captures. */
    void synchronizeIfRunning() {
        synchronized (lifetime) {
            if (!drained && !capturing) {
                driverStream.synchronize();
            }
        }
    }

    /** Copies host memory to the device; the host memory may be changed on return. */
    public synchronized void upload(long target, long source, long bytes) {
        driverStream();
        staging.upload(target, source, bytes);
    }

    /** Copies device memory to the host and waits for the copy. */
    public synchronized void download(long target, long source, long bytes) {
        driverStream();
        waits(() -> staging.download(target, source, bytes));
    }

    /** Returns true if the stream is closed and its work has completed, so that no wait for it is needed. */
    boolean isDrained() {
        return drained;
    }

    /** Waits until all work has completed and destroys the driver's stream. Idempotent. */
    @Override
    public void close() {
        endUse();
        synchronized (lifetime) {
            if (drained) {
                return;
            }
            try {
                driverStream.synchronize();
                synchronized (this) {
                    // Waits for a copy in progress.
                    staging.close();
                }
            } catch (DeviceLostException e) {
                // The stream's resources are lost with the device.
            } finally {
                // Until then a wait for the device includes this stream.
                device.closing(this);
                drained = true;
                driverStream.close();
            }
        }
    }

    @Override
    public String toString() {
        return name;
    }
}
