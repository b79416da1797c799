package io.graphkernel.conformance;

import io.graphkernel.runtime.Device;
import io.graphkernel.runtime.exception.DeviceUnavailableException;
import java.util.Optional;

/** The OpenCL device that conformance is tested on; PoCL is one that needs no GPU. */
public final class OpenClDevice {

    private static final String REQUIRED = "GRAPHKERNEL_REQUIRE_OPENCL";

    private OpenClDevice() {}

    /**
     * The first OpenCL device.
     *
     * @return empty, after the reason has been printed, if there is none
     * @throws DeviceUnavailableException if there is none and the environment requires one
     */
    public static Optional<Device> find() {
        try {
            return Optional.of(Device.opencl(0));
        } catch (DeviceUnavailableException e) {
            if (Boolean.parseBoolean(System.getenv(REQUIRED))) {
                throw e;
            }
            System.out.println("skipped: " + e.getMessage());
            return Optional.empty();
        }
    }
}
