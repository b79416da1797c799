package io.graphkernel.runtime.internal.device.opencl;

import static io.graphkernel.runtime.internal.device.NativeLibrary.call;

import io.graphkernel.runtime.exception.KernelLibraryException;
import io.graphkernel.runtime.exception.RuntimeProblem;
import io.graphkernel.runtime.generated.jvm.Memory;
import io.graphkernel.runtime.internal.device.DeviceDriver;
import io.graphkernel.runtime.internal.device.NativeScratch;
import org.bytedeco.javacpp.BytePointer;

/** A program, built for a device. */
final class OpenClProgram implements DeviceDriver.Program {
    private static final int INVALID_KERNEL_NAME = -46;

    private final OpenClDriver driver;
    private final String name;
    private final long handle;

    OpenClProgram(OpenClDriver driver, String name, long handle) {
        this.driver = driver;
        this.name = name;
        this.handle = handle;
    }

    @Override
    public OpenClFunction function(String function) {
        long memory = NativeScratch.address();
        try (BytePointer text = new BytePointer(function)) {
            long kernel = call(driver.api().createKernel, handle, text.address(), memory);
            int code = Memory.getInt(memory);
            if (code == INVALID_KERNEL_NAME) {
                throw new KernelLibraryException(RuntimeProblem.PROGRAM_KERNEL, name, function);
            }
            driver.check("clCreateKernel", code);
            return new OpenClFunction(driver, kernel);
        }
    }
}
