package io.graphkernel.runtime.internal.device;

/** Factory of the public device objects, which their class registers when it is initialized. */
public abstract class DeviceFactory {
    private static volatile DeviceFactory registered;

    /** Used by the public class only. */
    protected DeviceFactory() {}

    /** Registers the factory. */
    public static void register(DeviceFactory factory) {
        registered = factory;
    }

    /** Returns the registered factory. The class is known by name only: it depends on this package. */
    static DeviceFactory get() {
        if (registered == null) {
            try {
                Class.forName("io.graphkernel.runtime.Device");
            } catch (ClassNotFoundException e) {
                throw new AssertionError(e);
            }
        }
        return registered;
    }

    /** Returns a new device other than the host; see {@link DeviceStates#newDevice}. */
    protected abstract AbstractDevice newDevice(String type, int index, int ordinal, DiscoveredDevice found);

    /** Returns the host. */
    protected abstract AbstractDevice host();
}
