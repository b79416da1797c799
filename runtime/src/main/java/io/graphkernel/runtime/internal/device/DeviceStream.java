package io.graphkernel.runtime.internal.device;

import io.graphkernel.runtime.exception.ClosedStreamException;
import io.graphkernel.runtime.exception.DeviceLostException;
import io.graphkernel.runtime.exception.RuntimeProblem;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * A queue of a device, as long as it is open.
 *
 * <p>What is done inside {@link #use}, or between {@link #begin} and {@link #end}, is given to the queue and nothing else.
 * It does not allocate device memory, which may wait for all streams: a close waits until the use ends.
 */
public final class DeviceStream implements AutoCloseable {
    private final DeviceInUse device;
    private final String name;
    private final DeviceDriver.Queue queue;
    private final Staging staging;
    /**
     * Held while the queue is given back, and by those who do not know whether it is. Who holds the one of a stream
     * takes no block's lock and no other stream's, and waits for no user of the stream, so that users and those who have
     * locked a block may wait for it.
     */
    private final Object lifetime = new Object();

    private final List<Runnable> checks = new CopyOnWriteArrayList<>();
    /** When a thread has begun to wait; 0 while none does. */
    private volatile long waitingSince;

    /** Guards {@link #users}. */
    private final Object use = new Object();

    /** How many threads use the queue now, whatever locks they hold. */
    private int users;

    private volatile boolean closed;
    /** Whether it is closed and has done what it was given. */
    private volatile boolean drained;
    /** Whether launches are recorded: then what they depend on is waited for by the host. */
    private volatile boolean capturing;

    DeviceStream(DeviceInUse device, String name, DeviceDriver.Queue queue) {
        this.device = device;
        this.name = name;
        this.queue = queue;
        this.staging = new Staging(device.driver(), queue);
    }

    /** The device. */
    public DeviceInUse device() {
        return device;
    }

    /**
     * The driver's queue, for what no other thread can close meanwhile.
     *
     * @throws ClosedStreamException if the stream is closed
     * @throws io.graphkernel.runtime.exception.DeviceLostException if the device is lost
     */
    public DeviceDriver.Queue queue() {
        if (closed) {
            throw new ClosedStreamException(RuntimeProblem.CLOSED_STREAM, name);
        }
        return queue;
    }

    /**
     * Does something with the driver's queue, which is not given back meanwhile.
     *
     * @throws ClosedStreamException if the stream is closed
     */
    public <T> T use(Function<DeviceDriver.Queue, T> work) {
        DeviceDriver.Queue used = begin();
        try {
            return work.apply(used);
        } finally {
            end();
        }
    }

    /** Begins what {@link #use} does, without allocating anything. */
    public DeviceDriver.Queue begin() {
        synchronized (use) {
            DeviceDriver.Queue used = queue();
            users++;
            return used;
        }
    }

    /** Ends what {@link #begin} has begun. */
    public void end() {
        synchronized (use) {
            users--;
            use.notifyAll();
        }
    }

    /** As {@link #use}, without a result. */
    public void run(Consumer<DeviceDriver.Queue> work) {
        use(used -> {
            work.accept(used);
            return null;
        });
    }

    /** From now on nobody begins to use the queue; returns when nobody uses it any more. */
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

    /** Work given to this stream from now on waits for what the other one has been given so far. */
    void await(DeviceStream other) {
        if (other == this) {
            return;
        }
        synchronized (other.lifetime) {
            if (other.drained) {
                return;
            }
            if (capturing) {
                other.queue.synchronize();
            } else {
                run(used -> used.await(other.queue));
            }
        }
    }

    /** Whether launches are recorded in place of run. */
    public boolean isCapturing() {
        return capturing;
    }

    /** From now on launches are recorded in place of run. */
    public void beginCapture() {
        synchronized (lifetime) {
            queue().beginCapture();
            capturing = true;
        }
    }

    /** Ends a capture. */
    public DeviceDriver.Graph endCapture() {
        try {
            return queue.endCapture();
        } finally {
            capturing = false;
        }
    }

    /** Waits until everything is done. */
    public void synchronize() {
        waits(() -> run(DeviceDriver.Queue::synchronize));
    }

    /** Whether this is the driver's queue. */
    boolean hasHandle(long handle) {
        return queue.handle() == handle;
    }

    /** Checks after each wait for the stream, such as whether what it has done has failed. */
    public void addCheck(Runnable check) {
        checks.add(check);
    }

    /** Does not check any more. */
    public void removeCheck(Runnable check) {
        checks.remove(check);
    }

    /** How long a thread has been waiting for the stream; 0 if none is. */
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

    /** As {@link #synchronize}, of a stream that may be closed meanwhile, or capture. */
    void synchronizeIfRunning() {
        synchronized (lifetime) {
            if (!drained && !capturing) {
                queue.synchronize();
            }
        }
    }

    /** Copies host memory to the device. Returns when the host memory may be changed again. */
    public synchronized void upload(long target, long source, long bytes) {
        queue();
        staging.upload(target, source, bytes);
    }

    /** Copies device memory to the host, and waits for it. */
    public synchronized void download(long target, long source, long bytes) {
        queue();
        waits(() -> staging.download(target, source, bytes));
    }

    /** Whether the stream is closed and has done all that it was given: nobody needs to wait for it any more. */
    boolean isDrained() {
        return drained;
    }

    /** Waits until everything is done, and gives the queue back. Closing twice is allowed. */
    @Override
    public void close() {
        endUse();
        synchronized (lifetime) {
            if (drained) {
                return;
            }
            try {
                queue.synchronize();
                synchronized (this) {
                    // A copy that is under way goes on until it ends.
                    staging.close();
                }
            } catch (DeviceLostException e) {
                // With the device all that the stream held is gone.
            } finally {
                // Until then, who waits for the device waits for this stream, too.
                device.closing(this);
                drained = true;
                queue.close();
            }
        }
    }

    @Override
    public String toString() {
        return name;
    }
}
