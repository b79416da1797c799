package io.graphkernel.runtime;

import io.graphkernel.runtime.exception.DeviceUnavailableException;
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
            if (Boolean.parseBoolean(System.getProperty(REQUIRED, System.getenv(REQUIRED)))) {
                throw e;
            }
            System.out.println("skipped: " + e.getMessage());
            Assumptions.abort(e.getMessage());
            throw e;
        }
    }
}
