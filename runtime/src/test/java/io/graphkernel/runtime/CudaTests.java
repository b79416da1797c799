package io.graphkernel.runtime;

import io.graphkernel.cuda.EmulatedCuda;
import io.graphkernel.runtime.exception.DeviceUnavailableException;
import java.util.Optional;

/**
 * The device of tests that run on CUDA. The build names the emulated driver as the library to open; a machine with a GPU
 * runs the same tests with {@code -Dgraphkernel.cuda.library=libcuda.so.1}.
 */
public final class CudaTests {
    private CudaTests() {}

    /** Returns true if the driver of the tests is the emulated one, which counts what kernels do. */
    public static boolean isEmulated() {
        return System.getProperty("graphkernel.cuda.library", "").contains("emulated-cuda");
    }

    /** The first CUDA device; nothing where CUDA is not emulated. */
    public static Optional<Device> deviceIfAny() {
        try {
            return Optional.of(Device.cuda(0));
        } catch (DeviceUnavailableException e) {
            if (EmulatedCuda.runsHere()) {
                throw e;
            }
            return Optional.empty();
        }
    }
}
