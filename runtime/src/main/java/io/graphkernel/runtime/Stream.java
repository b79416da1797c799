package io.graphkernel.runtime;

import io.graphkernel.runtime.internal.device.DeviceDriver;
import io.graphkernel.runtime.internal.device.DeviceStream;
import io.graphkernel.runtime.internal.profile.LaunchProfile;
import io.graphkernel.runtime.internal.tensor.DeviceCopies;
import io.graphkernel.runtime.internal.tensor.DeviceFrame;
import io.graphkernel.runtime.internal.tensor.DeviceFrames;
import io.graphkernel.runtime.internal.tensor.Operands;

/**
 * A queue of work on a device. What it is given runs in order, asynchronously to the host; what two streams are given
 * runs side by side, except that a kernel waits by itself for whatever writes what it reads, or uses what it writes.
 *
 * <p>A thread launches on its current stream of a device, at first one that all threads share:
 *
 * <pre>{@code
 * try (Stream stream = Stream.open(Device.gpu(0));
 *         Stream.Use use = stream.use()) {
 *     LayersKernels.hidden(x, weights, hidden);        // returns before it is computed
 *     float[] result = hidden.toFloatArray();          // waits for it
 * }
 * }</pre>
 *
 * <p>Work on the host is done when its call returns, so that a stream of the host has nothing to wait for.
 */
public final class Stream implements AutoCloseable {
    private final Device device;
    /** Null on the host. */
    private final DeviceStream stream;

    private Stream(Device device, DeviceStream stream) {
        this.device = device;
        this.stream = stream;
    }

    /** A new stream of a device. */
    public static Stream open(Device device) {
        Operands.attribute("Stream.open", "device", device);
        return new Stream(device, device.isHost() ? null : device.use().newStream());
    }

    /** Where its work runs. */
    public Device device() {
        return device;
    }

    /**
     * Makes this the calling thread's current stream of its device, until the result is closed by the same thread.
     *
     * @throws io.graphkernel.runtime.exception.InvalidArgumentException if the thread captures launches on the device
     * @throws io.graphkernel.runtime.exception.ClosedStreamException if the stream is closed
     */
    public Use use() {
        if (stream == null) {
            return new Use(null, null);
        }
        DeviceFrame frame = DeviceFrames.current(device);
        DeviceCopies.requireNoCapture(frame, "Stream.use()");
        Use use = new Use(frame, frame.stream());
        stream.queue();
        frame.use(stream);
        return use;
    }

    /**
     * A mark after the work that the stream has been given so far.
     *
     * @throws io.graphkernel.runtime.exception.ClosedStreamException if the stream is closed
     */
    public Event record() {
        return new Event(device, stream == null ? null : stream.use(DeviceDriver.Queue::mark));
    }

    /**
     * Work given to this stream from now on waits, on the device, for an event of any stream of the same device; for an
     * event of another device the host waits.
     *
     * @throws io.graphkernel.runtime.exception.ClosedStreamException if stream or event is closed
     */
    public void await(Event event) {
        Operands.attribute("Stream.await", "event", event);
        if (stream == null || event.device() != device) {
            event.synchronize();
        } else {
            event.run(mark -> stream.run(queue -> queue.await(mark)));
        }
    }

    /**
     * Waits until all its work is done.
     *
     * @throws io.graphkernel.runtime.exception.ClosedStreamException if the stream is closed
     */
    public void synchronize() {
        if (stream != null) {
            stream.synchronize();
            LaunchProfile.collect();
        }
    }

    /** Waits until all its work is done, and closes the stream: it runs nothing any more. Closing twice is allowed. */
    @Override
    public void close() {
        if (stream != null) {
            stream.close();
        }
    }

    /** As in {@code cuda:0 stream 1}. */
    @Override
    public String toString() {
        return stream == null ? device.toString() : stream.toString();
    }

    /** The time for which a stream is its thread's current one. */
    public static final class Use implements AutoCloseable {
        private final DeviceFrame frame;
        private final DeviceStream before;

        private Use(DeviceFrame frame, DeviceStream before) {
            this.frame = frame;
            this.before = before;
        }

        /**
         * Makes the stream current again that was so before.
         *
         * @throws io.graphkernel.runtime.exception.InvalidArgumentException if the thread captures launches on the
         *     device; the stream stays current
         */
        @Override
        public void close() {
            if (frame != null) {
                DeviceCopies.requireNoCapture(frame, "Stream.Use.close()");
                frame.use(before);
            }
        }
    }
}
