package io.graphkernel.runtime.internal.device;

import java.util.List;

/**
 * A kind of devices, with one driver library that is loaded at run time. The devices are called by the id, as in
 * {@code cuda:0}, {@code cuda:1}. The kernels of a class are the program that the manifest lists under the id.
 */
public interface DriverPlugin extends DevicePlugin {

    /**
     * Looks for devices. Nothing is thrown: what is missing is said in the answer.
     *
     * @return one entry for each device; one without a number, with the reason, if there is no driver or no device
     */
    List<FoundDevice> find();
}
