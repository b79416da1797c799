package io.graphkernel.runtime;

import io.graphkernel.runtime.exception.DeviceUnavailableException;
import java.util.Optional;
import org.junit.jupiter.api.Assumptions;

/** The device of tests that run on OpenCL; PoCL is one that needs no GPU. */
public final class OpenClTests {
    private static final String REQUIRED = "GRAPHKERNEL_REQUIRE_OPENCL";

    private OpenClTests() {}

    /** The first OpenCL device. Without one the test is skipped, or fails if the environment requires one. */
    public static Device device() {
        try {
            return Device.opencl(0);
        } catch (DeviceUnavailableException e) {
            if (isRequired()) {
                throw e;
            }
            System.out.println("skipped: " + e.getMessage());
            Assumptions.abort(e.getMessage());
            throw e;
        }
    }

    /** The first OpenCL device; nothing if there is none and the environment requires none. */
    public static Optional<Device> deviceIfAny() {
        try {
            return Optional.of(Device.opencl(0));
        } catch (DeviceUnavailableException e) {
            if (isRequired()) {
                throw e;
            }
            return Optional.empty();
        }
    }

    private static boolean isRequired() {
        return Boolean.parseBoolean(System.getProperty(REQUIRED, System.getenv(REQUIRED)));
    }
}
