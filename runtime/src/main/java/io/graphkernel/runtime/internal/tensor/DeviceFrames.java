package io.graphkernel.runtime.internal.tensor;

import io.graphkernel.runtime.internal.device.AbstractDevice;
import io.graphkernel.runtime.internal.device.DeviceStates;
import io.graphkernel.runtime.internal.memory.PerThread;
import java.util.Arrays;

/** Per-thread launch state of all devices other than the host. */
public final class DeviceFrames {
    private static final PerThread<DeviceFrames> CURRENT = new PerThread<>(DeviceFrames::new, DeviceFrames::reset);

    /** Frames of the enclosing call; null for those of a thread outside of calls. */
    private final DeviceFrames outer;

    /** Frames by ordinal of the device; null for devices that this thread has not used. */
    private DeviceFrame[] frames = {};

    private DeviceFrames() {
        this(null);
    }

    private DeviceFrames(DeviceFrames outer) {
        this.outer = outer;
    }

    /** Resets the streams that a terminated thread selected. */
    private void reset() {
        frames = new DeviceFrame[0];
    }

    /** Returns the frames of the calling thread. */
    public static DeviceFrames ofThread() {
        return CURRENT.get();
    }

    /** Returns the calling thread's frame of a device other than the host. */
    public static DeviceFrame current(AbstractDevice device) {
        return ofThread().on(device);
    }

    /** Returns new frames for calls nested in one that uses these: with their own memory, on the thread's streams. */
    public DeviceFrames within() {
        return new DeviceFrames(this);
    }

    /** Returns the frame of a device other than the host. */
    public DeviceFrame on(AbstractDevice device) {
        int ordinal = DeviceStates.ordinal(device);
        if (ordinal >= frames.length) {
            frames = Arrays.copyOf(frames, ordinal + 1);
        }
        if (frames[ordinal] == null) {
            frames[ordinal] = new DeviceFrame(DeviceStates.inUse(device));
        }
        if (outer != null) {
            frames[ordinal].use(outer.on(device).stream());
        }
        return frames[ordinal];
    }
}
