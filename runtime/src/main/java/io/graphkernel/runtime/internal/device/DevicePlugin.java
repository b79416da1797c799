package io.graphkernel.runtime.internal.device;

/**
 * The runtime counterpart of a compiler target, which runs the kernels of that target. A {@link HostPlugin} runs them
 * on the host, a {@link DriverPlugin} on devices.
 */
public interface DevicePlugin {

    /**
     * Returns the id of the target, used in settings, in manifests and as prefix of device names.
     *
     * @return id, such as {@code cpu}
     */
    String id();
}
