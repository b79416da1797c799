package io.graphkernel.runtime;

import java.util.stream.Stream;

/** The GPUs on which tests run: an OpenCL device, which may be PoCL, and the emulated CUDA device. */
public final class TestDevices {
    private TestDevices() {}

    /** The devices that are here. One that is required and is not here fails the test. */
    public static Stream<Device> all() {
        return Stream.concat(OpenClTests.deviceIfAny().stream(), CudaTests.deviceIfAny().stream());
    }
}
