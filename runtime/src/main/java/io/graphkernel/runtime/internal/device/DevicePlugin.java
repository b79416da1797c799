package io.graphkernel.runtime.internal.device;

/**
 * The counterpart of a target of the processor: what runs the kernels that the target has put into the jar. It is a
 * {@link HostPlugin} if kernels run on the host and its memory, else a {@link DriverPlugin}.
 */
public interface DevicePlugin {

    /**
     * The id of the target: its name in settings, in manifests and, for devices with a driver, of the devices.
     *
     * @return for example {@code cpu}
     */
    String id();
}
