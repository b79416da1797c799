package io.graphkernel.runtime.internal.tensor;

import io.graphkernel.runtime.Device;
import io.graphkernel.runtime.internal.device.DeviceAccess;
import java.util.Arrays;

/** What one thread needs on each device other than the host. */
public final class DeviceFrames {
    private static final DeviceAccess DEVICES = DeviceAccess.get();

    private static final ThreadLocal<DeviceFrames> CURRENT = ThreadLocal.withInitial(DeviceFrames::new);

    /** The thread's frames that are in use while these are; null for those of a thread that is in no call. */
    private final DeviceFrames outer;

    /** By the ordinal of the device; null where this thread has done nothing. */
    private DeviceFrame[] frames = {};

    private DeviceFrames() {
        this(null);
    }

    private DeviceFrames(DeviceFrames outer) {
        this.outer = outer;
    }

    /** The calling thread's frames. */
    public static DeviceFrames ofThread() {
        return CURRENT.get();
    }

    /** The calling thread's frame of a device other than the host. */
    public static DeviceFrame current(Device device) {
        return ofThread().on(device);
    }

    /** New frames for calls within a call that uses these: with memory of their own, on the thread's streams. */
    public DeviceFrames within() {
        return new DeviceFrames(this);
    }

    /** The frame of a device other than the host. */
    public DeviceFrame on(Device device) {
        int ordinal = DEVICES.ordinal(device);
        if (ordinal >= frames.length) {
            frames = Arrays.copyOf(frames, ordinal + 1);
        }
        if (frames[ordinal] == null) {
            frames[ordinal] = new DeviceFrame(DEVICES.use(device));
        }
        if (outer != null) {
            frames[ordinal].use(outer.on(device).stream());
        }
        return frames[ordinal];
    }
}
