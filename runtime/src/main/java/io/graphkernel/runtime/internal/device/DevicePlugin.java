package io.graphkernel.runtime.internal.device;

import java.util.List;

/** A kind of devices, behind one driver library that is opened at run time. */
public interface DevicePlugin {

    /** The kind, such as {@code cuda}; devices are called {@code cuda:0}, {@code cuda:1}. */
    String type();

    /**
     * Looks for devices. Nothing is thrown: what is missing is said in the answer.
     *
     * @return one entry for each device; one without a number, with the reason, if there is no driver or no device
     */
    List<FoundDevice> find();
}
