package io.graphkernel.runtime.internal.device;

import io.graphkernel.runtime.Device;
import java.lang.invoke.MethodHandles;

/** Internal access to {@link Device}, registered by its static initializer. */
public abstract class DeviceAccess {
    private static volatile DeviceAccess registered;

    /** For {@link Device} alone. */
    protected DeviceAccess() {}

    /** Registers the access object of {@link Device}. */
    public static void register(DeviceAccess access) {
        registered = access;
    }

    /** Returns the access object that {@link Device} has registered. */
    public static DeviceAccess get() {
        if (registered == null) {
            try {
                MethodHandles.lookup().ensureInitialized(Device.class);
            } catch (IllegalAccessException e) {
                throw new AssertionError(e);
            }
        }
        return registered;
    }

    /**
     * Returns a new device other than the host.
     *
     * @param type kind of device
     * @param index index among the devices of that kind
     * @param ordinal index among all devices of this process, starting at 1
     */
    public abstract Device newDevice(String type, int index, int ordinal, DiscoveredDevice found);

    /** Returns the index among all devices of this process; the host is 0. */
    public abstract int ordinal(Device device);

    /**
     * Returns the opened device with its memory and streams; not for the host.
     *
     * @throws io.graphkernel.runtime.exception.DeviceUnavailableException if the driver fails to open it
     */
    public abstract DeviceInUse inUse(Device device);

    /** Returns true if this is a GPU, rather than a CPU that OpenCL drives. */
    public abstract boolean isGpu(Device device);
}
