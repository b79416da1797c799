package io.graphkernel.runtime;

import io.graphkernel.runtime.internal.device.DeviceDriver;
import io.graphkernel.runtime.internal.device.DeviceStates;
import io.graphkernel.runtime.internal.device.DeviceStream;
import io.graphkernel.runtime.internal.profile.LaunchProfile;
import io.graphkernel.runtime.internal.tensor.DeviceCopies;
import io.graphkernel.runtime.internal.tensor.DeviceFrame;
import io.graphkernel.runtime.internal.tensor.DeviceFrames;
import io.graphkernel.runtime.internal.tensor.Operands;
import org.jspecify.annotations.Nullable;

/**
 * A queue of work on a device, which runs in order and asynchronously to the host. Different streams run concurrently.
 * A kernel implicitly waits for work of other streams that conflicts with its operands or results.
 *
 * <p>A thread launches on its current stream of a device, initially one that all threads share:
 * <pre>{@code
 * try (Stream stream = Stream.open(Device.accelerator(0));
 *         Stream.Use use = stream.use()) {
 *     LayersKernels.hidden(x, weights, hidden);        // returns before it is computed
 *     float[] result = hidden.toFloatArray();          // waits for it
 * }
 * }</pre>
 *
 * <p>Work on the host is complete when its call returns, so that synchronizing with a stream of the host has no effect.
 */
public final class Stream implements AutoCloseable {
    private final Device device;
    /** Null on the host. */
    private final @Nullable DeviceStream stream;

    private Stream(Device device, @Nullable DeviceStream stream) {
        this.device = device;
        this.stream = stream;
    }

    /** Opens a new stream of a device. */
    public static Stream open(Device device) {
        Operands.attribute("Stream.open", "device", device);
        return new Stream(
                device, device.isHost() ? null : DeviceStates.inUse(device).newStream());
    }

    /** Returns the device of the stream. */
    public Device device() {
        return device;
    }

    /**
     * Makes this the calling thread's current stream of its device, until the same thread closes the result.
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
        stream.driverStream();
        frame.use(stream);
        return use;
    }

    /**
     * Records an event after the current work of the stream.
     *
     * @throws io.graphkernel.runtime.exception.ClosedStreamException if the stream is closed
     */
    public Event record() {
        return new Event(device, stream == null ? null : stream.use(DeviceDriver.Stream::recordEvent));
    }

    /**
     * Makes later work of this stream wait, on the device, for an event of any stream of the same device. For an event
     * of another device, the host waits.
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
     * Blocks until all work of the stream is complete.
     *
     * @throws io.graphkernel.runtime.exception.ClosedStreamException if the stream is closed
     */
    public void synchronize() {
        if (stream != null) {
            stream.synchronize();
            LaunchProfile.collect();
        }
    }

    /** Blocks until all work of the stream is complete, then closes it. Has no effect if already closed. */
    @Override
    public void close() {
        if (stream != null) {
            stream.close();
        }
    }

    /** Formatted as {@code cuda:0 stream 1}. */
    @Override
    public String toString() {
        return stream == null ? device.toString() : stream.toString();
    }

    /** The scope in which a stream is its thread's current one. */
    public static final class Use implements AutoCloseable {
        private final @Nullable DeviceFrame frame;
        private final @Nullable DeviceStream before;

        private Use(@Nullable DeviceFrame frame, @Nullable DeviceStream before) {
            this.frame = frame;
            this.before = before;
        }

        /**
         * Restores the previous current stream.
         *
         * @throws io.graphkernel.runtime.exception.InvalidArgumentException if the thread captures launches on the
         *     device; the stream remains current
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
