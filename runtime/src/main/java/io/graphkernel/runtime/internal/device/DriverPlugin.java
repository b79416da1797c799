package io.graphkernel.runtime.internal.device;

import java.util.List;

/**
 * A kind of device, with a driver library that is loaded dynamically. Devices are named after the id, as in
 * {@code cuda:0}, {@code cuda:1}. The kernels of a class are the program that the manifest lists under the id.
 */
public interface DriverPlugin extends DevicePlugin {

    /**
     * Discovers devices. It does not throw: the result reports a missing driver or device.
     *
     * @return one entry per device, or a single entry without properties but with a reason if there is none
     */
    List<DiscoveredDevice> find();
}
