package io.graphkernel.runtime.internal.device;

/** Internal state of devices, and the constructor of the public class. */
public final class DeviceStates {
    private static final DeviceFactory FACTORY = DeviceFactory.get();

    private DeviceStates() {}

    /** Returns the host. */
    public static AbstractDevice host() {
        return FACTORY.host();
    }

    /**
     * Returns a new device other than the host.
     *
     * @param type kind of device
     * @param index index among the devices of that kind
     * @param ordinal index among all devices of this process, starting at 1
     */
    public static AbstractDevice newDevice(String type, int index, int ordinal, DiscoveredDevice found) {
        return FACTORY.newDevice(type, index, ordinal, found);
    }

    /** Returns the index among all devices of this process; the host is 0. */
    public static int ordinal(AbstractDevice device) {
        return device.ordinal;
    }

    /** Returns the properties that the driver reports; not for the host. */
    public static DeviceProperties properties(AbstractDevice device) {
        return device.properties();
    }

    /**
     * Returns the opened device with its memory and streams; not for the host.
     *
     * @throws io.graphkernel.runtime.exception.DeviceUnavailableException if the driver fails to open it
     */
    public static DeviceInUse inUse(AbstractDevice device) {
        return device.open();
    }

    /** Returns the opened device; null if it is not open. */
    public static DeviceInUse openedBefore(AbstractDevice device) {
        return device.openedBefore();
    }

    /** Returns true if this is a GPU, rather than a CPU that OpenCL drives. */
    public static boolean isGpu(AbstractDevice device) {
        return !device.isHost() && device.properties().gpu();
    }
}
