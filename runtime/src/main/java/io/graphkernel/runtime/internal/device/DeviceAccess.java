package io.graphkernel.runtime.internal.device;

import io.graphkernel.runtime.Device;
import java.lang.invoke.MethodHandles;

/** What {@link Device} shows to the run time and not to users. Its static initialiser hands it over. */
public abstract class DeviceAccess {
    private static volatile DeviceAccess given;

    /** For {@link Device} alone. */
    protected DeviceAccess() {}

    /** Takes what {@link Device} gives. */
    public static void give(DeviceAccess access) {
        given = access;
    }

    /** What {@link Device} has given. */
    public static DeviceAccess get() {
        if (given == null) {
            try {
                MethodHandles.lookup().ensureInitialized(Device.class);
            } catch (IllegalAccessException e) {
                throw new AssertionError(e);
            }
        }
        return given;
    }

    /**
     * A device other than the host.
     *
     * @param type the kind of device
     * @param index its number among the devices of that kind
     * @param ordinal its number among all devices of this process, from 1 on
     */
    public abstract Device make(String type, int index, int ordinal, FoundDevice found);

    /** The number among all devices of this process; the host is 0. */
    public abstract int ordinal(Device device);

    /**
     * The device with its memory and streams; not of the host.
     *
     * @throws io.graphkernel.runtime.exception.DeviceUnavailableException if the driver does not open it
     */
    public abstract DeviceInUse use(Device device);

    /** Whether this is a GPU, rather than a CPU that OpenCL drives. */
    public abstract boolean isGpu(Device device);
}
